"""What the database says, in words for who asked."""

from __future__ import annotations

import psycopg.errors
import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from app.web.errors import register_errors


@pytest.mark.parametrize(
    ("kind", "status", "words"),
    [
        (psycopg.errors.ProgramLimitExceeded, 400, "too long to be kept"),
        (psycopg.OperationalError, 503, "catalogue is unavailable"),
    ],
)
def test_a_value_that_is_too_large_does_not_make_the_catalogue_unavailable(
    kind: type[psycopg.OperationalError], status: int, words: str
) -> None:
    """An entry of an index that was too long answered 503, try again, for ever."""
    app = Flask(__name__)
    register_errors(app)

    @app.get("/")
    def fail() -> str:
        raise OperationalError("INSERT", {}, kind("words of the database"))

    answer = app.test_client().get("/")
    assert answer.status_code == status
    assert words in answer.get_json()["message"]
    assert "words of the database" not in answer.text

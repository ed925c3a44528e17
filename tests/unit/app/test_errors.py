"""What the database says, in words for who asked."""

from __future__ import annotations

import psycopg
from flask import Flask
from sqlalchemy.exc import OperationalError

from app.web.errors import register_errors


def test_a_database_that_does_not_answer_is_named_without_its_own_words() -> None:
    app = Flask(__name__)
    register_errors(app)

    @app.get("/")
    def fail() -> str:
        raise OperationalError("INSERT", {}, psycopg.OperationalError("words of the database"))

    answer = app.test_client().get("/")
    assert answer.status_code == 503
    assert "catalogue is unavailable" in answer.get_json()["message"]
    assert "words of the database" not in answer.text

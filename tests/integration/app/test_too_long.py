"""A value that PostgreSQL cannot keep is the sender's error, and no outage."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from app import create_app
from app.live.breaker import FAILURES_TO_OPEN
from app.live.context import context
from app.web.errors import Invalid
from indexer.core.settings import Settings


def test_a_value_that_is_too_long_does_not_make_the_catalogue_unavailable(
    settings: Settings,
) -> None:
    with create_app(settings).app_context():
        for _ in range(FAILURES_TO_OPEN):
            with (
                pytest.raises(Invalid, match="too long to be kept"),
                context().session() as session,
            ):
                session.execute(text("SELECT repeat('x', 2000000000)"))
        with context().session() as session:
            assert session.scalar(text("SELECT 1")) == 1

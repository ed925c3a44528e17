"""Visitors' alerts over generated runs, beside an SQL over the whole histories.

None is missed, none is told twice, none is false.
"""

from __future__ import annotations

from collections import Counter
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from indexer.catalogue.rates import refresh_rates
from indexer.db import session_scope
from indexer.notify.messages import mails
from indexer.notify.sender import send_due
from indexer.price_alerts.looking import look_at_runs
from indexer.price_alerts.mailing import mail_crossings
from indexer.settings import Settings
from tests.integration.price_alerts.histories import (
    SET_AT,
    World,
    ask,
    publish,
    runs,
    stock,
)
from tests.support.bounds import bounded
from tests.support.mailbox import smtp_server

EXPECTED = text((Path(__file__).parent / "crossings.sql").read_text(encoding="utf-8"))
PRODUCTS, RUNS, ALERTS, ADDRESSES = (
    bounded(1_000, 60),
    bounded(140, 30),
    bounded(1_000, 150),
    bounded(100, 12),
)
LEAST_CHANGES = bounded(100_000, 1_000)
TURN = 10  # runs between two turns of mails
_TOLD = text("SELECT alert_id, run_id FROM price_alert_reading WHERE mailed_at IS NOT NULL")
_UNDO = text("UPDATE scrape_run SET result = 'suspect' WHERE id = :id")
Told = Counter[tuple[int, int]]


def told(own: Settings) -> Told:
    with session_scope(own.database_url) as session:
        return Counter(tuple(row) for row in session.execute(_TOLD))


def expected(own: Settings) -> Told:
    with session_scope(own.database_url) as session:
        return Counter(tuple(row) for row in session.execute(EXPECTED, {"set_at": SET_AT}))


@pytest.mark.timeout(900)
def test_every_crossing_is_told_once_and_nothing_else(
    settings: Settings, clean_database: str
) -> None:
    world = World(Random(38))
    with smtp_server() as (box, url):
        own = settings.but(smtp_url=url)
        with session_scope(own.database_url) as session:
            stock(session, world, PRODUCTS)
            ask(session, world, ALERTS, ADDRESSES, refresh_rates(session, ""))
        for number, result, undone in runs(world, RUNS):
            with session_scope(own.database_url) as session:
                run_id = publish(session, world, number, result)
            look_at_runs(own)
            if undone:
                with session_scope(own.database_url) as session:
                    session.execute(_UNDO, {"id": run_id})
            assert look_at_runs(own) == 0
            if number % TURN == TURN - 1:
                while mail_crossings(own):
                    send_due(own)
        kept = mails(own).count
    assert world.changes >= LEAST_CHANGES
    wanted = expected(own)
    assert told(own) == wanted
    assert kept == 0
    lines = sum(_lines(box.read(place)) for place in range(len(box.mails)))
    assert lines == wanted.total()
    assert wanted.total() > ALERTS


def _lines(mail: EmailMessage) -> int:
    """Return how many crossings a mail tells of; a long one only counts the last."""
    plain = mail.get_body(("plain",))
    assert plain is not None
    body = str(plain.get_content())
    more = body.partition("And ")[2].partition(" more.")[0]
    return body.count("/product/") + int(more or 0)

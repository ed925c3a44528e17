"""Visitors' alerts over generated runs, beside a replay of what the store has offered.

None is missed, none is told twice, none is false: drops and rises, by per cent, sizes, what is gone
and comes back, other currencies, runs that are not trusted or are undone.
"""

from __future__ import annotations

from collections import Counter
from email.message import EmailMessage
from random import Random

import pytest
from sqlalchemy import insert, text

from app.visitor_alerts.searches import _crossed, _fallen
from indexer.catalogue.rates import rates_in_force, refresh_rates
from indexer.catalogue.readings import COUNTING
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import VisitorAlertReading
from indexer.notify.crossing import SEARCHES, look_at_runs, pending_runs, take
from indexer.notify.messages import mail_crossings, mails
from indexer.notify.sender import send_due
from tests.proof.prices.histories import NOW, World, ask, ask_searches, publish, runs, stock
from tests.proof.prices.replay import expected, fallen
from tests.support.mailbox import smtp_server

PRODUCTS, RUNS, ALERTS, ADDRESSES = (1_000, 140, 1_000, 100)
LEAST_CHANGES = 100_000
UNDER_ALERTS = 60
TURN = 10  # runs between two turns of mails
_TOLD = text("SELECT alert_id, run_id FROM price_alert_reading WHERE mailed_at IS NOT NULL")
_ALERTS = text("SELECT id, kind, product_id, amount, percent, size, currency FROM price_alert")
_OF_COUNTING = (
    " FROM price_alert_reading k JOIN scrape_run r ON r.id = k.run_id,"
    " unnest(k.product_ids) AS p(id) WHERE r.result = ANY(:counting)"
)
_FALLEN_TOLD = text(f"SELECT k.alert_id, p.id, k.run_id{_OF_COUNTING}")
_FALLEN_COUNT = text(f"SELECT count(*){_OF_COUNTING}")
_UNDO = text("UPDATE scrape_run SET result = 'suspect' WHERE id = :id")
Told = Counter[tuple[int, int]]


def told(own: Settings) -> Told:
    with session_scope(own.database_url) as session:
        return Counter(tuple(row) for row in session.execute(_TOLD))


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
            counts = result in COUNTING and not undone
            with session_scope(own.database_url) as session:
                run_id = publish(session, world, number, result)
            if not counts:
                world.seen.pop()
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
    with session_scope(own.database_url) as session:
        alerts = [dict(row._mapping) for row in session.execute(_ALERTS)]
        wanted = expected(alerts, world.first, world.seen, rates_in_force(session))
    assert told(own) == wanted
    assert kept == 0
    lines = sum(_lines(box.read(place)) for place in range(len(box.mails)))
    assert lines == wanted.total()
    assert wanted.total() > ALERTS


@pytest.mark.timeout(900)
def test_what_comes_below_an_amount_in_a_search_is_told_once_of_each_product(
    settings: Settings, clean_database: str
) -> None:
    """Whatever the search would find: which products have come below it, PostgreSQL alone says."""
    world = World(Random(50))
    with session_scope(settings.database_url) as session:
        stock(session, world, PRODUCTS)
        rates = refresh_rates(session, "")
        alerts = ask_searches(session, world, UNDER_ALERTS)
    for number, result, undone in runs(world, RUNS):
        counts = result in COUNTING and not undone
        with session_scope(settings.database_url) as session:
            run_id = publish(session, world, number, result)
        if not counts:
            world.seen.pop()
        with session_scope(settings.database_url) as session:
            for pending in pending_runs(session, SEARCHES):
                take(session, pending, SEARCHES)
                rows = [
                    _crossed(r.id, pending, NOW, r.ids, len(r.ids))
                    for r in _fallen(session, pending)
                ]
                if rows:
                    session.execute(insert(VisitorAlertReading), rows)
            if undone:
                session.execute(_UNDO, {"id": run_id})
    with session_scope(settings.database_url) as session:
        told = {tuple(row) for row in session.execute(_FALLEN_TOLD, {"counting": list(COUNTING)})}
        found = session.scalar(_FALLEN_COUNT, {"counting": list(COUNTING)})
    wanted = {
        (alert["id"], product_id, run_id)
        for alert in alerts
        for product_id, run_id in fallen(alert, world.first, world.seen, rates).items()
    }
    assert told == wanted
    assert found == len(wanted) > UNDER_ALERTS, "each once"


def _lines(mail: EmailMessage) -> int:
    """Return how many crossings a mail tells of; a long one only counts the last."""
    plain = mail.get_body(("plain",))
    assert plain is not None
    body = str(plain.get_content())
    more = body.partition("And ")[2].partition(" more.")[0]
    return body.count("/product/") + int(more or 0)

"""On which days a product's price was read: what price histories may say follows from it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import text

from indexer.catalogue.prices import KEPT_DAYS, note_read
from scrapers.events import PageFailed
from tests.support.catalogue import make_item, make_items
from tests.support.world import World

_DAYS = text("""
SELECT p.group_key, array_agg(day::date ORDER BY day)
  FROM product p JOIN product_reading r ON r.product_id = p.id
 CROSS JOIN unnest(r.days) AS span
 CROSS JOIN generate_series(lower(span), upper(span) - 1, interval '1 day') AS day
 GROUP BY p.group_key
""")


@pytest.fixture
def own(shop: World) -> World:
    return shop.but(hide_after_runs=1)


def days(own: World) -> dict[str, list[date]]:
    return own.do(lambda session: dict(session.execute(_DAYS).all()))


def today(own: World) -> date:
    now = text("SELECT (now() AT TIME ZONE 'Africa/Johannesburg')::date")
    day: date = own.do(lambda session: session.execute(now).scalar_one())
    return day


def forget(own: World) -> None:
    own.do(lambda session: session.execute(text("DELETE FROM product_reading")))


def test_a_scrape_notes_the_day_of_all_whose_price_it_read(own: World) -> None:
    unpriced = make_item("none", price=None)
    unread = replace(make_item("odd"), not_understood={"currency": "17 stars"})
    own.scrape([*make_items(20), unpriced, unread])
    assert days(own) == {f"k{n}": [today(own)] for n in range(20)}


def test_a_run_that_is_not_trusted_notes_nothing_until_it_is_accepted(own: World) -> None:
    failed = [PageFailed("https://karoo.example/all", "HTTP 500")]
    run = own.scrape(make_items(20), events=failed)
    assert (run.result, len(own.products()), days(own)) == ("suspect", 20, {})
    own.scrape(make_items(20))
    forget(own)
    held = own.scrape(
        [replace(item, price=item.price and item.price * 100) for item in make_items(20)]
    )
    assert (held.result, days(own)) == ("suspect", {})
    own.accept(held)
    assert days(own) == {f"k{n}": [today(own)] for n in range(20)}


def test_days_are_those_of_the_shops_zone_and_kept_for_a_year(own: World) -> None:
    own.scrape([make_item("k0")])
    last = datetime(2026, 3, 1, 22, 30, tzinfo=UTC)  # the second of March in Johannesburg
    with own.session() as session:
        session.execute(text("DELETE FROM product_reading"))
        for seen_at in (last - timedelta(days=KEPT_DAYS + 1), last - timedelta(days=1), last):
            note_read(session, [*own.ids().values(), 987_654_321], seen_at, "success")
    assert days(own) == {"k0": [date(2026, 3, 1), date(2026, 3, 2)]}

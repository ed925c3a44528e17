"""Which days of a product's history count, as PostgreSQL keeps rows, readings and runs."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.orm import Session

from app.product.related import load_product
from indexer.models import Brand, PriceHistory, Product, ScrapeRun
from tests.support.data import rows

TODAY = date(2026, 6, 1)
PURGED = 987_654  # a run that is no longer kept
# When a price was read, the result of its run, its currency, and the price.
READ: list[tuple[str, str | int | None, str, int]] = rows("days_read")
# The 26th was not looked at, and what is more than a year ago is forgotten.
READINGS = "{[2025-06-01,2025-06-04),[2026-05-19,2026-05-26),[2026-05-27,2026-06-03)}"


def test_a_day_counts_where_it_was_looked_at_and_all_its_runs_are_believed(
    session: Session,
) -> None:
    session.add(Brand(id=1, slug="karoo", name="Karoo", website="https://karoo.example"))
    session.flush()
    session.add(Product(id=1, brand_id=1, group_key="k", name="Dress", currency="ZAR", price=430))
    runs: dict[str | int | None, int] = {PURGED: PURGED}
    for ended in ("success", "suspect", "stopped", None):
        run = ScrapeRun(brand_id=1, kind="scrape", logfile_name=f"{ended}.log", result=ended)
        if ended:
            run.state, run.end_time = "finished", datetime(2026, 1, 1, tzinfo=UTC)
        session.add(run)
        session.flush()
        runs[ended] = run.id
    for at, result, currency, price in READ:
        row = {"product_id": 1, "currency": currency, "price": price, "sold_out": False}
        when = datetime.fromisoformat(f"{at}+00:00")
        session.add(PriceHistory(**row, run_id=runs[result], seen_at=when))
    session.flush()
    add = "INSERT INTO product_reading VALUES (1, CAST(:days AS datemultirange))"
    session.execute(text(add), {"days": READINGS})
    stored = load_product(session, 1, TODAY)
    assert stored is not None
    days = {
        (one.first + timedelta(n)).isoformat(): one.prices
        for one in stored.days
        for n in range(one.days)
    }
    assert days == {
        **dict.fromkeys(("2025-06-02", "2025-06-03", "2026-05-19"), (600,)),
        **dict.fromkeys(("2026-05-20", "2026-05-21"), (500,)),
        "2026-05-22": (450,),
        "2026-05-25": (440, 430),
        **{f"2026-05-{day}": (430,) for day in (27, 28, 30, 31)},
        "2026-06-01": (430,),
    }

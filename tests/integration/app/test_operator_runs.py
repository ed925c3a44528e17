"""Runs from the history: what can be accepted, done again, stopped, exported."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select, update

from indexer.core.db import session_scope
from indexer.ingest.runs.finish import finish
from indexer.ingest.staging import add
from indexer.models import FailedPage, Product, ScrapeRun
from indexer.models.run import Reason
from scrapers.product import Product as Found
from tests.integration.app.desk import Desk


def history(desk: Desk) -> dict[int, dict[str, Any]]:
    return {record["id"]: record for record in desk.get("scraper/getHistory")}


def ended(desk: Desk, result: str, *, kind: str = "start", **columns: Any) -> int:
    """Start a run of brand 1 through the API and close it; return its id."""
    desk.post(f"scraper/{kind}", {"brandId": 1})
    run_id: int = desk.get("scraper/getProcesses")[0]["pid"]
    with session_scope(desk.settings.database_url) as session:
        finish(session, run_id, result, Reason("fewer products", "A reason"))
        if columns:
            session.execute(update(ScrapeRun).where(ScrapeRun.id == run_id).values(**columns))
    return run_id


def fail_page(desk: Desk, run_id: int, address: str) -> None:
    with session_scope(desk.settings.database_url) as session:
        session.add(FailedPage(run_id=run_id, page_url=address, reason="It timed out"))


def test_only_a_complete_suspect_run_that_nothing_followed_is_acceptable(office: Desk) -> None:
    first = ended(office, "suspect", complete=True)
    assert history(office)[first]["acceptable"] is True
    ended(office, "success", kind="startOnlyClassificationSingle")
    assert history(office)[first]["acceptable"] is True  # nothing was read anew
    second = ended(office, "suspect", kind="startOnlyScrape", complete=False)
    records = history(office)
    assert records[first]["acceptable"] is False  # followed, if by another kind of scrape
    assert records[second]["acceptable"] is False  # read in part
    for run_id in (first, second):
        office.post("scraper/decide", {"runId": run_id, "kind": "accept"}, 409)


def test_an_accept_names_what_becomes_empty_before_and_after_and_in_the_history(
    office: Desk,
) -> None:
    run_id = ended(office, "suspect", kind="startOnlyScrape", start_time=func.now())
    with session_scope(office.settings.database_url) as session:
        priced = Product.brand_id == 1, Product.price.is_not(None), Product.gone_at.is_(None)
        product = session.scalars(select(Product).where(*priced).order_by(Product.id)).first()
        assert product is not None
        key, name, currency = product.group_key, product.name, product.currency
        add(session, run_id, [Found(key, name, currency)])
    choices = office.get(f"scraper/decisions/run/{run_id}")["choices"]
    told = next(choice for choice in choices if choice["kind"] == "accept")
    assert (told["vanish"], told["appear"], told["change"]) == (0, 0, 1)
    assert "1 product will lose its price (1 of 1 → 0 of 1)" in told["lines"]
    lost = "1 product lost its price (1 of 1 → 0 of 1)"
    assert lost in office.post("scraper/decide", {"runId": run_id, "kind": "accept"})
    record = history(office)[run_id]
    changes = {change["field"]: change for change in record["fieldChanges"]}
    price = {"known": 1, "before": 1, "after": 0, "lost": 1, "gained": 0, "changed": 0}
    assert changes["price"] == {"field": "price", "label": "price"} | price
    assert lost in record["losses"]


def test_only_the_failed_pages_are_scraped_again(office: Desk) -> None:
    base = office.get("brands/1")[0]["website"]
    office.post(
        "brands/add",
        {"id": 1, "pages": [{"pageUrl": f"{base}/{name}"} for name in ("a", "b", "c")]},
    )
    run_id = ended(office, "suspect")
    fail_page(office, run_id, f"{base}/b")
    fail_page(office, run_id, f"{base}/no-more")
    answer = office.post("scraper/startFailedPages", {"runId": run_id})
    assert answer.startswith("Scrape of 1 page of ")
    page_ids = {row["pageUrl"]: row["pageId"] for row in office.get("brands/1")}
    with session_scope(office.settings.database_url) as session:
        newest = session.scalars(select(ScrapeRun).order_by(ScrapeRun.id.desc())).first()
        assert newest is not None
        assert newest.only_pages == [page_ids[f"{base}/b"]]
        finish(session, newest.id, "success")
    assert history(office)[newest.id]["limitedTo"] == 1
    assert history(office)[run_id]["limitedTo"] is None


def test_a_run_without_failed_pages_or_whose_pages_are_gone_is_refused(office: Desk) -> None:
    run_id = ended(office, "failed")
    assert "all of its pages" in office.post("scraper/startFailedPages", run_id, 409)["message"]
    fail_page(office, run_id, "https://gone.example/x")
    assert "no more" in office.post("scraper/startFailedPages", run_id, 409)["message"]
    office.post("scraper/startFailedPages", 999_999, 404)


def test_a_runs_items_are_exported_as_csv_without_formulas_and_as_json_as_they_are(
    desk: Desk,
) -> None:
    with session_scope(desk.settings.database_url) as session:
        products = session.scalars(
            select(Product).where(Product.brand_id == 1).order_by(Product.id)
        ).all()
        products[0].name = '=HYPERLINK("http://evil.example";"x")\nand, more'
        products[1].name = " \t+1"
        products[2].name = "Crème–brûlée 日本"
        ids = [product.id for product in reversed(products)]
    run_id = ended(desk, "success", found_group_ids=ids, found_count=len(ids))
    answer = desk.api.get(f"/api/scraper/export/{run_id}")
    assert answer.mimetype == "text/csv"
    assert f"run-{run_id}.csv" in answer.headers["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert len(rows) == len(history(desk)[run_id]["foundGroupIds"].split(","))
    names = [row["name"] for row in reversed(rows)]
    assert names[0].startswith("'=HYPERLINK(")
    assert names[0].endswith("\nand, more")
    assert names[1] == "' \t+1"
    assert names[2] == "Crème–brûlée 日本"
    cells = [cell.strip(" ") for row in rows for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(tuple("=+-@\t\r"))]
    answer = desk.api.get(f"/api/scraper/export/{run_id}?format=jsonl")
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert rows[-1]["name"].startswith("=HYPERLINK(")


def test_a_held_runs_items_are_exported_as_they_were_read(office: Desk) -> None:
    item = Found("k", "Dress", "ZAR", Decimal("49.90"))
    run_id = ended(office, "suspect", complete=True)
    with session_scope(office.settings.database_url) as session:
        add(session, run_id, [item])
    (row,) = map(
        json.loads, office.api.get(f"/api/scraper/export/{run_id}?format=jsonl").text.splitlines()
    )
    assert (row["name"], row["price"], row["change"]) == ("Dress", 49.9, "held")


def test_an_export_that_cannot_be_made_says_why(office: Desk) -> None:
    office.get("scraper/export/999", 404)
    office.post("scraper/start", {"brandId": 1})
    office.get(f"scraper/export/{office.get('scraper/getProcesses')[0]['pid']}", 409)
    assert "format" in office.get("scraper/export/1?format=xls", 400)["errors"]

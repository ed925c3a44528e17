"""The operator's calls: editing, curation, take-downs, runs."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select, update

from app import create_app
from indexer.core.db import session_scope
from indexer.core.queues import fetch_job
from indexer.ingest.runs.finish import finish
from indexer.models import Brand, Message, Product, ScrapeRun
from indexer.models.message import ALERTS_REQUESTED
from indexer.notify.messages import new_mail, queue_mail
from tests.integration.app.desk import Desk
from tests.support.catalogue import add_to_log
from tests.support.data import rows


def test_curated_values_are_found_at_once_and_can_be_taken_back(desk: Desk) -> None:
    before = next(hit for hit in desk.hits().values() if len(hit.get("images", ())) > 1)
    key = before["productId"]
    boots = next(c for c in desk.get("product_categories") if c["slug"] == "home/furniture/tables")
    gold = next(c for c in desk.get("colors") if c["slug"] == "gold")
    body = {
        "brandId": before["brandId"],
        "groupKey": before["groupKey"],
        "finalCategoryId": boots["id"],
        "finalColorId": gold["id"],
        "unisex": not before.get("unisex", False),
        "switchOrder": True,
    }
    assert desk.post("images/save", body) == f"Saved {before['name']}"
    after = desk.hits(facetFilters=[["category:home/furniture/tables"], ["colour:gold"]])[key]
    assert [i["url"] for i in after["images"][:2]] == [i["url"] for i in before["images"][1::-1]]
    names = ("finalCategoryId", "finalColorId", "unisex", "switchOrder")
    taken_back: dict[str, Any] = dict.fromkeys(names)
    desk.post("images/save", {"productId": key, **taken_back})
    assert {**desk.hits()[key], "popularity": 0} == {**before, "popularity": 0}


def test_a_wrong_curation_is_refused_and_changes_nothing(office: Desk) -> None:
    for wrong in ({"finalCategoryId": 99999}, {"finalColorId": "red"}, {"unisex": "perhaps"}):
        office.post("images/save", {"productId": 1, **wrong}, status=400)
    office.post("images/save", {"productId": 999_999, "unisex": True}, status=404)
    with session_scope(office.settings.database_url) as session:
        product = session.get_one(Product, 1)
        assert (product.revision, product.curated_category_id) == (1, None)


def test_an_edited_brand_shows_in_all_its_products_at_once(desk: Desk) -> None:
    saved = desk.post("brands/add", {"id": 1, "name": "Karoo Wool", "imageBg": True})
    assert saved["slug"] == "karoo-cotton"
    hits = desk.hits(facetFilters=[["store:karoo-cotton"]])
    assert hits
    assert {(hit["brand"], hit["imageBg"]) for hit in hits.values()} == {("Karoo Wool", True)}


def test_pages_keep_their_ids_and_empty_rows_are_dropped(office: Desk) -> None:
    (page,) = office.get("brands/1")
    rows: list[dict[str, Any]] = [
        {"pageUrl": ""},
        {"pageUrl": "https://karoo-cotton.example/new", "productCategory": 3, "color": ""},
        {"pageId": page["pageId"], "pageUrl": "https://karoo-cotton.example/moved"},
    ]
    office.post("brands/add", {"id": 1, "pages": rows})
    first, second = office.get("brands/1")
    assert (first["productCategory"], first["color"]) == (3, None)
    assert (second["pageId"], second["pageUrl"]) == (page["pageId"], rows[2]["pageUrl"])


# The field that a refusal names, and what is sent.
WRONG: list[tuple[str, dict[str, Any]]] = [tuple(row) for row in rows("brands_refused")]


def test_a_wrong_brand_is_refused_naming_the_field(office: Desk) -> None:
    before = office.get("brands/1")
    for field, body in WRONG:
        assert list(office.post("brands/add", body, status=400)["errors"]) == [field], body
        if field.startswith("scrape"):
            times = {"cron": body.get("scrapeCron", ""), "hours": body.get("scrapeEveryHours", "")}
            query = "&".join(f"{name}={value}" for name, value in times.items())
            assert list(office.get(f"brands/schedule?{query}", 400)["errors"]) == [field], body
    assert office.get("brands/1") == before
    with session_scope(office.settings.database_url) as session:
        assert session.scalar(select(Brand).where(Brand.name == "X")) is None


def test_hidden_products_are_an_operators_alone(desk: Desk) -> None:
    visitor = create_app(desk.settings.but(operator_open=False)).test_client()
    body = [{"indexName": "products", "params": {"devMode": True, "hitsPerPage": 0}}]
    seen = desk.post("search", body)["results"][0]["nbHits"]
    answer = visitor.post("/api/search", json=body)
    assert answer.json is not None
    assert answer.json["results"][0]["nbHits"] == len(desk.hits()) < seen == 420


def test_a_run_is_started_watched_stopped_and_found_in_the_history(office: Desk) -> None:
    assert office.post("scraper/start/", 1) == (
        "Scrape and classification of Karoo Cotton started (process 1)"
    )
    again = office.post("scraper/startOnlyScrape", {"brandId": "1"}, status=409)
    assert again["message"] == "Karoo Cotton is running already (process 1)."
    office.get("scraper/compareRuns/?from=1&to=1", status=409)
    (process,) = office.get("scraper/getProcesses/")
    assert (process["pid"], process["state"]) == (1, "queued")
    log = process["cmd"].split()[-1]
    assert office.post("scraper/getStatus/", {"logfileName": log}) == ""
    add_to_log(office.settings, 1, "x" * 6000 + "\r\nthe ")
    add_to_log(office.settings, 1, "end\r\n")
    tail = office.post("scraper/getStatus/", {"logfileName": log})
    assert (len(tail), tail[-9:]) == (5000, "the end\r\n")
    assert office.post("scraper/stop/", {"pid": 1}) == "Process 1 stopped"
    assert office.get("scraper/getProcesses") == []
    (record,) = office.get("scraper/getHistory/?brandId=1")
    assert (record["result"], record["newImageIds"]) == ("stopped", "[]")
    same = office.get("scraper/compareRuns/?from=1&to=1")
    assert same["counts"] == {"new": 0, "gone": 0, "changed": 0}
    assert office.get("scraper/getHistoryLog/1").endswith("the end\r\n")
    office.post("scraper/stop/", 1, status=409)
    office.post("scraper/stop/", 77, status=404)
    office.post("scraper/start/", 77, status=404)


def test_start_all_leaves_out_what_runs_and_what_is_not_active(office: Desk) -> None:
    office.post("scraper/startOnlyClassificationSingle/", 2)
    told = office.get("brands/starting")
    assert (told["ready"], told["running"], told["disabled"]) == (4, 1, 1)
    assert office.post("scraper/startAll/", {}).startswith("4 runs started; 1 left out: Proudly")
    assert "all brands" in office.post("scraper/startOnlyClassification/", None)
    assert office.post("scraper/stopAll", {}) == "6 processes are being stopped"
    assert office.get("scraper/getProcesses") == []


def test_the_history_is_paged_and_can_put_failing_brands_first(office: Desk) -> None:
    with session_scope(office.settings.database_url) as session:
        for number in range(1, 8):
            brand = 1 + number % 3
            run = ScrapeRun(brand_id=brand, kind="scrape", logfile_name=f"l-{number}.log")
            session.add(run)
            session.flush()
            finish(session, run.id, "failed" if brand == 2 else "success")
    page = office.api.get("/api/scraper/getHistory/?page=2&pageSize=3")
    assert page.json is not None
    assert (page.headers["X-Total-Count"], len(page.json)) == ("7", 3)
    first, *others = office.get("scraper/getHistory/?order=failing")
    assert (first["brandId"], first["result"], len(others)) == (2, "failed", 2)
    assert {r["result"] for r in office.get("scraper/getHistory/?result=failed")} == {"failed"}
    assert len(office.get("scraper/getHistory/?kind=scrape&since=2020-01-01")) == 7
    assert office.get("scraper/getHistory/?kind=import") == []
    assert office.get("scraper/getHistory/?until=2020-01-01") == []
    office.get("scraper/getHistory/?pageSize=100000", status=400)
    office.get("scraper/getHistory/?kind=guess", status=400)


def test_a_preview_is_a_job_that_is_given_the_entry_of_the_tried_page(office: Desk) -> None:
    pages = [
        {"pageUrl": "https://x.example/women", "customClickSelector": "#women"},
        {"pageUrl": "https://x.example/men ", "customClickSelector": "#men"},
    ]
    for url, selector in (("https://x.example/men", "#men"), ("https://x.example/", "")):
        sent = {"brand": {"nodePath": "img", "pages": pages}, "pageUrl": url}
        number = office.post("scraper/preview", sent)["jobId"]
        job = fetch_job(office.settings, number)
        assert job is not None
        assert job.args[1] == {"page_url": url, "custom_click_selector": selector}
        assert office.get(f"scraper/jobs/{number}")["state"] == "queued"
    wrong = {"brand": {"pages": "all"}, "pageUrl": "https://x.example/"}
    office.post("scraper/preview", wrong, status=400)
    office.post("scraper/suggest", {"url": "file:///etc/passwd"}, status=400)
    office.get("scraper/jobs/nothing", status=404)


def test_mails_that_wait_are_read_where_no_server_takes_them(office: Desk) -> None:
    mail = new_mail("Confirm your alerts", "Open https://winkel.example/favourites#secret")
    with session_scope(office.settings.database_url) as session:
        to = "visitor@example.org"
        number = queue_mail(session, office.settings, ALERTS_REQUESTED, "one", to, mail)
    (listed,) = office.get("scraper/alerts/mails")
    assert (listed["id"], listed["recipient"]) == (number, "visitor@example.org")
    assert (listed["subject"], listed["readable"]) == ("Confirm your alerts", True)
    assert "favourites#secret" in office.get(f"scraper/alerts/mails/{number}")["text"]
    served = create_app(office.settings.but(smtp_url="smtp://127.0.0.1:9")).test_client()
    assert '"readable":false' in served.get("/api/scraper/alerts/mails").text.replace(" ", "")
    assert served.get(f"/api/scraper/alerts/mails/{number}").status_code == 409
    with session_scope(office.settings.database_url) as session:
        session.execute(update(Message).values(body=None, sent_at=func.now()))
    assert office.get("scraper/alerts/mails") == []
    office.get(f"scraper/alerts/mails/{number}", 404)

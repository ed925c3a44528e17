"""The list of brands, their schedules, and the record of their edits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from sqlalchemy import select, update

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import SCHEDULE_ZONE
from indexer.ingest.schedule import due_brands
from indexer.models import Brand, Incident, ScrapeRun
from tests.integration.app.desk import Desk

TOKENS = "anna=anna-s-token,ben=ben-s-token"


def overview(desk: Desk) -> dict[int, dict[str, Any]]:
    return {row["id"]: row for row in desk.get("brands/overview")}


def ended(desk: Desk, count: int, result: str = "success", **columns: Any) -> int:
    """Add a scrape of brand 1 that has ended; return its id."""
    with session_scope(desk.settings.database_url) as session:
        now, number = datetime.now(UTC), session.query(ScrapeRun).count()
        run = {"brand_id": 1, "kind": "scrape+classify", "state": "finished", "complete": True}
        run |= {"result": result, "found_count": count, "logfile_name": f"test-{number}.log"}
        row = ScrapeRun(**run | {"start_time": now, "end_time": now} | columns)
        session.add(row)
        session.flush()
        return row.id


def test_the_list_tells_how_each_brand_is_doing(office: Desk) -> None:
    for found in (40, 44, 12):
        last = ended(office, found, "suspect" if found < 40 else "success")
    ended(office, 2, "success", only_pages=[1])
    ended(office, 0, "failed")
    office.post("brands/add", {"id": 1, "scrapeEveryHours": 24})
    office.post("scraper/start", {"brandId": 2})
    rows = overview(office)
    first = rows[1]
    assert [run["foundCount"] for run in first["trend"]] == [40, 44, 12]  # nor some pages
    assert first["trend"][-1]["id"] == last
    assert (first["lastRun"]["result"], first["state"]) == ("failed", None)
    assert first["schedule"] == "Every 24 hours"
    soon = datetime.fromisoformat(first["nextRun"]) - datetime.now(UTC)
    assert timedelta(minutes=10) < soon < timedelta(minutes=16)  # a retry, and not a day
    assert rows[2]["state"] == "queued"
    assert rows[2]["pid"] == office.get("scraper/getProcesses")[0]["pid"]
    assert (rows[2]["nextRun"], rows[2]["lastRun"]) == (None, None)
    assert [row["name"].lower() for row in rows.values()] == sorted(
        row["name"].lower() for row in rows.values()
    )


def test_a_page_of_the_list_is_chosen_by_words_and_by_how_a_brand_is_doing(office: Desk) -> None:
    with session_scope(office.settings.database_url) as session:
        session.execute(update(Brand).values(is_active=Brand.id != 3))
        brands = set(session.scalars(select(Brand.id)))
        session.execute(update(Brand).where(Brand.id == 2).values(name="100% Linen_"))
        session.add(Incident(brand_id=3, kind="shrinking", words="Fewer products"))
    ended(office, 0, "failed", start_time=datetime.now(UTC) - timedelta(days=1))
    office.post("brands/add", {"id": 1, "scrapeEveryHours": 24})

    def listed(**query: Any) -> list[int]:
        return [row["id"] for row in office.get(f"brands/overview?{urlencode(query)}")]

    assert listed(text="% linen_") == [2]
    assert listed(text="100_") == []
    assert 2 in listed(text="2")
    assert listed(show="disabled") == [3]
    assert set(listed(show="in trouble")) == {1, 3}
    assert listed(show="scheduled") == [1]
    ended(office, 40)
    assert listed(show="in trouble") == [3]
    assert listed(order="-id") == sorted(brands, reverse=True)
    ended(office, 2, "success", only_pages=[1])  # shows nothing of how much there is
    ended(office, 50, brand_id=2)
    assert [listed(order=by)[0] for by in ("found", "-found", "lastRun", "-lastRun")] == [
        1,
        2,
        1,
        2,
    ]
    pages = [listed(page=page, pageSize=1) for page in range(1, len(brands) + 2)]
    assert [len(page) for page in pages] == [1] * len(brands) + [0]
    assert {brand for page in pages for brand in page} == brands
    answer = office.api.get("/api/brands/overview?pageSize=1&show=active")
    assert answer.headers["X-Total-Count"] == str(len(brands) - 1)


def test_an_operator_is_told_their_name_and_the_sites_zone(office: Desk) -> None:
    own = {"operator_tokens": TOKENS, "schedule_timezone": "Asia/Tokyo"}
    client = create_app(office.settings.but(operator_open=False, **own)).test_client()
    headers = {"Authorization": "Bearer ben-s-token"}
    answer = client.get("/api/operator/session", headers=headers)
    assert answer.json == {"name": "ben", "isOpen": False, "timeZone": "Asia/Tokyo"}
    assert client.get("/api/operator/session").status_code == 401


def test_a_brand_is_disabled_with_its_products_and_enabled_again(desk: Desk) -> None:
    before = [hit for hit in desk.hits().values() if hit["brandId"] == 1]
    assert before
    desk.post("brands/add", {"id": 1, "scrapeEveryHours": 24})
    desk.post("brands/setActive", {"brandId": 1, "isActive": False})
    assert not [hit for hit in desk.hits().values() if hit["brandId"] == 1]
    row = overview(desk)[1]
    assert (row["isActive"], row["nextRun"]) == (False, None)
    assert due_brands(desk.settings) == []
    desk.post("brands/setActive", {"brandId": 1, "isActive": True})
    assert len([hit for hit in desk.hits().values() if hit["brandId"] == 1]) == len(before)
    assert due_brands(desk.settings) == [1]
    assert "isActive" in desk.post("brands/setActive", {"brandId": 1}, 400)["errors"]
    desk.post("brands/setActive", {"brandId": 999, "isActive": True}, 404)


def test_the_next_times_of_a_schedule_are_told_before_it_is_saved(office: Desk) -> None:
    nightly = office.get("brands/schedule?cron=30 3 * * *&brandId=1")
    assert nightly["words"] == "At 03:30 every day (Africa/Johannesburg)"
    times = [datetime.fromisoformat(time) for time in nightly["times"]]
    assert [time.hour * 60 + time.minute for time in times] == [90] * 3  # 03:30 is 01:30 UTC
    assert office.get("brands/schedule")["times"] == []
    ended(office, 5, start_time=datetime.now(UTC))
    (first, *_) = office.get("brands/schedule?hours=6&brandId=1")["times"]
    assert timedelta(hours=5.9) < datetime.fromisoformat(first) - datetime.now(UTC)
    office.get("brands/schedule?hours=6&brandId=999", 404)


def test_a_cron_schedule_is_due_once_its_time_has_come(office: Desk) -> None:
    later = datetime.now(ZoneInfo(SCHEDULE_ZONE)) + timedelta(hours=6)  # never about now
    office.post("brands/add", {"id": 1, "scrapeCron": f"{later.minute} {later.hour} * * *"})
    assert due_brands(office.settings) == []
    assert due_brands(office.settings, datetime.now(UTC) + timedelta(days=1)) == [1]


def test_a_run_of_some_pages_is_no_turn_of_the_schedule(office: Desk) -> None:
    office.post("brands/add", {"id": 1, "scrapeEveryHours": 24})
    assert due_brands(office.settings) == [1]
    ended(office, 3, only_pages=[1], complete=False)
    assert due_brands(office.settings) == [1]
    ended(office, 3)
    assert due_brands(office.settings) == []


def test_each_edit_is_kept_with_who_made_it_and_old_and_new_values(office: Desk) -> None:
    named = office.settings.but(operator_tokens=TOKENS, operator_open=False)
    client = create_app(named).test_client()

    def edit(token: str, **fields: Any) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        return client.post("/api/brands/add", json={"id": 1, **fields}, headers=headers).status_code

    assert edit("anna-s-token", priceXPath=".now", hrefClass="a.title") == 200
    assert edit("ben-s-token", priceXPath=".was") == 200
    assert edit("nobody-s-token", priceXPath=".none") == 401
    assert edit("ben-s-token", priceXPath=".was") == 200  # nothing changed: no edit
    newest, older, oldest = office.get("brands/1/versions")
    assert (newest["author"], newest["action"]) == ("ben", "edited")
    assert newest["changes"] == [{"field": "priceXPath", "old": ".now", "new": ".was"}]
    assert older["author"] == "anna"
    assert {change["field"] for change in older["changes"]} == {"priceXPath", "hrefClass"}
    assert (oldest["action"], oldest["changes"]) == ("before", [])
    assert newest["restoring"] == []
    assert older["restoring"] == [{"field": "priceXPath", "old": ".was", "new": ".now"}]


def test_a_version_is_restored_with_its_pages_and_that_is_an_edit_too(office: Desk) -> None:
    before = office.get("brands/1")
    office.post(
        "brands/add",
        {
            "id": 1,
            "nodePath": "img.other",
            "styles": [],
            "pages": [{"pageUrl": "https://other.example/x", "productCategory": 5}],
        },
    )
    oldest = office.get("brands/1/versions")[-1]
    fields = {change["field"] for change in oldest["restoring"]}
    assert fields == {"nodePath", "styles", "pages"}
    office.post("brands/restore", {"versionId": oldest["id"]})
    after = office.get("brands/1")
    assert [row["pageUrl"] for row in after] == [row["pageUrl"] for row in before]
    assert after[0]["nodePath"] == before[0]["nodePath"]
    assert sorted(after[0]["styles"]) == sorted(before[0]["styles"])
    newest = office.get("brands/1/versions")[0]
    assert (newest["action"], newest["restoredId"]) == ("restored", oldest["id"])
    office.post("brands/restore", {"versionId": 99_999}, 404)


def test_what_may_be_a_password_is_shown_to_operators_alone_and_in_no_record(office: Desk) -> None:
    secrets = {"cookies": "session=s3cret", "upstreamProxy": "http://u:s3cret@proxy.example:3128"}
    office.post("brands/add", {"id": 1, **secrets})
    office.post("brands/add", {"id": 1, "cookies": "session=n3w"})
    text = office.api.get("/api/brands/1/versions").text
    assert "s3cret" not in text
    assert "n3w" not in text
    newest = office.get("brands/1/versions")[0]["changes"]
    assert newest == [{"field": "cookies", "old": "(hidden)", "new": "(hidden)"}]
    assert office.get("brands/1")[0]["cookies"] == "session=n3w"
    closed = office.settings.but(operator_open=False, operator_token="let-me-in")
    visitor = create_app(closed).test_client().get("/api/brands/1")
    assert visitor.status_code == 200
    assert "s3cret" not in visitor.text
    assert "n3w" not in visitor.text
    older = office.get("brands/1/versions")[1]
    office.post("brands/restore", {"versionId": older["id"]})
    assert office.get("brands/1")[0]["cookies"] == "session=s3cret"

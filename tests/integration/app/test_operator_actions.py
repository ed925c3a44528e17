"""Who did what, when: each call of operators that changes something is noted with the change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.purge import remove_deleted
from indexer.ingest.schedule import start_due
from indexer.models import Brand, HostTurn, PriceHistory, Product, ScrapeRun
from tests.integration.app.desk import Desk
from tests.support.data import rows

TOKENS = "anna=anna-s-token,ben=ben-s-token"


class Named:
    """A desk with operators who have names."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.api = create_app(
            desk.settings.but(operator_tokens=TOKENS, operator_open=False)
        ).test_client()

    def does(self, who: str, path: str, body: Any, status: int = 200) -> Any:
        headers = {"Authorization": f"Bearer {who}-s-token"}
        answer = self.api.post(f"/api/{path}", json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.get_json(silent=True)

    def actions(self, query: str = "") -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.desk.get(f"operators/actions?{query}")["rows"]
        return rows


@pytest.fixture
def named(office: Desk) -> Named:
    return Named(office)


def product_of(settings: Settings) -> Product:
    with session_scope(settings.database_url) as session:
        return session.scalars(select(Product).order_by(Product.id)).first() or Product()


# What an operator's calls change: the call, its body, and the action and kind that are noted.
CHANGES: list[tuple[str, dict[str, Any], str, str]] = [
    tuple(row) for row in rows("operator_changes")
]


def test_a_change_is_noted_with_its_operator(named: Named) -> None:
    before = 0
    for path, body, action, kind in CHANGES:
        if "productId" in body:
            body["productId"] = product_of(named.desk.settings).id
        named.does("ben", path, body)
        noted = named.actions("pageSize=100")
        new = {(row["actor"], row["action"], row["kind"]) for row in noted[: len(noted) - before]}
        assert new == {("ben", action, kind)}, path
        before = len(noted)


def test_every_call_of_operators_that_changes_something_is_among_those_that_are_noted(
    office: Desk,
) -> None:
    # What is left changes nothing that lasts, or is noted by a test of its own below.
    others = set(
        "brands/restore brands/bringBack brands/delete brands/stores/plan brands/stores/again"
        " brands/stores/forget brands/submissions/{submission_id} insights/synonyms/remove"
        " takeDowns/{take_down_id} scraper/startOnlyScrape scraper/startCheck scraper/preview"
        " scraper/startOnlyClassificationSingle scraper/startOnlyClassification scraper/suggest"
        " scraper/startFailedPages scraper/stop scraper/stopAll"
        " scraper/alerts/test scraper/getStatus scraper/decide scraper/undoDecision"
        " scraper/hosts/release review/undo offers".split()
    )
    document = office.get("openapi.json")
    posts = {
        path.removeprefix("/api/")
        for path, calls in document["paths"].items()
        if calls.get("post", {}).get("security")
    }
    assert posts == others | {path for path, *_ in CHANGES}


def test_what_needs_another_call_before_it_is_signed_and_what_the_timetable_does_is_not(
    named: Named,
) -> None:
    desk, name = named.desk, product_of(named.desk.settings).name
    desk.post("brands/add", {"id": 2, "scrapeEveryHours": 24})
    assert len(start_due(desk.settings)) == 1
    with session_scope(desk.settings.database_url) as session:
        tomorrow = datetime.now(UTC) + timedelta(days=1)
        session.add(HostTurn(host="shop.example", next_at=tomorrow))
    body = {"productId": product_of(desk.settings).id, "colorId": 1}
    named.does("ben", "review/undo", {"id": named.does("anna", "review", body)["id"]})
    for status in (200, 404):
        named.does("ben", "scraper/hosts/release", {"host": "shop.example"}, status)
    named.does("anna", "brands/add", {"id": 1, "priceXPath": ".now"})
    before = desk.get("brands/1/versions")[-1]["id"]
    named.does("ben", "brands/restore", {"versionId": before})
    desk.post("brands/submit", {"website": "https://wished.example"})
    (wished,) = desk.get("brands/submissions")
    named.does("ben", f"brands/submissions/{wished['id']}", {"state": "declined"})
    named.does("anna", "scraper/startOnlyScrape", {"brandId": 1})
    (run,) = [row for row in desk.get("scraper/getProcesses") if row["brandId"] == 1]
    named.does("ben", "scraper/stop", {"pid": run["pid"]})
    signed = [row for row in named.actions() if row["actor"] in {"anna", "ben"}]
    assert [(row["actor"], row["action"], row["kind"]) for row in reversed(signed)] == [
        ("anna", "decided the colour of", "product"),
        ("ben", "undid the colour of", "product"),
        ("ben", "asked again", "website"),
        ("anna", "edited", "brand"),
        ("ben", "restored", "brand"),
        ("ben", "declined", "website"),
        ("anna", "started", "run"),
        ("ben", "stopped", "run"),
    ]
    assert signed[-1]["subject"] == name
    (started,) = named.actions(f"kind=run&key={run['pid']}&action=started")
    assert (started["actor"], started["after"]) == ("anna", {"kind": "scrape"})


def test_offers_that_are_joined_and_parted_are_signed(named: Named) -> None:
    with session_scope(named.desk.settings.database_url) as session:
        shown = Product.gone_at.is_(None) & ~Product.blocked & Product.brand.has(is_active=True)
        by_brand = select(func.min(Product.id)).where(shown).group_by(Product.brand_id)
        one, other = session.scalars(by_brand.order_by(Product.brand_id).limit(2)).all()
        same_store = session.scalar(
            select(Product.id).where(Product.brand_id == 1, Product.id != one).limit(1)
        )
    pair = {"productId": one, "otherId": other}
    named.does("anna", "offers", pair | {"otherId": same_store, "isOne": True}, 400)
    named.does("anna", "offers", pair | {"isOne": True})
    (reason,) = named.desk.get(f"offers/{one}")
    told = {name: reason[name] for name in ("productId", "isSame", "rule", "joins", "decidedBy")}
    assert told == {
        "productId": other, "isSame": True, "rule": "person", "joins": True, "decidedBy": "anna"
    }  # fmt: skip
    named.does("ben", "offers", pair | {"isOne": False})
    assert named.desk.get(f"offers/{other}")[0]["isSame"] is False
    named.does("ben", "offers", pair | {"isOne": None})
    assert named.desk.get(f"offers/{one}") == []
    words = [(row["actor"], row["action"]) for row in named.actions("kind=product")]
    parts = [("ben", "took back"), ("ben", "parted"), ("anna", "joined")]
    assert words == [(who, f"{what} the offers of") for who, what in parts]


def test_a_refused_change_leaves_no_note_and_an_edit_says_before_and_after(named: Named) -> None:
    named.does("anna", "brands/add", {"id": 1, "name": ""}, 400)
    named.does("anna", "insights/synonyms", {"words": "!", "means": "dress"}, 400)
    assert named.actions() == []
    named.does("anna", "brands/add", {"id": 1, "priceXPath": ".now", "cookies": "a=secret"})
    named.does("ben", "brands/add", {"id": 1, "priceXPath": ".was"})
    newest, oldest = named.actions()
    assert (newest["before"], newest["after"]) == ({"priceXPath": ".now"}, {"priceXPath": ".was"})
    assert oldest["after"] == {"priceXPath": ".now", "cookies": "(hidden)"}
    own = {"name": "Veld", "website": "https://veld.example"}
    named.does("anna", "brands/add", own | {"currency": "ZAR", "parentDepth": 1})
    assert named.actions("action=added")[0]["after"] == own  # and no defaults


def test_the_page_filters_by_who_what_on_what_and_day(named: Named) -> None:
    named.does("anna", "insights/synonyms", {"words": "smockie", "means": "dress"})
    named.does("ben", "insights/synonyms", {"words": "smockie", "means": "skirt"})
    named.does("ben", "brands/stores", {"addresses": ["a.example", "b.example"]})
    assert [row["action"] for row in named.actions("actor=ben")] == ["listed", "edited"]
    assert [row["actor"] for row in named.actions("action=added")] == ["anna"]
    assert len(named.actions("kind=synonym")) == 2
    assert [row["subject"] for row in named.actions("subject=2 STO")] == ["2 stores"]
    assert named.actions("subject=%25") == []
    assert named.actions("until=2020-01-01") == []
    assert len(named.actions("since=2020-01-01")) == 3
    assert len(named.actions("pageSize=2&page=2")) == 1
    (edited,) = named.actions("action=edited")
    assert (edited["before"], edited["after"]) == ({"means": "dress"}, {"means": "skirt"})


def test_synonyms_are_listed_edited_and_taken_back(named: Named) -> None:
    named.does("anna", "insights/synonyms", {"words": "Smockie", "means": "dress"})
    (row,) = named.desk.get("insights/synonyms")
    assert (row["words"], row["means"], row["addedBy"]) == ("smockie", "dress", "anna")
    named.does("ben", "insights/synonyms", {"words": "smockie", "means": "skirt"})
    named.does("ben", "insights/synonyms/remove", {"words": "smockie"})
    assert named.desk.get("insights/synonyms") == []
    named.does("ben", "insights/synonyms/remove", {"words": "smockie"}, 404)
    assert [row["action"] for row in named.actions()] == ["removed", "edited", "added"]


def test_take_downs_are_listed_with_what_they_hide_edited_and_ended(desk: Desk) -> None:
    with session_scope(desk.settings.database_url) as session:
        product = session.get_one(Product, min(desk.hits()))
    taken = desk.post("takeDowns", {"productId": product.id, "reason": "A copy"})
    assert product.id not in desk.hits()
    (row,) = desk.get("takeDowns")
    assert (row["product"], row["productId"], row["hides"]) == (product.name, product.id, 1)
    desk.post(f"takeDowns/{taken['id']}", {"reason": "Order 12/26"})
    assert desk.get("takeDowns")[0]["reason"] == "Order 12/26"
    desk.post("takeDowns/999", {"reason": "x"}, 404)
    desk.post("takeDowns", {"productId": 999_999}, 400)
    assert desk.api.delete(f"/api/takeDowns/{taken['id']}").status_code == 200
    assert product.id in desk.hits()
    desk.post("takeDowns", {"domain": "cafe-deco.example"})
    assert desk.hits(facetFilters=[["store:cafe-deco"]]) == {}
    said = [(row["action"], row["subject"]) for row in desk.get("operators/actions")["rows"]]
    own = [(word, product.name) for word in ("ended", "edited", "taken down")]
    assert said == [("taken down", "cafe-deco.example"), *own]
    assert [row["domain"] for row in desk.get("takeDowns")] == ["cafe-deco.example"]


def counted(settings: Settings, model: type[Any], *where: Any) -> int:
    with session_scope(settings.database_url) as session:
        return session.scalar(select(func.count()).select_from(model).where(*where)) or 0


def of_brand(desk: Desk, brand_id: int) -> list[int]:
    return [key for key, hit in desk.hits().items() if hit["brandId"] == brand_id]


def test_a_brand_is_archived_brought_back_and_deleted_as_was_said_before(desk: Desk) -> None:
    shown = of_brand(desk, 1)
    has = desk.get("brands/1/holdings")
    own = Product.brand_id == 1
    with session_scope(desk.settings.database_url) as session:
        ids = session.scalars(select(Product.id).where(own)).all()
        name = session.get_one(Brand, 1).name
        ended = {"state": "finished", "result": "success", "end_time": func.now()}
        run = {"brand_id": 1, "brand_name": name, "kind": "scrape", "logfile_name": "kept.log"}
        session.add(ScrapeRun(**run, **ended))
    assert has["shown"] == len(shown)
    assert has["products"] == len(ids) >= has["shown"] > 0
    assert has["prices"] == counted(desk.settings, PriceHistory, PriceHistory.product_id.in_(ids))
    desk.post("brands/delete", {"brandId": 1}, 409)  # from the archive alone
    said = desk.post("brands/archive", {"brandId": 1})["message"]
    assert said == f"{name} is in the archive: {has['shown']} products hidden"
    assert of_brand(desk, 1) == []
    desk.post("brands/add", {"id": 1, "priceXPath": ".x"}, 409)
    desk.post("brands/setActive", {"brandId": 1, "isActive": True}, 409)
    desk.post("brands/bringBack", {"brandId": 1})
    assert sorted(of_brand(desk, 1)) == sorted(shown)
    desk.post("brands/archive", {"brandId": 1})
    desk.post("brands/delete", {"brandId": 1})
    desk.post("brands/bringBack", {"brandId": 1}, 409)
    assert remove_deleted(desk.settings) == 1
    desk.get("brands/1/holdings", 404)
    assert counted(desk.settings, Product, Product.id.in_(ids)) == 0
    assert counted(desk.settings, PriceHistory, PriceHistory.product_id.in_(ids)) == 0
    assert counted(desk.settings, ScrapeRun, ScrapeRun.brand_name == name) == 1
    words = [row["action"] for row in desk.get("operators/actions?kind=brand&key=1")["rows"]]
    assert words == ["deleted", "archived", "brought back", "archived"]
    assert remove_deleted(desk.settings) == 0


def test_a_disabled_brand_comes_back_disabled_and_a_running_one_is_not_archived(
    office: Desk,
) -> None:
    office.post("brands/setActive", {"brandId": 1, "isActive": False})
    office.post("brands/archive", {"brandId": 1})
    row = next(row for row in office.get("brands/overview?show=archived") if row["id"] == 1)
    assert (row["isActive"], row["nextRun"], row["archivedAt"] is None) == (False, None, False)
    office.post("brands/bringBack", {"brandId": 1})
    assert counted(office.settings, Brand, Brand.id == 1, Brand.is_active.is_(False)) == 1
    office.post("scraper/start", {"brandId": 2})
    running = office.post("brands/archive", {"brandId": 2}, 409)
    assert "stop it first" in running["message"]


def test_a_second_brand_of_one_website_is_asked_for(office: Desk) -> None:
    first = {"name": "One", "website": "https://www.one.example/"}
    number = office.post("brands/add", first)["id"]
    second = {"name": "Two", "website": "http://one.example/home"}
    asked = office.post("brands/add", second, 409)
    assert asked["reason"] == "same-website"
    assert asked["errors"]["website"] == [f"is that of One, brand {number}"]
    assert counted(office.settings, Brand, Brand.name == "Two") == 0
    office.post("brands/add", second | {"sameWebsite": True})
    office.post("brands/add", {"id": number, "priceXPath": ".x"})  # it is its own website
    office.post("brands/add", {"name": "Three", "website": "https://shop.one.example"})

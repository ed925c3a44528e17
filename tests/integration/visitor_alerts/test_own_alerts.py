"""Visitors' alerts as they are set, confirmed, seen, changed and left: by a real mail's link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select, text

from app.api.visitor import alert_rows
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.models import VisitorAlert, VisitorAlertAddress
from indexer.notify.sender import send_due
from scrapers.values.sizes import SizeOffer
from tests.support import data
from tests.support.catalogue import make_items
from tests.support.world import SITE, World, plain, world
from tests.support.world import VISITOR as EMAIL


class Visitor(World):
    """A visitor of a store of twenty products."""

    def post(self, path: str, body: Any, status: int = 200) -> Any:
        answer = self.client.post(f"/api/priceAlerts{path}", json=body)
        assert answer.status_code == status, answer.text
        send_due(self.settings)
        return answer.json

    def ask(self, status: int = 200, **changes: Any) -> Any:
        alert = {"email": EMAIL, "kind": "below", "productId": self.product_id(), "amount": 450}
        return self.post("", alert | changes, status)

    def token(self) -> str:
        """Return the token of the newest mail's link."""
        found = re.search(rf"{SITE}/favourites#alerts=(\S+)", plain(self.box.newest()))
        assert found is not None
        return found[1]

    def confirmed(self) -> str:
        self.ask()
        token = self.token()
        self.post("/confirm", {"token": token})
        return token

    def alerts(self) -> list[tuple[str, int | None, bool]]:
        with session_scope(self.settings.database_url) as session:
            rows_ = session.scalars(select(VisitorAlert).order_by(VisitorAlert.id)).all()
            return [
                (
                    row.kind,
                    None if row.amount is None else int(row.amount),
                    row.confirmed_at is not None,
                )
                for row in rows_
            ]


@pytest.fixture
def visitor(settings: Settings, clean_database: str, clean_redis: str) -> Iterator[Visitor]:
    with world(settings, Visitor) as made:
        yield made


def test_an_alert_waits_for_its_address_to_confirm_it(visitor: Visitor) -> None:
    answer = visitor.ask(amount=499.5)
    assert answer["confirmed"] is False
    assert "Please confirm" in answer["message"]
    assert "below that already" in answer["message"]
    token = visitor.token()
    links = set(re.findall(r"https?://[^\s>]+", visitor.box.newest().as_string()))
    for link in links:
        visitor.client.get(link.removeprefix(SITE).partition("#")[0])
    assert visitor.alerts() == [("below", 499, False)]
    before = visitor.post("/list", {"token": token})
    assert [(one["confirmed"], one["met"]) for one in before["alerts"]] == [(False, None)]
    (own,) = visitor.post("/confirm", {"token": token})["alerts"]
    assert own == {
        "id": own["id"],
        "kind": "below",
        "name": "Linen dress k0",
        "store": "Karoo",
        "path": f"/product/{visitor.product_id()}",
        "amount": 499.5,
        "percent": None,
        "size": None,
        "anywhere": False,
        "currency": "ZAR",
        "confirmed": True,
        "snoozedUntil": None,
        "met": True,
    }


def test_who_has_the_link_sets_further_alerts_without_a_mail(visitor: Visitor) -> None:
    token = visitor.confirmed()
    answer = visitor.ask(email="", token=token, kind="stock", amount=None, digest="daily")
    assert (answer["confirmed"], "in stock now" in answer["message"]) == (True, True)
    assert len(visitor.box.mails) == 1
    assert visitor.post("/list", {"token": token})["digest"] == "daily"
    visitor.ask(kind="drop")
    assert visitor.alerts() == [("below", 450, True), ("stock", None, True), ("drop", None, False)]


def test_the_same_alert_is_there_once_and_an_address_is_the_same_in_capitals(
    visitor: Visitor,
) -> None:
    for email in (EMAIL, EMAIL.upper()):
        visitor.ask(email=email)
    assert visitor.alerts() == [("below", 450, False)]
    for email in ("İnci.Ärmel@example.org", "i\u0307nci.ärmel@example.org".upper()):
        assert "Please confirm" in visitor.ask(email=email)["message"]
    assert len(visitor.alerts()) == 2
    visitor.ask(email="THANDI+news@example.org")
    assert visitor.token() != visitor.confirmed(), "what stands after a plus is another address"


def test_an_amount_and_the_frequency_can_be_changed(visitor: Visitor) -> None:
    token = visitor.confirmed()
    visitor.ask(token=token, amount=300)
    second, first = visitor.post("/list", {"token": token})["alerts"]
    change = {"token": token, "id": first["id"], "amount": 500}
    changed = visitor.post("/change", change)["alerts"][1]
    assert (changed["amount"], changed["met"]) == (500, True)
    assert "amount" in visitor.post("/change", change | {"amount": 300}, 400)["errors"]
    assert visitor.post("/change", {"token": token, "digest": "weekly"})["digest"] == "weekly"
    visitor.post("/change", change | {"id": second["id"] + 1}, 404)
    silent = {"token": token, "id": first["id"], "snooze": 30}
    assert [one["snoozedUntil"] is None for one in visitor.post("/change", silent)["alerts"]] == [
        True,
        False,
    ]
    woken = visitor.post("/change", silent | {"snooze": 0})["alerts"]
    assert {one["snoozedUntil"] for one in woken} == {None}
    assert "snooze" in visitor.post("/change", silent | {"snooze": 366}, 400)["errors"]
    visitor.ask(token=token, kind="drop")
    assert visitor.post("/list", {"token": token})["digest"] == "weekly", (
        "it is left as it was chosen"
    )


def test_a_size_and_a_percentage_are_parts_of_what_is_asked_for(visitor: Visitor) -> None:
    token = visitor.confirmed()
    visitor.ask(404, token=token, kind="stock", size="34")
    first, *others = make_items(20)
    sizes = (SizeOffer("34", True), SizeOffer("36", False, Decimal(450)))
    visitor.scrape([replace(first, sizes=sizes), *others])
    for size, words in (("34", "is set."), ("36", "in stock now")):
        assert words in visitor.ask(token=token, kind="stock", size=size)["message"]
    for percent in (20, 50):
        visitor.ask(token=token, kind="drop", percent=percent)
    visitor.ask(400, token=token, kind="drop", percent=100)
    visitor.ask(token=token, kind="below", amount=450, size="36")
    listed = visitor.post("/list", {"token": token})["alerts"]
    assert [(one["kind"], one["size"], one["percent"], one["met"]) for one in listed] == [
        ("below", "36", None, False),
        ("drop", None, 50, False),
        ("drop", None, 20, False),
        ("stock", "36", None, True),
        ("stock", "34", None, False),
        ("below", None, None, False),
    ]


def test_alerts_are_deleted_one_by_one_and_the_address_with_the_last(visitor: Visitor) -> None:
    token = visitor.confirmed()
    visitor.ask(token=token, kind="drop")
    for left in (1, 0):
        own = visitor.post("/list", {"token": token})["alerts"]
        gone = visitor.post("/remove", {"token": token, "id": own[0]["id"]})
        assert len(gone["alerts"]) == left
    with session_scope(visitor.settings.database_url) as session:
        assert session.scalars(select(VisitorAlertAddress.id)).all() == []
    for call in ("/list", "/confirm", "/change", "/remove"):
        assert "not known" in visitor.post(call, {"token": token}, 404)["message"]


def test_a_mails_header_deletes_with_one_click_and_its_page_only_asks(visitor: Visitor) -> None:
    token = visitor.confirmed()
    visitor.ask(token=token, kind="drop")
    (second, first) = visitor.post("/list", {"token": token})["alerts"]
    path = f"/api/subscriptions/leave/{token}/alerts"
    page = visitor.client.get(f"{path}/{first['id']}")
    assert "<form method=post>" in page.text
    assert "Linen dress k0" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert EMAIL in visitor.client.get(path).text
    assert len(visitor.alerts()) == 2
    one_click = {"List-Unsubscribe": "One-Click"}
    for _ in range(2):  # a mail program may post again
        assert visitor.client.post(f"{path}/{first['id']}", data=one_click).status_code == 200
    assert visitor.alerts() == [("drop", None, True)]
    assert "<form" not in visitor.client.get(f"{path}/{first['id']}").text
    header = visitor.box.newest()["List-Unsubscribe"].strip("<>").removeprefix(SITE)
    assert visitor.client.post(header, data=one_click).status_code == 200
    assert visitor.alerts() == []
    assert "It is deleted" in visitor.client.get(header).text
    assert second["kind"] == "drop"


@pytest.fixture
def limited(visitor: Visitor) -> Visitor:
    return replace(visitor, settings=visitor.settings.but(rate_limits=True))


def test_one_address_gets_one_confirmation_an_hour(limited: Visitor) -> None:
    for kind in ("drop", "stock"):
        limited.ask(kind=kind)
    assert len(limited.box.mails) == 1
    shown = limited.post("/confirm", {"token": limited.token()})["alerts"]
    assert [one["kind"] for one in shown] == ["stock", "drop"]
    limited.post("/remove", {"token": limited.token()})


def test_a_mail_to_an_address_says_nothing_that_was_typed(visitor: Visitor) -> None:
    typed: dict[str, Any] = {"name": "Win at evil.example", "search": "?q=win+at\r\nevil.example"}
    visitor.ask(kind="search", **typed)
    assert "evil" not in visitor.box.newest().as_string()
    (own,) = visitor.post("/confirm", {"token": visitor.token()})["alerts"]
    assert (own["name"], own["path"]) == (typed["name"], "/?q=win+at%0D%0Aevil.example")


WRONG: list[tuple[dict[str, Any], str]] = [tuple(row) for row in data.rows("alerts_refused")]


def test_what_cannot_be_set_is_refused_by_its_name(visitor: Visitor) -> None:
    for changes, field in WRONG:
        refused = visitor.ask(400, **changes)
        assert field in refused["errors"], changes
        if field == "email":
            assert refused["message"].startswith("Please enter a valid email address")
    assert visitor.alerts() == []
    assert visitor.box.mails == []


def test_there_are_no_alerts_of_what_is_not_there_nor_too_many(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.ask(404, productId=987_654_321)
    with session_scope(visitor.settings.database_url) as session:
        session.execute(text("UPDATE product SET blocked = true WHERE group_key = 'k1'"))
    visitor.ask(404, productId=visitor.product_id("k1"))
    monkeypatch.setattr(alert_rows, "MOST_ALERTS", 1)
    visitor.ask()
    assert "email" in visitor.ask(400, amount=300)["errors"]


def test_guests_mark_what_is_bought_of_a_shared_list(visitor: Visitor) -> None:
    def post(call: str, status: int = 200, **sent: Any) -> Any:
        given = {"list": "a" * 16} | sent
        answer = visitor.client.post(f"/api/sharedLists/{call}", json=given)
        assert answer.status_code == status, answer.text
        return answer.json

    first, second = visitor.product_id(), visitor.product_id("k1")
    for _ in range(2):
        assert post("mark", productId=second, bought=True) == {"productIds": [second]}
    assert post("mark", productId=first, bought=True) == {"productIds": [first, second]}
    assert post("bought", list="b" * 16) == {"productIds": []}
    assert post("mark", productId=second, bought=False) == {"productIds": [first]}
    post("mark", 404, productId=10**9, bought=True)
    for name in ("short", "a" * 65, "with space 123456", "ä" * 16):
        post("bought", 400, list=name)

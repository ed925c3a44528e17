"""Visitors' alerts as they are set, confirmed, seen, changed and left: by a real mail's link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, text

from app import create_app
from app.alerts import rows
from indexer.db import session_scope
from indexer.models import PriceAlert, PriceAlertAddress
from indexer.settings import Settings
from tests.support.catalogue import make_brand, make_items, read_products, scrape_items
from tests.support.mailbox import Mailbox, smtp_server

SITE = "https://winkel.example"
EMAIL = "thandi@example.org"


@dataclass(frozen=True)
class Visitor:
    """A visitor of a store of twenty products; k0 costs R 499."""

    settings: Settings
    client: FlaskClient
    box: Mailbox
    product_id: int

    def post(self, path: str, body: Any, status: int = 200) -> Any:
        answer = self.client.post(f"/api/priceAlerts{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json

    def ask(self, status: int = 200, **changes: Any) -> Any:
        alert = {"email": EMAIL, "kind": "below", "productId": self.product_id, "amount": 450}
        return self.post("", alert | changes, status)

    def token(self) -> str:
        """Return the token of the newest mail's link."""
        body = self.box.newest().get_body(("plain",))
        assert body is not None
        found = re.search(rf"{SITE}/favourites#alerts=(\S+)", body.get_content())
        assert found is not None
        return found[1]

    def confirmed(self) -> str:
        self.ask()
        token = self.token()
        self.post("/confirm", {"token": token})
        return token

    def alerts(self) -> list[tuple[str, int | None, bool]]:
        with session_scope(self.settings.database_url) as session:
            rows_ = session.scalars(select(PriceAlert).order_by(PriceAlert.id)).all()
            return [
                (
                    row.kind,
                    None if row.amount is None else int(row.amount),
                    row.confirmed_at is not None,
                )
                for row in rows_
            ]


@pytest.fixture
def visitor(
    settings: Settings, clean_database: str, clean_redis: str, tmp_path: Path
) -> Iterator[Visitor]:
    scrape_items(settings, make_brand(settings), make_items(20))
    with smtp_server() as (box, url):
        own = settings.but(public_url=SITE, smtp_url=url)
        client = create_app(own).test_client()
        yield Visitor(own, client, box, read_products(own)["k0"].id)


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
        "path": f"/product/{visitor.product_id}",
        "amount": 499.5,
        "currency": "ZAR",
        "confirmed": True,
        "met": True,
    }


def test_who_has_the_link_sets_further_alerts_without_a_mail(visitor: Visitor) -> None:
    token = visitor.confirmed()
    answer = visitor.ask(email="", token=token, kind="stock", amount=None, daily=True)
    assert (answer["confirmed"], "in stock now" in answer["message"]) == (True, True)
    assert len(visitor.box.mails) == 1
    assert visitor.post("/list", {"token": token})["daily"] is True
    visitor.ask(kind="drop")
    assert visitor.alerts() == [("below", 450, True), ("stock", None, True), ("drop", None, False)]


def test_the_same_alert_is_there_once(visitor: Visitor) -> None:
    for email in (EMAIL, EMAIL.upper()):
        visitor.ask(email=email)
    assert visitor.alerts() == [("below", 450, False)]


def test_an_address_is_the_same_in_capitals_that_no_other_letter_has(visitor: Visitor) -> None:
    for email in ("İnci.Ärmel@example.org", "i\u0307nci.ärmel@example.org".upper()):
        assert "Please confirm" in visitor.ask(email=email)["message"]
    visitor.ask(email="THANDI+news@example.org")
    assert visitor.token() != visitor.confirmed(), "what stands after a plus is another address"


def test_the_same_amount_of_another_currency_is_waited_for_instead(visitor: Visitor) -> None:
    token = visitor.confirmed()
    visitor.ask(token=token, currency="USD", countryCode="ZA")
    (own,) = visitor.post("/list", {"token": token})["alerts"]
    assert (own["currency"], own["met"]) == ("USD", True)
    visitor.ask(currency="EUR")
    (own,) = visitor.post("/list", {"token": token})["alerts"]
    assert own["currency"] == "USD", "anybody may type an address"


def test_setting_one_more_leaves_the_frequency_as_it_was_chosen(visitor: Visitor) -> None:
    token = visitor.confirmed()
    visitor.post("/change", {"token": token, "daily": True})
    visitor.ask(token=token, kind="drop")
    assert visitor.post("/list", {"token": token})["daily"] is True


def test_an_amount_and_the_frequency_can_be_changed(visitor: Visitor) -> None:
    token = visitor.confirmed()
    visitor.ask(token=token, amount=300)
    second, first = visitor.post("/list", {"token": token})["alerts"]
    change = {"token": token, "id": first["id"], "amount": 500}
    changed = visitor.post("/change", change)["alerts"][1]
    assert (changed["amount"], changed["met"]) == (500, True)
    assert "amount" in visitor.post("/change", change | {"amount": 300}, 400)["errors"]
    assert visitor.post("/change", {"token": token, "daily": True})["daily"] is True
    visitor.post("/change", change | {"id": second["id"] + 1}, 404)


def test_alerts_are_deleted_one_by_one_and_the_address_with_the_last(visitor: Visitor) -> None:
    token = visitor.confirmed()
    visitor.ask(token=token, kind="drop")
    for left in (1, 0):
        own = visitor.post("/list", {"token": token})["alerts"]
        gone = visitor.post("/remove", {"token": token, "id": own[0]["id"]})
        assert len(gone["alerts"]) == left
    with session_scope(visitor.settings.database_url) as session:
        assert session.scalars(select(PriceAlertAddress.id)).all() == []
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


def test_one_address_gets_one_confirmation_an_hour(visitor: Visitor) -> None:
    client = create_app(visitor.settings.but(rate_limits=True)).test_client()
    for kind in ("drop", "stock"):
        body = {"email": EMAIL, "kind": kind, "productId": visitor.product_id}
        assert client.post("/api/priceAlerts", json=body).status_code == 200
    assert len(visitor.box.mails) == 1
    shown = visitor.post("/confirm", {"token": visitor.token()})["alerts"]
    assert [one["kind"] for one in shown] == ["stock", "drop"]


def test_no_mail_is_said_to_be_sent_while_it_waits(visitor: Visitor) -> None:
    client = create_app(visitor.settings.but(rate_limits=True)).test_client()
    visitor.box.refuses = True
    for kind in ("drop", "stock"):
        body = {"email": EMAIL, "kind": kind, "productId": visitor.product_id}
        answer = client.post("/api/priceAlerts", json=body).json
        assert answer is not None
        assert "is noted" in answer["message"], kind


def test_who_has_left_and_comes_back_within_the_hour_is_asked_again(visitor: Visitor) -> None:
    client = create_app(visitor.settings.but(rate_limits=True)).test_client()
    body = {"email": EMAIL, "kind": "drop", "productId": visitor.product_id}
    for count in (1, 2):
        assert client.post("/api/priceAlerts", json=body).status_code == 200
        assert len(visitor.box.mails) == count, "the old mail's link leads to nothing any more"
        visitor.post("/remove", {"token": visitor.token()})


def test_a_mail_to_an_address_says_nothing_that_was_typed(visitor: Visitor) -> None:
    typed: dict[str, Any] = {"name": "Win at evil.example", "search": "?q=win+at\r\nevil.example"}
    visitor.ask(kind="search", **typed)
    assert "evil" not in visitor.box.newest().as_string()
    (own,) = visitor.post("/confirm", {"token": visitor.token()})["alerts"]
    assert (own["name"], own["path"]) == (typed["name"], "/?q=win+at%0D%0Aevil.example")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"email": ""}, "email"),
    ({"email": "no address"}, "email"),
    ({"kind": "soon"}, "kind"),
    ({"productId": None}, "productId"),
    ({"amount": None}, "amount"),
    ({"amount": 0}, "amount"),
    ({"amount": -1}, "amount"),
    ({"amount": "NaN"}, "amount"),
    ({"amount": True}, "amount"),
    ({"amount": "a lot"}, "amount"),
    ({"currency": "GBP"}, "currency"),
    ({"kind": "search", "search": ""}, "search"),
    ({"kind": "search", "search": "?page=2"}, "search"),
    ({"kind": "search", "search": "https://evil.example/?q=x"}, "search"),
]


def test_what_cannot_be_set_is_refused_by_its_name(visitor: Visitor) -> None:
    for changes, field in WRONG:
        refused = visitor.ask(400, **changes)
        assert field in refused["errors"], changes
        if field == "email":
            assert refused["message"] == "Please enter a valid email address"
    assert visitor.alerts() == []
    assert visitor.box.mails == []


def test_there_are_no_alerts_of_what_is_not_there_nor_too_many(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.ask(404, productId=987_654_321)
    with session_scope(visitor.settings.database_url) as session:
        session.execute(text("UPDATE product SET blocked = true WHERE group_key = 'k1'"))
    visitor.ask(404, productId=read_products(visitor.settings)["k1"].id)
    monkeypatch.setattr(rows, "MOST_ALERTS", 1)
    visitor.ask()
    assert "email" in visitor.ask(400, amount=300)["errors"]


def test_how_many_alerts_an_address_has_is_told_to_nobody_else(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "MOST_ALERTS", 2)
    token = visitor.confirmed()
    for email in (EMAIL, "unknown@example.org"):
        answers = [visitor.ask(email=email, amount=amount) for amount in (300, 310)]
        assert all(not answer["confirmed"] for answer in answers)
        assert "email" in visitor.ask(400, email=email, amount=320)["errors"]
    visitor.ask(token=token, kind="drop")
    assert "email" in visitor.ask(400, token=token, kind="stock")["errors"]

"""What people read: what stores wrote is text in it, links are ours, numbers are said."""

from __future__ import annotations

import json
from decimal import Decimal
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from indexer.core.settings import Settings
from indexer.models.message import ALERTS_CROSSED, ALERTS_REQUESTED
from indexer.models.visitor_alert import BELOW, SEARCH
from indexer.notify import messages
from indexer.notify.messages import (
    MOST_FOUND,
    MOST_LINES,
    OPERATOR_KINDS,
    line,
    mail_of,
    reader,
    render,
    words,
)

NEEDED = {"DATABASE_URL": "x", "ELASTICSEARCH_URL": "http://x:9200", "REDIS_URL": "x"}
SETTINGS = Settings.from_env(NEEDED | {"PUBLIC_URL": "https://winkel.example"})
NOTHING: dict[str, Any] = dict.fromkeys(
    ("price", "was", "now", "amount", "percent", "base", "size", "anywhere")
)
NOTHING |= {"store": "", "in_store_currency": "", "away": False}
HOSTILE = '<script>x</script>\r\nBcc: all@example.org\u202e "&'
R = "R\u00a0"


def read(mail: EmailMessage, kind: str = "plain") -> str:
    """Return a part of a mail as its reader gets it."""
    received = message_from_bytes(mail.as_bytes(), policy=default)
    body = received.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def crossing(kind: str, currency: str, **facts: Any) -> str:
    """Return what is said of a crossing."""
    known = {"kind": kind, "currency": currency, "found": 0, "names": (), "most_found": MOST_FOUND}
    return words("crossing", NOTHING | known | facts)


def crossed(lines: list[dict[str, str]], total: int, only: int | None = None) -> EmailMessage:
    facts = reader(SETTINGS, "s3cret", only) | {"lines": lines, "total": total}
    return mail_of(SETTINGS, ALERTS_CROSSED, facts)


def test_store_text_is_one_line_and_escaped() -> None:
    said = crossing(SEARCH, "ZAR", found=3, names=(HOSTILE, "Dress"), store=HOSTILE)
    mail = crossed([{"name": HOSTILE, "path": "/?q=%22", "words": said}], 1, 1)
    assert mail["Subject"] == 'Winkel: <script>x</script> Bcc: all@example.org "&'
    assert mail["Bcc"] is None
    assert "<script" not in read(mail, "html")
    assert "&lt;script&gt;x&lt;/script&gt;" in read(mail, "html")
    assert '3 new: <script>x</script> Bcc: all@example.org "&, Dress, and more' in read(mail)
    assert "\u202e" not in read(mail) + read(mail, "html")
    assert mail.as_bytes().isascii()


LINES = Path(__file__).with_name("crossings.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("case", [json.loads(line, parse_int=Decimal) for line in LINES])
def test_a_crossing_is_said_with_its_numbers(case: dict[str, Any]) -> None:
    assert crossing(case["kind"], case["currency"], **case["facts"]) == case["said"]


def test_a_long_mail_counts_what_it_leaves_out() -> None:
    lines = [
        {"name": f"Dress {n}", "path": f"/product/{n}", "words": "Cheaper"}
        for n in range(MOST_LINES)
    ]
    said = read(crossed(lines, MOST_LINES + 3))
    assert said.count("/product/") == MOST_LINES
    assert "And 3 more." in said


def test_the_confirmation_names_what_was_asked_and_the_page_that_confirms_it() -> None:
    waits = words("waits_for", NOTHING | {"kind": BELOW, "amount": Decimal(450), "currency": "ZAR"})
    lines = [{"name": "Dress", "path": "/product/7", "words": waits}]
    mail = mail_of(SETTINGS, ALERTS_REQUESTED, reader(SETTINGS, "s3cret") | {"lines": lines})
    assert f"Dress\nhttps://winkel.example/product/7\na price below {R}450" in read(mail)
    assert "Confirm them on your page: https://winkel.example/favourites#alerts=s3cret" in read(
        mail
    )
    leave = "https://winkel.example/api/subscriptions/leave/s3cret/alerts"
    assert mail["List-Unsubscribe"] == f"<{leave}>"


NOW = "2026-11-18T12:00:00+00:00"
COUNTS = {"found": 12, "new": 1, "changed": 2, "gone": 3, "rejected": 4}


def change(brand: str = "Karoo", kind: str = "failed", **facts: Any) -> dict[str, Any]:
    return {
        "brandId": 1,
        "brand": brand,
        "kind": kind,
        "words": "The store answered 503",
        "since": NOW,
        "run": {"id": 7, "result": "failed", **COUNTS, "endTime": NOW},
        "lastGoodRun": {"id": 5, "result": "success", **COUNTS, "found": 40, "endTime": NOW},
        "edited": [],
        "url": "https://winkel.example/scraper?brand=1",
    } | facts


def told(*began: dict[str, Any], ended: tuple[dict[str, Any], ...] = ()) -> tuple[str, str]:
    """Return subject and text of what began and ended."""
    return render(SETTINGS, "change", {"began": [*began], "ended": [*ended]})[:2]


def test_a_subject_names_a_few_brands_and_counts_many() -> None:
    over = (change(),)
    both = change(kind="suspect"), change(kind="shrinking")
    assert told(change())[0] == "Winkel: Karoo failed"
    assert told(*both, ended=over)[0] == "Winkel: Karoo suspect and shrinking"
    assert told(change(), change("Index", "behind"))[0] == "Winkel: Karoo failed, Index behind"
    assert told(ended=over)[0] == "Winkel: Karoo recovered"
    many = [change(f"B{n}") for n in range(5)]
    assert told(*many)[0] == "Winkel: 5 brands need a look"
    site = change("Index", "behind", brandId=None)
    assert told(ended=(*many, site))[0] == "Winkel: 6 troubles have recovered"


def test_a_stores_words_stay_on_one_line_and_bring_no_control_codes() -> None:
    hostile = "x\r\nBcc: all@example.org\x1b[31m\u202egnp\n" + "y" * 1000
    for shown in (line(hostile), told(change(hostile))[0], told(ended=(change(hostile),))[0]):
        assert not {"\r", "\n", "\x1b", "\u202e"} & set(shown)
        assert len(shown) <= 700


def test_a_file_among_the_operators_templates_is_a_kind() -> None:
    folder = Path(messages.__file__).with_name("templates") / "operators"
    assert set(OPERATOR_KINDS) == {file.stem for file in folder.iterdir()} >= {"change", "digest"}

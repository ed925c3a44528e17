"""What people read: what stores wrote is text in it, links are ours, numbers are said."""

from __future__ import annotations

from decimal import Decimal
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from indexer.core.settings import Settings
from indexer.models.message import ALERTS_ASKED, ALERTS_CROSSED
from indexer.models.visitor_alert import BELOW, DROP, RISE, SEARCH, STOCK, UNDER
from indexer.notify import templates
from indexer.notify.messages import MOST_FOUND, MOST_LINES, reader
from indexer.notify.templates import OPERATOR_KINDS, line, mail_of, render, words

NEEDED = {"DATABASE_URL": "x", "ELASTICSEARCH_URL": "http://x:9200", "REDIS_URL": "x"}
SETTINGS = Settings.from_env(NEEDED | {"PUBLIC_URL": "https://winkel.example"})
NOTHING: dict[str, Any] = dict.fromkeys(
    ("price", "was", "now", "amount", "percent", "base", "size", "anywhere")
)
NOTHING |= {"store": "", "asked": "", "away": False}
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


AT_A = {"price": f"{R}9", "store": "A"}


@pytest.mark.parametrize(
    ("kind", "currency", "told", "said"),
    [
        (
            *(BELOW, "ZAR", AT_A | {"amount": Decimal(450), "was": f"{R}500", "now": f"{R}9"}),
            f"{R}9 at A, was {R}500; you asked for less than {R}450",
        ),
        (DROP, "USD", {"price": "$9.50", "now": "$12"}, "$9.50. Now: $12"),
        (
            *(DROP, "USD", {"price": "≈ $9", "asked": " (R 160)", "store": "A", "was": "≈ $10"}),
            "≈ $9 (R 160) at A, was ≈ $10",
        ),
        (DROP, "ZAR", AT_A | {"away": True}, f"{R}9 at A. Now: no longer to be had"),
        (DROP, "ZAR", AT_A, f"{R}9 at A"),
        (RISE, "ZAR", AT_A | {"was": f"{R}7"}, f"{R}9 at A, was {R}7"),
        (RISE, "ZAR", {"store": "A"}, "A higher price at A"),
        (
            *(DROP, "ZAR", AT_A | {"base": f"{R}18", "was": f"{R}10", "percent": 50}),
            f"{R}9 at A, was {R}18; you asked for 50 % less than that",
        ),
        (STOCK, "ZAR", AT_A | {"size": "34", "now": f"{R}8"}, f"Back in stock at A for {R}9"),
        (
            *(UNDER, "ZAR", {"found": 7, "names": ("Hat",), "amount": Decimal(500)}),
            f"7 below {R}500: Hat, and more",
        ),
        (STOCK, "ZAR", {"store": "A"}, "Back in stock at A"),
        (
            STOCK,
            "ZAR",
            {"store": "A", "away": True},
            "Back in stock at A. Now: no longer to be had",
        ),
        (STOCK, "ZAR", AT_A | {"now": f"{R}9"}, f"Back in stock at A for {R}9"),
        (SEARCH, "ZAR", {"found": 1, "names": ("Hat",)}, "1 new: Hat"),
        (SEARCH, "ZAR", {"found": 2}, "2 new"),
        (SEARCH, "ZAR", {"found": MOST_FOUND}, f"{MOST_FOUND} or more new"),
    ],
)
def test_a_crossing_is_said_with_its_numbers(
    kind: str, currency: str, told: dict[str, Any], said: str
) -> None:
    assert crossing(kind, currency, **told) == said


def test_a_long_mail_counts_what_it_leaves_out() -> None:
    lines = [
        {"name": f"Dress {n}", "path": f"/product/{n}", "words": "Cheaper"}
        for n in range(MOST_LINES)
    ]
    said = read(crossed(lines, MOST_LINES + 3))
    assert said.count("/product/") == MOST_LINES
    assert "And 3 more." in said


def test_a_mail_reads_as_its_template_stands() -> None:
    line_ = {"name": "Dress", "path": "/product/7", "words": "R 9"}
    assert read(crossed([line_, line_], 2, 5)) == (
        "You asked us to tell you:\n\n"
        "Dress\nhttps://winkel.example/product/7\nR 9\n\n"
        "Dress\nhttps://winkel.example/product/7\nR 9\n\n"
        "See, change and delete your alerts: https://winkel.example/favourites#alerts=s3cret\n"
        "Delete this alert: https://winkel.example/api/subscriptions/leave/s3cret/alerts/5\n"
    )


def test_the_confirmation_names_what_was_asked_and_the_page_that_confirms_it() -> None:
    waits = words("waits_for", NOTHING | {"kind": BELOW, "amount": Decimal(450), "currency": "ZAR"})
    lines = [{"name": "Dress", "path": "/product/7", "words": waits}]
    mail = mail_of(SETTINGS, ALERTS_ASKED, reader(SETTINGS, "s3cret") | {"lines": lines})
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
    rendered = render(SETTINGS, "change", {"began": [*began], "ended": [*ended]})
    return rendered.subject, rendered.text


def test_a_message_says_what_changed() -> None:
    assert told(change(edited=["priceXPath (by anna)"]))[1] == (
        "Karoo: failed\n"
        "  The store answered 503\n"
        "  Run 7, 18 Nov 2026 14:00: 12 found, 1 new, 2 changed, 3 gone, 4 rejected."
        " The last good run 5, 18 Nov 2026 14:00: 40 found.\n"
        "  Edited since then: priceXPath (by anna)\n"
        "  https://winkel.example/scraper?brand=1\n"
    )
    assert told(change(run=None, words=""), ended=(change("Index", run=None, words=""),))[1] == (
        "Karoo: failed\n"
        "  https://winkel.example/scraper?brand=1\n\n"
        "Index: no longer failed (since 18 Nov 2026 14:00)\n"
        "  https://winkel.example/scraper?brand=1\n"
    )


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


OF_RUNS = ("results", "totals", "mailsGivenUp")


def test_a_digest_says_what_is_wrong_and_what_runs_did() -> None:
    facts: dict[str, Any] = {"day": "2026-11-18", "url": "https://winkel.example/scraper"}
    none: dict[str, Any] = {
        "open": [],
        "results": {},
        "totals": {},
        "moved": [],
        "mailsGivenUp": {},
    }
    quiet = render(SETTINGS, "digest", facts | none)
    assert quiet.subject == "Winkel, 18 Nov 2026: all is well"
    assert quiet.text == (
        "Nothing is in trouble.\n\n"
        "Runs of the last 24 hours: none.\n\n"
        "https://winkel.example/scraper\n"
    )
    wrong = render(
        SETTINGS,
        "digest",
        facts
        | {
            "open": [change(), change("The worker", "stalled", brandId=None)],
            "results": {"success": 1, "failed": 2},
            "totals": COUNTS,
            "moved": [{"brand": "Karoo", **COUNTS}],
            "mailsGivenUp": {"Full": 1, "Nobody": 2},
        },
    )
    assert wrong.subject == "Winkel, 18 Nov 2026: the worker and 1 brand in trouble"
    assert wrong.text == (
        "In trouble now:\n"
        "  Karoo: failed since 18 Nov 2026 14:00\n"
        "    The store answered 503\n"
        "    https://winkel.example/scraper?brand=1\n"
        "  The worker: stalled since 18 Nov 2026 14:00\n"
        "    The store answered 503\n"
        "    https://winkel.example/scraper?brand=1\n\n"
        "Runs of the last 24 hours: 2 failed, 1 success.\n"
        "12 found, 1 new, 2 changed, 3 gone, 4 rejected.\n"
        "  Karoo: 1 new, 2 changed, 3 gone\n\n"
        "Mails given up in the last 24 hours: 3.\n"
        "  2: Nobody\n"
        "  1: Full\n\n"
        "https://winkel.example/scraper\n"
    )


def test_a_file_among_the_operators_templates_is_a_kind() -> None:
    folder = Path(templates.__file__).with_name("templates") / "operators"
    assert set(OPERATOR_KINDS) == {file.stem for file in folder.iterdir()} >= {"change", "digest"}

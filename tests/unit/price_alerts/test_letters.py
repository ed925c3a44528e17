"""The mails of visitors' alerts: what stores wrote is text in them, and their links are ours."""

from __future__ import annotations

from decimal import Decimal
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest

from indexer.models.price_alert import BELOW, DROP, SEARCH, STOCK
from indexer.price_alerts.letters import (
    MOST_FOUND,
    MOST_LINES,
    Crossed,
    Line,
    Reader,
    confirmation_mail,
    crossed_line,
    crossed_mail,
    waits_for,
)

READER = Reader("s3cret", "https://winkel.example")
HOSTILE = '<script>x</script>\r\nBcc: all@example.org\u202e "&'
R = "R\u00a0"


def read(mail: EmailMessage, kind: str = "plain") -> str:
    """Return a part of a mail as its reader gets it."""
    received = message_from_bytes(mail.as_bytes(), policy=default)
    body = received.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def test_store_text_is_one_line_and_escaped() -> None:
    crossed = Crossed(
        SEARCH, HOSTILE, "/?q=%22", "ZAR", found=3, names=(HOSTILE, "Dress"), store=HOSTILE
    )
    mail = crossed_mail(READER, [crossed_line(crossed)], 1)
    assert mail["Subject"] == 'Winkel: <script>x</script> Bcc: all@example.org "&'
    assert mail["Bcc"] is None
    assert "<script" not in read(mail, "html")
    assert "&lt;script&gt;x&lt;/script&gt;" in read(mail, "html")
    assert '3 new: <script>x</script> Bcc: all@example.org "&, Dress, and more' in read(mail)
    assert "\u202e" not in read(mail) + read(mail, "html")
    assert mail.as_bytes().isascii()


NINE, AT_A = Decimal(9), {"price": Decimal(9), "store": "A"}


@pytest.mark.parametrize(
    ("kind", "currency", "told", "words"),
    [
        (
            *(BELOW, "ZAR", AT_A | {"amount": 450, "price": 400, "was": 500, "now": 400}),
            f"{R}400 at A, was {R}500; you asked for less than {R}450",
        ),
        (DROP, "USD", {"price": Decimal("9.50"), "now": Decimal(12)}, "$9.50. Now: $12"),
        (DROP, "ZAR", AT_A | {"away": True}, f"{R}9 at A. Now: no longer to be had"),
        (DROP, "ZAR", AT_A, f"{R}9 at A"),
        (STOCK, "ZAR", {"store": "A"}, "Back in stock at A"),
        (
            STOCK,
            "ZAR",
            {"store": "A", "away": True},
            "Back in stock at A. Now: no longer to be had",
        ),
        (STOCK, "EUR", AT_A | {"now": NINE}, "Back in stock at A for €9"),
        (SEARCH, "ZAR", {"found": 1, "names": ("Hat",)}, "1 new: Hat"),
        (SEARCH, "ZAR", {"found": 2}, "2 new"),
        (SEARCH, "ZAR", {"found": MOST_FOUND}, f"{MOST_FOUND} or more new"),
    ],
)
def test_a_crossing_is_said_with_its_numbers(
    kind: str, currency: str, told: dict[str, Any], words: str
) -> None:
    assert crossed_line(Crossed(kind, "", "", currency, **told)).words == words


def test_a_long_mail_counts_what_it_leaves_out() -> None:
    lines = [Line(f"Dress {n}", f"/product/{n}", "Cheaper") for n in range(MOST_LINES + 3)]
    said = read(crossed_mail(READER, lines, None))
    assert said.count("/product/") == MOST_LINES
    assert "And 3 more." in said


def test_the_confirmation_names_what_was_asked_and_the_page_that_confirms_it() -> None:
    words = waits_for(BELOW, Decimal(450), "ZAR")
    mail = confirmation_mail(READER, [Line("Dress", "/product/7", words)])
    assert f"Dress\nhttps://winkel.example/product/7\na price below {R}450" in read(mail)
    assert "https://winkel.example/favourites#alerts=s3cret" in read(mail)
    leave = "https://winkel.example/api/subscriptions/leave/s3cret/alerts"
    assert mail["List-Unsubscribe"] == f"<{leave}>"

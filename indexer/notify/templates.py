"""What people read stands in `templates/`, a file a kind and form; one function renders all kinds.

The first line of a text is its subject. What stores and people wrote is put on one line, and
escaped in HTML.
"""

from collections.abc import Mapping
from datetime import date, datetime
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateNotFound,
    select_autoescape,
)

from indexer.catalogue.rates import format_amount
from indexer.core.settings import Settings
from scrapers.wording import one_line

FALLBACK_URL = "http://127.0.0.1:8000"  # where PUBLIC_URL is not set
MOST_WORDS = 600  # characters of what somebody else wrote
LONGEST_LINE = 900  # as it is: RFC 5322 takes 998
# A header with an address of ours is one word: folded at 78 characters it came out RFC
# 2047-encoded, and no mailbox provider found the way to unsubscribe.
POLICY = SMTP.clone(max_line_length=998)
_FOLDERS = [Path(__file__).with_name("templates") / name for name in ("operators", "visitors")]
# Whatever is rendered of them goes to operators; the others to visitors.
OPERATOR_KINDS = tuple(sorted(file.stem for file in _FOLDERS[0].glob("*.txt")))


def site(settings: Settings) -> str:
    return settings.public_url or FALLBACK_URL


def line(text: str, most: int = MOST_WORDS) -> str:
    """Return words on one line, cut to `most` characters."""
    words = one_line(text)
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _time(moment: str, zone: ZoneInfo) -> str:
    return f"{datetime.fromisoformat(moment).astimezone(zone):%d %b %Y %H:%M}"


_TEMPLATES = Environment(
    loader=FileSystemLoader(_FOLDERS),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
_TEMPLATES.filters |= {
    "begin_small": lambda name: name[:1].lower() + name[1:],
    "day": lambda day: f"{date.fromisoformat(day):%d %b %Y}",
    "line": line,
    "money": format_amount,
    "time": _time,
}


def words(name: str, facts: Mapping[str, Any]) -> str:
    """Return a part of a message on one line."""
    return _TEMPLATES.get_template(f"{name}.txt").render(facts).strip()


def render(settings: Settings, kind: str, facts: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return subject, text and HTML of a kind's message; no HTML where its kind has none."""
    name = kind.replace(" ", "_")
    zone = ZoneInfo(settings.schedule_timezone)
    known = {"base": site(settings), "zone": zone, **facts}
    subject, _, text = _TEMPLATES.get_template(f"{name}.txt").render(known).partition("\n\n")
    known["subject"] = subject = " ".join(subject.split())
    try:
        html = _TEMPLATES.get_template(f"{name}.html").render(known)
    except TemplateNotFound:
        html = ""
    return subject, text.strip("\n") + "\n", html


def mail_of(settings: Settings, kind: str, facts: Mapping[str, Any]) -> EmailMessage:
    """Return the mail of a kind; one click at the facts' `leave` leaves."""
    return new_mail(*render(settings, kind, facts), facts.get("leave", ""))


def new_mail(subject: str, text: str, html: str = "", leave: str = "") -> EmailMessage:
    """Return a mail, which one click at the address `leave` leaves (RFC 8058)."""
    mail = EmailMessage(policy=POLICY)
    mail["Subject"] = subject
    if leave:
        mail["List-Unsubscribe"] = f"<{leave}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    is_plain = text.isascii() and max(map(len, text.splitlines())) < LONGEST_LINE
    mail.set_content(text, cte="7bit" if is_plain else "quoted-printable")
    if html:
        mail.add_alternative(html, subtype="html", cte="quoted-printable")
    return mail

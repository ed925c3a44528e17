"""Alerts in words, and the mails that carry them. Pure; what stores wrote is one line, escaped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from email.message import EmailMessage
from urllib.parse import quote

from markupsafe import Markup

from indexer.catalogue.rates import written
from indexer.models.price_alert import BELOW, DROP, SEARCH, STOCK
from indexer.notify.messages import new_mail
from scrapers.wording import one_line

MOST_NAME = 120  # characters
MOST_LINES = 50  # of one mail
MOST_FOUND = 100  # new products of one run that are looked at for a search
_WAITS = {DROP: "any drop of the price", STOCK: "back in stock", SEARCH: "new in this search"}
_SHOWS = Markup('<p><a href="{address}">{title}</a><br>{words}</p>\n')
_PAGE = Markup(
    '<!doctype html>\n<html lang="en-ZA"><meta charset="utf-8"><title>{title}</title>\n'
    "<body>\n<p>{opening}</p>\n{lines}<p>{closing}</p>\n"
    '<p><a href="{page}">See, change and delete your alerts</a><br>\n'
    '<a href="{leave}">{leaving}</a></p>\n</body></html>\n'
)
_LEAVE_ALL, _LEAVE_ONE = "Delete all of them", "Delete this alert"


@dataclass(frozen=True, slots=True)
class Line:
    """What is said of one thing: its name, its path on the site, and a sentence."""

    name: str
    path: str
    words: str


@dataclass(frozen=True, slots=True)
class Crossed:
    """An alert that has been crossed; amounts in the visitor's currency.

    `now` is None where no price is known; `away`: it cannot be bought any more; `found` and
    `names`: of a search.
    """

    kind: str
    name: str
    path: str
    currency: str
    amount: Decimal | None = None
    price: Decimal | None = None
    was: Decimal | None = None
    now: Decimal | None = None
    store: str = ""
    found: int = 0
    names: tuple[str, ...] = ()
    away: bool = False


def waits_for(kind: str, amount: Decimal | None, currency: str) -> str:
    """Return what an alert waits for: "a price below R 500"."""
    if kind == BELOW and amount is not None:
        return f"a price below {written(amount, currency)}"
    return _WAITS[kind]


def crossed_line(crossed: Crossed) -> Line:
    """Return what the mail says of a crossing."""
    words = _found(crossed) if crossed.kind == SEARCH else _offered(crossed)
    return Line(crossed.name, crossed.path, words)


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= MOST_NAME else f"{line[: MOST_NAME - 1]}…"


def _found(crossed: Crossed) -> str:
    names = ", ".join(_short(name) for name in crossed.names)
    more = ", and more" if crossed.found > len(crossed.names) else ""
    new = f"{crossed.found} {'or more ' if crossed.found >= MOST_FOUND else ''}new"
    return f"{new}: {names}{more}" if names else new


def _offered(crossed: Crossed) -> str:
    store = f" at {_short(crossed.store)}" if crossed.store else ""
    price = None if crossed.price is None else written(crossed.price, crossed.currency)
    if crossed.kind == STOCK:
        said = f"Back in stock{store}" + (f" for {price}" if price else "")
    else:
        was = "" if crossed.was is None else f", was {written(crossed.was, crossed.currency)}"
        bound = ""
        if crossed.kind == BELOW and crossed.amount is not None:
            bound = f"; you asked for less than {written(crossed.amount, crossed.currency)}"
        said = f"{price or 'A lower price'}{store}{was}{bound}"
    if crossed.away:
        return f"{said}. Now: no longer to be had"
    if crossed.now is None or crossed.now == crossed.price:
        return said
    return f"{said}. Now: {written(crossed.now, crossed.currency)}"


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a mail is for: who has the token of an address, on the site `base`."""

    token: str
    base: str

    @property
    def page(self) -> str:
        """Return the page of the address's alerts: what follows # reaches no server and no log."""
        return f"{self.base}/favourites#alerts={quote(self.token)}"

    def leave(self, alert_id: int | None) -> str:
        """Return where one click deletes an alert, or all of them."""
        one = "" if alert_id is None else f"/{alert_id}"
        return f"{self.base}/api/subscriptions/leave/{quote(self.token)}/alerts{one}"


def crossed_mail(reader: Reader, lines: Sequence[Line], only_alert: int | None) -> EmailMessage:
    """Return the mail of crossings; `only_alert`: the alert's id where they are all of one."""
    first = _short(lines[0].name)
    more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
    shown, left = lines[:MOST_LINES], len(lines) - MOST_LINES
    closing = f"And {left} more." if left > 0 else ""
    return _mail(
        reader, f"Winkel: {first}{more}", "You asked us to tell you:", shown, closing, only_alert
    )


def confirmation_mail(reader: Reader, lines: Sequence[Line]) -> EmailMessage:
    """Return the mail that asks whether the owner of the address wants these alerts."""
    return _mail(
        reader,
        "Please confirm your alerts at Winkel",
        "Somebody, we hope you, asked for these alerts with this address. "
        f"Confirm them on your page: {reader.page}",
        lines,
        "Without your confirmation you hear nothing more from us.",
        None,
    )


def _mail(  # noqa: PLR0913, PLR0917 - a mail's parts
    reader: Reader,
    subject: str,
    opening: str,
    lines: Sequence[Line],
    closing: str,
    only_alert: int | None,
) -> EmailMessage:
    leave = reader.leave(only_alert)
    leaving = _LEAVE_ALL if only_alert is None else _LEAVE_ONE
    message = new_mail(subject, leave)
    said = [(_short(line.name), reader.base + line.path, line.words) for line in lines]
    parts = [opening, *("\n".join(three) for three in said), *([closing] if closing else [])]
    ways = f"See, change and delete your alerts: {reader.page}\n{leaving}: {leave}\n"
    message.set_content("\n\n".join([*parts, ways]), cte="quoted-printable")
    shown = Markup().join(
        _SHOWS.format(title=title, address=address, words=words) for title, address, words in said
    )
    html = _PAGE.format(
        title=subject,
        opening=opening,
        lines=shown,
        closing=closing,
        page=reader.page,
        leave=leave,
        leaving=leaving,
    )
    message.add_alternative(str(html), subtype="html", cte="quoted-printable")
    return message

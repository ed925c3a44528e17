"""The first reading of a feed: what is refused, and which rows are sizes of one product.

Two readings make the import the same every time: a product is in stock if any of its sizes is,
costs what the cheapest of them does, and that is known only at the end of the file. What is known
of each row and product lies on the disk: the memory is the same for a million rows.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from heapq import nsmallest
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from scrapers.attributes import LexiconEntries
from scrapers.feeds.disk_dict import Shelf
from scrapers.feeds.errors import FeedError, NotUnderstoodError, RowRefusedError
from scrapers.feeds.forms.record import Record
from scrapers.feeds.forms.records import read_records
from scrapers.feeds.groups import Groups
from scrapers.feeds.row import FeedDefaults, Row, parse_row, priced
from scrapers.product import Product
from scrapers.values.identifiers import MOST as MOST_IDENTIFIERS
from scrapers.values.identifiers import Identifier, unique_identifiers
from scrapers.values.offers import NEW, Kind, Offer, smallest_packs

SHOWN = 5
Advance = Callable[[int], None]  # called with the bytes of the file read so far


@dataclass(frozen=True, slots=True)
class Refusal:
    """A row that is not imported; `line` counts lines or, as `unit` says, items."""

    line: int
    id: str | None
    reason: str
    unit: str = "line"


LISTED = 100_000  # refused rows, of which a report tells
MOST_REFUSED = 10_000  # rows of a file of which less than one in a hundred is taken: it is no feed
MOST_OFFERS = 200  # of one product, from which on the cheapest are kept
MOST_WORDINGS = 1_000  # of one attribute of a product
SAMPLE = 1_000  # texts of a field that are not understood


class Found(NamedTuple):
    """A product: the core of its first row's name, and how many rows it has."""

    core: str
    rows: int = 0


# What a row tells of its product: offers, wordings, whether it is sold out, identifiers.
Facts = tuple[tuple[Offer, ...], LexiconEntries, bool | None, tuple[Identifier, ...]]


@dataclass(slots=True)
class Survey:
    """What a feed holds: rows, products, refusals."""

    rows: int = 0
    refused: int = 0  # rows
    refusals: list[Refusal] = field(default_factory=list)  # the first of them
    not_understood: dict[str, list[str]] = field(default_factory=dict)  # the first texts, by field
    unread: dict[str, int] = field(default_factory=dict)  # how many, by field
    lines: Shelf[int] = field(default_factory=Shelf)  # of rows, by their ids
    found: Shelf[Found] = field(default_factory=Shelf)  # products, by their places
    first: Shelf[str] = field(default_factory=Shelf)  # their places, by their first rows
    facts: Shelf[Facts] = field(default_factory=Shelf)  # of rows, by their products' places
    groups: Groups = field(default_factory=Groups)
    # Prices of the first products that have several; once these are read.
    with_several: dict[str, list[str]] = field(default_factory=dict)
    several: int = 0  # such products

    @property
    def products(self) -> int:
        """Return how many products the good rows make."""
        return len(self.found) - self.groups.parents

    @property
    def good_rows(self) -> int:
        """Return how many rows are taken."""
        return self.rows - self.refused

    def several_prices(self) -> str:
        """Return which products have rows at different prices, some of them; empty without any."""
        some = [f"{key}: {', '.join(costs[:SHOWN])}" for key, costs in self.with_several.items()]
        if self.several > SHOWN:
            some.append("…")
        told = f"{self.several}. The lowest that can be bought counts ({'; '.join(some)})"
        return f"Products with rows at different prices: {told}." if self.several else ""


def survey(path: Path, defaults: FeedDefaults, advance: Advance) -> Survey:
    """Read the feed once and write nothing; raises FeedError and OSError."""
    result = Survey()
    for record in read_records(path):
        result.rows += 1
        _look_at(result, record, defaults)
        advance(record.end)
        if result.refused > MOST_REFUSED + 99 * result.good_rows:
            first = result.refusals[0]
            raise FeedError(
                f"{path.name} is no feed: {result.refused} of its first {result.rows} rows are"
                f" refused, {first.unit} {first.line} because {first.reason}."
            )
    return result


def _look_at(survey: Survey, record: Record, defaults: FeedDefaults) -> None:
    try:
        row = _parsed(record, defaults)
        id_ = str(record.values.get("id")).strip()
        if (line := survey.lines.get(id_)) is not None:
            where = f"{record.unit} {line}"
            raise RowRefusedError(f"its id stands in {where} already")
    except RowRefusedError as error:
        refusal = Refusal(record.line, _shown_id(record), str(error), record.unit)
        _refuse(survey, refusal)
        if isinstance(error, NotUnderstoodError):
            _not_understood(survey, error)
        return
    item = row.product
    survey.lines.put(id_, record.line)
    place, is_first = survey.groups.add(row)
    if is_first and (parent := survey.found.get(row.group)):
        survey.groups.parents += parent.core == row.core
    found = survey.found.get(place)
    if found is None:
        found = Found(row.core)
        survey.first.put(str(survey.rows), place)
        survey.groups.begin(row)
    survey.found.put(place, found._replace(rows=found.rows + 1))
    is_piece = any(offer.kind is Kind.SALE for offer in row.offers)
    attributes = item.attributes if is_piece else {}
    survey.facts.add(place, (row.offers, attributes, item.sold_out, item.identifiers))


def _cheapest(offers: Iterable[Offer], now: datetime) -> dict[Offer, None]:
    """Return the offers that can set the price now, and those that can later, the lowest of both.

    A product's rows may be any number: each is looked at once, and few are kept.
    """

    def rank(offer: Offer) -> tuple[bool, bool, bool, bool, Decimal]:
        is_bound = any(offer.conditions(max(now, offer.begins or now)))
        is_away = offer.stock.value is False
        amount = offer.amount or Decimal(0)
        return is_bound, offer.goods != NEW, is_away, not amount, amount

    listed = {True: list[Offer](), False: list[Offer]()}
    for offer in offers:
        listed[any(offer.conditions(now))].append(offer)
    few = (nsmallest(MOST_OFFERS // 2, part, key=rank) for part in listed.values())
    return dict.fromkeys(chain.from_iterable(few))


def _prices(offers: Iterable[Offer], defaults: FeedDefaults) -> list[str]:
    free = [offer for offer in offers if offer.amount and not [*offer.conditions(defaults.now)]]
    before = {(offer.ordinary, offer.currency) for offer in free}
    amounts = {(offer.amount or 0, offer.currency or "") for offer in free}
    return [f"{amount:.2f} {currency}" for amount, currency in sorted(amounts - before)]


def _refuse(survey: Survey, refusal: Refusal) -> None:
    survey.refused += 1
    if len(survey.refusals) < LISTED:
        survey.refusals.append(refusal)


def _not_understood(survey: Survey, error: NotUnderstoodError) -> None:
    survey.unread[error.field] = survey.unread.get(error.field, 0) + 1
    texts = survey.not_understood.setdefault(error.field, [])
    if len(texts) < SAMPLE:
        texts.append(error.text)


def _parsed(record: Record, defaults: FeedDefaults) -> Row:
    if record.problem:
        raise RowRefusedError(record.problem)
    return parse_row(record.values, defaults, record.places)


def _shown_id(record: Record) -> str | None:
    id_ = record.values.get("id")
    return None if id_ is None else str(id_)[:100]


def products(
    path: Path, survey: Survey, defaults: FeedDefaults, advance: Advance
) -> Iterator[Product]:
    """Read the feed again and yield each product once, from its first row."""
    for number, record in enumerate(read_records(path), 1):
        advance(record.end)
        place = survey.first.get(str(number))
        found = survey.found.get(place) if place else None
        if place is None or found is None:
            continue
        row = _parsed(record, defaults)
        if not survey.groups.has_variants(row):
            item = survey.groups.named(row, found.rows)
            takes_parent = survey.groups.takes_parent(row)
            places = (place, row.group) if takes_parent else (place,)
            facts = chain.from_iterable(map(survey.facts.all, places))
            offers, attributes, known = _joined(facts, defaults.now)
            costs = _prices(offers, defaults)
            survey.several += len(costs) > 1
            if len(costs) > 1 and survey.several <= SHOWN:
                survey.with_several[item.group_key] = costs
            item = replace(item, attributes=attributes, identifiers=known)
            yield priced(item, smallest_packs(offers), defaults)


def _joined(
    facts: Iterable[Facts], now: datetime
) -> tuple[Collection[Offer], LexiconEntries, tuple[Identifier, ...]]:
    offers: dict[Offer, None] = {}
    wordings: dict[str, dict[str, bool]] = {}  # and whether what has one can be bought
    known: tuple[Identifier, ...] = ()
    for own, attributes, sold_out, identifiers in facts:
        offers |= dict.fromkeys(own)
        if len(offers) > 2 * MOST_OFFERS:
            offers = _cheapest(offers, now)
        for name, texts in attributes.items():
            told = wordings.setdefault(name, {})
            for text in texts:
                if text in told or len(told) < MOST_WORDINGS:
                    told[text] = told.get(text, False) or not sold_out
        if len(known) < MOST_IDENTIFIERS:
            known = unique_identifiers((*known, *identifiers))
    return offers, _offered(wordings), known


def _offered(attributes: dict[str, dict[str, bool]]) -> LexiconEntries:
    return {
        name: tuple(text for text, available in known.items() if available) or tuple(known)
        for name, known in attributes.items()
    }


def report_of(refusals: Sequence[Refusal]) -> bytes:
    """Return the refused rows as JSON Lines, in the order of the feed."""
    lines = (json.dumps(asdict(refusal), ensure_ascii=False) for refusal in refusals)
    return "".join(f"{line}\n" for line in lines).encode()

"""The first reading of a feed: what is refused, and which rows are sizes of one product.

Two readings make the import the same every time: a product is in stock if any of its sizes is,
costs what the cheapest of them does, and that is known only at the end of the file. What is known
of each row and product lies on the disk: the memory is the same for a million rows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from scrapers.attributes import LexiconEntries
from scrapers.feeds.disk_dict import Shelf
from scrapers.feeds.errors import NotUnderstoodError, RowRefusedError
from scrapers.feeds.forms.record import Record
from scrapers.feeds.forms.records import read_records
from scrapers.feeds.groups import Groups
from scrapers.feeds.row import FeedDefaults, Row, parse_row, priced
from scrapers.product import Product
from scrapers.values.identifiers import Identifier, unique_identifiers
from scrapers.values.offers import Kind, Offer, smallest_packs

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
MOST_OFFERS = 200  # of one product, from which on those of its sizes are told together
SAMPLE = 1_000  # texts of a field that are not understood


@dataclass(slots=True)
class Found:
    """What a product's rows say, and the number of the first of them."""

    first_row: int
    core: str = ""  # of the first row's name
    rows: int = 0
    offers: set[Offer] = field(default_factory=set)
    # Their wordings by attribute, and whether what has one can be bought.
    attributes: dict[str, dict[str, bool]] = field(default_factory=dict)
    identifiers: tuple[Identifier, ...] = ()


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
    groups: Groups = field(default_factory=Groups)
    # Prices of the first products that have several.
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
        found = Found(survey.rows, row.core)
        survey.groups.begin(row)
    found.rows += 1
    had = _prices(found.offers, defaults)
    found.offers |= {*row.offers} if len(found.offers) < MOST_OFFERS else _unsized(row.offers)
    costs = _prices(found.offers, defaults)
    survey.several += len(had) == 1 < len(costs)
    if len(costs) > 1 and (survey.several <= SHOWN or item.group_key in survey.with_several):
        survey.with_several[item.group_key] = costs
    is_piece = any(offer.kind is Kind.SALE for offer in row.offers)
    for name, wordings in item.attributes.items() if is_piece else ():
        known = found.attributes.setdefault(name, {})
        known |= {text: known.get(text, False) or not item.sold_out for text in wordings}
    found.identifiers = unique_identifiers((*found.identifiers, *item.identifiers))
    survey.found.put(place, found)


def _unsized(offers: Iterable[Offer]) -> set[Offer]:
    return {replace(offer, size="") for offer in offers}


def _prices(offers: Iterable[Offer], defaults: FeedDefaults) -> list[str]:
    """Return what is paid without a condition, the lowest first, each once."""
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
        try:
            row = _parsed(record, defaults)
        except RowRefusedError:
            continue
        found = survey.found.get(survey.groups.place(row))
        if found and found.first_row == number and not survey.groups.has_variants(row):
            item = survey.groups.named(row, found.rows)
            if survey.groups.takes_parent(row) and (parent := survey.found.get(row.group)):
                found.offers |= parent.offers
                known = (*found.identifiers, *parent.identifiers)
                found.identifiers = unique_identifiers(known)
            attributes = _offered(found.attributes)
            yield priced(
                replace(item, attributes=attributes, identifiers=found.identifiers),
                smallest_packs(found.offers),
                defaults,
            )


def _offered(attributes: dict[str, dict[str, bool]]) -> LexiconEntries:
    """Return the wordings of what can be bought, or all of them where nothing can."""
    return {
        name: tuple(text for text, available in known.items() if available) or tuple(known)
        for name, known in attributes.items()
    }


def report_of(refusals: Sequence[Refusal]) -> bytes:
    """Return the refused rows as JSON Lines, in the order of the feed."""
    lines = (json.dumps(asdict(refusal), ensure_ascii=False) for refusal in refusals)
    return "".join(f"{line}\n" for line in lines).encode()

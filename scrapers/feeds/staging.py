"""A source's rows, each read once and staged on the disk, and the products that they make.

A group's rows are variants of one product where their names agree: a product is in stock if any of
its variants is, and costs what the cheapest of them does. In memory are the rows of one group.
"""

import json
import pickle
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import chain
from pathlib import Path

from scrapers.attributes import LexiconEntries
from scrapers.errors import EMPTY, FeedError, NotUnderstoodError, RowRefusedError
from scrapers.feeds.files import read_records
from scrapers.feeds.merchant import FeedDefaults, Record, Row, parse_row, with_price
from scrapers.product import KEY_LIMIT, Product
from scrapers.values.identifiers import MOST as MOST_IDENTIFIERS
from scrapers.values.identifiers import unique_identifiers
from scrapers.values.offers import Kind, Offer, smallest_packs, without_parts
from scrapers.values.variants import are_related, words_of

SHOWN = 5
LISTED = 100_000  # refused rows that a report lists
MOST_REFUSED = 10_000  # rows of a file of which less than one in a hundred is taken: it is no feed
MOST_OF_A_GROUP = 20_000  # rows that are compared with one another
MOST_NAMES = 20  # of a group, with which others are compared whole
LONGEST_NAME = 100  # characters of a name in a key
MOST_WORDINGS = 1_000  # of one attribute of a product
SAMPLE = 1_000  # texts of a field that are not understood
TABLE = "CREATE TABLE row (n INTEGER PRIMARY KEY, line, id BLOB UNIQUE, grp BLOB, page, row BLOB)"
# Rows of one page are a group, but for the one that others have as theirs.
JOIN = """
UPDATE row SET grp = page WHERE id NOT IN (SELECT grp FROM row WHERE grp <> id)
AND page IN (SELECT page FROM row WHERE page > x'' GROUP BY page HAVING count(*) > 1)
"""
# A group stands where its first row does.
GROUPS = "SELECT grp FROM row GROUP BY grp ORDER BY min(n)"
OF_GROUP = "SELECT row FROM row WHERE grp = ? ORDER BY n"

Advance = Callable[[int], None]  # called with the bytes of the file read so far


@dataclass(frozen=True, slots=True)
class Refusal:
    """A row that is not imported; `line` counts lines or items, by `unit`."""

    line: int
    id: str | None
    reason: str
    unit: str = "line"


class StagedRows:
    """The rows of a source in a file of this process alone, and what is counted of them."""

    def __init__(self, defaults: FeedDefaults) -> None:
        self.defaults = defaults
        self.rows = self.refused = 0
        self.refusals: list[Refusal] = []  # the first of them
        self.not_understood: dict[str, list[str]] = {}  # the first texts, by field
        self.unread: dict[str, int] = {}  # how many, by field
        # Of groups whose products are read: those with different names, and the first of them with
        # their rows; products with several prices, and the first of these.
        self.divided = self.several = 0
        self.first_divided: dict[str, int] = {}
        self.first_several: dict[str, list[str]] = {}
        self._table = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._table.execute("PRAGMA journal_mode=OFF")
        self._table.execute(TABLE)

    def add(self, record: Record) -> None:
        """Read a row, and stage it or note why it is refused."""
        self.rows += 1
        try:
            if record.problem:
                raise RowRefusedError(record.problem)
            row = parse_row(record.values, self.defaults)
            texts = (row.id, row.group, row.page)
            keys = tuple(text.encode("utf-8", "surrogatepass") for text in texts)
            values = (self.rows, record.line, *keys, pickle.dumps(row))
            insert = "INSERT OR IGNORE INTO row VALUES (?, ?, ?, ?, ?, ?)"
            if not self._table.execute(insert, values).rowcount:
                same = self._table.execute("SELECT line FROM row WHERE id = ?", keys[:1])
                raise RowRefusedError(
                    f"its id stands in {record.unit} {same.fetchone()[0]} already"
                )
        except RowRefusedError as error:
            self._refuse(record, error)

    def _refuse(self, record: Record, error: RowRefusedError) -> None:
        self.refused += 1
        if len(self.refusals) < LISTED:
            id_ = record.values.get("id")
            shown = None if id_ is None else str(id_)[:100]
            self.refusals.append(Refusal(record.line, shown, str(error), record.unit))
        if isinstance(error, NotUnderstoodError):
            self.unread[error.field] = self.unread.get(error.field, 0) + 1
            texts = self.not_understood.setdefault(error.field, [])
            if len(texts) < SAMPLE:
                texts.append(error.text)

    @property
    def good_rows(self) -> int:
        """Return how many rows are taken."""
        return self.rows - self.refused

    def groups(self) -> Iterator[list[Row]]:
        """Yield the rows of each group; one of more than MOST_OF_A_GROUP in several parts."""
        self._table.execute(JOIN)
        self._table.execute("CREATE INDEX IF NOT EXISTS by_group ON row (grp, n)")
        for group in self._table.execute(GROUPS):
            rows = self._table.execute(OF_GROUP, group)
            while part := rows.fetchmany(MOST_OF_A_GROUP):
                yield [pickle.loads(row) for (row,) in part]  # noqa: S301 - our own file

    def products(self) -> Iterator[Product]:
        return chain.from_iterable(map(self.products_of, self.groups()))

    def products_of(self, rows: Sequence[Row]) -> Iterator[Product]:
        """Yield the products of a group's rows.

        The row that has the group's id may be what the others are variants of, and no product.
        Where names differ the group is none: what has a name alone goes by its own id, what shares
        one with others by the group's with that name.
        """
        parents = [row for row in rows if row.is_parent]
        variants = [row for row in rows if not row.is_parent]
        if is_page := len(parents) > 1:  # and no group: what looks alike is one product
            parents, variants = [], parents
        names: list[tuple[str, str]] = []  # of each different one the first, and its core
        places: dict[tuple[str, str], list[Row]] = {}  # rows of one product, by key and core
        for row in variants:
            core = _agreeing(names, row)
            if core is None:
                core = row.core
                names += [(row.product.name.casefold(), core)] * (len(names) < MOST_NAMES)
            key = _look(row.product) if is_page else row.product.group_key
            places.setdefault((key, core), []).append(row)
        is_related = all(are_related(names[0][1], core) for _, core in names[1:])
        colours = Counter(key for key, _ in places)
        if not is_page and (not is_related or len(colours) < len(places)):
            self._divide(variants)
        joined: list[Row] = []  # to each variant: a parent that is one of them
        for parent in parents:
            if _agreeing(names, parent) is None:
                yield parent.product
            elif _is_variant(parent, variants):
                joined.append(parent)
        for (key, core), own in places.items():
            product = own[0].product
            if len(names) > 1 and not is_page:
                kept = own[0].group if is_related else None
                product = (
                    _split_group(own, core, kept)
                    if colours[key] > 1
                    else replace(product, group=kept)
                )
            yield self._with_price(product, [*own, *joined]) if own[1:] or joined else product

    def _divide(self, rows: Sequence[Row]) -> None:
        group = rows[0].group
        self.divided += group not in self.first_divided
        if group in self.first_divided or len(self.first_divided) < SHOWN:
            self.first_divided[group] = self.first_divided.get(group, 0) + len(rows)

    def _with_price(self, product: Product, rows: Sequence[Row]) -> Product:
        """Return the product with the price, the wordings and the identifiers of its rows."""
        now = self.defaults.now
        offers = dict.fromkeys(offer for row in rows for offer in row.offers)
        costs = _prices(offers, now)
        if len(costs) > 1:
            self.several += 1
            if self.several <= SHOWN:
                self.first_several[product.group_key] = costs
        known = chain.from_iterable(row.product.identifiers for row in rows[:MOST_IDENTIFIERS])
        product = replace(
            product,
            attributes=_buyable_wordings(rows),
            identifiers=unique_identifiers(tuple(known)),
        )
        return with_price(product, without_parts(smallest_packs(offers), now), self.defaults)

    def divided_groups(self) -> str:
        """Return which groups are none, some of them; empty where all are."""
        if not self.divided:
            return ""
        names = [
            f"{rows} rows with the group {name[:40]}" for name, rows in self.first_divided.items()
        ]
        more = f" and rows of {self.divided - SHOWN} other groups" if self.divided > SHOWN else ""
        return f"{', '.join(names)}{more} have different names: each is a product of its own."

    def several_prices(self) -> str:
        """Return which products have rows at different prices, some of them; empty without any."""
        some = [f"{key}: {', '.join(costs[:SHOWN])}" for key, costs in self.first_several.items()]
        if self.several > SHOWN:
            some.append("…")
        summary = f"{self.several}. The lowest that can be bought counts ({'; '.join(some)})"
        return f"Products with rows at different prices: {summary}." if self.several else ""


def read_feed(path: Path, defaults: FeedDefaults, advance: Advance) -> StagedRows:
    """Read a feed's file and stage its rows; raises FeedError and OSError."""
    staged = StagedRows(defaults)
    for record in read_records(path):
        staged.add(record)
        advance(record.end)
        if staged.refused > MOST_REFUSED + 99 * staged.good_rows:
            first = staged.refusals[0]
            raise FeedError(
                f"{path.name} is no feed: {staged.refused} of its first {staged.rows} rows are"
                f" refused, {first.unit} {first.line} because {first.reason}."
            )
    if not staged.rows:
        raise FeedError(f"{path.name} has no products.", EMPTY)
    return staged


def report_of(refusals: Sequence[Refusal]) -> bytes:
    """Return the refused rows as JSON Lines, in the order of the feed."""
    lines = (json.dumps(asdict(refusal), ensure_ascii=False) for refusal in refusals)
    return "".join(f"{line}\n" for line in lines).encode()


def _agreeing(names: Iterable[tuple[str, str]], row: Row) -> str | None:
    """Return the core of the name that the row's agrees with."""
    title = row.product.name.casefold()
    return next((core for name, core in names if title == name or row.core == core), None)


def _look(product: Product) -> str:
    picture = next((image.canonical_url for image in product.images), product.name)
    return f"{product.color or ''} {picture}"


def _is_variant(parent: Row, variants: Sequence[Row]) -> bool:
    """Return True if the row with a group's id is one of its variants, and no parent.

    A parent's name is a part of its variants' names, and they name what they are variants of.
    """
    if not parent.product.group:
        return False
    is_varied = any(row.has_options for row in variants)
    return not is_varied or not {*words_of(parent.product.name)} <= {
        *words_of(variants[0].product.name.casefold())
    }


def _split_group(rows: Sequence[Row], core: str, kept: str | None) -> Product:
    """Return the product of rows that share a name, in a group of several names."""
    first = rows[0]
    if len(rows) == 1:
        return replace(first.product, group_key=first.id, group=kept)
    own = f"{first.group}:{core[:LONGEST_NAME]}"
    key = first.product.group_key.replace(first.group, own, 1)
    if len(key.encode()) > KEY_LIMIT:
        key = first.id
    return replace(first.product, group_key=key, group=kept or own)


def _prices(offers: Iterable[Offer], now: datetime) -> list[str]:
    free = [offer for offer in offers if offer.amount and offer.is_free(now)]
    before = {(offer.ordinary, offer.currency) for offer in free}
    amounts = {(offer.amount or 0, offer.currency or "") for offer in free}
    return [f"{amount:.2f} {currency}" for amount, currency in sorted(amounts - before)]


def _buyable_wordings(rows: Iterable[Row]) -> LexiconEntries:
    """Return the wordings of what can be bought, or all of them where nothing can."""
    wordings: dict[str, dict[str, bool]] = {}  # and whether what has one can be bought
    for row in rows:
        is_piece = any(offer.kind is Kind.SALE for offer in row.offers)
        for name, texts in row.product.attributes.items() if is_piece else ():
            known = wordings.setdefault(name, {})
            for text in texts:
                if text in known or len(known) < MOST_WORDINGS:
                    known[text] = known.get(text, False) or not row.product.sold_out
    return {
        name: tuple(text for text, available in known.items() if available) or tuple(known)
        for name, known in wordings.items()
    }

"""The small tables that every search and panel needs, read from PostgreSQL and kept for a while."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Select, func, literal_column, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.errors import CatalogueUnavailable
from indexer.background import attempt, start
from indexer.catalogue.rates import Rates, rates_in_force
from indexer.catalogue.shipping import ships_to
from indexer.db import session_scope
from indexer.models import (
    Brand,
    BrandPage,
    BrandStyle,
    Category,
    CategoryListEntry,
    Color,
    Country,
    RateSet,
    Style,
    Synonym,
)

TABLES = (
    Country,
    Color,
    Category,
    CategoryListEntry,
    Style,
    Brand,
    BrandPage,
    BrandStyle,
    Synonym,
    RateSet,
)
FRESH_S = 2.0  # what nobody says that it has changed shows after this
KEPT_S = 30.0
PATIENCE_S = 2.0  # a reading takes some milliseconds, on a very busy machine a second
FIRST_S = 10.0
NEVER = float("-inf")
AGAIN_S = 2.0  # after a failed reading


State = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Store:
    """A brand's row as a store: what filters, lists and links need of it."""

    id: int
    slug: str
    name: str
    website: str
    is_active: bool
    is_multi_brand: bool
    country_iso: str | None
    country_name: str | None
    ships_to: tuple[str, ...]  # ISO codes, or "*"
    styles: tuple[str, ...]
    roots: tuple[str, ...]  # top categories of its listing pages, such as women


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The tables by what they are looked up with; rows in display order.

    Each reading that found a change is another one, which equals itself alone.
    """

    countries: tuple[Country, ...]
    colors: tuple[Color, ...]
    categories: tuple[Category, ...]
    styles: tuple[Style, ...]
    stores: tuple[Store, ...]
    lists: Mapping[str, tuple[str, ...]]  # a named list's category slugs
    proxies: tuple[str, ...]  # ISO codes of countries in which a shipping proxy has an address
    labels: Mapping[str, Mapping[str, str]]  # facet to value to the name that people see
    synonyms: Mapping[str, str]  # what operators say that words mean
    rates: Rates  # those in force

    @property
    def active_stores(self) -> tuple[Store, ...]:
        """Return the stores whose products visitors see."""
        return tuple(store for store in self.stores if store.is_active)


def state_of(session: Session) -> State:
    """Return what changes whenever a row of the tables is written or deleted.

    PostgreSQL adds up where each row's present version is and which transaction wrote it. That is
    asked every other second by each process, and takes a fraction of reading the rows: with 2,500
    stores a reading holds the interpreter for 35 ms, and all searches of the process meanwhile.
    """
    version = func.hashtext(literal_column("xmin::text || ctid::text"))
    sums = [select(func.sum(version)).select_from(table).scalar_subquery() for table in TABLES]
    return tuple(session.execute(select(*sums)).one())


def load(session: Session) -> Reference:
    """Read all tables."""
    countries = tuple(session.scalars(select(Country).order_by(Country.nicename)))
    colors = tuple(session.scalars(select(Color).order_by(Color.position)))
    categories = tuple(session.scalars(select(Category).order_by(Category.position)))
    styles = tuple(session.scalars(select(Style).order_by(Style.position)))
    stores = tuple(_stores(session))
    lists = defaultdict(list)
    for name, slug in session.execute(
        select(CategoryListEntry.name, Category.slug)
        .join(CategoryListEntry.category)
        .order_by(CategoryListEntry.name, Category.position)
    ):
        lists[name].append(slug)
    return Reference(
        countries=countries,
        colors=colors,
        categories=categories,
        styles=styles,
        stores=stores,
        lists={name: tuple(slugs) for name, slugs in lists.items()},
        proxies=tuple(sorted(country.iso for country in countries if country.has_proxy)),
        labels={
            "category": {row.slug: row.name for row in categories},
            "colour": {row.slug: row.name for row in colors},
            "style": {row.slug: row.name for row in styles},
            "store": {store.slug: store.name for store in stores},
            "shipsFrom": {country.iso: country.nicename for country in countries},
        },
        synonyms={row.words: row.means for row in session.scalars(select(Synonym))},
        rates=rates_in_force(session),
    )


def _stores(session: Session) -> Iterator[Store]:
    """Give the brands in the order of their names.

    Columns, no entities: as those 2,500 brands take ten times as long.
    """
    styles = _by_brand(
        session, select(BrandStyle.brand_id, Style.slug).join(Style).order_by(Style.position)
    )
    branches = _by_brand(session, select(BrandPage.brand_id, Category.slug).join(Category))
    brands = session.execute(
        select(
            Brand.id,
            Brand.slug,
            Brand.name,
            Brand.website,
            Brand.is_active,
            Brand.is_multi_brand,
            Brand.shipping_countries_list,
            Brand.scraped_shipping_countries,
            Country.iso,
            Country.nicename,
        )
        .outerjoin(Country)
        .order_by(Brand.name)
    )
    for row in brands:
        yield Store(
            id=row.id,
            slug=row.slug,
            name=row.name,
            website=row.website,
            is_active=row.is_active,
            is_multi_brand=row.is_multi_brand,
            country_iso=row.iso,
            country_name=row.nicename,
            ships_to=_ships_to(
                row.shipping_countries_list, row.scraped_shipping_countries, row.iso
            ),
            styles=tuple(styles.get(row.id, ())),
            roots=tuple(sorted({slug.partition("/")[0] for slug in branches.get(row.id, ())})),
        )


def _by_brand(session: Session, pairs: Select[int, str]) -> Mapping[int, list[str]]:
    grouped: dict[int, list[str]] = defaultdict(list)
    for brand_id, slug in session.execute(pairs):
        grouped[brand_id].append(slug)
    return grouped


@lru_cache(maxsize=16_384)
def _ships_to(listed: str, scraped: str, iso: str | None) -> tuple[str, ...]:
    return tuple(ships_to(listed, scraped, iso))


class ReferenceCache:
    """The tables, seconds old, read in the background by one thread at a time.

    A request waits for a reading only when there are no tables, or old ones after a long pause or
    an edit, or where edits are not heard of, and then no longer than PATIENCE_S. While PostgreSQL
    is down or hangs the last tables serve, so that searches and pages work without it.
    """

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._starting = threading.Lock()
        self._tables: Reference | None = None
        self._state: State = ()
        self._read_at = NEVER
        self._edits = 0  # that were heard of; a reading from before one does not count as fresh
        self._reading: _Reading | None = None
        self._failed: _Reading | None = None  # the last reading, when it failed

    def get(self, *, edits_are_heard: bool = True) -> Reference:
        """Return the tables; raises the database's error only when they were never read.

        Unless `edits_are_heard` (`forget` is called for each), they are as they are now.
        """
        tables, now = self._tables, time.monotonic()
        if tables is None:
            return self._first()
        if self._read_at < now - FRESH_S or not edits_are_heard:
            self._wait_until_as_new_as(now - KEPT_S if edits_are_heard else now)
        return self._tables or tables

    def _wait_until_as_new_as(self, wanted: float) -> None:
        """Have the tables read, and wait until they are as they were at a time, or newer."""
        reading = self._read()
        while self._read_at < wanted and self._failed is None:
            left = reading.started + PATIENCE_S - time.monotonic()
            if left <= 0 or not reading.done.wait(left):
                return
            if self._read_at < wanted:  # it had begun before
                reading = self._read()

    def forget(self) -> None:
        """Have the tables read anew at the next use, after an operator's edit."""
        with self._starting:
            self._edits += 1
            self._reading = None
            self._read_at = NEVER

    def _first(self) -> Reference:
        """Wait for the first reading, FIRST_S at most; for another one where an edit came between.

        What is heard first of changes is the subscription to them, which counts as an edit.
        """
        until = time.monotonic() + FIRST_S
        while (tables := self._tables) is None:
            reading = self._read()
            if not reading.done.wait(until - time.monotonic()):
                raise CatalogueUnavailable()
            if isinstance(reading.error, SQLAlchemyError):
                raise reading.error
            if reading.error is not None:
                raise CatalogueUnavailable() from reading.error
        return tables

    def _read(self) -> _Reading:
        """Start a reading unless one is going on or has just failed; return it."""
        with self._starting:
            if self._reading is not None:
                return self._reading
            if self._failed and time.monotonic() - self._failed.started < AGAIN_S:
                return self._failed
            self._reading = reading = _Reading(self._edits)
        start("reference", lambda: self._run(reading))
        return reading

    def _run(self, reading: _Reading) -> None:
        reading.error = attempt("Reading the reference data", lambda: self._load(reading))
        with self._starting:
            self._failed = reading if reading.error else None
            if self._reading is reading:
                self._reading = None
        reading.done.set()

    def _load(self, reading: _Reading) -> None:
        with session_scope(self._database_url) as session:
            # The state first: what changes between the two is seen by the next reading.
            state = state_of(session)
            unchanged = self._tables if state == self._state else None
            loaded = unchanged or load(session)
        with self._starting:
            if reading.edits == self._edits:
                self._tables, self._state, self._read_at = loaded, state, reading.started


class _Reading:
    """One reading of the tables, going on or done."""

    def __init__(self, edits: int) -> None:
        self.edits = edits
        self.started = time.monotonic()
        self.done = threading.Event()
        self.error: Exception | None = None

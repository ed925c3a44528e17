"""What a web process holds of the catalogue's small tables and of the index's words."""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.search import Body
from app.search.engine import Engine
from app.search.filters import BY_ATTRIBUTE
from app.search.suggest.completer import Completer
from app.search.understand import Language, Spellings
from app.web.errors import ApiError, CatalogueUnavailable, SearchUnavailable
from indexer.catalogue.document import KEYS
from indexer.catalogue.rates import Rates, rates_in_force
from indexer.catalogue.stores import Store, load_stores
from indexer.core.background import start
from indexer.core.db import driver_connection, session_scope
from indexer.language import VocabularyError, current, refresh
from indexer.models import (
    Category,
    CategoryListEntry,
    Color,
    Country,
    PopularSearch,
    SnapshotChange,
    Style,
    Synonym,
)

State = tuple[int, int]
# Spec §3: "Store styles sort order: women, men, home, outdoor, then alphabetical".
_FIRST_STYLES = ("women", "men", "home", "outdoor")


def style_order(style: str) -> tuple[int, str]:
    """Return what sorts a store's style (spec §3)."""
    if style in _FIRST_STYLES:
        return _FIRST_STYLES.index(style), ""
    return len(_FIRST_STYLES), style or "~"


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
    synonyms: Mapping[str, str]  # operators' meanings of words
    rates: Rates  # those in force
    popular: Mapping[str, int]  # texts that people search for and how often

    @property
    def active_stores(self) -> tuple[Store, ...]:
        """Return the stores whose products visitors see."""
        return tuple(store for store in self.stores if store.is_active)


def state_of(session: Session) -> State:
    """Return what changes with each change of the tables: how many were noted, and which.

    Triggers note them (revision 0037). Each process reads that every other second, and takes
    a fraction of reading the rows: with 2,500 stores a reading holds the interpreter for 35 ms, and
    all searches of the process meanwhile. Ids alone would miss one that is committed after a later.
    """
    noted = select(func.count(), func.coalesce(func.sum(SnapshotChange.id), 0))
    count, ids = session.execute(noted.select_from(SnapshotChange)).one()
    return int(count), int(ids)


def load(session: Session) -> Reference:
    """Read all tables."""
    countries = tuple(session.scalars(select(Country).order_by(Country.nicename)))
    colors = tuple(session.scalars(select(Color).order_by(Color.position)))
    categories = tuple(session.scalars(select(Category).order_by(Category.position)))
    styles = tuple(session.scalars(select(Style).order_by(Style.position)))
    stores = tuple(load_stores(driver_connection(session)))
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
        synonyms=dict(session.execute(select(Synonym.words, Synonym.means)).all()),
        rates=rates_in_force(session),
        popular=dict(session.execute(select(PopularSearch.text, PopularSearch.times)).all()),
    )


log = logging.getLogger(__name__)
# The most frequent ones: the words of a whole catalogue. Each takes some 4 kB in the speller.
MOST_WORDS = 20_000
MOST_SPELLED = 10_000  # brands, sizes, …
MOST_CATEGORIES = 2_000
TIMEOUT_MS = 10_000


def words_body() -> Body:
    """Return the body that counts the index's words, categories, brands and their like.

    It is the same for everybody, so that the request cache answers all workers but the first.
    """
    return {
        "query": {"bool": {"filter": [{"term": {"visible": True}}]}},
        "size": 0,
        "track_total_hits": False,
        "aggs": {
            "words": {"terms": {"field": "vocabulary", "size": MOST_WORDS}},
            "categories": {"terms": {"field": "category", "size": MOST_CATEGORIES}},
            **{
                name: {"terms": {"field": BY_ATTRIBUTE[name].field, "size": MOST_SPELLED}}
                for name in KEYS
            },
        },
    }


def read_language(engine: Engine, reference: Reference, known: Language | None) -> Language:
    """Read the index's words; a new object only where something has changed.

    Raises SearchUnavailable.
    """
    try:
        refresh()
    except VocabularyError as error:
        log.error("The vocabulary is unusable, the last one serves: %s", error)
    read = _language(engine, reference)
    if known is None or known.content != read.content:
        known = read.warm()
    elif known.synonyms.means == reference.synonyms:
        return known
    return known.with_synonyms(reference.synonyms)


def _language(engine: Engine, reference: Reference) -> Language:
    (counted,), _ = engine.search([words_body()], TIMEOUT_MS)
    counts = counted["aggregations"]
    words = _counts(counts["words"])
    spelled = {name: _counts(counts[name]) for name in KEYS}
    spellings = Spellings.of(spelled)
    return Language(
        vocabulary=current(),
        brands=spellings.merge_counts("brand", spelled["brand"]),
        spellings=spellings,
        stores={store.slug: store.name for store in reference.active_stores},
        categories=_counts(counts["categories"]),
        counts=words,
        is_complete=len(words) < MOST_WORDS,
        names=reference.labels["category"],
        colour_names=reference.labels["colour"],
    )


def _counts(aggregation: Body) -> dict[str, int]:
    return {
        bucket["key"]: bucket["doc_count"] for bucket in aggregation["buckets"] if bucket["key"]
    }


Value = TypeVar("Value")

TABLES, WORDS, COMPLETIONS = "the reference data", "the index's words", "the completions"
FRESH_S = {TABLES: 2.0, WORDS: 30.0, COMPLETIONS: 30.0}  # each is read so often without news
AGAIN_S = 2.0  # after a failed reading
# That a request waits where nothing was read yet: the first reading computes for long where all
# processes of a busy machine begin. A server's process begins to answer after it.
FIRST_S = 60.0
PATIENCE_S = 5.0  # that a request waits for news, from the beginning of their reading


class CachedValue(Generic[Value]):
    """A value that is read beside the requests, and not before it is requested.

    A request waits for it where there is none, or something was changed (`forget`), but not while
    readings fail: then the last one serves, or the `refusal` is raised.
    """

    def __init__(
        self, name: str, refusal: type[ApiError], read: Callable[[Value | None], Value]
    ) -> None:
        self._name, self._refusal, self._read = name, refusal, read
        self._news = threading.Condition()
        self._value: Value | None = None
        self._error: Exception | None = None  # of the last reading
        self._wanted, self._done = 1, 0  # how many changes there were, and how many by its reading
        self._began = self._old_at = 0.0  # the last reading, and when the next is due (monotonic)
        self._is_reading = False

    def get(self) -> Value:
        """Return the value, as new as all that was changed before; raises the refusal."""
        with self._news:
            self._wake()
            wanted, patience = self._wanted, FIRST_S if self._value is None else PATIENCE_S
            while not self._error and self._done < wanted:
                # An older reading may have to end first: each has its own time.
                left = self._began + patience - time.monotonic()
                if left <= 0 or not self._news.wait(left):
                    break
            if self._value is None:
                raise self._refusal() from self._error
            return self._value

    def invalidate(self) -> None:
        """Have it read anew before its next use."""
        with self._news:
            self._wanted += 1

    def look(self) -> None:
        """Have it read where it is old, so that the first visitor after a pause has it."""
        with self._news:
            if self._began:
                self._wake()

    def _wake(self) -> None:
        is_changed = self._done < self._wanted and not self._error
        if not self._is_reading and (is_changed or time.monotonic() >= self._old_at):
            self._began, self._is_reading = time.monotonic(), True
            start(f"snapshot: {self._name}", self._work)

    def _work(self) -> None:
        """Read it until it is as new as it is wanted, or cannot be read."""
        while self._is_reading:
            with self._news:
                wanted = self._wanted
            value, error = self._attempt()
            with self._news:
                self._value, self._error, self._done = value, error, wanted
                self._began = time.monotonic()
                self._old_at = time.monotonic() + (AGAIN_S if error else FRESH_S[self._name])
                self._is_reading = error is None and wanted < self._wanted
                self._news.notify_all()

    def _attempt(self) -> tuple[Value | None, Exception | None]:
        try:
            return self._read(self._value), None
        except (ApiError, OperationalError) as away:
            log.warning("Reading %s failed; it is tried again: %s", self._name, away)
            return self._value, away
        except Exception as error:
            log.exception("Reading %s failed; it is tried again", self._name)
            return self._value, error


class Snapshots:
    """The tables, the words made of them and of the index, and the completions made of both.

    `hear` returns whether changes are heard; if not, the tables are read at each request.
    """

    def __init__(self, database_url: str, engine: Engine, hear: Callable[[], bool]) -> None:
        self._database_url, self._engine, self._hear = database_url, engine, hear
        self._tables = CachedValue(TABLES, CatalogueUnavailable, self._read_tables)
        self._words = CachedValue(WORDS, SearchUnavailable, self._read_words)
        self._completer = CachedValue(COMPLETIONS, SearchUnavailable, self._read_completer)

    def reference(self) -> Reference:
        """Return the tables; raises CatalogueUnavailable where they were never read."""
        if not self._hear():
            self._tables.invalidate()
        return self._tables.get()[1]

    def language(self) -> Language:
        """Return the words; raises SearchUnavailable where they were never read."""
        return self._words.get()

    def completer(self) -> Completer:
        """Return what completes texts; raises SearchUnavailable where none was ever made."""
        return self._completer.get()

    def invalidate(self) -> None:
        """Have all read anew before its next use: something was changed."""
        for held in (self._tables, self._words, self._completer):  # what others are made of first
            held.invalidate()

    def look(self) -> None:
        """Have read what is old; do not wait."""
        for held in (self._tables, self._words, self._completer):
            held.look()

    def _read_tables(self, held: tuple[State, Reference] | None) -> tuple[State, Reference]:
        with session_scope(self._database_url) as session:
            # The state first: what changes between the two is seen by the next reading.
            state = state_of(session)
            if held and held[0] == state:
                return held
            reference = load(session)
        if held:
            self._words.invalidate()
        return state, reference

    def _read_words(self, held: Language | None) -> Language:
        return read_language(self._engine, self._tables.get()[1], held)

    def _read_completer(self, held: Completer | None) -> Completer:
        language, popular = self._words.get(), self._tables.get()[1].popular
        if held and held.language is language and held.popular == popular:
            return held
        return Completer(language, popular)

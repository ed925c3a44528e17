"""The words of the live index, for understanding; read from it in the background."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from app.errors import SearchUnavailable
from app.reference import Reference
from app.search import Body
from app.search.engine import Engine
from app.search.filters import BY_ATTRIBUTE
from app.search.understand import Language, Spellings
from indexer.catalogue.document.keys import KEYS
from indexer.reference import VocabularyError, current, refresh

log = logging.getLogger(__name__)


FRESH_S = 30.0
# The most frequent ones: what a whole catalogue says. Each takes some 4 kB in the speller.
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


class LanguageCache:
    """The index's language, half a minute old at most; the last one serves during a refresh.

    So that this holds after a pause too, it is kept fresh between visitors (`Changes`).
    Staleness costs little: before a word is given up as unknown, the index itself is asked for it.
    """

    def __init__(self, engine: Engine, reference: Callable[[], Reference]) -> None:
        self._engine = engine
        self._reference = reference
        self._reading = threading.Lock()
        self._current: Language | None = None
        self._read_at = 0.0

    def get(self) -> Language:
        """Return the language with all synonyms that were saved before.

        Raises SearchUnavailable only when it was never read.
        """
        language = self._current
        if language is None:
            with self._reading:
                language = self._current or self._read()
        elif time.monotonic() - self._read_at > FRESH_S and self._reading.acquire(blocking=False):
            threading.Thread(target=self._refresh, name="language", daemon=True).start()
        means = self._reference().synonyms
        if language.synonyms.means != means:
            self._current = language = language.with_synonyms(means)
        return language

    def latest(self) -> Language | None:
        """Return the language where it was ever read, as fresh as `get` keeps it."""
        return self._current and self.get()

    def _refresh(self) -> None:
        try:
            self._read()
        except SearchUnavailable:
            self._read_at = time.monotonic()
        finally:
            self._reading.release()

    def _read(self) -> Language:
        """Read the index's words; a new object only where something has changed."""
        try:
            refresh()
        except VocabularyError as error:
            log.error("The vocabulary is unusable, the last one serves: %s", error)
        read = self._language()
        if self._current is None or self._current.content != read.content:
            self._current = read.warm().with_synonyms(self._reference().synonyms)
        self._read_at = time.monotonic()
        return self._current

    def _language(self) -> Language:
        reference = self._reference()
        counts = self._engine.msearch([words_body()], TIMEOUT_MS).responses[0]["aggregations"]
        words = _counts(counts["words"])
        spelled = {name: _counts(counts[name]) for name in KEYS}
        spellings = Spellings.of(spelled)
        return Language(
            vocabulary=current(),
            brands=spellings.merged("brand", spelled["brand"]),
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

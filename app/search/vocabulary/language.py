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
from indexer.background import attempt, start
from indexer.catalogue.document.keys import KEYS
from indexer.reference import VocabularyError, current, refresh

log = logging.getLogger(__name__)


FRESH_S = 30.0
PATIENCE_S = 5.0  # a reading takes a second where it finds very much that is new
AGAIN_S = 2.0  # after a failed reading
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
    """The index's language, with all that was said to be in it, and half a minute old at most.

    So that this holds after a pause too, it is kept fresh between visitors (`Changes`). The last
    one serves during a refresh, but where a change was said (`forget`): then a search waits for it,
    PATIENCE_S at most. `hear` takes note of what was said.
    """

    def __init__(
        self, engine: Engine, reference: Callable[[], Reference], hear: Callable[[], object]
    ) -> None:
        self._engine = engine
        self._reference = reference
        self._hear = hear
        self._reading = threading.Lock()
        self._noting = threading.Lock()  # of the moments in which the three below are replaced
        self._current: Language | None = None
        self._old_at = 0.0  # from then on another one is read
        self._said = 0  # how many changes were said
        self._known = 0  # how many of them had been when the language was read
        self.told: Language | None = None  # the last one that was read because of a change

    def get(self) -> Language:
        """Return the language with all synonyms that were saved before.

        Raises SearchUnavailable only when it was never read.
        """
        language, means = self._newest(), self._reference().synonyms
        if language.synonyms.means == means:
            return language
        renewed = language.with_synonyms(means)
        with self._noting:
            if self._current is language:  # no newer one was read meanwhile
                self._current = renewed
        return renewed

    def _newest(self) -> Language:
        self._hear()
        until = time.monotonic() + PATIENCE_S
        while (language := self.latest()) is not None and self._known != self._said:
            if not self._reading.acquire(timeout=max(0.0, until - time.monotonic())):
                return language
            self._reading.release()
        if language is not None:
            return language
        with self._reading:
            return self._current or self._read()

    def latest(self) -> Language | None:
        """Return the language where it was ever read, waiting for nothing that is newer."""
        is_old = self._known != self._said or time.monotonic() > self._old_at
        if self._current is not None and is_old and self._reading.acquire(blocking=False):
            start("language", self._refresh)
        return self._current

    def forget(self) -> None:
        """Have the language read anew before the next search, as documents hold other words."""
        with self._noting:
            self._said += 1

    def _refresh(self) -> None:
        said, self._old_at = self._said, time.monotonic() + AGAIN_S
        attempt("Reading the index's words", self._read_unless_away)
        with self._noting:
            self._known = max(self._known, said)  # no search waits for it in vain
        self._reading.release()

    def _read_unless_away(self) -> None:
        try:
            self._read()
        except SearchUnavailable:
            log.info("The index's words cannot be read, the last ones serve.")

    def _read(self) -> Language:
        """Read the index's words; a new object only where something has changed."""
        said = self._said
        try:
            refresh()
        except VocabularyError as error:
            log.error("The vocabulary is unusable, the last one serves: %s", error)
        read = self._language()
        known = self._current
        if known is None or known.content != read.content:
            known = read.warm().with_synonyms(self._reference().synonyms)
        with self._noting:
            self._current = known
            if said != self._known:
                self.told = known
            self._known, self._old_at = said, time.monotonic() + FRESH_S
        return known

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

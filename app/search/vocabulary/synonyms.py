"""Synonyms that operators add: what their words mean is read in their place.

es_mappings/synonyms.txt is not the place for them. A word that nothing in the catalogue is called
is corrected or left out while a text is read, before Elasticsearch and its synonyms see it; there
they also hold in any number of words, at once, and with every SYNONYMS_MODE.
"""

from __future__ import annotations

import logging
import re
import threading
import time
import unicodedata
from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from app.catalogue import OpenSession
from app.errors import ApiError, Invalid
from indexer.models import Synonym

log = logging.getLogger(__name__)

FRESH_S = 2.0
_WORDS = re.compile(r"[^\W_]+(?:[ '&-]+[^\W_]+)*")


class Synonyms:
    """The operators' synonyms, two seconds old at most; while PostgreSQL is away, as they were."""

    def __init__(self, session: OpenSession) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._read_at = float("-inf")
        self._means: Mapping[str, str] = {}
        self._pattern: re.Pattern[str] | None = None
        self.version = 0  # rises with each change

    def forget(self) -> None:
        """Have them read at the next use: somebody has changed them."""
        self._read_at = float("-inf")

    def apply(self, text: str) -> str:
        """Return a text with what its words mean; each place once, the longest words first."""
        self._refresh()
        pattern, means = self._pattern, self._means
        if pattern is None:
            return text
        return pattern.sub(lambda match: means.get(_folded(match[0]), match[0]), text)

    def add(self, words: str, means: str, who: str) -> tuple[str, str]:
        """Keep a synonym, or change what its words mean; return both as kept. Raises Invalid."""
        words, means = _clean(words, "words"), _clean(means, "means")
        if words == means:
            raise Invalid.field("means", "must be other words")
        row = insert(Synonym).values(words=words, means=means, added_by=who)
        changed = {"means": row.excluded.means, "added_by": row.excluded.added_by}
        with self._session() as session:
            session.execute(row.on_conflict_do_update(index_elements=["words"], set_=changed))
        self.forget()
        return words, means

    def _refresh(self) -> None:
        if time.monotonic() - self._read_at < FRESH_S or not self._lock.acquire(blocking=False):
            return
        try:
            with self._session() as session:
                rows = session.execute(select(Synonym.words, Synonym.means))
                self._set({row.words: row.means for row in rows})
        except (SQLAlchemyError, ApiError) as error:
            log.warning("Synonyms stay as they were: %s", error)
        finally:
            self._read_at = time.monotonic()
            self._lock.release()

    def _set(self, means: Mapping[str, str]) -> None:
        longest = sorted(means, key=len, reverse=True)
        gaps = (re.escape(words).replace(r"\ ", r"\s+") for words in longest)
        words = "|".join(gaps)
        self.version += means != self._means
        self._means = means
        self._pattern = re.compile(rf"\b(?:{words})\b", re.IGNORECASE) if words else None


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


def _clean(text: str, field: str) -> str:
    """Return words in small letters; raises Invalid."""
    folded = _folded(text)
    if not _WORDS.fullmatch(folded):
        raise Invalid.field(field, "must be words of letters and digits")
    return folded

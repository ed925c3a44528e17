"""Synonyms that operators add: what their words mean is read in their place.

es_mappings/synonyms.txt is not the place for them. A word that nothing in the catalogue is called
is corrected or left out while a text is read, before Elasticsearch and its synonyms see it; there
they also hold in any number of words, at once, and with every SYNONYMS_MODE.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.errors import Invalid
from indexer.models import Synonym

_WORDS = re.compile(r"[^\W_]+(?:[ '&-]+[^\W_]+){0,49}")


class Synonyms:
    """Applies the operators' synonyms as the reference tables have them (`means` by words)."""

    def __init__(self, means: Callable[[], Mapping[str, str]]) -> None:
        self._means = means
        self._compiled: tuple[Mapping[str, str], re.Pattern[str] | None] = {}, None

    def apply(self, text: str) -> str:
        """Return a text with what its words mean; each place once, the longest words first."""
        means, pattern = self._compiled
        if means is not (latest := self._means()):
            means, pattern = self._compiled = latest, _pattern(latest)
        if pattern is None:
            return text
        return pattern.sub(lambda match: means.get(_folded(match[0]), match[0]), text)


def add(session: Session, words: str, means: str, who: str) -> tuple[str, str]:
    """Keep a synonym, or change what its words mean; return both as kept. Raises Invalid."""
    words, means = _clean(words, "words"), _clean(means, "means")
    if words == means:
        raise Invalid.field("means", "must be other words")
    row = insert(Synonym).values(words=words, means=means, added_by=who)
    changed = {"means": row.excluded.means, "added_by": row.excluded.added_by}
    session.execute(row.on_conflict_do_update(index_elements=["words"], set_=changed))
    return words, means


def _pattern(means: Mapping[str, str]) -> re.Pattern[str] | None:
    longest = sorted(means, key=len, reverse=True)
    words = "|".join(re.escape(words).replace(r"\ ", r"\s+") for words in longest)
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE) if words else None


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


def _clean(text: str, field: str) -> str:
    """Return words in small letters; raises Invalid."""
    folded = _folded(text)
    if not _WORDS.fullmatch(folded):
        raise Invalid.field(field, "must be words of letters and digits")
    return folded

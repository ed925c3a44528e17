"""Keeps the synonyms that operators add (`indexer.language.words.entries`)."""

import re

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.errors import Invalid
from indexer.language.words.entries import folded
from indexer.models import Synonym

_WORDS = re.compile(r"[^\W_]+(?:[ '&-]+[^\W_]+){0,49}")


def add(session: Session, words: str, means: str, who: str) -> tuple[str, str, str | None]:
    """Keep a synonym, or change what its words mean.

    Returns both as kept, and what the words meant before. Raises Invalid.
    """
    words, means = _clean(words, "words"), _clean(means, "means")
    if words == means:
        raise Invalid.field("means", "must be other words")
    held = session.get(Synonym, words, with_for_update=True)
    before = held.means if held else None
    row = insert(Synonym).values(words=words, means=means, added_by=who)
    changed = {"means": row.excluded.means, "added_by": row.excluded.added_by}
    session.execute(row.on_conflict_do_update(index_elements=["words"], set_=changed))
    return words, means, before


def _clean(text: str, field: str) -> str:
    """Return words in small letters; raises Invalid."""
    words = folded(text)
    if not _WORDS.fullmatch(words):
        raise Invalid.field(field, "must be words of letters and digits")
    return words

"""The live index's own words, and operators' synonyms."""

from __future__ import annotations

import logging
import re

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.errors import Invalid
from app.reference import Reference
from app.search import Body
from app.search.engine import Engine
from app.search.filters import BY_ATTRIBUTE
from app.search.understand import Language, Spellings
from indexer.catalogue.document.build import KEYS
from indexer.language import VocabularyError, current, refresh
from indexer.language.words.entries import folded
from indexer.models import Synonym

log = logging.getLogger(__name__)
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
    counts = engine.msearch([words_body()], TIMEOUT_MS).responses[0]["aggregations"]
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

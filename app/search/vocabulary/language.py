"""The words of the live index, for understanding (`app.snapshot` keeps them)."""

import logging

from app.reference import Reference
from app.search import Body
from app.search.engine import Engine
from app.search.filters import BY_ATTRIBUTE
from app.search.understand import Language, Spellings
from indexer.catalogue.document.build import KEYS
from indexer.language import VocabularyError, current, refresh

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

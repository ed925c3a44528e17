"""What visitors find, as a proof: some hundred searches and what each of them found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import text

from app import create_app
from app.api.search.calls import answer_all
from app.context import context
from app.search.wire.asked import parse
from dev.backup.manifest import Question
from indexer.core.db import session_scope
from indexer.core.settings import Settings

ASKED = 200
FOUND = 24  # products whose ids are compared
PATIENCE_MS = 60_000  # nobody waits for these
AT_ONCE = 10  # searches in a request
# Orders without scores: those follow from how the index came to be, too, as its parts differ.
ORDERS = ("products_created_desc", "products_price_asc", "products_name_asc")
# Words of names, stores and categories, in an order that the same catalogue always has.
_TEXTS = text("""
SELECT said FROM (
    SELECT DISTINCT lower(split_part(name, ' ', n)) AS said FROM product, generate_series(1, 3) n
    UNION SELECT lower(name) FROM brand UNION SELECT lower(name) FROM category
    UNION SELECT lower(name) FROM color
) texts WHERE length(said) > 2 ORDER BY md5(said) LIMIT :most
""")


def questions(settings: Settings, most: int) -> list[tuple[str, str]]:
    """Return orders and texts to ask, of the catalogue's own words; the first is everything."""
    with session_scope(settings.database_url) as session:
        words = ["", *session.scalars(_TEXTS, {"most": most - 1})]
    orders = len(ORDERS)
    pairs = (
        (ORDERS[(number + turn) % orders], said)
        for turn in range(orders)
        for number, said in enumerate(words)
    )
    return list(islice(pairs, most))


def ask(settings: Settings, asked: Iterable[tuple[str, str]]) -> list[Question]:
    """Return what each search finds now; raises SearchUnavailable. Nothing of it is recorded."""
    own = settings.but(kept_answers_mb=0, rate_limits=False, search_timeout_ms=PATIENCE_MS)
    app, rest = create_app(own), iter(asked)
    found: list[Question] = []
    with app.test_request_context():
        while some := list(islice(rest, AT_ONCE)):
            found.extend(_answers(some))
        context().changes.close()
    return found


def _answers(asked: Sequence[tuple[str, str]]) -> Iterator[Question]:
    requests: list[dict[str, Any]] = [
        {"indexName": index, "params": {"query": said, "hitsPerPage": FOUND}}
        for index, said in asked
    ]
    results = answer_all(parse(requests)).value["results"]
    for (index, said), result in zip(asked, results, strict=True):
        ids = tuple(str(hit["objectID"]) for hit in result["hits"])
        yield Question(index, said, result["nbHits"], ids)


def differences(settings: Settings, saved: Sequence[Question]) -> list[str]:
    """Return the searches that find something else now."""
    now = ask(settings, [(one.index, one.query) for one in saved])
    return [
        f"{one.query!r} ({found.total} products, {one.total} saved)"
        for one, found in zip(saved, now, strict=True)
        if found != one
    ]

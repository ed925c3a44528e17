"""Products of a run that are one in several languages of their shop: one of them is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import delete, func, literal, select, text
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.orm import Session

from indexer.models import RunItem
from scrapers.web.languages import language_of, rank

MOST = 12  # products that share what names one, in as many languages; more are no translations
AT_ONCE = 500
# What translations of one product have in common: their pages name each other, or their GTINs or
# skus are equal. A brand has one shop, so that a sku is nobody else's.
_SHARED = text("""
SELECT array_agg(DISTINCT key) FROM (
       SELECT key, 'page ' || (item ->> 'translations') AS name FROM run_item
        WHERE run_id = :run_id AND item ->> 'translations' <> ''
        UNION ALL
       SELECT key, (one ->> 'kind') || ' ' || (one ->> 'value')
         FROM run_item, jsonb_array_elements(item -> 'identifiers') AS one
        WHERE run_id = :run_id AND one ->> 'kind' IN ('gtin', 'sku')) AS named
 GROUP BY name HAVING count(DISTINCT key) BETWEEN 2 AND :most
""")


# Whether any page or link may be in a language of its own: of most shops none is.
_IN_LANGUAGES = text(r"""
SELECT EXISTS (SELECT FROM run_item WHERE run_id = :run_id AND (
       item ->> 'language' <> '' OR item ->> 'translations' <> ''
       OR item ->> 'href' ~* '[/=.][a-z]{2}([-_][a-z]{2})?([/?&.#]|$)'))
""")
_NOTE = text("""
UPDATE run_item SET item = jsonb_set(item, '{translated_keys}', to_jsonb(given.others))
  FROM (SELECT kept, array_agg(other) AS others
          FROM unnest(CAST(:kept AS text[]), CAST(:others AS text[])) AS pair(kept, other)
         GROUP BY kept) AS given
 WHERE run_id = :run_id AND key = given.kept
""")


def drop_translated(run_id: int, session: Session) -> int:
    """Take products from what is staged that another one is in another language; return how many.

    They have one price, and each a language of its own. The shop's default language is kept, else
    English; it names the others' keys, so that known products go on in it.
    """
    if not session.scalar(_IN_LANGUAGES, {"run_id": run_id}):
        return 0
    query = session.execute(
        _SHARED, {"run_id": run_id, "most": MOST}, execution_options={"yield_per": AT_ONCE}
    )
    count = 0
    for groups in query.scalars().partitions():
        kept = {
            other: one for keys in groups for one, other in _others(_staged(session, run_id, keys))
        }
        session.execute(_NOTE, {"run_id": run_id, "kept": [*kept.values()], "others": [*kept]})
        array = literal(sorted(kept), ARRAY(TEXT))
        session.execute(
            delete(RunItem)
            .where(RunItem.run_id == run_id, RunItem.key == func.any(array))
            .execution_options(synchronize_session=False)
        )
        count += len(kept)
    return count


def _staged(session: Session, run_id: int, keys: Sequence[str]) -> Sequence[Any]:
    names = ("href", "currency", "price", "language")
    columns = [RunItem.item[name].astext.label(name) for name in names]
    array = literal(list(keys), ARRAY(TEXT))
    return session.execute(
        select(RunItem.key, *columns).where(
            RunItem.run_id == run_id, RunItem.key == func.any(array)
        )
    ).all()


def _others(rows: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Yield the key to keep with each other one, where the rows are one product's languages."""
    listed = sorted(rows, key=lambda row: (rank(_language(row)), row.key))
    languages = {_language(row) for row in listed}
    prices = {(row.currency, row.price) for row in listed}
    if len(languages) == len(listed) and len(prices) == 1:
        yield from ((listed[0].key, row.key) for row in listed[1:])


def _language(row: Any) -> str:
    return row.language or language_of(row.href or "")

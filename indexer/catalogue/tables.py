"""`python -m indexer.catalogue.tables`: load the reference files into their tables.

Loading again changes nothing.

Documents hold the names of categories and stores' countries by name: where one is
renamed, its products are indexed again. Colours and styles stand in documents by their slugs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import delete, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Session

from indexer.catalogue.outbox import enqueue_below, enqueue_shipping
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.language.tree import categories, category_lists, colors, read
from indexer.models import Base, Category, CategoryListEntry, Color, Country, Style


def load_reference(session: Session) -> dict[str, int]:
    """Bring every reference table to the shipped state; returns the rows of each table.

    Rows are known by their slug (a country by its ISO code), so ids, and what points to them,
    stay. A category or colour that left the files stays too: products may still stand in it.
    """
    countries = [
        {"iso": row["iso"], "nicename": row["nicename"], "has_proxy": row.get("hasProxy", False)}
        for row in read("countries.json")
    ]
    color_rows = [
        {"slug": c.slug, "name": c.name, "swatch": c.swatch, "position": c.position}
        for c in colors()
    ]
    styles = [{**row, "position": n} for n, row in enumerate(read("styles.json"))]
    before = _names(session, Country.iso, Country.nicename)
    _upsert(session, Country, "iso", countries)
    if _changed_names(before, _names(session, Country.iso, Country.nicename)):
        enqueue_shipping(session)
    _upsert(session, Color, "slug", color_rows)
    _upsert(session, Style, "slug", styles)
    return {
        "countries": len(countries),
        "colours": len(color_rows),
        "styles": len(styles),
        "categories": _load_categories(session),
    }


def _load_categories(session: Session) -> int:
    """Load level by level, because a child's row needs its parent's id."""
    ids: dict[str, int] = {}
    before = _names(session, Category.slug, Category.name)
    for level in range(1 + max(node.slug.count("/") for node in categories())):
        nodes = [node for node in categories() if node.slug.count("/") == level]
        rows = [
            {
                "slug": node.slug,
                "name": node.name,
                "parent_category_id": ids[node.parent] if node.parent else None,
                "position": node.position,
                "icon": node.icon,
            }
            for node in nodes
        ]
        _upsert(session, Category, "slug", rows)
        ids = dict(session.execute(select(Category.slug, Category.id)).all())
    _load_lists(session, ids)
    for slug in _changed_names(before, _names(session, Category.slug, Category.name)):
        enqueue_below(session, ids[slug])
    return len(categories())


def _names(
    session: Session, key: InstrumentedAttribute[str], name: InstrumentedAttribute[str]
) -> dict[str, str]:
    return {row[0]: row[1] for row in session.execute(select(key, name))}


def _changed_names(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return [key for key, name in after.items() if before.get(key, name) != name]


def _load_lists(session: Session, ids: dict[str, int]) -> None:
    entries = [(name, ids[slug]) for name, slugs in category_lists().items() for slug in slugs]
    row = tuple_(CategoryListEntry.name, CategoryListEntry.category_id)
    session.execute(delete(CategoryListEntry).where(row.not_in(entries)))
    values = [{"name": name, "category_id": category_id} for name, category_id in entries]
    session.execute(insert(CategoryListEntry).values(values).on_conflict_do_nothing())


def _upsert(session: Session, model: type[Base], key: str, rows: Iterable[dict[str, Any]]) -> None:
    """Insert rows or update those that differ, so that an unchanged load writes nothing."""
    statement = insert(model.__table__).values(list(rows))  # type: ignore[arg-type]
    changing = [column for column in statement.excluded if column.name not in {key, "id"}]
    columns = [c for c in changing if c.name in next(iter(rows))]
    table = model.__table__.c
    differs = tuple_(*(table[c.name] for c in columns)).is_distinct_from(tuple_(*columns))
    session.execute(
        statement.on_conflict_do_update(
            index_elements=[key], set_={c.name: c for c in columns}, where=differs
        )
    )


if __name__ == "__main__":
    with session_scope(Settings.from_env().database_url) as loading:
        for name, count in load_reference(loading).items():
            print(f"{count:>4} {name}")

"""Brands as stores, and where they ship to, by lists of country names (fields.md)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, LiteralString

import psycopg
from psycopg.rows import dict_row

from indexer.language.tree import iso_of

EVERYWHERE = "*"
_WORLDWIDE = {"worldwide", "world wide", "international", "everywhere", "all countries", "*"}


@lru_cache(maxsize=16_384)
def ships_to(listed: str, scraped: str, own_iso: str | None) -> tuple[str, ...]:
    """Return ISO codes, or `("*",)` for the whole world, sorted.

    The operator's list wins over the scraped one; both empty (or unreadable) means the store's
    own country.
    """
    for text in (listed, scraped):
        countries = _countries(text)
        if countries:
            return (EVERYWHERE,) if EVERYWHERE in countries else tuple(sorted(countries))
    return (own_iso,) if own_iso else ()


def _countries(text: str) -> set[str]:
    names = {" ".join(line.split()).casefold() for line in text.splitlines()}
    if names & _WORLDWIDE:
        return {EVERYWHERE}
    return set(filter(None, map(iso_of, names)))


@dataclass(frozen=True, slots=True)
class Store:
    """A brand as a store: what documents, filters, lists and links need of it.

    `ships_to` as the function returns it; `roots`: top categories of its listing pages, as women.
    """

    id: int
    slug: str
    name: str
    website: str
    is_active: bool
    is_multi_brand: bool
    item_type: str
    image_bg: bool
    need_external_translate: bool
    switch_image_order: bool
    country_iso: str | None
    country_name: str | None
    styles: list[str]
    roots: list[str]
    ships_to: tuple[str, ...]


_STORES: LiteralString = """
SELECT b.id, b.slug, b.name, b.website, b.is_active, b.is_multi_brand, b.item_type, b.image_bg,
       b.need_external_translate, b.switch_image_order, c.iso AS country_iso,
       c.nicename AS country_name, b.shipping_countries_list AS listed,
       b.scraped_shipping_countries AS scraped,
       ARRAY(SELECT s.slug FROM brand_style bs JOIN style s ON s.id = bs.style_id
              WHERE bs.brand_id = b.id ORDER BY s.position) AS styles,
       ARRAY(SELECT DISTINCT split_part(g.slug, '/', 1)
               FROM brand_page p JOIN category g ON g.id = p.product_category
              WHERE p.brand_id = b.id ORDER BY 1) AS roots
  FROM brand b LEFT JOIN country c ON c.id = b.country_id ORDER BY b.name
"""


def load_stores(connection: psycopg.Connection[Any]) -> Iterator[Store]:
    """Yield all brands in the order of their names."""
    with connection.cursor(row_factory=dict_row) as cursor:
        for row in cursor.execute(_STORES):
            reach = ships_to(row.pop("listed"), row.pop("scraped"), row["country_iso"])
            yield Store(**row, ships_to=reach)

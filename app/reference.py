"""The small tables that every search and panel needs, read from PostgreSQL and kept for a while."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import joinedload

from indexer.db import session_scope
from indexer.models import (
    Brand,
    BrandPage,
    Category,
    CategoryListEntry,
    Color,
    Country,
    Style,
)
from indexer.shipping import ships_to

FRESH_S = 2.0  # another process's edit shows after this
KEPT_S = 30.0


@dataclass(frozen=True, slots=True)
class Store:
    """A brand's row as a store: what filters, lists and links need of it."""

    id: int
    slug: str
    name: str
    website: str
    is_active: bool
    is_multi_brand: bool
    country_iso: str | None
    country_name: str | None
    ships_to: tuple[str, ...]  # ISO codes, or "*"
    styles: tuple[str, ...]
    roots: tuple[str, ...]  # top categories of its listing pages, such as women

    def reaches(self, country: str, proxies: tuple[str, ...]) -> bool:
        """Tell whether its products reach a country, directly or through a shipping proxy."""
        return not country or bool({country, "*", *proxies} & set(self.ships_to))


@dataclass(frozen=True, slots=True)
class Reference:
    """The tables by what they are looked up with; rows in display order."""

    countries: tuple[Country, ...]
    colors: tuple[Color, ...]
    categories: tuple[Category, ...]
    styles: tuple[Style, ...]
    stores: tuple[Store, ...]
    lists: Mapping[str, tuple[str, ...]]  # a named list's category slugs
    proxies: tuple[str, ...]  # ISO codes of countries in which a shipping proxy has an address
    labels: Mapping[str, Mapping[str, str]]  # facet to value to the name that people see

    @property
    def active_stores(self) -> tuple[Store, ...]:
        """Return the stores whose products visitors see."""
        return tuple(store for store in self.stores if store.is_active)


def load(database_url: str) -> Reference:
    """Read all tables; some milliseconds."""
    with session_scope(database_url) as session:
        countries = tuple(session.scalars(select(Country).order_by(Country.nicename)))
        colors = tuple(session.scalars(select(Color).order_by(Color.position)))
        categories = tuple(session.scalars(select(Category).order_by(Category.position)))
        styles = tuple(session.scalars(select(Style).order_by(Style.position)))
        brands = session.scalars(
            select(Brand)
            .options(
                joinedload(Brand.country),
                joinedload(Brand.styles),
                joinedload(Brand.pages).joinedload(BrandPage.category_row),
            )
            .order_by(Brand.name)
        ).unique()
        names = {row.iso.casefold(): row.iso for row in countries}
        names |= {row.nicename.casefold(): row.iso for row in countries}
        stores = tuple(_store(brand, names) for brand in brands)
        lists = defaultdict(list)
        for name, slug in session.execute(
            select(CategoryListEntry.name, Category.slug)
            .join(CategoryListEntry.category)
            .order_by(CategoryListEntry.name, Category.position)
        ):
            lists[name].append(slug)
    return Reference(
        countries=countries,
        colors=colors,
        categories=categories,
        styles=styles,
        stores=stores,
        lists={name: tuple(slugs) for name, slugs in lists.items()},
        proxies=tuple(sorted(country.iso for country in countries if country.has_proxy)),
        labels={
            "category": {row.slug: row.name for row in categories},
            "colour": {row.slug: row.name for row in colors},
            "style": {row.slug: row.name for row in styles},
            "store": {store.slug: store.name for store in stores},
            "shipsFrom": {country.iso: country.nicename for country in countries},
        },
    )


def _store(brand: Brand, iso_by_name: Mapping[str, str]) -> Store:
    iso = brand.country.iso if brand.country else None
    listed, scraped = brand.shipping_countries_list, brand.scraped_shipping_countries
    roots = {page.category_row.slug.partition("/")[0] for page in brand.pages if page.category_row}
    return Store(
        id=brand.id,
        slug=brand.slug,
        name=brand.name,
        website=brand.website,
        is_active=brand.is_active,
        is_multi_brand=brand.is_multi_brand,
        country_iso=iso,
        country_name=brand.country.nicename if brand.country else None,
        ships_to=tuple(ships_to(listed, scraped, iso, iso_by_name)),
        styles=tuple(style.slug for style in brand.styles),
        roots=tuple(sorted(roots)),
    )


class ReferenceCache:
    """The tables, seconds old: read anew beside the request, before it only after a long pause.

    While PostgreSQL is away the last ones serve, so that searches go on without it.
    """

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._reading = threading.Lock()
        self._held: Reference | None = None
        self._read_at = 0.0

    def get(self) -> Reference:
        """Return the tables; raises the database's error only when they were never read."""
        held, age = self._held, time.monotonic() - self._read_at
        if held is None or age > KEPT_S:
            with self._reading:
                return self._read(newer_than=KEPT_S)
        if age > FRESH_S and self._reading.acquire(blocking=False):
            threading.Thread(target=self._read_beside, name="reference", daemon=True).start()
        return held

    def forget(self) -> None:
        """Have the tables read anew at the next use, after an operator's edit."""
        self._read_at = -KEPT_S

    def _read_beside(self) -> None:
        try:
            self._read(newer_than=FRESH_S)
        finally:
            self._reading.release()

    def _read(self, newer_than: float) -> Reference:
        """Read the tables, unless another thread has just done so."""
        if self._held is None or time.monotonic() - self._read_at > newer_than:
            try:
                self._held = load(self._database_url)
            except SQLAlchemyError:
                if self._held is None:
                    raise
            self._read_at = time.monotonic()
        return self._held

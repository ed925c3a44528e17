"""The small tables that every search and panel needs, read from PostgreSQL by the snapshot."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from indexer.catalogue.rates import Rates, rates_in_force
from indexer.catalogue.shipping import ships_to
from indexer.models import (
    Brand,
    BrandPage,
    BrandStyle,
    Category,
    CategoryListEntry,
    Color,
    Country,
    PopularSearch,
    SnapshotChange,
    Style,
    Synonym,
)

State = tuple[int, int]
# Spec §3: "Store styles sort order: women, men, home, outdoor, then alphabetical".
_FIRST_STYLES = ("women", "men", "home", "outdoor")


def style_order(style: str) -> tuple[int, str]:
    """Return what sorts a store's style (spec §3)."""
    if style in _FIRST_STYLES:
        return _FIRST_STYLES.index(style), ""
    return len(_FIRST_STYLES), style or "~"


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


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The tables by what they are looked up with; rows in display order.

    Each reading that found a change is another one, which equals itself alone.
    """

    countries: tuple[Country, ...]
    colors: tuple[Color, ...]
    categories: tuple[Category, ...]
    styles: tuple[Style, ...]
    stores: tuple[Store, ...]
    lists: Mapping[str, tuple[str, ...]]  # a named list's category slugs
    proxies: tuple[str, ...]  # ISO codes of countries in which a shipping proxy has an address
    labels: Mapping[str, Mapping[str, str]]  # facet to value to the name that people see
    synonyms: Mapping[str, str]  # operators' meanings of words
    rates: Rates  # those in force
    popular: Mapping[str, int]  # texts that people search for and how often

    @property
    def active_stores(self) -> tuple[Store, ...]:
        """Return the stores whose products visitors see."""
        return tuple(store for store in self.stores if store.is_active)


def state_of(session: Session) -> State:
    """Return what changes with each change of the tables: how many were noted, and which.

    Triggers note them (revision 0037). Each process reads that every other second, and takes
    a fraction of reading the rows: with 2,500 stores a reading holds the interpreter for 35 ms, and
    all searches of the process meanwhile. Ids alone would miss one that is committed after a later.
    """
    noted = select(func.count(), func.coalesce(func.sum(SnapshotChange.id), 0))
    count, ids = session.execute(noted.select_from(SnapshotChange)).one()
    return int(count), int(ids)


def load(session: Session) -> Reference:
    """Read all tables."""
    countries = tuple(session.scalars(select(Country).order_by(Country.nicename)))
    colors = tuple(session.scalars(select(Color).order_by(Color.position)))
    categories = tuple(session.scalars(select(Category).order_by(Category.position)))
    styles = tuple(session.scalars(select(Style).order_by(Style.position)))
    stores = tuple(_stores(session))
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
        synonyms=dict(session.execute(select(Synonym.words, Synonym.means)).all()),
        rates=rates_in_force(session),
        popular=dict(session.execute(select(PopularSearch.text, PopularSearch.times)).all()),
    )


def _stores(session: Session) -> Iterator[Store]:
    """Give the brands in the order of their names.

    Columns, no entities: as those 2,500 brands take ten times as long.
    """
    styles = _by_brand(
        session, select(BrandStyle.brand_id, Style.slug).join(Style).order_by(Style.position)
    )
    branches = _by_brand(session, select(BrandPage.brand_id, Category.slug).join(Category))
    brands = session.execute(
        select(
            Brand.id,
            Brand.slug,
            Brand.name,
            Brand.website,
            Brand.is_active,
            Brand.is_multi_brand,
            Brand.shipping_countries_list,
            Brand.scraped_shipping_countries,
            Country.iso.label("country_iso"),
            Country.nicename.label("country_name"),
        )
        .outerjoin(Country)
        .order_by(Brand.name)
    )
    for row in brands:
        own = dict(row._mapping)
        places = own.pop("shipping_countries_list"), own.pop("scraped_shipping_countries")
        yield Store(
            **own,
            ships_to=_ships_to(*places, row.country_iso),
            styles=tuple(styles.get(row.id, ())),
            roots=tuple(sorted({slug.partition("/")[0] for slug in branches.get(row.id, ())})),
        )


def _by_brand(session: Session, pairs: Select[int, str]) -> Mapping[int, list[str]]:
    grouped: dict[int, list[str]] = defaultdict(list)
    for brand_id, slug in session.execute(pairs):
        grouped[brand_id].append(slug)
    return grouped


@lru_cache(maxsize=16_384)
def _ships_to(listed: str, scraped: str, iso: str | None) -> tuple[str, ...]:
    return tuple(ships_to(listed, scraped, iso))

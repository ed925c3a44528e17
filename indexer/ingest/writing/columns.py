"""A product's columns: what its source gives, and what its listing pages' configuration adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from indexer.catalogue.takedowns import Blocks, load_blocklist
from indexer.ingest.identity.comparison import NO_MOVES, Moves
from indexer.ingest.runs.finish import run_by_id
from indexer.language.classify.product import Hints, classify, name_key, sibling_key
from indexer.language.words.entries import Synonyms
from indexer.models import Brand, BrandPage, Category, Color, Synonym
from scrapers.product import PlannedPrice
from scrapers.product import Product as Found
from scrapers.values.sizes import SizeOffer

Columns = dict[str, Any]
# When a price is planned for that a person decides: behind all days that a store's text may name
# (`scrapers.values.times.FAR`).
HELD_BACK = datetime(9999, 1, 1, tzinfo=UTC)
FIRST_PRICE = "first price"  # what the reason is of of a run that held one back

# Shown by documents: a difference raises the product's revision.
DOCUMENT_FIELDS = (
    *"name product_brand href currency price ordinary_price sold_out item_type attributes".split(),
    *"page_category_id page_color_id page_unisex sibling_key name_key".split(),
)
# No document has them.
QUIET_FIELDS = (*"page_id source origin identifiers sizes planned_prices price_changes_at".split(),)


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A listing page's configuration of its products."""

    page_id: int
    category_id: int | None
    category_slug: str | None
    color_id: int | None

    @property
    def depth(self) -> int:
        """Return how specific its category is."""
        return (self.category_slug or "").count("/") + (self.category_id is not None)


NO_PAGES: Mapping[int, PageFacts] = {}
_NO_PAGE = PageFacts(0, None, None, None)


def columns_of(found: Found, pages: Mapping[int, PageFacts] = NO_PAGES) -> Columns:
    """Return the columns of a product's row, and its hints as they are stored.

    A product on several pages takes the most specific category (fields.md, "pages") and the first
    colour that a page gives.
    """
    listed = [pages[page] for page in found.pages if page in pages]
    page = max(listed, key=lambda each: each.depth, default=_NO_PAGE)
    return {
        "name": found.name,
        "product_brand": found.product_brand,
        "href": found.href,
        "currency": found.currency,
        "price": found.price,
        "ordinary_price": found.ordinary_price,
        "origin": found.origin or None,
        "sold_out": found.sold_out,
        "item_type": found.item_type,
        "attributes": {name: list(texts) for name, texts in found.attributes.items()} or None,
        "identifiers": [asdict(one) for one in found.identifiers] or None,
        "sizes": sizes_column(found.sizes),
        "page_category_id": page.category_id,
        "page_color_id": next((each.color_id for each in listed if each.color_id), None),
        "page_unisex": found.unisex,
        "sibling_key": sibling_key(
            found.name,
            color=found.color,
            product_brand=found.product_brand,
            href=found.href,
            group=found.group,
        ),
        "name_key": name_key(found.name, found.color),
        "page_id": page.page_id or None,
        **planned_columns(found.planned),
        "hints": _hints(found, page),
    }


def sizes_column(sizes: Iterable[SizeOffer]) -> list[Columns] | None:
    """Return sizes as JSON holds them, amounts as texts; None where there are none."""
    return [
        {**asdict(one), "price": None if one.price is None else str(one.price)} for one in sizes
    ] or None


def _hints(found: Found, page: PageFacts) -> Columns | None:
    """Return the hints as they are stored: only what the store stated."""
    columns = {
        "category_path": found.category_path,
        "color": found.color,
        "gender": found.gender,
        "root": page.category_slug,
        "age_group": found.age_group,
    }
    return {name: value for name, value in columns.items() if value is not None} or None


def planned_columns(planned: Sequence[PlannedPrice]) -> dict[str, Any]:
    """Return a product's columns for its planned prices, which are in the order of time."""
    rows = [
        {
            "at": each.at.astimezone(UTC).isoformat(),
            "price": _text(each.price),
            "ordinary_price": _text(each.ordinary_price),
            **({"origin": each.origin} if each.origin else {}),
        }
        for each in planned
    ]
    return {"planned_prices": rows or None, "price_changes_at": planned[0].at if planned else None}


def read_planned(rows: Iterable[Mapping[str, Any]] | None) -> list[PlannedPrice]:
    """Return the planned prices that `planned_columns` wrote."""
    return [
        PlannedPrice(
            datetime.fromisoformat(row["at"]),
            _amount(row["price"]),
            _amount(row["ordinary_price"]),
            row.get("origin") or "",
        )
        for row in rows or ()
    ]


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount)


def _amount(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


FEWEST_OF_A_KIND, FEWEST_OF_A_STORE = 50, 10  # prices from which on quantiles are significant
FAR = 20  # times below or above them: no sale and no luxury goes so far
# The same, where nothing is known of the kind: beside sofas a store sells what cleans them.
BELOW_STORE, ABOVE_STORE = 1_000, 100
_ANY_FIRST = text("""
SELECT EXISTS (SELECT FROM run_item WHERE run_id = :run_id AND NOT EXISTS (
       SELECT FROM product WHERE brand_id = :brand_id AND group_key = key AND price IS NOT NULL))
""")
# What the catalogue has by kind, and what the store has and the run brings, of all kinds.
_BOUNDS = text("""
SELECT classified_category_id AS kind, currency,
       CAST(percentile_cont(.01) WITHIN GROUP (ORDER BY price) AS numeric) AS low,
       CAST(percentile_cont(.99) WITHIN GROUP (ORDER BY price) AS numeric) AS high
  FROM product
 WHERE price > 0 AND gone_at IS NULL AND classified_category_id IS NOT NULL
 GROUP BY 1, 2 HAVING count(*) >= :of_a_kind
 UNION ALL
SELECT NULL, currency, percentile_disc(.1) WITHIN GROUP (ORDER BY price),
       percentile_disc(.9) WITHIN GROUP (ORDER BY price)
  FROM (SELECT currency, price FROM product WHERE brand_id = :brand_id AND gone_at IS NULL
         UNION ALL
        SELECT item ->> 'currency', CAST(item ->> 'price' AS numeric)
          FROM run_item WHERE run_id = :run_id) AS own
 WHERE price > 0 GROUP BY currency HAVING count(*) >= :of_a_store
""").bindparams(of_a_kind=FEWEST_OF_A_KIND, of_a_store=FEWEST_OF_A_STORE)
Bounds = Mapping[tuple[int | None, str], tuple[Decimal, Decimal]]  # by kind and currency

Classify = Callable[[str, Hints], dict[str, Any]]


def load_classifier(session: Session) -> Classify:
    """Return what gives a product's classified columns, by the tables as they are."""
    categories = dict(session.execute(select(Category.slug, Category.id)).all())
    colors = dict(session.execute(select(Color.slug, Color.id)).all())
    synonyms = Synonyms(dict(session.execute(select(Synonym.words, Synonym.means)).all()))

    def columns(name: str, hints: Hints) -> Columns:
        found = classify(synonyms.in_title(name), hints)
        return {
            "classified_category_id": categories.get(found.category_slug or ""),
            "classified_color_id": colors.get(found.color_slug or ""),
            "classified_color_ids": [colors[slug] for slug in found.color_slugs if slug in colors]
            or None,
            "classified_unisex": found.unisex,
            "classified_people": found.people,
        }

    return columns


@dataclass(frozen=True)
class WriteContext:
    """One run's writing: whose products, when, from which source, and how they are classified.

    `seen_at` is the run's start by the database's clock: products with an older last sight were
    not seen by the run. `classify` None leaves the classification as it is (startOnlyScrape).
    """

    brand_id: int
    website: str
    run_id: int
    seen_at: datetime
    source: str
    blocks: Blocks
    classify: Classify | None
    trusted: bool = True
    brand_name: str | None = None  # the maker of products that name no other
    pages: Mapping[int, PageFacts] = field(default_factory=dict)
    moves: Moves = NO_MOVES
    bounds: Bounds = field(default_factory=dict)  # what most prices lie between

    def classified(self, item: Found, hints: Columns | None) -> Columns:
        """Return an item's columns by its name and hints; none where they stay as they are."""
        if self.classify is None:
            return {}
        all_hints = Hints(**(hints or {}), brand=item.product_brand or self.brand_name)
        return self.classify(item.name, all_hints)

    def is_odd_price(self, category_id: int | None, currency: str, price: Decimal | None) -> bool:
        """Return True for a first price far from what its kind costs, and from its store's."""
        kind, store = self.bounds.get((category_id, currency)), self.bounds.get((None, currency))
        if not price:
            return False
        if category_id is None or kind is None:
            return store is not None and _is_far(price, store, BELOW_STORE, ABOVE_STORE)
        return _is_far(price, kind, FAR, FAR) and (store is None or _is_far(price, store, FAR, FAR))


def _is_far(price: Decimal, bounds: tuple[Decimal, Decimal], below: int, above: int) -> bool:
    return not bounds[0] / below <= price <= bounds[1] * above


def load_bounds(session: Session, run_id: int, brand_id: int) -> Bounds:
    """Return what most prices of each kind lie between, and of the brand (kind None).

    Nothing where all that the run has staged has a price already.
    """
    values = {"run_id": run_id, "brand_id": brand_id}
    rows = session.execute(_BOUNDS, values) if session.scalar(_ANY_FIRST, values) else ()
    return {(row.kind, row.currency): (row.low, row.high) for row in rows}


def load_pages(session: Session, brand_id: int) -> dict[int, PageFacts]:
    """Read what the brand's listing pages declare of their products."""
    rows = session.execute(
        select(BrandPage.page_id, BrandPage.product_category, Category.slug, BrandPage.color)
        .join(Category, Category.id == BrandPage.product_category, isouter=True)
        .where(BrandPage.brand_id == brand_id)
    )
    return {
        page_id: PageFacts(page_id, category, slug, color)
        for page_id, category, slug, color in rows
    }


class BrandGoneError(Exception):
    """The brand was deleted during its run."""

    @classmethod
    def of(cls, count: int) -> BrandGoneError:
        """Return it for a run that found so many products."""
        return cls(
            "The brand was deleted during its run, so that nothing can be published. "
            f"The {count} products that were found are kept under the run."
        )


def context_of(session: Session, run_id: int) -> WriteContext:
    """Return what a run's products are written with; raises BrandGoneError."""
    run = run_by_id(session, run_id)
    brand = session.get(Brand, run.brand_id) if run.brand_id is not None else None
    if brand is None or run.start_time is None:
        raise BrandGoneError.of(0)
    return WriteContext(
        brand_id=brand.id,
        website=brand.website,
        run_id=run.id,
        seen_at=run.start_time,
        source="import" if run.kind == "import" else "scrape",
        blocks=load_blocklist(session, brand.id, brand.website),
        classify=load_classifier(session) if run.kind != "scrape" else None,
        brand_name=brand.name,
        pages=load_pages(session, brand.id),
    )

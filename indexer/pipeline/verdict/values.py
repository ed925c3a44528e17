"""What a run's values say beside those that are known: changed prices, leaps, equal names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import median

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.models import Product, ProductImage
from indexer.pipeline.verdict.oddities import added_words, first_oddities
from scrapers.product import Product as Found

LEAP = Decimal(5)  # a price this many times higher or lower than before: no sale goes so far
ABSURD = Decimal(50)  # a single one of these is a misread price: cents taken for the whole
# The canonical address of a product's first picture.
FIRST_IMAGE = (
    select(ProductImage.canonical_url)
    .where(ProductImage.product_id == Product.id, ProductImage.gone_at.is_(None))
    .order_by(ProductImage.position, ProductImage.id)
    .limit(1)
    .scalar_subquery()
)


@dataclass(frozen=True, slots=True)
class Known:
    """What is stored of a product: its price in its own currency, its name and first picture."""

    name: str
    currency: str
    price: Decimal | None
    ordinary_price: Decimal | None = None
    image: str | None = None  # canonical address


@dataclass(frozen=True, slots=True)
class PriceChange:
    """One product's price, before and now, in one currency."""

    name: str
    before: Decimal
    after: Decimal

    @property
    def ratio(self) -> Decimal:
        """Return now by before: 100 where a price became a hundred times as high."""
        return self.after / self.before

    @property
    def size(self) -> Decimal:
        """Return how many times higher or lower it became, 1 or more."""
        return max(self.ratio, 1 / self.ratio)


@dataclass(frozen=True, slots=True)
class Sameness:
    """How far products carry the same value, as shares (0..1) of those that carry one.

    `repeated`: they carry what an earlier one carries; `commonest`: they carry the commonest value.
    """

    repeated: float = 0.0
    commonest: float = 0.0
    value: str = ""  # the commonest


@dataclass(frozen=True, slots=True)
class ValueFacts:
    """What a run's values say; `…_before` is None where nothing was known.

    `changes` are the price changes that no reduction explains; `compared` counts the products
    with a price before and now.
    """

    items: int = 0
    compared: int = 0
    changes: tuple[PriceChange, ...] = ()
    zero_prices: int = 0
    names: Sameness = Sameness()
    names_before: Sameness | None = None
    images: Sameness = Sameness()
    images_before: Sameness | None = None
    checked: int = 0  # items with structured data beside them
    disagreeing: int = 0  # of those, items whose values it contradicts
    disagreement: str = ""  # one of them, in words
    oddities: tuple[str, ...] = ()  # in the names and prices themselves, as sentences
    # By field what stands there and is not understood, once for each item.
    not_understood: Mapping[str, Sequence[str]] = field(default_factory=dict)
    unread_rows: int = 0  # beside the items, refused for it
    shared: Sequence[str] = ()  # cards left out for another one's identity, in words

    @property
    def rows(self) -> int:
        """Return how many products were read, those that were not understood with them."""
        return self.items + self.unread_rows

    @property
    def median_ratio(self) -> Decimal:
        """Return the median of the changes, now by before; 1 without changes."""
        return median(change.ratio for change in self.changes) if self.changes else Decimal(1)

    @property
    def median_size(self) -> Decimal:
        """Return the median size of the changes, 1 or more."""
        return median(change.size for change in self.changes) if self.changes else Decimal(1)

    def leaps(self, least: Decimal = LEAP) -> list[PriceChange]:
        """Return the changes of at least this size, the largest first."""
        large = [change for change in self.changes if change.size >= least]
        return sorted(large, key=lambda change: change.size, reverse=True)


def load_known(session: Session, brand_id: int, source: str) -> dict[str, Known]:
    """Read what a source of the brand's offers, by group key."""
    rows = session.execute(
        select(
            Product.group_key,
            Product.name,
            Product.currency,
            Product.price,
            Product.ordinary_price,
            FIRST_IMAGE.label("image"),
        ).where(Product.brand_id == brand_id, Product.source == source, Product.gone_at.is_(None))
    )
    return {
        row.group_key: Known(row.name, row.currency, row.price, row.ordinary_price, row.image)
        for row in rows
    }


def value_facts(
    items: Sequence[Found], known: Mapping[str, Known], zero_prices: int = 0
) -> ValueFacts:
    """Compare a run's items with what is known of them; `known` by the keys of the items."""
    pairs = [(item, known[item.group_key]) for item in items if item.group_key in known]
    priced = [(item, was) for item, was in pairs if _is_comparable(item, was)]
    before = list(known.values())
    return ValueFacts(
        items=len(items),
        compared=len(priced),
        changes=tuple(
            PriceChange(item.name, was.price or Decimal(0), item.price or Decimal(0))
            for item, was in priced
            if item.price != was.price and not _is_explained(item, was)
        ),
        zero_prices=zero_prices,
        names=sameness(item.name for item in items),
        names_before=sameness(was.name for was in before) if before else None,
        images=sameness(map(_first_image, items)),
        images_before=sameness(was.image for was in before) if before else None,
        oddities=added_words((was.name, item.name) for item, was in pairs)
        if known
        else first_oddities([item.name for item in items], (item.price for item in items)),
    )


def _is_comparable(item: Found, was: Known) -> bool:
    return bool(item.price and was.price) and item.currency == was.currency


def _is_explained(item: Found, was: Known) -> bool:
    """Return True if a reduction that the store shows began or ended, and the other price
    stayed.
    """
    began = item.ordinary_price is not None and item.ordinary_price == was.price
    ended = was.ordinary_price is not None and was.ordinary_price == item.price
    other = was.ordinary_price is not None and was.ordinary_price == item.ordinary_price
    size = max((item.price or 0) / (was.price or 1), (was.price or 0) / (item.price or 1))
    return (began or ended or other) and size < LEAP


def _first_image(item: Found) -> str | None:
    return item.images[0].canonical_url if item.images else None


def sameness(values: Iterable[str | None]) -> Sameness:
    """Return how far the values are the same; those that are missing do not count."""
    counts = Counter(value for value in values if value)
    total = counts.total()
    if not total:
        return Sameness()
    value, most = counts.most_common(1)[0]
    return Sameness(1 - len(counts) / total, most / total if most > 1 else 0.0, value)

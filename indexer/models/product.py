"""Products (one tile: one product in one colour), their images, prices, offers and colours."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    REAL,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    Integer,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, DATEMULTIRANGE, JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from indexer.models.base import Base, BigId, Created, Flag, Money, part_of
from indexer.models.brand import Brand

# Words alone are right nine times of ten; where the picture names the same colour it is surer,
# where it names another one less. Without words it is the picture's own. An index (0044) is over
# these texts.
_WORDS = "0.9"
_SEEN = "least(greatest(pictured_confidence, 0.01), 0.99)"
_ALIKE = f"(0.5 + {_SEEN} / 2)"  # two of sixteen colours are seldom alike by chance
COLOR_CONFIDENCE = (
    f"(CASE WHEN classified_color_ids IS NULL THEN {_SEEN}"
    f" WHEN pictured_color_ids IS NULL THEN {_WORDS}"
    " WHEN pictured_color_ids && classified_color_ids"
    f" THEN {_WORDS} * {_ALIKE} / ({_WORDS} * {_ALIKE} + (1 - {_WORDS}) * (1 - {_ALIKE}))"
    f" ELSE {_WORDS} * (1 - {_ALIKE}) / ({_WORDS} * (1 - {_ALIKE}) + (1 - {_WORDS}) * {_ALIKE})"
    " END)"
)
COLOR_OPEN = (
    "pictured_confidence IS NOT NULL AND curated_color_id IS NULL AND page_color_id IS NULL"
    " AND gone_at IS NULL AND NOT blocked"
)


class Product(Base):
    """A product, known by (brand_id, group_key).

    Category, colour, unisex and switch_order are kept per source; the effective value is
    curated, otherwise the page's, otherwise the classified one (design, "The catalogue").
    Prices are in `currency`, the store's own; `price` is what the visitor pays.
    `revision` rises with every change and is the version in Elasticsearch.
    """

    __tablename__ = "product"
    __table_args__ = (
        UniqueConstraint("brand_id", "group_key"),
        CheckConstraint("group_key <> ''", name="group_key_not_empty"),
        CheckConstraint("price >= 0", name="price_not_negative"),
        CheckConstraint("ordinary_price > price", name="ordinary_price_above_price"),
        CheckConstraint("currency ~ '^[A-Z]{3}$'", name="currency_is_iso"),
        CheckConstraint("revision > 0", name="revision_positive"),
        CheckConstraint("source IN ('scrape', 'import')", name="source_known"),
        Index("ix_product_siblings", "brand_id", "sibling_key"),
        Index("ix_product_name_key", "name_key"),
        Index(
            "ix_product_shelf",
            "brand_id",
            text("coalesce(curated_category_id, page_category_id, classified_category_id, 0)"),
        ),
        Index(
            "ix_product_review",
            text(f"(floor({COLOR_CONFIDENCE} * 10))"),
            text("popularity DESC"),
            "id",
            postgresql_where=text(COLOR_OPEN),
        ),
        Index("ix_product_thing_id", "thing_id", postgresql_where=text("thing_id IS NOT NULL")),
        Index("ix_product_gone_at", "gone_at", postgresql_where=text("gone_at IS NOT NULL")),
        Index(
            "ix_product_price_changes_at",
            "price_changes_at",
            postgresql_where=text("price_changes_at IS NOT NULL AND gone_at IS NULL"),
        ),
    )

    id: Mapped[BigId]
    brand_id: Mapped[int] = mapped_column(ForeignKey("brand.id"))
    group_key: Mapped[str]
    name: Mapped[str]
    product_brand: Mapped[str | None]
    href: Mapped[str | None]
    currency: Mapped[str]
    price: Mapped[Money | None]
    ordinary_price: Mapped[Money | None]
    origin: Mapped[str | None]  # where the price stood (scrapers.values.reading)
    # What it will cost, in the order of time, by its feed, and when the first of it comes
    # (indexer.ingest.repricing): [{"at": …, "price": "299.00", "ordinary_price": null}, …]
    planned_prices: Mapped[list[dict[str, Any]] | None] = mapped_column(JSONB(none_as_null=True))
    price_changes_at: Mapped[datetime | None]
    sold_out: Mapped[Flag]
    item_type: Mapped[str | None]  # NULL: the brand's
    # The store's wordings by attribute (scrapers.attributes), in its order: one column for all, so
    # that another attribute is no migration. Only documents read it; nothing is looked up by one.
    attributes: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    # [{"kind": "gtin", "value": "05901234123457", "variant": "Red / UK 8"}, …], as it is checked in
    # scrapers.values.identifiers.
    identifiers: Mapped[list[dict[str, str]] | None] = mapped_column(JSONB(none_as_null=True))
    # [{"size": "UK 8", "price": "899.00" or null: the product's, "sold_out": false}, …], at most 60
    # (scrapers.values.sizes); NULL: its source lists no single sizes.
    sizes: Mapped[list[dict[str, Any]] | None] = mapped_column(JSONB(none_as_null=True))
    # The thing that it is, where other stores sell it, too: the lowest id among its offers; NULL:
    # nobody else does. Products of one number are offers of one thing.
    thing_id: Mapped[int | None] = mapped_column(BigInteger)
    # Who reports it: a scrape never hides what a feed brought in, and the other way round.
    source: Mapped[str] = mapped_column(default="scrape", server_default="scrape")
    # The store's own words (category_path, color, gender), so that it can be classified again.
    hints: Mapped[dict[str, Any] | None]
    # Keys of the same thing in other colours, and of equal names
    # (indexer.language.classify.siblings).
    sibling_key: Mapped[int | None] = mapped_column(BigInteger)
    name_key: Mapped[int | None] = mapped_column(BigInteger)
    page_id: Mapped[int | None] = mapped_column(
        ForeignKey("brand_page.page_id", ondelete="SET NULL"), index=True
    )

    classified_category_id: Mapped[int | None] = mapped_column(ForeignKey("category.id"))
    page_category_id: Mapped[int | None] = mapped_column(ForeignKey("category.id"))
    curated_category_id: Mapped[int | None] = mapped_column(ForeignKey("category.id"))
    classified_color_id: Mapped[int | None] = mapped_column(ForeignKey("color.id"))
    page_color_id: Mapped[int | None] = mapped_column(ForeignKey("color.id"))
    curated_color_id: Mapped[int | None] = mapped_column(ForeignKey("color.id"))
    # All colours that the words name, in order; the one above is the first of them.
    classified_color_ids: Mapped[list[int] | None] = mapped_column(ARRAY(Integer))
    # The colours of its main picture, the main one first; NULL: none, or not looked at. Where the
    # words name no colour it is the product's. The confidence is there where it was looked at.
    pictured_color_ids: Mapped[list[int] | None] = mapped_column(ARRAY(Integer))
    pictured_confidence: Mapped[float | None] = mapped_column(REAL)
    pictured_plain: Mapped[bool | None]  # False: patterned
    classified_unisex: Mapped[bool | None]
    # Whom it is for: women, men, unisex, girls, boys, kids or baby (the vocabulary's people).
    classified_people: Mapped[str | None]
    page_unisex: Mapped[bool | None]  # as a feed or page states it
    curated_unisex: Mapped[bool | None]
    curated_switch_order: Mapped[bool | None]
    curated_sa_made: Mapped[bool | None]

    popularity: Mapped[int] = mapped_column(default=0, server_default="0")
    revision: Mapped[int] = mapped_column(BigInteger, default=1, server_default="1")
    created_at: Mapped[Created] = mapped_column(index=True)
    updated_at: Mapped[Created]
    last_seen_at: Mapped[Created]
    details_at: Mapped[datetime | None]  # when its own page was last read
    gone_at: Mapped[datetime | None]
    blocked: Mapped[Flag]

    brand: Mapped[Brand] = relationship()
    images: Mapped[list[ProductImage]] = relationship(
        back_populates="product",
        cascade="all, delete-orphan",
        passive_deletes=True,
        order_by="(ProductImage.position, ProductImage.id)",  # a gone picture keeps its place
    )


# Failed fetches of what was fetched and is no picture: no document shows it (statements.py).
NO_PICTURE = 100


class ProductImage(Base):
    """An image of a product, unique by its canonical URL (without the version query)."""

    __tablename__ = "product_image"
    __table_args__ = (
        UniqueConstraint("product_id", "canonical_url"),
        CheckConstraint("position >= 0", name="position_not_negative"),
        CheckConstraint("image_width > 0 AND image_height > 0", name="size_in_px"),
        Index(
            "ix_product_image_unclassified",
            "id",
            postgresql_where=text(
                "position = 0 AND gone_at IS NULL AND content_hash IS NOT NULL"
                " AND annotated_hash IS DISTINCT FROM content_hash"
            ),
        ),
        Index(
            "ix_product_image_annotated_by",
            "annotated_by",
            postgresql_where=text("position = 0 AND gone_at IS NULL"),
        ),
    )

    id: Mapped[BigId]
    product_id: Mapped[int] = part_of("product.id")
    position: Mapped[int]
    image_url: Mapped[str]
    canonical_url: Mapped[str]
    calculated_url: Mapped[str | None]  # our own copy's address on this site, once fetched
    bucket_location: Mapped[str | None]  # its fsspec URL
    content_hash: Mapped[str | None] = mapped_column(index=True)
    fetch_failures: Mapped[int] = mapped_column(default=0, server_default="0")
    image_width: Mapped[int | None]
    image_height: Mapped[int | None]
    annotation: Mapped[dict[str, Any] | None]
    # The content that was looked at, and by which classifier: "pixels 1".
    annotated_hash: Mapped[str | None]
    annotated_by: Mapped[str | None]
    curated_category_id: Mapped[int | None] = mapped_column(ForeignKey("category.id"))
    curated_color_id: Mapped[int | None] = mapped_column(ForeignKey("color.id"))
    gone_at: Mapped[datetime | None]
    created_at: Mapped[Created]

    product: Mapped[Product] = relationship(back_populates="images")


class PriceHistory(Base):
    """What a product cost, and whether it could be bought, from `seen_at` on."""

    __tablename__ = "price_history"
    __table_args__ = (
        Index("ix_price_history_of_no_run", "seen_at", postgresql_where=text("run_id IS NULL")),
    )

    product_id: Mapped[int] = part_of("product.id", primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(primary_key=True)
    run_id: Mapped[int | None] = mapped_column(BigInteger)
    currency: Mapped[str]
    price: Mapped[Decimal | None]
    ordinary_price: Mapped[Decimal | None]
    sold_out: Mapped[bool]


class SizeHistory(Base):
    """A product's sizes from `seen_at` on, as `product.sizes` holds them: alerts compare them."""

    __tablename__ = "size_history"

    product_id: Mapped[int] = part_of("product.id", primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(primary_key=True)
    sizes: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)


class ProductReading(Base):
    """On which days (in the shop's zone) trusted runs read a product's price."""

    __tablename__ = "product_reading"

    product_id: Mapped[int] = part_of("product.id", primary_key=True)
    days: Mapped[Any] = mapped_column(DATEMULTIRANGE)


class PriceMeasure(Base):
    """The measured history of a product's `price`: `price_before` is what it cost before it fell.

    Only where that is known (`indexer.catalogue.prices`), and there is a drop or the store
    has it so. It holds as long as the product's price and currency are these.
    """

    __tablename__ = "price_measure"
    __table_args__ = (CheckConstraint("price_before > price", name="it_was_more"),)

    product_id: Mapped[int] = part_of("product.id", primary_key=True, autoincrement=False)
    currency: Mapped[str]
    price: Mapped[Money]
    price_before: Mapped[Money | None]


class Deals(Base):
    """The deals of a day as they were found last (`indexer.catalogue.deals`)."""

    __tablename__ = "deals"

    day: Mapped[date] = mapped_column(primary_key=True)
    made_at: Mapped[datetime]
    took_s: Mapped[float] = mapped_column(REAL)
    found: Mapped[dict[str, Any]]


_PRODUCT = "product.id"


class OfferPending(Base):
    """A change of a product after which it is matched. Rows are only added, so that writers never
    wait for the matching; several may be of one product, which may be deleted by then.
    """

    __tablename__ = "offer_pending"

    id: Mapped[BigId]
    product_id: Mapped[int] = mapped_column(BigInteger)


class OfferFacts(Base):
    """What others are compared with (indexer.offers.facts), of each product that is shown."""

    __tablename__ = "offer_facts"

    product_id: Mapped[int] = part_of(_PRODUCT, primary_key=True, autoincrement=False)
    facts: Mapped[dict[str, Any]]


class OfferKey(Base):
    """A number that products share which may be one thing."""

    __tablename__ = "offer_key"

    key: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    product_id: Mapped[int] = part_of(_PRODUCT, primary_key=True, index=True, autoincrement=False)


class OfferPicture(Base):
    """What a picture shows (indexer.offers.picture), by its content; empty: it cannot be read."""

    __tablename__ = "offer_picture"
    __table_args__ = (
        Index(
            "ix_offer_picture_bands",
            "bands",
            postgresql_using="gin",
            postgresql_with={"fastupdate": "off"},
        ),
    )

    content_hash: Mapped[str] = mapped_column(primary_key=True)
    forms: Mapped[bytes]
    bands: Mapped[list[int]] = mapped_column(ARRAY(Integer))


class OfferEdge(Base):
    """Why two products are one thing, or would be but for `evidence["apart"]`.

    `decided_by`: a person's decision, for good: that they are (`joins`), or that they are not.
    """

    __tablename__ = "offer_edge"
    __table_args__ = (CheckConstraint("a < b", name="in_order"),)

    a: Mapped[int] = part_of(_PRODUCT, primary_key=True, autoincrement=False)
    b: Mapped[int] = part_of(_PRODUCT, primary_key=True, index=True, autoincrement=False)
    rule: Mapped[str]
    score: Mapped[float] = mapped_column(REAL)
    joins: Mapped[bool]
    evidence: Mapped[dict[str, Any]]
    decided_by: Mapped[str | None]
    decided_at: Mapped[datetime | None]


class ColorDecision(Base):
    """A person's word on a product's colour. `color_id` None: it cannot be seen, or none fits.

    `said_ids`: the classifiers' answers, words before pictures, and how sure they were.
    """

    __tablename__ = "color_decision"

    id: Mapped[BigId]
    product_id: Mapped[int] = part_of("product.id", index=True)
    color_id: Mapped[int | None] = mapped_column(ForeignKey("color.id"))
    said_ids: Mapped[list[int]] = mapped_column(ARRAY(Integer))
    confidence: Mapped[float] = mapped_column(REAL)
    classifier: Mapped[str]
    decided_by: Mapped[str]
    decided_at: Mapped[Created] = mapped_column(index=True)

"""Products by themselves, on the wire. Views answer with a Response, which these only describe."""

from collections.abc import Callable, Hashable
from datetime import date, datetime
from typing import Any

from flask import Response
from marshmallow import ValidationError, fields
from sqlalchemy import select

from app.api.declare import Answer, Area
from app.api.declare.caching import Result, cached_response, fresh_answer
from app.api.declare.fields import BIG_MAX, about, one_of
from app.api.search.calls import requested_country
from app.api.search.hits import Hit, StorePrice, VisitorQuery
from app.live.context import context
from app.product.related import tiles_by_id
from app.product.view import deals_view, product_view, today
from app.search.filters import DEFAULT_CURRENCY
from app.web.errors import NotFound
from indexer.models import Deals, Product
from scrapers.values.identifiers import KINDS

MOST_IDS = 100


class PriceStep(Answer):
    """Days on which price and stock stayed as they were; amounts in the visitor's currency."""

    first: date
    last: date
    price: float
    ordinary_price: float | None
    sold_out: bool


class PriceChange(Answer):
    """What was found to be otherwise on a day."""

    day: date
    text: str = about(example="Down from R 899 to R 749")


class CheapestStep(Answer):
    """Days on which one store was the cheapest of all that sell a thing, at one price."""

    first: date
    last: date
    price: float
    store_name: str


class PriceHistory(Answer):
    """What it cost in the last year, on the days on which it was read."""

    today: date = about("The day in the shop's zone")
    read_days: int
    steps: list[PriceStep] = about("In order; where two do not meet it was not read")
    everywhere: list[CheapestStep] = about(
        "Of a thing that other stores sell, too: the cheapest of all, on days on"
        " which anybody could buy it"
    )
    changes: list[PriceChange] = about("The newest first")
    words: list[str] = about("What is shown of the price; nothing under 14 days read")


class Identifier(Answer):
    """What names a product beyond its store, or one of its variants in it."""

    kind: str = one_of(*KINDS)
    value: str = about("Of a GTIN all 14 digits")
    variant: str = about("The words of its options; may be empty")


DELIVERY = one_of(
    "store", "proxy", "no", metadata={"description": "How it reaches the visitor's country"}
)


class Offer(Answer):
    """A store's offer of a thing that several stores sell."""

    product_id: int
    path: str = about("Its own page's path")
    name: str
    brand_id: int
    group_key: str
    href: str | None
    store: str
    store_name: str
    price: float | None = about("In the visitor's currency")
    store_price: StorePrice | None
    delivery: str | None = DELIVERY
    sold_out: bool
    last_seen: datetime


class OfferedSize(Answer):
    """A size of a product, as its store offers it."""

    size: str
    sold_out: bool
    price: float | None = about("In the visitor's currency; null: what the product costs")


class WayStep(Answer):
    """A category on the way to a product."""

    value: str = about(example="women/dresses")
    label: str = about(example="Dresses")


class ProductView(Answer):
    """A product with all that is known of it."""

    product: Hit
    path: str = about("Its page's path")
    way: list[WayStep] = about("From the widest category to the finest")
    gone: bool = about("The store no longer has it")
    last_seen: datetime
    delivery: str | None = DELIVERY
    offers: list[Offer] = about(
        "Of each store that sells it, where another does, too: what can be"
        " bought before what cannot, then by price"
    )
    history: PriceHistory
    identifiers: list[Identifier] = about("As the store gives them, checked")
    sizes: list[OfferedSize] = about("Small ones first; empty where the source lists none")
    similar: list[Hit] = about("Of the same kind and for the same people")


class PriceOrigin(Answer):
    """Where a product's price was read: operators' alone, as an address may hold a token."""

    origin: str | None = about("Source, address, place and text; null: it has no price")


class Tiles(Answer):
    """Products by their ids."""

    hits: list[Hit] = about("In the order of the ids, without those that are gone")


class Ids(fields.String):
    """Ids of products with commas between them."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        parts = value.split(",")
        if len(parts) > MOST_IDS:
            raise ValidationError(f"at most {MOST_IDS} ids")
        if not all(part.isascii() and part.isdigit() and len(part) < 19 for part in parts):
            raise ValidationError("must be ids with commas between them")
        return [number for part in dict.fromkeys(parts) if 0 < (number := int(part)) <= BIG_MAX]


class TilesQuery(VisitorQuery):
    """Which products, and for whom."""

    ids = Ids(required=True, metadata={"example": "1,2", "description": "At most 100"})


PRODUCT = Area("products", "products", "Products by themselves")


@PRODUCT.get("/<int:product_id>")
@PRODUCT.query(VisitorQuery)
@PRODUCT.response(ProductView)
def product(
    product_id: int, currency: str = DEFAULT_CURRENCY, country_code: str | None = None
) -> Response:
    """Show a product with its price history and what is like it

    One that its store no longer has is `gone`, and still shown until it is purged.
    """

    def answer() -> Result:
        view = product_view(product_id, currency, requested_country(country_code))
        return Result(view.body, view.took)

    return fresh_answer(answer)[0]


@PRODUCT.get("/<int:product_id>/origin", operator=True)
@PRODUCT.response(PriceOrigin)
def origin(product_id: int) -> dict[str, Any]:
    """Show where a product's price was read: source, address, place, text"""
    with context().session() as session:
        row = session.execute(select(Product.origin).where(Product.id == product_id)).one_or_none()
    if row is None:
        raise NotFound("There is no such product")
    return {"origin": row.origin}


@PRODUCT.get("")
@PRODUCT.query(TilesQuery)
@PRODUCT.response(Tiles)
def products(
    ids: list[int], currency: str = DEFAULT_CURRENCY, country_code: str | None = None
) -> Response:
    """List products by their ids, as visitors have saved them

    Those that are not in the answer are gone.
    """

    def answer() -> Result:
        hits, took = tiles_by_id(ids, currency, requested_country(country_code))
        return Result({"hits": hits}, took)

    return fresh_answer(answer)[0]


DEALS = Area("deals", "deals", "Deals, measured by price histories")


class Deal(Answer):
    """A product that costs less than before, or was raised before it was cut."""

    hit: Hit
    off: int | None = about("Per cent, as measured")
    since: date = about("Since when it costs what it does")
    raised: float | None = about("To what, before it was cut")
    line: list[list[int]] = about("From and to which of the last 90 days, how high of 100")


class Section(Answer):
    """A category's deals, the biggest first."""

    slug: str
    name: str
    deals: list[Deal]


class Claims(Answer):
    """What is claimed and what was measured, means in per cent."""

    slug: str
    name: str
    claims: int = about("Products that stores declare reduced")
    known: int = about("Those of which the history is known")
    denied: int = about("Those whose history contradicts it")
    deals: int
    claimed: float | None
    measured: float | None


class AllDeals(Answer):
    """The deals of a day; null where no prices were measured yet."""

    day: date | None
    black_friday: date
    is_season: bool = about("It is November")
    sections: list[Section]
    raised: list[Deal]
    stores: list[Claims]
    categories: list[Claims]


@DEALS.get("")
@DEALS.query(VisitorQuery)
@DEALS.response(AllDeals)
def deals(currency: str = DEFAULT_CURRENCY, country_code: str | None = None) -> Response:
    """Show what is truly lower than before, what was raised first, and what stores claim"""
    return cached_response(*deals_question(currency, requested_country(country_code)))[0]


def deals_question(currency: str, country: str) -> tuple[Hashable, int, Callable[[], Result]]:
    """Return the deals as what may be kept: the question, its size, and what answers it."""
    with context().session() as session:
        made = session.scalar(select(Deals.made_at).order_by(Deals.day.desc()).limit(1))
    key = ("deals", currency, country, today(), made)
    return key, 0, lambda: Result(*deals_view(currency, country))

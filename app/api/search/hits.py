"""Fields that searches share with the image queries; `app.search.wire.response` reads them."""

from typing import Any

from marshmallow import fields

from app.api.declare import Answer
from app.api.declare.fields import EMPTY
from app.api.declare.schema import about, one_of
from app.search.filters import CURRENCIES, DEFAULT_CURRENCY
from app.search.wire.response import country_of, currency_of
from scrapers.attributes import ATTRIBUTES

COUNTRY = "^([A-Za-z]{2})?$"


class CurrencyCode(fields.String):
    """The visitor's currency; nothing is the shop's own."""

    def __init__(self) -> None:
        words = {"enum": [*CURRENCIES], "description": "The visitor's currency", "example": "ZAR"}
        super().__init__(metadata=words)

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Read a value; raises Invalid."""
        return super().deserialize(DEFAULT_CURRENCY if value in EMPTY else value, *args, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return currency_of(value)


class CountryCode(fields.String):
    """The visitor's country, empty for all."""

    def __init__(self) -> None:
        description = "The visitor's country; where absent the Country-Code header counts"
        super().__init__(metadata={"pattern": COUNTRY, "description": description, "example": "ZA"})

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return country_of(value)


class Highlighted(Answer):
    """A text with the words that were searched for marked in it."""

    OPTIONAL = frozenset({"fully_highlighted"})

    value: str
    match_level: str = one_of("none", "partial", "full")
    matched_words: list[str]
    fully_highlighted: bool


class Highlights(Answer):
    """The texts of a product that are marked."""

    name: Highlighted
    brand: Highlighted


CODES = tuple(code.lower() for code in CURRENCIES)


class Amounts(Answer.from_dict({code: fields.Float() for code in CODES})):  # type: ignore[misc]
    """A price in all currencies."""


class AskedAmounts(Amounts):
    """A price; a tile has it in the currency that was requested."""

    OPTIONAL = frozenset(CODES)


class StorePrice(Answer):
    """A store's own price of a product. A tile has it where that is not in the currency that was
    requested: then its amounts were converted.
    """

    currency: str = about(example="GBP")
    amount: float


class PriceBands(Answer.from_dict({code: fields.String() for code in CODES})):  # type: ignore[misc]
    """The band of a price in each currency."""


class HitImage(Answer):
    """A picture, in px."""

    OPTIONAL = frozenset({"width", "height"})

    url: str
    width: int | None
    height: int | None


class _Priced(Answer):
    """What a product costs, and did before: by its store's words, and by its history."""

    price: AskedAmounts | None
    store_price: StorePrice | None
    ordinary_price: AskedAmounts | None = about("As the store declares")
    price_before: AskedAmounts | None = about("Of the 30 days before it fell, by its history")
    measured: bool = about("Its history shows whether it fell; else only the store claims it")


class Sibling(_Priced):
    """The same product in another colour.

    Documents that were written before carry no key of the group; the rest is left out where it is
    false or null, the name where it is the product's.
    """

    OPTIONAL = frozenset(
        "group_key name colour colour_text href image price store_price ordinary_price"
        " price_before measured sold_out".split()
    )

    product_id: int
    group_key: str
    name: str
    colour: str | None
    colour_text: str | None
    href: str | None
    image: str | None
    sold_out: bool


class Attributes(Answer):
    """The values of a product's attributes, as far as it has them."""

    OPTIONAL = frozenset(attribute.name for attribute in ATTRIBUTES)


HitAttributes = Attributes.from_dict(
    {attribute.name: fields.List(fields.String()) for attribute in ATTRIBUTES}, name="HitAttributes"
)


class SoldBy(Answer):
    """How many stores that deliver there sell the thing, and the lowest of their prices."""

    OPTIONAL = frozenset({"store_price"})

    stores: int
    price: AskedAmounts
    store_price: StorePrice | None


class Hit(_Priced):
    """A product of the results. A tile leaves out what is false, null or empty."""

    OPTIONAL = frozenset(
        "highlights category_name product_brand store price_band style type stock gender"
        " ships_from ships_from_name ships_to created_at popularity visible"
        # left out of a tile
        " store_name href images siblings image_bg need_external_translate sa_made unisex sold_out"
        " via_proxy price store_price ordinary_price price_before measured category colour"
        " colour_text similar attributes offers".split()
    )

    object_id: str = about(data_key="objectID")
    product_id: int
    brand_id: int
    group_key: str
    name: str
    brand: str
    product_brand: str | None
    store: str
    store_name: str = about("Left out where it is the brand's")
    store_site: str
    href: str | None
    images: list[HitImage]
    siblings: list[Sibling]
    image_bg: bool
    need_external_translate: bool
    sa_made: bool
    unisex: bool
    sold_out: bool
    via_proxy: bool
    price_band: PriceBands | None
    category: list[str] = about(
        "The finest ones; of whole products with their ancestors, parents first"
    )
    category_name: str | None
    colour: list[str]
    colour_text: str | None
    attributes: Any = fields.Nested(
        HitAttributes,
        metadata={"description": "What it carries besides; a tile has the first values of each"},
    )
    offers: SoldBy | None = about("Where that is several stores, or another than this one")
    style: list[str]
    type: str = one_of("new", "vintage")
    stock: str = one_of("in-stock", "sold-out")
    gender: Any = fields.List(one_of("men", "women", "unisex"))
    ships_from: str | None
    ships_from_name: str | None
    ships_to: list[str]
    created_at: int
    popularity: int
    visible: bool
    similar: bool = about("In a search that found few: lacks some of what was requested")
    highlights: Highlights = about(data_key="_highlightResult")

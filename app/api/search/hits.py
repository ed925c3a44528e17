"""A product of the results, on the wire. The document and `app.search.wire.response` make it."""

from marshmallow import fields

from app.api.declare import Answer
from app.api.declare.schema import one_of
from app.search.filters import CURRENCIES
from scrapers.attributes import ATTRIBUTES


class Highlighted(Answer):
    """A text with the words that were searched for marked in it."""

    OPTIONAL = frozenset({"fully_highlighted"})

    value = fields.String()
    match_level = one_of("none", "partial", "full")
    matched_words = fields.List(fields.String())
    fully_highlighted = fields.Boolean()


class Highlights(Answer):
    """The texts of a product that are marked."""

    name = fields.Nested(Highlighted)
    brand = fields.Nested(Highlighted)


CODES = tuple(code.lower() for code in CURRENCIES)


class Amounts(Answer.from_dict({code: fields.Float() for code in CODES})):  # type: ignore[misc]
    """A price in all currencies."""


class AskedAmounts(Amounts):
    """A price; a tile has it in the currency that was asked for."""

    OPTIONAL = frozenset(CODES)


class StorePrice(Answer):
    """What a store asks for a product. A tile has it where that is not in the currency that was
    asked for: then its amounts were converted.
    """

    currency = fields.String(metadata={"example": "GBP"})
    amount = fields.Float()


class PriceBands(Answer.from_dict({code: fields.String() for code in CODES})):  # type: ignore[misc]
    """The band of a price in each currency."""


class HitImage(Answer):
    """A picture, in px."""

    OPTIONAL = frozenset({"width", "height"})

    url = fields.String()
    width = fields.Integer(allow_none=True)
    height = fields.Integer(allow_none=True)


class _Priced(Answer):
    """What a product costs, and did before: by its store's words, and by its history."""

    price = fields.Nested(AskedAmounts, allow_none=True)
    store_price = fields.Nested(StorePrice, allow_none=True)
    ordinary_price = fields.Nested(
        AskedAmounts, allow_none=True, metadata={"description": "As the store says"}
    )
    price_before = fields.Nested(
        AskedAmounts,
        allow_none=True,
        metadata={"description": "Of the 30 days before it fell, as its history says"},
    )
    measured = fields.Boolean(
        metadata={"description": "Its history says whether it fell; else only the store does"}
    )


class Sibling(_Priced):
    """The same product in another colour.

    Documents that were written before carry no key of the group; the rest is left out where it is
    false or null, the name where it is the product's.
    """

    OPTIONAL = frozenset(
        "group_key name colour colour_text href image price store_price ordinary_price"
        " price_before measured sold_out".split()
    )

    product_id = fields.Integer()
    group_key = fields.String()
    name = fields.String()
    colour = fields.String(allow_none=True)
    colour_text = fields.String(allow_none=True)
    href = fields.String(allow_none=True)
    image = fields.String(allow_none=True)
    sold_out = fields.Boolean()


class Attributes(Answer):
    """The values of a product's attributes, as far as it has them."""

    OPTIONAL = frozenset(attribute.name for attribute in ATTRIBUTES)


HitAttributes = Attributes.from_dict(
    {attribute.name: fields.List(fields.String()) for attribute in ATTRIBUTES}, name="HitAttributes"
)


class SoldBy(Answer):
    """How many stores that deliver there sell the thing, and the lowest of their prices."""

    OPTIONAL = frozenset({"store_price"})

    stores = fields.Integer()
    price = fields.Nested(AskedAmounts)
    store_price = fields.Nested(StorePrice, allow_none=True)


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

    object_id = fields.String(data_key="objectID")
    product_id = fields.Integer()
    brand_id = fields.Integer()
    group_key = fields.String()
    name = fields.String()
    brand = fields.String()
    product_brand = fields.String(allow_none=True)
    store = fields.String()
    store_name = fields.String(metadata={"description": "Left out where it is the brand's"})
    store_site = fields.String()
    href = fields.String(allow_none=True)
    images = fields.List(fields.Nested(HitImage))
    siblings = fields.List(fields.Nested(Sibling))
    image_bg = fields.Boolean()
    need_external_translate = fields.Boolean()
    sa_made = fields.Boolean()
    unisex = fields.Boolean()
    sold_out = fields.Boolean()
    via_proxy = fields.Boolean()
    price_band = fields.Nested(PriceBands, allow_none=True)
    category = fields.List(
        fields.String(),
        metadata={
            "description": "The finest ones; of whole products with their ancestors, parents first"
        },
    )
    category_name = fields.String(allow_none=True)
    colour = fields.List(fields.String())
    colour_text = fields.String(allow_none=True)
    attributes = fields.Nested(
        HitAttributes,
        metadata={"description": "What it carries besides; a tile has the first values of each"},
    )
    offers = fields.Nested(
        SoldBy,
        allow_none=True,
        metadata={"description": "Where that is several stores, or another than this one"},
    )
    style = fields.List(fields.String())
    type = one_of("new", "vintage")
    stock = one_of("in-stock", "sold-out")
    gender = fields.List(one_of("men", "women", "unisex"))
    ships_from = fields.String(allow_none=True)
    ships_from_name = fields.String(allow_none=True)
    ships_to = fields.List(fields.String())
    created_at = fields.Integer()
    popularity = fields.Integer()
    visible = fields.Boolean()
    similar = fields.Boolean(
        metadata={"description": "In a search that found few: lacks some of what was asked for"}
    )
    highlights = fields.Nested(Highlights, data_key="_highlightResult")

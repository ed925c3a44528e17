"""Products by themselves, on the wire. Views answer with a Response, which these only describe."""

from typing import Any

from marshmallow import ValidationError, fields

from app.api.declare import Answer
from app.api.declare.fields import BIG_MAX
from app.api.declare.schema import one_of
from app.api.search.hits import Hit, StorePrice
from app.api.search.schemas import VisitorQuery
from scrapers.values.identifiers import KINDS

MOST_IDS = 100


class PriceStep(Answer):
    """Days on which price and stock stayed as they were; amounts in the visitor's currency."""

    first = fields.Date()
    last = fields.Date()
    price = fields.Float()
    ordinary_price = fields.Float(allow_none=True)
    sold_out = fields.Boolean()


class PriceChange(Answer):
    """What was found to be otherwise on a day."""

    day = fields.Date()
    text = fields.String(metadata={"example": "Down from R 899 to R 749"})


class CheapestStep(Answer):
    """Days on which one store was the cheapest of all that sell a thing, at one price."""

    first = fields.Date()
    last = fields.Date()
    price = fields.Float()
    store_name = fields.String()


class PriceHistory(Answer):
    """What it cost in the last year, on the days on which it was read."""

    today = fields.Date(metadata={"description": "The day in the shop's zone"})
    read_days = fields.Integer()
    steps = fields.List(
        fields.Nested(PriceStep),
        metadata={"description": "In order; where two do not meet it was not read"},
    )
    everywhere = fields.List(
        fields.Nested(CheapestStep),
        metadata={
            "description": "Of a thing that other stores sell, too: the cheapest of all, on days on"
            " which anybody could buy it"
        },
    )
    changes = fields.List(fields.Nested(PriceChange), metadata={"description": "The newest first"})
    words = fields.List(
        fields.String(),
        metadata={"description": "What may be said of the price; nothing under 14 days read"},
    )


class Identifier(Answer):
    """What names a product beyond its store, or one of its variants in it."""

    kind = one_of(*KINDS)
    value = fields.String(metadata={"description": "Of a GTIN all 14 digits"})
    variant = fields.String(metadata={"description": "The words of its options; may be empty"})


DELIVERY = ("store", "proxy", "no")


class Offer(Answer):
    """A store's offer of a thing that several stores sell."""

    product_id = fields.Integer()
    path = fields.String(metadata={"description": "Its own page's path"})
    name = fields.String()
    brand_id = fields.Integer()
    group_key = fields.String()
    href = fields.String(allow_none=True)
    store = fields.String()
    store_name = fields.String()
    price = fields.Float(allow_none=True, metadata={"description": "In the visitor's currency"})
    store_price = fields.Nested(StorePrice, allow_none=True)
    delivery = one_of(
        *DELIVERY, allow_none=True, metadata={"description": "How it reaches the visitor's country"}
    )
    sold_out = fields.Boolean()
    last_seen = fields.DateTime()


class OfferedSize(Answer):
    """A size of a product, as its store offers it."""

    size = fields.String()
    sold_out = fields.Boolean()
    price = fields.Float(
        allow_none=True,
        metadata={"description": "In the visitor's currency; null: what the product costs"},
    )


class WayStep(Answer):
    """A category on the way to a product."""

    value = fields.String(metadata={"example": "women/dresses"})
    label = fields.String(metadata={"example": "Dresses"})


class ProductView(Answer):
    """A product with all that is known of it."""

    product = fields.Nested(Hit)
    path = fields.String(metadata={"description": "Its page's path"})
    way = fields.List(
        fields.Nested(WayStep), metadata={"description": "From the widest category to the finest"}
    )
    gone = fields.Boolean(metadata={"description": "The store no longer has it"})
    last_seen = fields.DateTime()
    delivery = one_of(
        *DELIVERY, allow_none=True, metadata={"description": "How it reaches the visitor's country"}
    )
    offers = fields.List(
        fields.Nested(Offer),
        metadata={
            "description": "Of each store that sells it, where another does, too: what can be"
            " bought before what cannot, then by price"
        },
    )
    history = fields.Nested(PriceHistory)
    identifiers = fields.List(
        fields.Nested(Identifier), metadata={"description": "As the store gives them, checked"}
    )
    sizes = fields.List(
        fields.Nested(OfferedSize),
        metadata={"description": "Small ones first; empty where the source tells none one by one"},
    )
    similar = fields.List(
        fields.Nested(Hit), metadata={"description": "Of the same kind and for the same people"}
    )


class PriceOrigin(Answer):
    """Where a product's price was read: operators' alone, as an address may hold a token."""

    origin = fields.String(
        allow_none=True,
        metadata={"description": "Source, address, place and text; null: it has no price"},
    )


class Tiles(Answer):
    """Products by their ids."""

    hits = fields.List(
        fields.Nested(Hit),
        metadata={"description": "In the order of the ids, without those that are gone"},
    )


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

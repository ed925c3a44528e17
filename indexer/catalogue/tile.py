"""A product's finished tile in its document, and what completes it for a visitor.

Amounts in all currencies and other stores' offers stand in it; what a visitor sees of them is cut
from its JSON without reading the rest.
"""

import re
from binascii import a2b_base64, b2a_base64
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple

import orjson

from indexer.catalogue.rates import TARGETS, approximate, format_amount
from scrapers.attributes import ATTRIBUTES

STORE_PRICE = "storePrice"


def store_price(amount: Decimal | None, currency: str) -> dict[str, Any] | None:
    """Return `{currency, amount}`; None where no amount is known."""
    if amount is None or not amount.is_finite():
        return None
    return {"currency": currency, "amount": float(amount)}


def price_text(hit: Mapping[str, Any], currency: str, name: str = "price") -> str | None:
    """Return an amount of a hit as visitors read it: "R 1,299.50", "≈ R 5,174" of one that was
    converted. None where it has none in this currency.
    """
    amount = (hit.get(name) or {}).get(currency.lower())
    if amount is None:
        return None
    own = hit.get(STORE_PRICE)
    formatter = approximate if own and own["currency"] != currency else format_amount
    return formatter(Decimal(str(amount)), currency)


OFFERS_FIELD = "offers"
IN_STORES = "inStores"  # sold by two stores or more
Amounts = Mapping[str, float]
Priced = Mapping[str, Any]  # `price` by currency, and the store's own price
Convert = Callable[[Decimal, str], Amounts | None]


class Offer(NamedTuple):
    """The lowest price in one currency for which a store sells a thing now."""

    brand_id: int
    currency: str
    price: Decimal


def by_delivery(
    offers: Iterable[Offer], ships_to: Mapping[int, Sequence[str]], convert: Convert
) -> list[dict[str, Any]]:
    """Return `{stores, price, storePrice, shipsTo}` of the stores in `ships_to`, by where they
    deliver; `storePrice` is the cheapest one's.

    What has no amount in the site's currencies is no offer: its lowest price is unknown.
    """
    found: dict[tuple[str, ...], list[tuple[int, Priced]]] = defaultdict(list)
    for offer in offers:
        amounts = convert(offer.price, offer.currency)
        if amounts and (reach := tuple(ships_to.get(offer.brand_id, ()))):
            own = store_price(offer.price, offer.currency)
            found[reach].append((offer.brand_id, {"price": amounts, STORE_PRICE: own}))
    return [
        {
            "stores": len({brand_id for brand_id, _ in sold}),
            **_cheapest(priced for _, priced in sold),
            "shipsTo": list(reach),
        }
        for reach, sold in sorted(found.items(), key=itemgetter(0))
    ]


def within(entries: Iterable[Priced], country: str, *, sold_out: bool) -> dict[str, Any] | None:
    """Return `{stores, price, storePrice}` of the entries whose stores deliver to a country, of all
    for none; without the cheapest's price where the entries lack it.

    None for one store, of which the product itself can be bought.
    """
    places = {country, "*"}
    reached = [one for one in entries if not country or not places.isdisjoint(one["shipsTo"])]
    stores = sum(one["stores"] for one in reached)
    if stores < (1 if sold_out else 2):
        return None
    return {"stores": stores, **_cheapest(reached)}


def _cheapest(entries: Iterable[Priced]) -> dict[str, Any]:
    """Return the prices of the cheapest, which it is in all currencies: cents apart in one."""
    lowest = min(entries, key=lambda one: [*one["price"].values()])
    return {name: lowest[name] for name in ("price", STORE_PRICE) if name in lowest}


Body = dict[str, Any]

TILE_FIELD = "tile"
# What a tile shows, names, links to and is edited by; whole products take twice as much.
ALWAYS_SENT = ("objectID", "productId", "brandId", "groupKey", "name", "brand", "storeSite")
_NAME, _BRAND, _BEHIND_BRAND = b'"name":', b'"brand":', b',"storeSite":'
PRICES = ("price", "ordinaryPrice", "priceBefore")
OFFERS_MARK = b',"%b":' % OFFERS_FIELD.encode()
# Only where there is a value: the client fills in the rest (frontend/src/lib/api/hits.ts).
WHERE_PRESENT = (
    *("href", "imageBg", "needExternalTranslate", "saMade", "unisex", "soldOut"),
    *("colour", "colourText", *PRICES, STORE_PRICE, "measured"),
)
TILE = (*ALWAYS_SENT, *WHERE_PRESENT, "category", "storeName", "siblings", "attributes")
# A product's name may contain them.
IN_NAMES = tuple(attribute.name for attribute in ATTRIBUTES if attribute.in_words)
VALUES = 12  # of an attribute: more than a tile's line holds
_CODES = tuple(code.lower() for code in TARGETS)
PICTURES = 2  # the second one shows where the first is pointed at


def pack_tile(document: Body) -> str:
    """Return a document's tile, as a binary field takes it."""
    return b2a_base64(orjson.dumps(tile(document)), newline=False).decode()


def unpack_tile(field: str) -> bytes:
    """Return the JSON of a packed tile, amounts in all currencies."""
    return a2b_base64(field)


def tile(document: Body) -> Body:
    """Return what a tile shows, without what is false, null or empty; amounts in all currencies.

    The store's name is left out where it is the brand's; categories are the finest ones, whose
    slugs begin with their ancestors'; a picture's size stands beside the first, for which a place
    is kept.
    """
    shown = {name: document[name] for name in ALWAYS_SENT if name in document}
    _copy_present(shown, document, WHERE_PRESENT)
    _order_amounts(shown)
    if attributes := _tile_attributes(document.get("attributes", {}), document["name"].casefold()):
        shown["attributes"] = attributes
    if document.get("storeName") != document.get("brand"):
        _copy_present(shown, document, ("storeName",))
    if category := document.get("category"):
        shown["category"] = finest(category)
    if pictures := document["images"][:PICTURES]:
        first, *others = pictures
        shown["images"] = [_without_empty(first), *({"url": other["url"]} for other in others)]
    if siblings := document.get("siblings"):
        shown["siblings"] = [_swatch(sibling, document["name"]) for sibling in siblings]
    if sold := document.get(OFFERS_FIELD):  # the last one: `with_offers` takes it off the end
        shown[OFFERS_FIELD] = [_in_order(entry) for entry in sold]
    return shown


def _tile_attributes(attributes: dict[str, list[str]], name: str) -> dict[str, list[str]]:
    """Return a tile's attributes, without those in its name, in lower case."""
    unsaid = {
        attribute: [value for value in attributes[attribute] if value.casefold() not in name]
        for attribute in IN_NAMES
        if attribute in attributes
    }
    shown = attributes | unsaid
    return {attribute: values[:VALUES] for attribute, values in shown.items() if values}


def _copy_present(target: Body, source: Body, names: tuple[str, ...]) -> None:
    for name in names:
        if value := source.get(name):
            target[name] = value


def finest(slugs: list[str]) -> list[str]:
    """Return the slugs that begin no other: a document lists all ancestors, parents first."""
    return [slug for slug, after in pairwise([*slugs, ""]) if not after.startswith(f"{slug}/")]


def _without_empty(picture: Body) -> Body:
    return {name: value for name, value in picture.items() if value}


def _swatch(sibling: Body, name: str) -> Body:
    """Return a sibling; its name is left out where it is the product's."""
    shown = _without_empty(sibling)
    _order_amounts(shown)
    if shown.get("name") == name:
        del shown["name"]
    return shown


def _in_order(entry: Body) -> Body:
    ordered = dict(entry)
    _order_amounts(ordered)
    return ordered


def _order_amounts(priced: Body) -> None:
    """Bring amounts into the order in which `in_currency` finds them, in place."""
    for name in PRICES:
        if amounts := priced.get(name):
            priced[name] = {code: amounts[code] for code in _CODES if code in amounts}
    if own := priced.get(STORE_PRICE):
        priced[STORE_PRICE] = {name: own[name] for name in ("currency", "amount")}


def _amounts_beside(chosen: str) -> re.Pattern[bytes]:
    """Return what matches the amounts in other currencies, with the comma that parts them, and
    the store's price where that is in the chosen one.

    No text matches: within one, quotes are escaped.
    """
    place = _CODES.index(chosen)
    before = [rf'"{code}":[^,{{}}"]+,' for code in _CODES[:place]]
    behind = [rf',"{code}":[^,{{}}"]+' for code in _CODES[place + 1 :]]
    same = rf',"{STORE_PRICE}":\{{"currency":"{chosen.upper()}"[^{{}}]*\}}'
    return re.compile("|".join(filter(None, ("".join(before), "".join(behind), same))).encode())


_BESIDE = {code.upper(): _amounts_beside(code) for code in _CODES}


def in_currency(tile_json: bytes, currency: str) -> bytes:
    """Return a tile's JSON with its amounts in one currency alone (ZAR, EUR or USD), and with what
    the store's price only where that is in another.
    """
    return _BESIDE[currency].sub(b"", tile_json)


def name_and_brand(tile_json: bytes) -> tuple[bytes, bytes]:
    """Return the JSON texts of a tile's name and brand, without reading the rest of it."""
    name, brand = tile_json.find(_NAME) + len(_NAME), tile_json.find(_BRAND)
    behind = tile_json.find(_BEHIND_BRAND, brand)
    return tile_json[name : brand - 1], tile_json[brand + len(_BRAND) : behind]


def with_brand(tile_json: bytes, instead: Mapping[bytes, bytes]) -> bytes:
    """Return a tile's JSON with another JSON text as its brand, where one is to stand instead.

    No text holds the marks between which it stands: within one, quotes are escaped.
    """
    start = tile_json.find(_BRAND) + len(_BRAND)
    end = tile_json.find(_BEHIND_BRAND, start)
    other = instead.get(tile_json[start:end])
    return tile_json if other is None else tile_json[:start] + other + tile_json[end:]


def with_offers(tile_json: bytes, country: str) -> bytes:
    """Return a tile's JSON with how many stores that deliver there sell it, from what.

    No text holds the mark behind which its offers stand: within one, quotes are escaped.
    """
    head, mark, entries = tile_json.rpartition(OFFERS_MARK)
    if not mark:
        return tile_json
    sold_out = b'"soldOut":true' in head
    shown = within(orjson.loads(entries[:-1]), country, sold_out=sold_out)
    return head + (OFFERS_MARK + orjson.dumps(shown) if shown else b"") + b"}"


def with_flag(tile_json: bytes, flag: str) -> bytes:
    """Return a tile's JSON with a flag that is true for this visitor."""
    return tile_json[:-1] + b',"%b":true}' % flag.encode()

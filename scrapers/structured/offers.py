"""schema.org's offers with their conditions, however a page's JSON-LD or microdata nests them.

Sources: schema.org's Offer, PriceSpecification and their enumerations; Google's merchant listings.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from scrapers.structured.nodes import Node, flatten, line, lines, member, name_of, nodes, types_of
from scrapers.structured.offer_conditions import (
    NO,
    distinguishing_attributes,
    is_condition,
    words_of,
)
from scrapers.values.availability import read_availability
from scrapers.values.offers import NEW, Kind, Offer
from scrapers.values.price.goods import kind_of, pack_of, piece_of
from scrapers.values.price.money import currency_code, read_money
from scrapers.values.price.prices import is_neutral
from scrapers.values.reading import Reading, with_place
from scrapers.values.times import moment

# Of PriceTypeEnumeration, and its older names: what the price was or should be.
LISTS = frozenset("listprice msrp srp strikethroughprice regularprice".split())
PAID = frozenset({"", "saleprice", "price"})
COMPONENTS = {
    "downpayment": Kind.DEPOSIT,
    "installment": Kind.INSTALMENT,
    "subscription": Kind.SUBSCRIPTION,
}
CHARGES = frozenset({"deliverychargespecification", "paymentchargespecification"})
FUNCTIONS = {"": Kind.SALE, "sell": Kind.SALE, "leaseout": Kind.RENT}
HOMES = frozenset(
    "za|zaf|south africa|suid-afrika|rsa|world|worldwide|*|global|international|africa".split("|")
)
ACTIONS = {"rentaction": Kind.RENT, "borrowaction": Kind.RENT}
PIECES = frozenset({"", "c62", "ea", "h87", "pce", "nmp"})  # unit codes of one piece
OWN = ("price", "lowPrice", "priceCurrency", "priceSpecification", "availability", "itemCondition")
BEFORE = "priceStruckOut"  # where markup.py puts the prices of an offer that are struck out
ORDERED_EARLIER = ("pre", "back")  # what can be bought before it is there


def offers_of(node: Node) -> list[Offer]:
    """Return a product's offers; an end that passed on all of them is one that nobody moves on."""
    name = line(node.get("name")) or ""
    entries = [each for entry, place in _offers_of(node) for each in _entries(entry, place)]
    packs = [pack_of(line(one.get("name")) or "") for one, _, _ in entries]
    rows = zip(
        entries,
        packs,
        distinguishing_attributes([one for one, _, _ in entries], words_of(name)),
        strict=True,
    )
    found = [
        _with_place(
            replace(
                offer, quantity=offer.quantity * pack / min(packs), words=offer.words or unknown
            ),
            place,
        )
        for (one, outer, place), pack, unknown in rows
        for offer in _with_label(one, outer, name)
    ]
    now = datetime.now(UTC)
    priced = [offer for offer in found if offer.amount]
    if priced and all(offer.ends and offer.ends <= now for offer in priced):
        return [_after(offer) for offer in found]
    return found


def _offers_of(node: Node) -> list[tuple[Node, str]]:
    """Return a product's offers with their places.

    One that has none, and a price of its own, is its offer.
    """
    offered = [
        (offer, f"offers[{number}]")
        for number, offer in enumerate(nodes(node.get("offers")))
        if offer
    ]
    own = {name: node[name] for name in OWN if node.get(name)}
    return offered or ([(own, "")] if _amount(own) or own.get("priceSpecification") else [])


def _with_place(offer: Offer, place: str) -> Offer:
    return replace(offer, origin=with_place(offer.origin, place))


def _after(offer: Offer) -> Offer:
    """Return what an offer is after its end: the ordinary price, where it names one."""
    usual = offer.usual if offer.ordinary else offer.origin
    amount = offer.ordinary or offer.amount
    return replace(offer, ends=None, amount=amount, origin=usual, ordinary=None)


def _entries(offer: Node, place: str) -> Iterator[tuple[Node, Node, str]]:
    """Yield an offer, or of an aggregate those that have a price of their own.

    Each is yielded with the outer one and its place.
    A demand (schema.org's Demand) is no offer.
    """
    inner = nodes(offer.get("offers"))
    priced = any(one.get("price") or one.get("priceSpecification") for one in inner)
    for number, one in enumerate(inner if priced else [offer]):
        if "demand" not in types_of(one):
            yield one, offer, f"{place}.offers[{number}]" if priced else place


def _with_label(one: Node, outer: Node, name: str) -> Iterator[Offer]:
    """Yield the offers of one; its name is a label where it shares no word with the product's."""
    label = line(one.get("name")) or ""
    is_label = not words_of(label) & words_of(name) and is_condition(label)
    piece = piece_of([label], name)
    for found in _offer(one, outer):
        yield replace(found, words=found.words or (label if is_label else ""), piece=piece)


def _offer(offer: Node, outer: Node) -> Iterator[Offer]:
    currency = currency_code(line(offer.get("priceCurrency")))
    currency = currency or currency_code(line(outer.get("priceCurrency")))
    ends = _moments(offer, timedelta(days=1), "availabilityEnds")
    is_over = any(one.value and one.value <= datetime.now(UTC) for one in ends)
    stock = f"until {ends[0].text}" if is_over else _stock(offer) or _stock(outer)
    seller = line(offer.get("seller")) or line(offer.get("offeredBy")) or ""
    base = _with_conditions(
        Offer(None, currency, stock=read_availability(stock), seller=seller), offer
    )
    entries = [
        (part, f"{name}[{number}]{inside}")
        for name in ("priceSpecification", "price")
        for number, entry in enumerate(nodes(offer.get(name)))
        for part, inside in _parts(entry, is_sum=_amount(offer) is not None)
    ]
    bare: list[Node] = [{}] if _amount(offer) else []
    unknown = distinguishing_attributes([*(part for part, _ in entries), *bare], frozenset())
    specified = [
        _with_place(replace(found, words=found.words or condition), place)
        for (part, place), condition in zip(entries, unknown, strict=False)
        for found in [_specification_offer(base, part)]
    ]
    yield from _with_specified(base, offer, [one for one in specified if one.amount])


def _stock(node: Node) -> str:
    """Return an offer's stock text; without words for it, how many pieces are left."""
    level = node.get("inventoryLevel")
    left = [one.get("value") for one in nodes(level)] or level
    return member(node.get("availability")) or line(left) or ""


def _parts(entry: Node, is_sum: bool) -> Iterator[tuple[Node, str]]:
    """Yield a specification, or its components where it has no amount, with their places.

    Components are parts of a sum where their offer has an amount, or one of them is called so.
    """
    if _amount(entry):
        yield entry, ""
        return
    components = nodes(entry.get("priceComponent"))
    is_sum = is_sum or any(part.get("priceComponentType") for part in components)
    for number, part in enumerate(components):
        kind = part.get("priceComponentType") or ("part" if is_sum else None)
        yield {**part, "priceComponentType": kind}, f".priceComponent[{number}]"


def _with_specified(base: Offer, node: Node, specified: list[Offer]) -> Iterator[Offer]:
    """Yield an offer's amount and those that are specified, each reduced from what it was.

    An amount that is specified, too, is read from the specification.
    """
    usual = [one for one in specified if one.words in LISTS]
    others = [one for one in specified if one.words not in LISTS]
    own = list(_own(base, node))
    explained = {one.amount for one in others}
    own = [one for one in own if one.amount not in explained or one.amount is None]
    before = max(usual, key=lambda one: one.amount or 0, default=Offer(None))
    every = [*own, *others]
    yield from (
        replace(one, ordinary=before.amount, usual=before.origin)
        if one.amount and before.amount
        else one
        for one in every
    )
    if not any(one.amount for one in every):
        yield base


def _own(base: Offer, node: Node) -> Iterator[Offer]:
    name = _amount_name(node)
    reads = [read_money(value, base.currency) for value in flatten(node.get(name))]
    struck = [
        one for value in flatten(node.get(BEFORE)) for one in read_money(value, None).value or ()
    ]
    usual = max(struck, key=lambda one: one.amount or 0, default=Offer(None))
    found = [one for read in reads for one in read.value or ()]
    offers = {one.amount: one for one in found if one.amount or len(found) == 1}
    for offer in offers.values():
        currency = offer.currency or base.currency
        own = _join(base, replace(_with_place(offer, name), currency=currency))
        if len(offers) > 1:
            own = replace(own, words="one of several prices")
        elif own.amount and usual.amount and usual.amount > own.amount:
            own = replace(own, ordinary=usual.amount, usual=usual.origin)
        yield own
    if not offers and any(read.not_understood for read in reads):
        yield base


def _join(base: Offer, own: Offer) -> Offer:
    return replace(
        base,
        amount=own.amount,
        currency=own.currency,
        ordinary=own.ordinary,
        origin=own.origin,
        kind=base.kind if own.kind is Kind.SALE else own.kind,
        with_tax=base.with_tax if own.with_tax is None else own.with_tax,
        words=base.words or own.words,
    )


def _amount(node: Node) -> Any:
    return node.get(_amount_name(node))


def _amount_name(node: Node) -> str:
    """Return the property that has a node's amount; "" where none has."""
    return next((name for name in ("price", "lowPrice", "minPrice") if line(node.get(name))), "")


def _specification_offer(base: Offer, entry: Node) -> Offer:
    """Return a price specification as an offer; a list price carries its type in `words`."""
    currency = currency_code(line(entry.get("priceCurrency"))) or base.currency
    offer = next(_own(replace(base, currency=currency), entry), base)
    offer = _with_conditions(offer, entry)
    label = line(entry.get("name")) or ""
    kind = name_of(member(entry.get("priceType"))) or label.replace(" ", "").casefold()
    if kind in LISTS:
        return replace(offer, words=kind)
    component = name_of(member(entry.get("priceComponentType")))
    billed = any(
        entry.get(name) for name in ("billingDuration", "billingIncrement", "billingStart")
    )
    if component:
        offer = replace(offer, kind=COMPONENTS.get(component, Kind.BESIDE))
    elif types_of(entry) & CHARGES:
        offer = replace(offer, kind=Kind.BESIDE)
    elif billed:
        offer = replace(offer, kind=Kind.INSTALMENT)
    elif _is_measured(entry):
        offer = replace(offer, kind=Kind.UNIT)
    unknown = kind if kind not in PAID else "" if is_neutral(label) else label
    return replace(offer, words=offer.words or unknown)


def _is_measured(entry: Node) -> bool:
    """Return True if the price is for a weight or a length, as 100 g, and not for one piece."""
    for quantity in nodes(entry.get("referenceQuantity")):
        unit = (line(quantity.get("unitCode")) or line(quantity.get("unitText")) or "").casefold()
        return unit not in PIECES or _number(quantity.get("value")) > 1
    return bool(entry.get("unitText"))


def _with_conditions(offer: Offer, node: Node) -> Offer:
    """Return the offer with the conditions of an Offer or a PriceSpecification."""
    goods = nodes(node.get("itemOffered"))
    texts = [line(node.get("name")), *lines(node.get("category")), *(line(one) for one in goods)]
    function = name_of(member(node.get("businessFunction")))
    kind = FUNCTIONS.get(function, Kind.UNKNOWN)
    if any("service" in types_of(one) for one in goods):
        kind = Kind.BESIDE
    for action in nodes(node.get("potentialAction")):
        kind = next((ACTIONS[name] for name in types_of(action) if name in ACTIONS), kind)
    if node.get("leaseLength") or node.get("eligibleDuration") or "offerforlease" in types_of(node):
        kind = Kind.RENT
    begins = _moments(node, timedelta(0), "validFrom", *_starts(node))
    # A date without a time is a whole day.
    ends = _moments(node, timedelta(days=1), "validThrough", "priceValidUntil", "availabilityEnds")
    unread = next((one.text for one in (*begins, *ends) if one.not_understood), "")
    worded = next((known for text in texts if text and (known := kind_of(text))), None)
    if offer.kind is Kind.SALE:
        offer = replace(offer, kind=worded if kind is Kind.SALE and worded else kind)
    return replace(
        offer,
        quantity=max(offer.quantity, _quantity(node)),
        begins=max(filter(None, (offer.begins, *(one.value for one in begins))), default=None),
        ends=min(filter(None, (offer.ends, *(one.value for one in ends))), default=None),
        audience=offer.audience or _audience(node),
        goods=_goods(node) if offer.goods == NEW else offer.goods,
        is_abroad=offer.is_abroad or _is_abroad(node),
        with_tax=False if _is_untaxed(node) else offer.with_tax,
        words=offer.words
        or ("orders of some amount" if node.get("eligibleTransactionVolume") else ""),
        unread_date=offer.unread_date or ("" if offer.words else unread),
    )


def _starts(node: Node) -> tuple[str, ...]:
    stock = name_of(member(node.get("availability")))
    return () if stock.startswith(ORDERED_EARLIER) else ("availabilityStarts",)


def _moments(node: Node, whole: timedelta, *names: str) -> list[Reading[datetime]]:
    return [moment(line(node.get(name)), whole) for name in names]


def _quantity(node: Node) -> Decimal:
    held = (part.get("amountOfThisGood") for part in nodes(node.get("includesObject")))
    sizes = (_least(quantity) for quantity in flatten(node.get("eligibleQuantity")))
    return max((Decimal(1), *sizes, *map(_number, held)))


def _least(quantity: Any) -> Decimal:
    if isinstance(quantity, dict) and line(quantity.get("minValue")):
        return _number(quantity["minValue"])
    return _number(quantity)


def _number(value: Any) -> Decimal:
    try:
        number = Decimal(line(value) or "0")
    except InvalidOperation:
        return Decimal(0)
    return number if number.is_finite() else Decimal(0)


def _audience(node: Node) -> str:
    if node.get("validForMemberTier"):
        return "members"
    kinds = {name_of(text) for text in lines(node.get("eligibleCustomerType"))}
    return "" if not kinds or "enduser" in kinds else ", ".join(sorted(kinds))


def _goods(node: Node) -> str:
    """Return the condition of the goods, "new" where none is named."""
    offered = nodes(node.get("itemOffered"))
    named = (member(one.get("itemCondition")) for one in (node, *offered))
    condition = name_of(next(filter(None, named), "")).removesuffix("condition")
    return NEW if condition.startswith(NEW) or not condition else condition


def _is_abroad(node: Node) -> bool:
    if _countries(node.get("ineligibleRegion")) & HOMES:
        return True
    named = [_countries(node.get(name)) for name in ("eligibleRegion", "areaServed")]
    return any(countries and not countries & HOMES for countries in named)


def _countries(value: Any) -> set[str]:
    countries: set[str] = set()
    for entry in flatten(value):
        named = [entry]
        if isinstance(entry, dict):
            inside = entry.get("addressCountry")
            named = [inside] if inside else [entry.get("identifier"), entry.get("name")]
        countries |= {text.casefold() for one in named for text in lines(one)}
    return countries


def _is_untaxed(node: Node) -> bool:
    """Return True if tax is not in a node's amount, by its own words or a bare specification's."""
    bare = [entry for entry in nodes(node.get("priceSpecification")) if not _amount(entry)]
    included = [member(entry.get("valueAddedTaxIncluded")) for entry in (node, *bare)]
    return any(text and name_of(text) in NO for text in included)

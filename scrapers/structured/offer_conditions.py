"""What sets one of several offers apart though no rule has its meaning.

An offer's property is a condition unless it is listed here or read by `scrapers.structured.offers`.
What all offers of a product share distinguishes none of them, and is left to the page's author.
"""

import re
from collections.abc import Sequence
from typing import Any

from scrapers.structured.nodes import Node, flatten, line, lines, member, name_of, nodes
from scrapers.values.price.goods import audience_of
from scrapers.values.price.prices import is_neutral

# Of schema.org's Offer and PriceSpecification: what is read elsewhere, or not about who pays.
KNOWN = frozenset(
    "price lowprice highprice minprice maxprice pricecurrency pricespecification pricecomponent"
    " pricecomponenttype pricetype offers offercount availability availabilitystarts"
    " availabilityends validfrom validthrough pricevaliduntil name description category url image"
    " seller offeredby itemcondition itemoffered eligiblequantity eligibletransactionvolume"
    " eligiblecustomertype eligibleregion ineligibleregion areaserved businessfunction leaselength"
    " eligibleduration includesobject valueaddedtaxincluded validformembertier referencequantity"
    " unitcode unittext billingduration billingincrement billingstart membershippointsearned"
    " sku mpn gtin gtin8 gtin12 gtin13 gtin14 asin isbn serialnumber productid identifier"
    " additionaltype alternatename disambiguatingdescription mainentityofpage sameas subjectof"
    " shippingdetails hasmerchantreturnpolicy deliveryleadtime inventorylevel warranty addon gift"
    " availabledeliverymethod availableatorfrom advancebookingrequirement review aggregaterating"
    " checkoutpageurltemplate potentialaction acceptedpaymentmethod color colour size material"
    " pattern weight width height depth model brand manufacturer additionalproperty isvariantof"
    " variesby isfamilyfriendly keywords owner hasadultconsideration hasmeasurement"
    " pricestruckout mobileurl variantid id position key taxrate taxincluded currency".split()
)
PRICED = re.compile(r"price|prys|prijs|preis|prix|precio|preço|prezzo|cost|deal|member|only", re.I)
NO = frozenset({"", "0", "false", "no", "none", "null", "nee"})
# What an offer may be bound to, of several ways that are open to buyers.
BOUND = {"acceptedPaymentMethod": "paid by", "availableDeliveryMethod": "delivered by"}
LABEL = 80  # characters of a description that may be a label


def words_of(value: Any) -> frozenset[str]:
    """Return the words of a value's text in lower case."""
    return frozenset(re.findall(r"\w+", (line(value) or "").casefold()))


def is_condition(label: str) -> bool:
    """Return True if a label is a price's, and holds more than that it is one."""
    return PRICED.search(label) is not None and not is_neutral(label)


def distinguishing_attributes(entries: Sequence[Node], product: frozenset[str]) -> list[str]:
    """Return for each offer what it has and not all of them have; "" where that is nothing.

    `product`: the words of the product's name.
    """
    attributes = [_attributes_of(entry, product) for entry in entries]
    for name, how in BOUND.items():
        ways = [_ways(entry, name) for entry in entries]
        every = frozenset[str]().union(*ways)
        for facts, own in zip(attributes, ways, strict=True):
            if own and (own < every or frozenset() in ways):
                facts.add(f"{how} {', '.join(sorted(own))}")
    common = set.intersection(*attributes) if attributes else set()
    return [", ".join(sorted(facts - common)) for facts in attributes]


def _attributes_of(entry: Node, product: frozenset[str]) -> set[str]:
    found = {
        name
        for name, value in entry.items()
        if name.casefold() not in KNOWN and not name.startswith("@") and _is_stated(value)
    }
    if name_of(member(entry.get("availability"))) == "instoreonly":
        found.add("in a shop only")
    offered = [one for one in nodes(entry.get("itemOffered")) if line(one.get("name"))]
    if any(not words_of(one.get("name")) & product for one in offered):
        found.add("for other goods")
    named = [line(entry.get("name")), *lines(entry.get("category"))]
    if who := audience_of(filter(None, named)):
        found.add(who)
    label = line(entry.get("description")) or ""
    if len(label) <= LABEL and is_condition(label):
        found.add(label)
    return found


def _is_stated(value: Any) -> bool:
    texts = [text.casefold() for text in lines(value)]
    if not texts:
        return value is True or bool(nodes(value))
    return any(name_of(text) not in NO for text in texts)


def _ways(entry: Node, name: str) -> frozenset[str]:
    """Return the ways that an offer is bound to; one that names none is open to all."""
    values = flatten(entry.get(name))
    named = (line(one) or line(one.get("@id")) or line(one.get("@type")) for one in nodes(values))
    texts = (line(one) for one in values if not isinstance(one, dict))
    return frozenset(name_of(way) for way in (*named, *texts) if way)

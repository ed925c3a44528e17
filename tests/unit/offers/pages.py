"""Product pages' structured data, composed of schema.org's vocabulary, each with what is right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from scrapers.structured.markup import facts_of
from tests.unit.offers import parts

CENT = Decimal("0.01")
SCHEMA, GOOD = "https://schema.org/", "http://purl.org/goodrelations/v1#"
PAST, FUTURE = "2024-12-31", "2099-01-31T08:00:00+02:00"
# What sets an offer apart: never everybody's, today, here, for one new piece.
OF_OFFER: tuple[dict[str, Any], ...] = (
    {"eligibleQuantity": {"@type": "QuantitativeValue", "minValue": 10}},
    {"eligibleQuantity": {"value": "6"}},
    {"eligibleQuantity": {"minValue": "12", "unitCode": "C62"}},
    {"eligibleTransactionVolume": {"@type": "PriceSpecification", "minPrice": 5000}},
    {"priceValidUntil": PAST, "validFrom": "2024-11-01"},
    {"validThrough": f"{PAST}T23:59:59+02:00"},
    {"validFrom": FUTURE},
    {"availabilityStarts": FUTURE},
    {"availabilityEnds": PAST},
    {"validForMemberTier": {"@type": "MemberProgramTier", "name": "Gold"}},
    {"validForMemberTier": {"@id": "#tier"}},
    {"businessFunction": f"{GOOD}LeaseOut"},
    {"businessFunction": f"{GOOD}ProvideService"},
    {"businessFunction": f"{SCHEMA}Repair"},
    {"businessFunction": f"{GOOD}Buy"},
    {"businessFunction": "LeaseOut"},
    {"@type": "OfferForLease"},
    {"itemCondition": f"{SCHEMA}UsedCondition"},
    {"itemCondition": "RefurbishedCondition"},
    {"itemCondition": f"{SCHEMA}DamagedCondition"},
    {"itemCondition": "used"},
    {"itemOffered": {"@type": "Product", "itemCondition": f"{SCHEMA}UsedCondition"}},
    {"eligibleCustomerType": f"{GOOD}Reseller"},
    {"eligibleCustomerType": f"{GOOD}Business"},
    {"eligibleCustomerType": f"{GOOD}PublicInstitution"},
    {"eligibleRegion": "NA"},
    {"eligibleRegion": {"@type": "Country", "name": "Namibia"}},
    {"eligibleRegion": ["BW", "NA"]},
    {"ineligibleRegion": "ZA"},
    {"areaServed": {"@type": "Country", "name": "US"}},
    {"eligibleRegion": {"@type": "DefinedRegion", "addressCountry": "GB"}},
    {"name": "Deposit"},
    {"name": "Fabric sample"},
    {"name": "Monthly rental"},
    {"leaseLength": {"@type": "QuantitativeValue", "value": 12, "unitCode": "MON"}},
    {"eligibleDuration": {"value": 1, "unitCode": "MON"}},
    {"includesObject": {"@type": "TypeAndQuantityNode", "amountOfThisGood": 6}},
    {"category": "Rental"},
    {"category": "Subscription"},
    {"name": "Trade price"},
)
# What nobody listed: it sets an offer apart where another one does not say it.
APART: tuple[dict[str, Any], ...] = (
    {"itemOffered": {"@type": "Product", "name": "Gift card"}},
    {"itemOffered": {"@type": "Service", "name": "Assembly at home"}},
    {"itemOffered": {"@type": "Product", "name": "Felt pads"}},
    {"@type": "Demand"},
    {"@type": ["Offer", "Demand"]},
    {"acceptedPaymentMethod": f"{GOOD}ByBankTransferInAdvance", "paidUpFront": True},
    {"acceptedPaymentMethod": {"@type": "LoanOrCredit", "name": "Store card"}, "loanTerm": "P1Y"},
    {"description": "For club members only"},
    {"description": "Trade price"},
    {"potentialAction": {"@type": "RentAction"}},
    {"potentialAction": [{"@type": "ViewAction"}, {"@type": f"{SCHEMA}RentAction"}]},
    {"availability": f"{SCHEMA}InStoreOnly"},
    {"availability": "InStoreOnly", "availableAtOrFrom": {"@type": "Place", "name": "Paarl"}},
    {"name": "Vase, pack of 6"},
    {"name": "Vase (case of 12)"},
    {"name": "4 pack vase"},
    {"couponCode": "NEW10"},
    {"customerGroup": "Wholesale"},
    {"memberOnly": True},
    {"requiresSubscription": "true"},
    {"discountCode": ["A", "B"]},
    {"minimumOrder": {"@type": "QuantitativeValue", "value": 20}},
    {"validForStudents": 1},
    {"seller": {"@type": "Organization", "name": "Somebody else"}, "tradeAccount": "yes"},
)
OF_SPECIFICATION: tuple[dict[str, Any], ...] = (
    {"eligibleQuantity": {"minValue": 50}},
    {"eligibleQuantity": {"@type": "QuantitativeValue", "minValue": "24"}},
    {"eligibleQuantity": {"value": 10}},
    {"validThrough": PAST},
    {"validFrom": FUTURE},
    {"validForMemberTier": {"@id": "#plus"}, "membershipPointsEarned": 10},
    {"validForMemberTier": [{"@id": "#a"}, {"@id": "#b"}]},
    {"priceComponentType": f"{SCHEMA}Downpayment"},
    {"priceComponentType": f"{SCHEMA}DownPayment"},
    {"priceComponentType": f"{SCHEMA}Installment", "billingDuration": 12},
    {"priceComponentType": "Installment"},
    {"priceComponentType": f"{SCHEMA}Subscription"},
    {"priceComponentType": f"{SCHEMA}ActivationFee"},
    {"priceComponentType": f"{SCHEMA}CleaningFee"},
    {"priceComponentType": f"{SCHEMA}DistanceFee"},
    {"billingDuration": {"value": 12, "unitCode": "MON"}},
    {"billingIncrement": 1, "unitCode": "MON"},
    {"billingDuration": "P1M"},
    {"referenceQuantity": {"value": 100, "unitCode": "GRM"}},
    {"referenceQuantity": {"value": "1", "unitCode": "KGM"}},
    {"unitText": "per 100 ml"},
    {"valueAddedTaxIncluded": False},
    {"valueAddedTaxIncluded": "false"},
    {"valueAddedTaxIncluded": "http://schema.org/False"},
    {"eligibleTransactionVolume": {"minPrice": 1000}},
    {"@type": "DeliveryChargeSpecification"},
    {"@type": "PaymentChargeSpecification"},
    {"@type": f"{SCHEMA}DeliveryChargeSpecification", "appliesToDeliveryMethod": "x"},
    {"name": "Members"},
    {"name": "Trade price"},
    {"name": "Vitality price"},
    {"priceType": f"{SCHEMA}InvoicePrice"},
    {"priceType": f"{SCHEMA}MinimumAdvertisedPrice"},
    {"priceType": "https://example.org/TierPrice"},
    {"billingStart": 12},
)
LISTED: tuple[dict[str, Any], ...] = (
    {"priceType": f"{SCHEMA}ListPrice"},
    {"priceType": f"{SCHEMA}MSRP"},
    {"priceType": f"{SCHEMA}StrikethroughPrice"},
    {"priceType": f"{SCHEMA}SRP"},
    {"priceType": "RegularPrice"},
    {"priceType": "http://schema.org/StrikethroughPrice"},
    {"name": "List price"},
)
NEUTRAL: tuple[dict[str, Any], ...] = (
    {},
    {"itemCondition": f"{SCHEMA}NewCondition"},
    {"businessFunction": f"{GOOD}Sell"},
    {"eligibleQuantity": {"minValue": 1, "maxValue": 9}},
    {"priceValidUntil": "2099-12-31"},
    {"eligibleRegion": "ZA"},
    {"eligibleCustomerType": f"{GOOD}Enduser"},
    {"areaServed": {"@type": "Country", "name": "South Africa"}},
    {"validFrom": "2024-01-01", "availabilityStarts": "2023-01-01"},
    {"seller": {"@type": "Organization", "name": "Case Store"}},
    {"shippingDetails": {"shippingRate": {"value": 60, "currency": "ZAR"}}},
    {"addOn": {"@type": "Offer", "price": "49.00", "priceCurrency": "ZAR"}},
    {"itemCondition": "new"},
    {"eligibleQuantity": {"value": 1}},
    {"hasMerchantReturnPolicy": {"@type": "MerchantReturnPolicy", "merchantReturnDays": 30}},
    {"warranty": {"durationOfWarranty": {"value": 2}}, "category": "Dresses"},
)
FORMS: tuple[Callable[[Decimal], Any], ...] = (
    str,
    float,
    lambda value: f"{value:.2f}",
    lambda value: f"R {value:.2f}",
    lambda value: f"R{value:,.2f}",
    lambda value: f"{value:.2f}".replace(".", ","),
)


EMPTY = facts_of(b"<html><h1>Vase</h1></html>", "https://s.example/p/vase") or {}


@dataclass(frozen=True)
class Page:
    """A page's raw structured data as facts.js gives it, and what is right."""

    raw: dict[str, Any]
    price: Decimal | None
    ordinary: Decimal | None = None

    @property
    def text(self) -> str:
        return json.dumps(self.raw["linked"] or self.raw["microdata"])


def compose(random: Random, *, kept: bool | None = None) -> Page:
    is_known = random.random() < 0.92

    def one(entries: tuple[dict[str, Any], ...]) -> dict[str, Any]:
        """Return an entry; what is only sold used, or whose end nobody moves on, is a product."""
        fitting = [
            entry
            for entry in parts.part(entries, kept=kept)
            if is_known or not re.search("Condition|used|2024-12", json.dumps(entry))
        ]
        return random.choice(fitting)

    full = Decimal(random.choice((49, 129, 499, 1299, 8999))) + Decimal(
        random.choice(("0", "0.95", "0.5"))
    )
    before = (full * Decimal("1.4")).quantize(CENT)
    form = random.choice(FORMS)

    def lower() -> Any:
        return form((full * Decimal(random.choice(("0.1", "0.5", "0.8")))).quantize(CENT))

    ordinary = None
    shape = random.choice(("offers", "offers", "specifications", "specifications", "aggregate"))
    money = {"priceCurrency": "ZAR"}
    sets_apart = (*OF_OFFER, *APART) if is_known else OF_OFFER
    if shape == "specifications":
        entries = [
            {"@type": "UnitPriceSpecification", "price": lower(), **money, **one(OF_SPECIFICATION)}
            for _ in range(random.choice((1, 1, 2)))
        ]
        if is_known:
            plain = {"@type": "UnitPriceSpecification", "price": form(full), **money}
            plain |= random.choice(({}, {}, {"valueAddedTaxIncluded": True}))
            entries.append(plain)
            if random.random() < 0.3:
                entries.append({"price": form(before), **money, **one(LISTED)})
                ordinary = before
        random.shuffle(entries)
        offers: Any = {"@type": "Offer", "priceSpecification": entries, **one(NEUTRAL)}
        if is_known and random.random() < 0.3:
            offers |= {"price": form(full), **money}
    else:
        listed = [
            {"@type": "Offer", "price": lower(), **money, **one(sets_apart)}
            for _ in range(random.choice((1, 1, 2)))
        ]
        if is_known:
            listed.append({"@type": "Offer", "price": form(full), **money, **one(NEUTRAL)})
        random.shuffle(listed)
        for offer in listed:
            offer.setdefault("availability", random.choice((f"{SCHEMA}InStock", "InStock")))
        offers = listed
        if shape == "aggregate":
            offers = {"@type": "AggregateOffer", "lowPrice": lower(), **money, "offers": listed}
    node = {"@context": SCHEMA, "@type": "Product", "name": "Vase", "offers": offers}
    if random.random() < 0.3:
        node["isRelatedTo"] = {"@type": "Product", "name": "Jug", "offers": {"price": "5.00"}}
    linked, microdata = [json.dumps(node)], []
    if random.random() < 0.15:
        linked, microdata = [], [_as_microdata(node)]
    raw = {**EMPTY, "linked": linked, "microdata": microdata}
    return Page(raw, full if is_known else None, ordinary)


def _as_microdata(value: Any) -> Any:
    """Return the values as microdata has them: texts in lists."""
    if isinstance(value, dict):
        return {
            name: [inner] if name == "@type" else _listed(_as_microdata(inner))
            for name, inner in value.items()
            if name != "@context"
        }
    if isinstance(value, list):
        return [_as_microdata(one) for one in value]
    return str(value)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]

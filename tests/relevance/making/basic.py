"""Queries in the usual words."""

from __future__ import annotations

from dataclasses import replace

from tests.relevance.making.kind import Draft, described, whose
from tests.relevance.making.sampler import Sampler
from tests.relevance.need import Need


def garment(s: Sampler) -> Draft:
    need = s.product_type()
    return s.usual_word(need.product_types[0]), need


def gender_garment(s: Sampler) -> Draft:
    need = s.gender(s.product_type())
    return (f"{whose(need.gender)} {described(s, need)}", need) if need else None


def colour_garment(s: Sampler) -> Draft:
    need = s.colour(s.product_type())
    return (described(s, need), need) if need else None


def colour_gender_garment(s: Sampler) -> Draft:
    first = s.colour(s.product_type())
    need = s.gender(first) if first else None
    if need is None:
        return None
    garment = described(s, replace(need, colours=()))
    return f"{need.colours[0]} {whose(need.gender)} {garment}", need


def brand(s: Sampler) -> Draft:
    need = Need(brands=(s.draw("brand", s.brands),))
    return need.brands[0], need


def brand_garment(s: Sampler) -> Draft:
    need = s.brand(s.product_type())
    return (f"{need.brands[0]} {described(s, need)}", need) if need else None


def under_a_price(s: Sampler) -> Draft:
    need = s.product_type()
    amount = s.amount(need, 0.25, 0.7)
    if amount is None:
        return None
    return f"{described(s, need)} under R{amount}", replace(need, high=float(amount))


KINDS = {
    "garment": garment,
    "gender + garment": gender_garment,
    "colour + garment": colour_garment,
    "colour + gender + garment": colour_gender_garment,
    "brand": brand,
    "brand + garment": brand_garment,
    "garment under a price": under_a_price,
}

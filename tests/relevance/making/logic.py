"""Queries with exclusions, alternatives, two colours, states and sizes."""

from __future__ import annotations

from dataclasses import replace

from tests.relevance.lexicon import lineage
from tests.relevance.making.kind import Draft, described, whose, worded
from tests.relevance.making.sampler import COLOURS, Sampler
from tests.relevance.need import Need


def not_colour(s: Sampler) -> Draft:
    coloured = s.colour(s.product_type())
    if coloured is None:
        return None
    need = replace(coloured, colours=(), not_colours=coloured.colours)
    text = worded(s, "not_colour", x=described(s, need), c=coloured.colours[0])
    return (text, need) if s.fits(need) else None


def not_brand(s: Sampler) -> Draft:
    branded = s.brand(s.product_type())
    if branded is None:
        return None
    need = replace(branded, brands=(), not_brands=branded.brands)
    text = worded(s, "not_brand", x=described(s, need), b=branded.brands[0])
    return (text, need) if s.fits(need) else None


def or_colour(s: Sampler) -> Draft:
    first = s.colour(s.product_type())
    second = s.colour(replace(first, colours=())) if first else None
    if first is None or second is None or first == second:
        return None
    text = worded(
        s,
        "or_colour",
        x=s.usual_word(first.product_types[0]),
        c=first.colours[0],
        d=second.colours[0],
    )
    return text, replace(first, colours=first.colours + second.colours)


def or_type(s: Sampler) -> Draft:
    first, second = s.product_type().product_types[0], s.rng.choice(s.known())
    if set(lineage(first)) & set(lineage(second)):
        return None
    return worded(s, "or_thing", x=s.usual_word(first), y=s.usual_word(second)), Need(
        product_types=(first, second)
    )


def two_colours(s: Sampler) -> Draft:
    product_type = s.product_type()
    for _ in range(20):
        c, d = s.rng.sample(COLOURS, 2)
        need = replace(product_type, all_colours=(c, d))
        if s.fits(need):
            return worded(s, "two_colours", x=described(s, product_type), c=c, d=d), need
    return None


def size(s: Sampler) -> Draft:
    need = s.gender(s.product_type())
    if need is None:
        return None
    sizes = sorted({size for item in s.items for size in item.sizes}) or _sizes(need)
    need = replace(need, size=s.rng.choice(sizes))
    coloured = s.colour(need)
    colour = coloured.colours[0] if coloured else ""
    text = worded(s, "size", x=f"{whose(need.gender)} {described(s, need)}", s=need.size, c=colour)
    if colour and colour in text:
        return text, coloured or need
    return (" ".join(text.split()), need) if s.fits(need) else None


def _sizes(need: Need) -> list[str]:
    """Return usual sizes of a product type, for a feed without sizes."""
    if "shoes" in lineage(need.product_types[0]):
        return ["4", "5", "6", "7", "8", "9", "10", "uk 7", "eu 42", "38"]
    return ["S", "M", "L", "XL", "xxl", "medium", "34", "36", "large"]


def state(s: Sampler) -> Draft:
    kind, condition = s.rng.choice((("sale", "sale"), ("stock", "in_stock"), ("local", "local")))
    base = s.product_type()
    need = replace(base, sale=condition == "sale", in_stock=condition == "in_stock",
                   local=condition == "local")  # fmt: skip
    return (worded(s, kind, x=described(s, need)), need) if s.fits(need) else None


def new(s: Sampler) -> Draft:
    need = s.product_type()
    return worded(s, "new", x=described(s, need)), need


KINDS = {
    "not: a colour": not_colour,
    "not: a brand": not_brand,
    "or: colours": or_colour,
    "or: things": or_type,
    "two colours": two_colours,
    "size": size,
    "state": state,
    "state: new": new,
}

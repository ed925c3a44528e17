"""What is not wanted, alternatives, two colours, state and size."""

from __future__ import annotations

from dataclasses import replace

from tests.relevance.lexicon import lineage
from tests.relevance.making.kind import Made, described, whose, worded
from tests.relevance.making.sampler import COLOURS, Sampler
from tests.relevance.need import Need


def not_colour(s: Sampler) -> Made:
    found = s.colour(s.thing())
    if found is None:
        return None
    need = replace(found, colours=(), not_colours=found.colours)
    text = worded(s, "not_colour", x=described(s, need), c=found.colours[0])
    return (text, need) if s.fits(need) else None


def not_brand(s: Sampler) -> Made:
    found = s.brand(s.thing())
    if found is None:
        return None
    need = replace(found, brands=(), not_brands=found.brands)
    text = worded(s, "not_brand", x=described(s, need), b=found.brands[0])
    return (text, need) if s.fits(need) else None


def or_colour(s: Sampler) -> Made:
    one = s.colour(s.thing())
    two = s.colour(replace(one, colours=())) if one else None
    if one is None or two is None or one == two:
        return None
    text = worded(s, "or_colour", x=s.plain(one.things[0]), c=one.colours[0], d=two.colours[0])
    return text, replace(one, colours=one.colours + two.colours)


def or_thing(s: Sampler) -> Made:
    one, two = s.thing().things[0], s.rng.choice(s.known())
    if set(lineage(one)) & set(lineage(two)):
        return None
    return worded(s, "or_thing", x=s.plain(one), y=s.plain(two)), Need(things=(one, two))


def two_colours(s: Sampler) -> Made:
    thing = s.thing()
    for _ in range(20):
        c, d = s.rng.sample(COLOURS, 2)
        need = replace(thing, all_colours=(c, d))
        if s.fits(need):
            return worded(s, "two_colours", x=described(s, thing), c=c, d=d), need
    return None


def size(s: Sampler) -> Made:
    need = s.gender(s.thing())
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
    """Return sizes as they are said of such a thing, where the feed gives none."""
    if "shoes" in lineage(need.things[0]):
        return ["4", "5", "6", "7", "8", "9", "10", "uk 7", "eu 42", "38"]
    return ["S", "M", "L", "XL", "xxl", "medium", "34", "36", "large"]


def state(s: Sampler) -> Made:
    kind, condition = s.rng.choice((("sale", "sale"), ("stock", "in_stock"), ("local", "local")))
    found = s.thing()
    need = replace(found, sale=condition == "sale", in_stock=condition == "in_stock",
                   local=condition == "local")  # fmt: skip
    return (worded(s, kind, x=described(s, need)), need) if s.fits(need) else None


def new(s: Sampler) -> Made:
    need = s.thing()
    return worded(s, "new", x=described(s, need)), need


KINDS = {
    "not: a colour": not_colour,
    "not: a brand": not_brand,
    "or: colours": or_colour,
    "or: things": or_thing,
    "two colours": two_colours,
    "size": size,
    "state": state,
    "state: new": new,
}

"""Whom it is for, other words for things and colours, brands, sentences and punctuation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tests.relevance.lexicon import asked_colours, lineage, things
from tests.relevance.making import plain
from tests.relevance.making.kind import Made, described, worded
from tests.relevance.making.sampler import COLOURS, FEWEST, Sampler
from tests.relevance.need import Need

AFRIKAANS = dict(
    pair.split(":")
    for pair in "black:swart white:wit grey:grys blue:blou red:rooi pink:pienk purple:pers"
    " green:groen yellow:geel orange:oranje brown:bruin beige:beige".split()
)
AFRIKAANS_GENDER = {"women": ("dames", "vroue"), "men": ("mans", "manne")}
# What stands in a house or garden, or is carried into the veld.
INDOORS = frozenset(
    "furniture lamp rug cushion throw vase mug mirror candle towel planter tent lantern braai"
    " potjie surfboard bicycle".split()
) | frozenset(
    ("dinner plates", "casserole pot", "serving bowl", "storage basket", "camping chair",
     "sleeping bag", "fire pit", "cooler box", "patio umbrella", "garden bench", "sun lounger",
     "water bottle")
)  # fmt: skip


def people(s: Sampler) -> Made:
    first = s.thing()
    need = s.gender((s.colour(first) if s.rng.random() < 0.25 else None) or first)
    if need is None:
        return None
    return worded(s, f"people_{need.gender}", x=described(s, need)), need


def children(s: Sampler) -> Made:
    """For a boy, a girl, or either; what is theirs only, no grown-up's."""
    held = Counter(thing for item in s.items if item.audience == "kids" for thing in item.kinds)
    if not held:
        return None
    thing = s.draw("children", sorted(thing for thing, count in held.items() if count >= FEWEST))
    kind = s.rng.choice(("kids", "kids", "girls", "boys"))
    gender = {"kids": "", "girls": "women", "boys": "men"}[kind]
    need = Need(things=(thing,), audience="kids", gender=gender)
    coloured = s.colour(need) if s.rng.random() < 0.25 else None
    need = coloured or need
    return worded(s, f"people_{kind}", x=described(s, need)), need


def _said(s: Sampler, sort: str, thing: str) -> Made:
    """Return another word of a sort for a thing; a word for several things may mean any of them."""
    usual = s.plain(thing).lower()
    forms = [form for form in things()[thing].sayings[sort] if form.lower() != usual]
    if not forms:
        return None
    form = s.draw(f"{sort} {thing}", forms)
    meant = [other for other in s.known() if form in _all_sayings(other)]
    return form, Need(things=tuple(dict.fromkeys((thing, *meant))))


def _all_sayings(thing: str) -> set[str]:
    return {form for forms in things()[thing].sayings.values() for form in forms}


def british_american(s: Sampler) -> Made:
    made = _said(s, "english", s.thing().things[0])
    return _maybe_coloured(s, made)


def south_african(s: Sampler) -> Made:
    return _maybe_coloured(s, _said(s, "sa", s.thing().things[0]))


def _maybe_coloured(s: Sampler, made: Made) -> Made:
    if made is None or s.rng.random() < 0.65:
        return made
    coloured = s.colour(made[1])
    return (f"{coloured.colours[0]} {made[0]}", coloured) if coloured else made


def afrikaans(s: Sampler) -> Made:
    made = _said(s, "af", s.thing().things[0])
    if made is None:
        return None
    text, need = made
    chance = s.rng.random()
    coloured = s.colour(need) if chance < 0.35 else None
    if coloured:
        return f"{AFRIKAANS[coloured.colours[0]]} {text}", coloured
    gendered = s.gender(need) if chance > 0.75 else None
    if gendered:
        return f"{s.rng.choice(AFRIKAANS_GENDER[gendered.gender])} {text}", gendered
    return made


def colour_words(s: Sampler) -> Made:
    need = s.thing()
    shades = tuple(word for word in asked_colours() if word not in COLOURS)
    found = s.colour(need, shades)
    return (described(s, found), found) if found else None


def brand_typed(s: Sampler) -> Made:
    need = Need(brands=(s.draw("brand", s.brands),))
    name = need.brands[0]
    words = name.split()
    if len(words) > 1 and s.rng.random() < 0.3:
        part = " ".join(words[: len(words) - 1])
        return part.lower(), _named_alike(s, part)
    return worded(s, "brand", b=name.lower()), need


def _named_alike(s: Sampler, part: str) -> Need:
    return Need(brands=tuple(brand for brand in s.brands if brand.startswith(part)))


def brand_garment_typed(s: Sampler) -> Made:
    need = s.brand(s.thing())
    coloured = s.colour(need) if need else None
    if need is None or coloured is None:
        return None
    brand, colour = need.brands[0].lower(), coloured.colours[0]
    text = worded(s, "brand_thing", x=s.plain(need.things[0]), b=brand, c=colour)
    return text, coloured if colour in text.split() else need


def filler(s: Sampler) -> Made:
    made = s.rng.choice((plain.garment, plain.colour_garment, plain.gender_garment))(s)
    return (worded(s, "filler", x=made[0]), made[1]) if made else None


def shape(s: Sampler) -> Made:
    if s.rng.random() < 0.5:
        made = plain.gender_garment(s)
        return (worded(s, "shape", x=made[0]), made[1]) if made else None
    need = s.colour(s.thing())
    if need is None:
        return None
    bare = described(s, replace(need, colours=()))
    return worded(s, "shape_two", x=bare, c=need.colours[0]), need


def home_and_outdoor(s: Sampler) -> Made:
    here = [thing for thing in s.known() if set(lineage(thing)) & INDOORS]
    if not here:
        return None
    thing = s.draw("home", here)
    sort = s.rng.choice(("say", "english", "english", "sa", "af", "split"))
    made = _said(s, sort, thing) or (s.plain(thing), Need(things=(thing,)))
    text, need = made
    chance = s.rng.random()
    amount = s.amount(need, 0.4, 0.8) if chance < 0.2 else None
    if amount:
        return f"{text} under R{amount}", replace(need, high=float(amount))
    return _maybe_coloured(s, made)


KINDS = {
    "people": people,
    "people: children": children,
    "British, American": british_american,
    "South African": south_african,
    "Afrikaans": afrikaans,
    "colour words": colour_words,
    "brand as typed": brand_typed,
    "brand + garment as typed": brand_garment_typed,
    "sentences and fillers": filler,
    "capitals and punctuation": shape,
    "home and outdoor": home_and_outdoor,
}

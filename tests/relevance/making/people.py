"""Queries with people, other words for types and colours, brands, sentences, punctuation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tests.relevance.lexicon import lineage, product_types
from tests.relevance.making import basic
from tests.relevance.making.kind import Draft, described, worded
from tests.relevance.making.sampler import FEWEST, Sampler
from tests.relevance.need import Need

AFRIKAANS = dict(
    pair.split(":")
    for pair in "black:swart white:wit grey:grys blue:blou red:rooi pink:pienk purple:pers"
    " green:groen yellow:geel orange:oranje brown:bruin beige:beige".split()
)
AFRIKAANS_GENDER = {"women": ("dames", "vroue"), "men": ("mans", "manne")}
# Product types for the house, the garden and outdoors.
INDOORS = frozenset(
    "furniture lamp rug cushion throw vase mug mirror candle towel planter tent lantern braai"
    " potjie surfboard bicycle".split()
) | frozenset(
    ("dinner plates", "casserole pot", "serving bowl", "storage basket", "camping chair",
     "sleeping bag", "fire pit", "cooler box", "patio umbrella", "garden bench", "sun lounger",
     "water bottle")
)  # fmt: skip


def people(s: Sampler) -> Draft:
    first = s.product_type()
    need = s.gender((s.colour(first) if s.rng.random() < 0.25 else None) or first)
    if need is None:
        return None
    return worded(s, f"people_{need.gender}", x=described(s, need)), need


def children(s: Sampler) -> Draft:
    """Return a query for children, boys or girls, with children's products only."""
    counts = Counter(
        product_type for item in s.items if item.audience == "kids" for product_type in item.kinds
    )
    if not counts:
        return None
    product_type = s.draw(
        "children",
        sorted(product_type for product_type, count in counts.items() if count >= FEWEST),
    )
    kind = s.rng.choice(("kids", "kids", "girls", "boys"))
    gender = {"kids": "", "girls": "women", "boys": "men"}[kind]
    need = Need(product_types=(product_type,), audience="kids", gender=gender)
    coloured = s.colour(need) if s.rng.random() < 0.25 else None
    need = coloured or need
    return worded(s, f"people_{kind}", x=described(s, need)), need


def _saying(s: Sampler, sort: str, product_type: str) -> Draft:
    """Return another word of a sort for a type; the need has all types of that word."""
    usual = s.usual_word(product_type).lower()
    forms = [form for form in product_types()[product_type].sayings[sort] if form.lower() != usual]
    if not forms:
        return None
    form = s.draw(f"{sort} {product_type}", forms)
    meant = [other for other in s.known() if form in _all_sayings(other)]
    return form, Need(product_types=tuple(dict.fromkeys((product_type, *meant))))


def _all_sayings(product_type: str) -> set[str]:
    return {form for forms in product_types()[product_type].sayings.values() for form in forms}


def british_american(s: Sampler) -> Draft:
    draft = _saying(s, "english", s.product_type().product_types[0])
    return _sometimes_coloured(s, draft)


def south_african(s: Sampler) -> Draft:
    return _sometimes_coloured(s, _saying(s, "sa", s.product_type().product_types[0]))


def _sometimes_coloured(s: Sampler, draft: Draft) -> Draft:
    if draft is None or s.rng.random() < 0.65:
        return draft
    coloured = s.colour(draft[1])
    return (f"{coloured.colours[0]} {draft[0]}", coloured) if coloured else draft


def afrikaans(s: Sampler) -> Draft:
    draft = _saying(s, "af", s.product_type().product_types[0])
    if draft is None:
        return None
    text, need = draft
    chance = s.rng.random()
    coloured = s.colour(need) if chance < 0.35 else None
    if coloured:
        return f"{AFRIKAANS[coloured.colours[0]]} {text}", coloured
    gendered = s.gender(need) if chance > 0.75 else None
    if gendered:
        return f"{s.rng.choice(AFRIKAANS_GENDER[gendered.gender])} {text}", gendered
    return draft


def colour_words(s: Sampler) -> Draft:
    need = s.product_type()
    shades = s.shades()
    coloured = s.colour(need, shades)
    return (described(s, coloured), coloured) if coloured else None


def brand_typed(s: Sampler) -> Draft:
    need = Need(brands=(s.draw("brand", s.brands),))
    name = need.brands[0]
    words = name.split()
    if len(words) > 1 and s.rng.random() < 0.3:
        part = " ".join(words[: len(words) - 1])
        return part.lower(), _brands_of(s, part)
    return worded(s, "brand", b=name.lower()), need


def _brands_of(s: Sampler, part: str) -> Need:
    return Need(brands=tuple(brand for brand in s.brands if brand.startswith(part)))


def brand_garment_typed(s: Sampler) -> Draft:
    need = s.brand(s.product_type())
    coloured = s.colour(need) if need else None
    if need is None or coloured is None:
        return None
    brand, colour = need.brands[0].lower(), coloured.colours[0]
    text = worded(s, "brand_thing", x=s.usual_word(need.product_types[0]), b=brand, c=colour)
    return text, coloured if colour in text.split() else need


def filler(s: Sampler) -> Draft:
    draft = s.rng.choice((basic.garment, basic.colour_garment, basic.gender_garment))(s)
    return (worded(s, "filler", x=draft[0]), draft[1]) if draft else None


def shape(s: Sampler) -> Draft:
    if s.rng.random() < 0.5:
        draft = basic.gender_garment(s)
        return (worded(s, "shape", x=draft[0]), draft[1]) if draft else None
    need = s.colour(s.product_type())
    if need is None:
        return None
    uncoloured = described(s, replace(need, colours=()))
    return worded(s, "shape_two", x=uncoloured, c=need.colours[0]), need


def home_and_outdoor(s: Sampler) -> Draft:
    indoors = [product_type for product_type in s.known() if set(lineage(product_type)) & INDOORS]
    if not indoors:
        return None
    product_type = s.draw("home", indoors)
    sort = s.rng.choice(("say", "english", "english", "sa", "af", "split"))
    draft = _saying(s, sort, product_type) or (
        s.usual_word(product_type),
        Need(product_types=(product_type,)),
    )
    text, need = draft
    chance = s.rng.random()
    amount = s.amount(need, 0.4, 0.8) if chance < 0.2 else None
    if amount:
        return f"{text} under R{amount}", replace(need, high=float(amount))
    return _sometimes_coloured(s, draft)


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

"""Errors, words run together, split, cut short or unknown."""

from __future__ import annotations

from tests.relevance.lexicon import things, tokens
from tests.relevance.making import plain
from tests.relevance.making.kind import Made, described, whose, worded
from tests.relevance.making.kind import wordings as wordings_of
from tests.relevance.making.sampler import Sampler
from tests.relevance.making.typing import cut, misspelt, other_number
from tests.relevance.need import Need

_BASES = (
    plain.garment,
    plain.colour_garment,
    plain.brand,
    plain.brand_garment,
    plain.gender_garment,
)


def _base(s: Sampler) -> Made:
    return s.rng.choice(_BASES)(s)


def one_error(s: Sampler) -> Made:
    return _with_errors(s, 1)


def two_errors(s: Sampler) -> Made:
    return _with_errors(s, 2)


def _with_errors(s: Sampler, errors: int) -> Made:
    made = _base(s)
    text = misspelt(made[0].lower(), errors, s.rng) if made else None
    return (text, made[1]) if made and text else None


def prefix(s: Sampler) -> Made:
    """Whatever the catalogue has that begins so is what may be meant."""
    made = s.rng.choice((plain.garment, plain.colour_garment, plain.gender_garment))(s)
    text = cut(made[0].lower(), s.rng) if made else None
    if made is None or text is None:
        return None
    need = made[1]
    typed = text.split(" ")[-len(s.plain(need.things[0]).split()) :]
    meant = tuple(thing for thing in s.known() if _begins(s, thing, " ".join(typed)))
    return text, Need(things=tuple(dict.fromkeys((*need.things, *meant))), colours=need.colours,
                      gender=need.gender)  # fmt: skip


def _begins(s: Sampler, thing: str, begun: str) -> bool:
    """Tell whether a word for a thing, of those that the titles use, begins so."""
    titles = {word for item in s.items for word in item.words}
    said = [name for name in things()[thing].names if set(tokens(name)) <= titles]
    named = [name.lower() for name in (s.plain(thing), *said)]
    return any(f" {name}".find(f" {begun}") >= 0 for name in named)


def glued(s: Sampler) -> Made:
    thing = s.thing().things[0]
    forms = things()[thing].sayings["glued"]
    if forms and s.rng.random() < 0.6:
        return s.draw(f"glued {thing}", list(forms)), Need(things=(thing,))
    made = s.rng.choice((plain.colour_garment, plain.gender_garment, plain.brand))(s)
    if made is None or " " not in made[0]:
        return None
    return made[0].lower().replace(" ", "").replace("'", "").replace("-", ""), made[1]


def split(s: Sampler) -> Made:
    thing = s.thing().things[0]
    forms = things()[thing].sayings["split"]
    if not forms:
        return None
    need = Need(things=(thing,))
    form = s.draw(f"split {thing}", list(forms))
    coloured = s.colour(need) if s.rng.random() < 0.5 else None
    return (f"{coloured.colours[0]} {form}", coloured) if coloured else (form, need)


def unknown(s: Sampler) -> Made:
    need = s.thing()
    coloured = s.colour(need)
    word = s.draw("unknown", list(wordings_of()["unknown_words"]))
    if coloured is None or any(set(tokens(word)) & item.words for item in s.items):
        return None
    colour = coloured.colours[0]
    text = worded(s, "unknown", x=described(s, need), u=word, c=colour)
    return text, coloured if colour in text.split() else need


def number(s: Sampler) -> Made:
    made = s.rng.choice((plain.garment, plain.colour_garment))(s)
    return (other_number(made[0]), made[1]) if made else None


def order(s: Sampler) -> Made:
    first = s.colour(s.thing())
    need = s.gender(first) if first else None
    if first is None or need is None:
        return None
    gender = whose(need.gender).replace("'s", "")
    thing, colour = s.plain(need.things[0]), need.colours[0]
    text = worded(s, "order", x=thing, c=colour, g=gender)
    return text, need if gender in text.split() else first


KINDS = {
    "spelling: one error": one_error,
    "spelling: two errors": two_errors,
    "prefix": prefix,
    "glued": glued,
    "split": split,
    "unknown word": unknown,
    "plural, singular": number,
    "word order": order,
}


__all__ = ["KINDS"]

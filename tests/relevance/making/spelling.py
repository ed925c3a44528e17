"""Queries with spelling errors, and words that are joined, split, incomplete or unknown."""

from __future__ import annotations

from tests.relevance.lexicon import product_types, tokens
from tests.relevance.making import basic
from tests.relevance.making.kind import Draft, described, whose, worded
from tests.relevance.making.kind import wordings as entries_of
from tests.relevance.making.sampler import Sampler
from tests.relevance.making.typing import cut, misspelt, other_number
from tests.relevance.need import Need

_BASES = (
    basic.garment,
    basic.colour_garment,
    basic.brand,
    basic.brand_garment,
    basic.gender_garment,
)


def _base(s: Sampler) -> Draft:
    return s.rng.choice(_BASES)(s)


def one_error(s: Sampler) -> Draft:
    return _with_errors(s, 1)


def two_errors(s: Sampler) -> Draft:
    return _with_errors(s, 2)


def _with_errors(s: Sampler, errors: int) -> Draft:
    draft = _base(s)
    text = misspelt(draft[0].lower(), errors, s.rng) if draft else None
    return (text, draft[1]) if draft and text else None


def prefix(s: Sampler) -> Draft:
    """Return an incomplete query; its need has all product types that begin with it."""
    draft = s.rng.choice((basic.garment, basic.colour_garment, basic.gender_garment))(s)
    text = cut(draft[0].lower(), s.rng) if draft else None
    if draft is None or text is None:
        return None
    need = draft[1]
    typed = text.split(" ")[-len(s.usual_word(need.product_types[0]).split()) :]
    meant = tuple(
        product_type for product_type in s.known() if _begins(s, product_type, " ".join(typed))
    )
    types = tuple(dict.fromkeys((*need.product_types, *meant)))
    return text, Need(product_types=types, colours=need.colours, gender=need.gender)


def _begins(s: Sampler, product_type: str, begun: str) -> bool:
    """Return True if a word for a product type in the titles begins with the text."""
    titles = {word for item in s.items for word in item.words}
    used = [name for name in product_types()[product_type].names if set(tokens(name)) <= titles]
    names = [name.lower() for name in (s.usual_word(product_type), *used)]
    return any(f" {name}".find(f" {begun}") >= 0 for name in names)


def glued(s: Sampler) -> Draft:
    product_type = s.product_type().product_types[0]
    forms = product_types()[product_type].sayings["glued"]
    if forms and s.rng.random() < 0.6:
        return s.draw(f"glued {product_type}", list(forms)), Need(product_types=(product_type,))
    draft = s.rng.choice((basic.colour_garment, basic.gender_garment, basic.brand))(s)
    if draft is None or " " not in draft[0]:
        return None
    return draft[0].lower().replace(" ", "").replace("'", "").replace("-", ""), draft[1]


def split(s: Sampler) -> Draft:
    product_type = s.product_type().product_types[0]
    forms = product_types()[product_type].sayings["split"]
    if not forms:
        return None
    need = Need(product_types=(product_type,))
    form = s.draw(f"split {product_type}", list(forms))
    coloured = s.colour(need) if s.rng.random() < 0.5 else None
    return (f"{coloured.colours[0]} {form}", coloured) if coloured else (form, need)


def unknown(s: Sampler) -> Draft:
    need = s.product_type()
    coloured = s.colour(need)
    word = s.draw("unknown", list(entries_of()["unknown_words"]))
    if coloured is None or any(set(tokens(word)) & item.words for item in s.items):
        return None
    colour = coloured.colours[0]
    text = worded(s, "unknown", x=described(s, need), u=word, c=colour)
    return text, coloured if colour in text.split() else need


def number(s: Sampler) -> Draft:
    draft = s.rng.choice((basic.garment, basic.colour_garment))(s)
    return (other_number(draft[0]), draft[1]) if draft else None


def order(s: Sampler) -> Draft:
    first = s.colour(s.product_type())
    need = s.gender(first) if first else None
    if first is None or need is None:
        return None
    gender = whose(need.gender).replace("'s", "")
    product_type, colour = s.usual_word(need.product_types[0]), need.colours[0]
    text = worded(s, "order", x=product_type, c=colour, g=gender)
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

"""A small catalogue's language, with brands that collide with product types and colours."""

from __future__ import annotations

from functools import cache

from app.search.understand import ALL, Language, Part, fold_in_place
from app.search.understand.conditions.amounts import amounts
from app.search.understand.conditions.mention import Mention, Said
from indexer.reference import categories, colors, load_vocabulary
from indexer.reference.words.phrases import raw_words

BRANDS = {
    "Old Khaki": 200,
    "U.S. Polo Assn.": 80,
    "Red Jeans": 40,
    "Mango": 30,
    "Levi's": 50,
    "Jack & Jones": 60,
    "Only": 33,
    "Blue Shirt": 4,
    "Tigress Enterprises": 1000,
    "Tigress Enterprises Curvy": 50,
    "Held": 70,
    "Low Tide Media": 1164,
    "Spherecords": 333,
}
STORES = {"karoo": "Karoo Cotton"}
WORDS = """
dress shirt jeans boots sneakers trousers jumper skirt shorts jacket coat black white red blue green
navy lace linen cotton striped print casual summer office leather wool basic long short slim fit
sofa chair table cushion lamp cover
"""


@cache
def language() -> Language:
    counts = dict.fromkeys(WORDS.split(), 100)
    for name, count in BRANDS.items():
        for word in raw_words(name):
            counts[word] = counts.get(word, 0) + count
    return Language(
        vocabulary=load_vocabulary(),
        brands=BRANDS,
        stores=STORES,
        categories={node.slug: 10 for node in categories()},
        counts=counts,
        names={node.slug: node.name for node in categories()},
        colour_names={color.slug: color.name for color in colors()},
    ).warm()


def said(text: str) -> Said:
    """Return a text with all that it is read with."""
    return Said(text, language(), ALL, "ZAR")


def quantities(text: str, kind: str) -> list[Mention]:
    """Return what the quantities of one kind become: a discount, a price, an age, a measure."""
    at = ("discount", "price", "age", "measure").index(kind)
    return amounts(fold_in_place(text), said(text))[at]


def parts(text: str, kind: str) -> list[Part]:
    """Return the conditions of the quantities of one kind."""
    return [part for one in quantities(text, kind) for part in one.parts]

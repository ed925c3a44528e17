"""A small catalogue's language, with brands that collide with product types and colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from app.search.understand import Language
from indexer.language import categories, colors, load_vocabulary
from indexer.language.words.entries import raw_words
from tests.support.data import rows

BRANDS = dict(rows("brand_counts"))
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


NAMES = """
Next, Gap, Guess, Diesel, Mango, Only, Selected, Free People, Forever New, Country Road, Cotton On,
Big Blue, Old Khaki, Mr Price, Poetry
"""


@cache
def names() -> Language:
    """Brands that are called by words of ordinary English."""
    words = ["next", "gap", "guess", "diesel", "only", "country", "road", "free", "people"]
    counts = {**language().counts, **dict.fromkeys(words, 40)}
    return replace(
        language(),
        brands=dict.fromkeys(NAMES.replace("\n", " ").strip().split(", "), 40),
        counts=counts,
    ).warm()


@cache
def wide() -> Language:
    """A catalogue that says more words than the others' does."""
    words = "pink tent table coffee cushion jacket vase wall clock tartan shrt".split()
    counts = {**language().counts, **dict.fromkeys(words, 60)}
    return replace(language(), counts=counts).warm()


MAKERS = "Gold, Kings, ATV, I AM FOR YOU, Black Coffee, Ski, Rose, Summer, My Room, Fossil, Home"


@cache
def makers() -> Language:
    """Makers that are called by words that most names of products say for other makers."""
    brands = {name: 200 if " " in name else 5 for name in MAKERS.split(", ")}
    words = "gold king rose ski summer black coffee table ring room tv stand size".split()
    counts = Counter({**language().counts, **dict.fromkeys(words, 60)})
    for name, own in brands.items():
        counts.update(dict.fromkeys(raw_words(name), own))
    return replace(language(), brands=brands, counts=counts).warm()


CATALOGUES: dict[str, Callable[[], Language]] = {
    "small": language,
    "names": names,
    "wide": wide,
    "makers": makers,
}


@cache
def changed(
    own: Language, *, unsold: tuple[str, ...] = (), called: tuple[str, ...] = ()
) -> Language:
    """Return a language where nothing is for sale of some categories, or names say more words."""
    if not unsold and not called:
        return own
    sold = {
        slug: n for slug, n in own.categories.items() if not any(word in slug for word in unsold)
    }
    return replace(own, categories=sold, counts={**own.counts, **dict.fromkeys(called, 9)})

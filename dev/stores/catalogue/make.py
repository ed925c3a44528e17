"""Generates products from product lines; the seed is the store's slug."""

import json
import random
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import cycle, zip_longest
from pathlib import Path

from dev.stores.art.palette import COLOURS
from dev.stores.art.picture import Picture
from dev.stores.catalogue.model import Line, Listing, Product, Store, store_from

_FILE = Path(__file__).with_name("stores.json")
_PATTERNED_SHARE = 0.45
_METALS = ("Gold", "Silver")
_PATTERN_WORDS = {
    "dotted": "polka dot",
    "pinstriped": "pinstripe",
    "checked": "check",
    "windowpane": "windowpane check",
}


def slugify(text: str) -> str:
    """Return the words in lower case, without accents, joined by hyphens."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_text.lower().replace("'", "")).strip("-")


def rounded(amount: float, currency: str, charm: bool) -> Decimal:
    """Return a typical price: 899, 2 499, 14 999; without charm 900; 45 in other currencies."""
    if currency != "ZAR":
        return Decimal(max(5, round(amount / 5) * 5 if amount > 60 else round(amount)))
    step = 50 if amount < 2000 else 100 if amount < 10_000 else 500
    return Decimal(max(step, round(amount / step) * step) - (1 if charm else 0))


def _titled(text: str) -> str:
    words = text.split(" ")
    return " ".join(w if w in ("in", "of") else w[:1].upper() + w[1:] for w in words)


def _name(store: Store, line: Line, given: str, picture: Picture, material: str) -> str:
    pattern = _PATTERN_WORDS.get(picture.pattern, picture.pattern)
    shown = f"{pattern} " if pattern and pattern not in material else ""
    text = store.naming.format(
        given=given, pattern=shown, material=material, noun=line.noun, colour=picture.colour
    )
    return _titled(text) if store.title_case else text


def _pattern(rng: random.Random, line: Line, material: str, colour: str) -> str:
    if "shweshwe" in material:
        return "shweshwe"
    if colour == "Multi":
        return rng.choice(line.patterns or ("striped",))
    if line.patterns and rng.random() < _PATTERNED_SHARE:
        return rng.choice(line.patterns)
    return ""


def _sale(rng: random.Random, store: Store, price: Decimal) -> Decimal | None:
    if rng.random() >= store.sale_share:
        return None
    return rounded(float(price) * rng.uniform(0.6, 0.85), store.currency, store.charm)


def _shuffled(rng: random.Random, words: tuple[str, ...]) -> Iterator[str]:
    order = list(words)
    rng.shuffle(order)
    return cycle(order)


def _styles(
    rng: random.Random, store: Store, page: Listing, line: Line, givens: Iterator[str]
) -> Iterator[list[Product]]:
    """Yield each style of a line as its colourways, still without numbers."""
    unmetallic = tuple(word for word in COLOURS if word not in _METALS)
    colours = _shuffled(rng, line.colours or unmetallic)
    materials, shapes = cycle(line.materials), cycle(line.shapes)
    for _ in range(-(-line.count // store.colourways)):
        given, material, shape = next(givens), next(materials), next(shapes)
        price = rounded(rng.uniform(*line.price), store.currency, store.charm)
        brand = rng.choice(page.brands) if page.brands else ""
        backdrop, pick = rng.choice(store.backdrops), rng.randrange(6)
        style = []
        for _ in range(store.colourways):
            colour = next(colours)
            pattern = _pattern(rng, line, material, colour)
            picture = Picture(shape, colour, pattern, backdrop, "front", pick)
            name = _name(store, line, given, picture, material)
            slug = slugify(name if store.colourways == 1 else f"{given} {material} {line.noun}")
            style.append(
                Product(
                    number=0, slug=slug, name=name, brand=brand, price=price,
                    sale=_sale(rng, store, price), sold_out=rng.random() < store.sold_out_share,
                    listings=(page.path,), noun=line.noun, material=material, colour=colour,
                    picture=picture, sizes=line.sizes or page.sizes,
                )
            )  # fmt: skip
        yield style


def _distinct(products: list[Product]) -> list[Product]:
    """Number the products, and make their addresses unique with the number."""
    taken: set[str] = set()
    numbered = []
    for index, product in enumerate(products):
        number = 4101 + index * 7
        slug = product.slug
        if f"{slug}/{product.colour}" in taken:
            slug = f"{slug}-{number}"
        taken.add(f"{slug}/{product.colour}")
        numbered.append(_partly_sold(replace(product, number=number, slug=slug)))
    return numbered


def _partly_sold(product: Product) -> Product:
    """Mark one or two sizes of a third of the products as sold out."""
    rng = random.Random(f"{product.slug}-{product.number}")  # independent of the other draws
    few = rng.random() < 0.33 and len(product.sizes) > 2
    gone = rng.sample(product.sizes, rng.randint(1, 2)) if few else []
    kept = tuple(size for size in product.sizes if size not in gone)
    return replace(product, sizes=kept, sold_sizes=tuple(gone))


def _repeated(rng: random.Random, page: Listing, products: list[Product]) -> list[int]:
    """Return the indices of products of other pages that a page shows too."""
    indices = rng.sample(range(len(products)), page.repeats)
    if page.repeat_colour:
        coloured = (COLOURS[product.colour].slug for product in products)
        indices += [index for index, slug in enumerate(coloured) if slug == page.repeat_colour]
    return indices


def _mixed(kinds: list[list[list[Product]]]) -> list[Product]:
    """Return the styles of each kind in turn; the colourways of a style stay together."""
    rounds = zip_longest(*kinds, fillvalue=[])
    return [product for styles in rounds for style in styles for product in style]


def stocked(store: Store) -> Store:
    """Return the store with its products."""
    rng = random.Random(store.slug)
    givens = _shuffled(rng, store.givens)
    drafts = [
        product
        for page in store.pages
        for product in _mixed(
            [list(_styles(rng, store, page, line, givens)) for line in page.lines]
        )
    ]
    products = _distinct(drafts)
    for page in store.pages:
        for index in _repeated(rng, page, products):
            product = products[index]
            products[index] = replace(product, listings=(*product.listings, page.path))
    return replace(store, products=tuple(products))


@lru_cache(maxsize=1)
def load_stores() -> dict[str, Store]:
    """Return every demo store with its products, by slug."""
    rows = json.loads(_FILE.read_text(encoding="utf-8"))
    stores = [stocked(store_from(row)) for row in rows]
    return {store.slug: store for store in stores}

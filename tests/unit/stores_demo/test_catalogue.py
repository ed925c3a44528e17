"""What the stores sell: enough, everywhere, plausible, the same every time."""

from collections import Counter

from dev.stores.art.backdrop import BACKDROPS
from dev.stores.art.palette import COLOURS
from dev.stores.art.picture import PATTERNS, SHAPES
from dev.stores.brands import load_brands
from dev.stores.catalogue.make import load_stores
from dev.stores.catalogue.model import Product, Store
from dev.stores.site import address_of
from indexer.classify.product import Hints, classify

STORES = load_stores()
EVERY = [(store, product) for store in STORES.values() for product in store.products]


def test_every_address_and_number_is_its_own() -> None:
    for store in STORES.values():
        addresses = [address_of(store, product) for product in store.products]
        numbers = [product.number for product in store.products]
        assert len(set(addresses)) == len(set(numbers)) == len(store.products)


def test_pictures_can_be_drawn() -> None:
    for _, product in EVERY:
        assert product.picture.shape in SHAPES
        assert product.picture.colour in COLOURS
        assert product.picture.backdrop in BACKDROPS
        assert product.picture.pattern in {"", *PATTERNS}


def _category(store: Store, product: Product, given: dict[str, str]) -> str:
    named = classify(product.name, Hints(root=given[product.listings[0]] or None))
    return given[product.listings[0]] or named.category_slug or ""


def _page_categories(slug: str) -> dict[str, str]:
    (brand,) = load_brands({slug: ""})
    return {page["page_url"]: page.get("category", "") for page in brand["pages"]}


def test_every_product_finds_its_place_in_all_four_departments() -> None:
    departments: Counter[str] = Counter()
    for store in STORES.values():
        given = _page_categories(store.slug)
        for product in store.products:
            category = _category(store, product, given)
            assert "/" in category, product.name
            departments[category.split("/")[0]] += 1
    assert all(departments[name] >= 60 for name in ("home", "outdoor", "women", "men"))


def test_colour_words_are_those_that_are_classified() -> None:
    for _, product in EVERY:
        assert classify(product.name).color_slug == COLOURS[product.colour].slug, product.name

"""What the stores sell: enough, everywhere, plausible, the same every time."""

import re
from collections import Counter
from decimal import Decimal

import pytest

from dev.stores.art.backdrop import BACKDROPS
from dev.stores.art.palette import COLOURS
from dev.stores.art.picture import PATTERNS, SHAPES
from dev.stores.brands import load_brands
from dev.stores.catalogue.make import load_stores, rounded, slugify, stocked
from dev.stores.catalogue.model import Product, Store
from dev.stores.site import address_of, printed
from indexer.classify.product import Hints, classify

STORES = load_stores()
EVERY = [(store, product) for store in STORES.values() for product in store.products]


def test_there_are_enough_stores_and_products() -> None:
    assert len(STORES) >= 6
    assert len(EVERY) >= 600


def test_products_are_the_same_every_time() -> None:
    for store in STORES.values():
        assert stocked(store).products == store.products


def test_every_address_and_number_is_its_own() -> None:
    for store in STORES.values():
        addresses = [address_of(store, product) for product in store.products]
        numbers = [product.number for product in store.products]
        assert len(set(addresses)) == len(set(numbers)) == len(store.products)


def test_names_say_what_it_is_in_which_colour_of_what() -> None:
    for _, product in EVERY:
        name = product.name.lower()
        for word in (product.noun, product.colour, product.material):
            assert word.lower() in name


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


def test_sale_prices_are_lower_and_sold_out_is_rare() -> None:
    reduced = [product for _, product in EVERY if product.sale is not None]
    assert len(reduced) >= 30
    for product in reduced:
        assert product.price is not None
        assert product.sale is not None
        assert product.sale < product.price
    sold = sum(product.sold_out for _, product in EVERY)
    assert 20 <= sold <= len(EVERY) * 0.12


def test_some_stores_send_from_elsewhere_in_their_own_money() -> None:
    money = {store.country: store.currency for store in STORES.values()}
    assert money == {"ZA": "ZAR", "GB": "GBP", "US": "USD"}


@pytest.mark.parametrize(
    ("amount", "style", "text"),
    [
        ("1299", "rand-comma", "R 1 299,00"),
        ("12999.5", "rand-comma", "R 12 999,50"),
        ("1299", "rand-dot", "R1,299.00"),
        ("899", "rand-short", "R899"),
        ("1299", "rand-short", "R1 299"),
        ("2450", "code", "ZAR 2,450.00"),
        ("45", "pound", "£45.00"),
        ("1260", "dollar", "$1,260.00"),
    ],
)
def test_prices_are_printed_as_shops_print_them(amount: str, style: str, text: str) -> None:
    assert printed(Decimal(amount), style).replace("\u00a0", " ") == text


@pytest.mark.parametrize(
    ("amount", "currency", "charm", "price"),
    [
        (910, "ZAR", True, 899),
        (2480, "ZAR", True, 2499),
        (14_800, "ZAR", True, 14_999),
        (910, "ZAR", False, 900),
        (43.4, "GBP", False, 43),
        (217, "USD", False, 215),
    ],
)
def test_prices_end_as_shops_end_them(
    amount: float, currency: str, charm: bool, price: int
) -> None:
    assert rounded(amount, currency, charm) == price


def test_slugs_are_plain() -> None:
    assert slugify("Surfboard 6'4\" Épée") == "surfboard-64-epee"
    assert all(re.fullmatch(r"[a-z0-9-]+", product.slug) for _, product in EVERY)


def test_a_page_shows_its_kinds_in_turn() -> None:
    for store in STORES.values():
        for page in store.pages:
            own = [p.noun for p in store.products if p.listings[0] == page.path]
            kinds = len({line.noun for line in page.lines})
            assert len(set(own[: store.colourways * kinds])) == kinds

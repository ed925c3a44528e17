"""A seeded catalogue of any size, loaded with COPY through the real tables.

Shapes follow what stores look like: brands by Zipf (a few big stores, a long tail), prices
log-normal around a level of the category, leaf categories by Zipf within roots weighted as a
fashion-led catalogue, one to four pictures, a fifth on sale, a twelfth sold out.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate, islice, product
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from indexer.catalogue.rows import Connection
from indexer.core.settings import ROOT
from indexer.language.classify.product import name_key, sibling_key
from indexer.language.tree import CategoryNode, categories, colors
from tests.support.category_words import category_words, colour_words

WORDS = json.loads((Path(__file__).parent / "vocabulary.json").read_text(encoding="utf-8"))
VOCABULARY: dict[str, list[str]] = {name: words.split() for name, words in WORDS.items()}
ROOT_WEIGHTS = {"women": 0.5, "men": 0.25, "home": 0.17, "outdoor": 0.08}
# The middle price of a root, ZAR; a category's own level lies around it.
ROOT_PRICES = {"women": 520, "men": 600, "home": 650, "outdoor": 900}
CURRENCIES = {"ZAR": 0.9, "USD": 0.05, "EUR": 0.03, "GBP": 0.02}
PER_ZAR = {"ZAR": 1.0, "USD": 1 / 18, "EUR": 1 / 20, "GBP": 1 / 23}
EPOCH = 1_767_225_600  # 2026-01-01, s
AGE_S = 3 * 365 * 86_400

Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A category that products stand in, with its words and its level of prices in ZAR."""

    id: int
    words: tuple[str, ...]
    level: float
    gendered: bool


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What the generator chooses from, with cumulated weights."""

    leaves: list[Leaf]
    leaf_weights: list[float]
    colors: list[tuple[int, tuple[str, ...]]]
    brand_ids: list[int]
    brand_weights: list[float]
    currencies: dict[int, str]
    multi_brands: dict[int, list[str]]


def generate(database_url: str, products: int, seed: int = 1) -> None:
    """Fill a migrated database that holds the reference data and no brands.

    The same arguments give the same rows.
    """
    url = make_url(database_url).set(drivername="postgresql")
    rng = random.Random(seed)
    with psycopg.connect(url.render_as_string(hide_password=False)) as connection:
        catalogue = _catalogue(connection, rng, products)
        _copy(connection, "product", PRODUCT_COLUMNS, _products(rng, catalogue, products))
        _copy(
            connection, "product_image", IMAGE_COLUMNS, _images(random.Random(seed + 1), products)
        )
        for table in ("brand", "product"):
            connection.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"  # noqa: S608
            )
        connection.commit()
        connection.autocommit = True
        connection.execute("ANALYZE")


def fingerprint() -> str:
    """Return eight hex digits that change with what the generator makes."""
    digest = hashlib.sha256()
    for path in (Path(__file__), *sorted((ROOT / "indexer" / "language").glob("*.json"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def brand_count(products: int) -> int:
    """Return how many brands a catalogue of this size has: about 400 products each."""
    return max(12, min(4000, products // 400))


def _copy(connection: Connection, table: str, columns: str, rows: Iterator[str]) -> None:
    with connection.cursor().copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
        while chunk := "".join(islice(rows, 5000)):
            copy.write(chunk)


def _line(*values: object) -> str:
    return "\t".join("\\N" if value is None else str(value) for value in values) + "\n"


def _zipf(count: int, exponent: float = 1.0) -> list[float]:
    return [1 / rank**exponent for rank in range(1, count + 1)]


def _catalogue(connection: Connection, rng: random.Random, products: int) -> Catalogue:
    leaves, weights = _leaves(connection, rng)
    count = brand_count(products)
    brands = list(_brands(connection, rng, count))
    lines = (_line(*brand) for brand in brands)
    _copy(connection, "brand", BRAND_COLUMNS, lines)
    styles = _ids(connection, "style")
    links = {
        (brand[0], style) for brand in brands for style in rng.sample(styles, rng.randint(1, 3))
    }
    _copy(
        connection,
        "brand_style",
        "brand_id, style_id",
        (_line(*one) for one in sorted(links, key=str)),
    )
    names = [str(brand[2]) for brand in brands]
    color_ids = dict(connection.execute("SELECT slug, id FROM color").fetchall())
    return Catalogue(
        leaves=leaves,
        leaf_weights=list(accumulate(weights)),
        colors=[(color_ids[color.slug], colour_words()[color.slug]) for color in colors()],
        brand_ids=[int(str(brand[0])) for brand in brands],
        brand_weights=list(accumulate(_zipf(count))),
        currencies={int(str(brand[0])): str(brand[4]) for brand in brands},
        multi_brands={
            int(str(brand[0])): rng.sample(names, 10) for brand in brands if brand[6] == "t"
        },
    )


def _ids(connection: Connection, table: str) -> list[object]:
    return [row[0] for row in connection.execute(f"SELECT id FROM {table} ORDER BY id")]  # noqa: S608


def _leaves(connection: Connection, rng: random.Random) -> tuple[list[Leaf], list[float]]:
    """Return the leaf categories and their weights: Zipf within each root."""
    ids = dict(connection.execute("SELECT slug, id FROM category").fetchall())
    parents = {node.parent for node in categories()}
    leaves: list[Leaf] = []
    weights: list[float] = []
    for root, share in ROOT_WEIGHTS.items():
        nodes = [n for n in categories() if n.slug not in parents and n.slug.startswith(f"{root}/")]
        rng.shuffle(nodes)
        ranks = _zipf(len(nodes), 0.8)
        leaves += [_leaf(rng, node, root, int(str(ids[node.slug]))) for node in nodes]
        weights += [share * rank / sum(ranks) for rank in ranks]
    return leaves, weights


def _leaf(rng: random.Random, node: CategoryNode, root: str, key: int) -> Leaf:
    words = category_words().get(node.slug) or (node.name.lower(),)
    level = ROOT_PRICES[root] * math.exp(rng.gauss(0, 0.5))
    return Leaf(key, words, level, root in {"women", "men"})


BRAND_COLUMNS = (
    "id, slug, name, website, currency, country_id, is_multi_brand, image_bg,"
    " shipping_countries_list, item_type, is_active"
)


def _brands(connection: Connection, rng: random.Random, count: int) -> Iterator[Row]:
    countries = dict(connection.execute("SELECT iso, id FROM country").fetchall())
    abroad = ["GB", "US", "DE", "IT", "NA", "KE", "CN", "IN"]
    for key, name in enumerate(_brand_names(rng, count), start=1):
        slug = name.lower().replace(" ", "-")
        iso = "ZA" if rng.random() < 0.8 else rng.choice(abroad)
        currency = rng.choices(list(CURRENCIES), list(CURRENCIES.values()))[0]
        multi = "t" if rng.random() < 0.1 else "f"
        reach = "worldwide" if rng.random() < 0.25 else ""
        vintage = "vintage" if rng.random() < 0.06 else "new"
        active = "f" if rng.random() < 0.02 else "t"
        site = f"https://www.{slug}.example.co.za"
        yield (
            key, slug, name, site, currency, countries[iso], multi, "f", reach, vintage, active
        )  # fmt: skip


def _brand_names(rng: random.Random, count: int) -> list[str]:
    pairs = [" ".join(p) for p in product(VOCABULARY["brand_first"], VOCABULARY["brand_second"])]
    rng.shuffle(pairs)
    numbered = [f"{pair} {number}" for number in (2, 3) for pair in pairs]
    return [*pairs, *numbered][:count]


PRODUCT_COLUMNS = (
    "id, brand_id, group_key, name, product_brand, href, currency, price, ordinary_price, sold_out,"
    " classified_category_id, classified_color_id, classified_unisex, popularity, created_at,"
    " gone_at, source, sibling_key, name_key"
)


def _products(rng: random.Random, catalogue: Catalogue, count: int) -> Iterator[str]:
    brands = rng.choices(catalogue.brand_ids, cum_weights=catalogue.brand_weights, k=count)
    leaves = rng.choices(catalogue.leaves, cum_weights=catalogue.leaf_weights, k=count)
    for key, brand, leaf in zip(range(1, count + 1), brands, leaves, strict=True):
        color_id, color_words = catalogue.colors[min(int(rng.paretovariate(0.9)) - 1, 15)]
        currency = catalogue.currencies[brand]
        price = leaf.level * math.exp(rng.gauss(0, 0.6)) * PER_ZAR[currency]
        own_brands = catalogue.multi_brands.get(brand)
        name = _name(rng, leaf, rng.choice(color_words))
        own_brand = rng.choice(own_brands) if own_brands else None
        created = datetime.fromtimestamp(EPOCH - rng.random() ** 2 * AGE_S, UTC)
        yield _line(
            key,
            brand,
            f"g-{key}",
            name,
            own_brand,
            f"https://www.example.co.za/products/{key}?utm=winkel",
            currency,
            f"{price:.2f}",
            f"{price * 1.3 + 1:.2f}" if rng.random() < 0.2 else None,
            "t" if rng.random() < 0.08 else "f",
            leaf.id if rng.random() < 0.98 else None,
            color_id if rng.random() < 0.93 else None,
            "t" if leaf.gendered and rng.random() < 0.05 else "f",
            int(rng.paretovariate(1.2)) - 1,
            created.isoformat(),
            created.isoformat() if rng.random() < 0.03 else None,
            "import",
            sibling_key(name, product_brand=own_brand),
            name_key(name, None),
        )


def _name(rng: random.Random, leaf: Leaf, color: str) -> str:
    kinds = ("adjectives", "materials")
    parts = [*(rng.choice(VOCABULARY[kind]) for kind in kinds), rng.choice(leaf.words)]
    if rng.random() < 0.3:
        parts.insert(0, rng.choice(VOCABULARY["places"]))
    if rng.random() < 0.25:
        parts.insert(-1, rng.choice(VOCABULARY["motifs"]))
    if rng.random() < 0.5:
        parts.append(f"in {color}")
    name = " ".join(parts)
    return name[0].upper() + name[1:]


IMAGE_COLUMNS = "product_id, position, image_url, canonical_url, image_width, image_height"


def _images(rng: random.Random, count: int) -> Iterator[str]:
    for key in range(1, count + 1):
        for position in range(rng.choices((1, 2, 3, 4), (40, 35, 15, 10))[0]):
            url = f"https://cdn.example.co.za/files/{key}-{position}_600x800.jpg"
            yield _line(key, position, f"{url}?v={key % 977}", url, 600, 800)

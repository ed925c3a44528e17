"""A shop to look at: brands that sell the same kinds, each thing in colours, some reduced."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import timedelta
from decimal import Decimal
from itertools import product
from typing import Any

from PIL import Image, ImageFilter
from sqlalchemy import text

from indexer.catalogue.deals import find_deals
from indexer.catalogue.images import PictureStore, thumbnail, to_narrow
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.language.classify.product import name_key, sibling_key
from tests.support.stock import NEWEST, stock

BRANDS = ("Aloe", "Baobab", "Cedar", "Disa")  # the last one scraped is the newest everywhere
KINDS = {
    "women/dresses": "Dress",
    "women/shoes": "Sandal",
    "men/": "Jersey",
    "home/decor": "Vase",
    "outdoor/": "Tent",
}
COLOURS = ("Red", "Blue", "Green")
THINGS = 4  # of each kind and brand, each in all colours
TOTAL = len(BRANDS) * len(KINDS) * THINGS * len(COLOURS)
GRAIN = 20  # of pictures: 12 kB in the narrow width, 35 in the wide one
# One thing at three stores, and what Baobab, which is the cheapest, asks for it.
SOLD_ELSEWHERE = {f"{brand} Tent D - Green": brand for brand in BRANDS[:3]}
CHEAPEST = 480
_ONE_THING = text(f"""
UPDATE product SET thing_id = (SELECT min(id) FROM product WHERE name = ANY(:names)),
       price = CASE WHEN name LIKE 'Baobab%' THEN {CHEAPEST} ELSE price END
 WHERE name = ANY(:names)
""")  # noqa: S608 - words of our own
REDUCED = "Cedar"  # this brand's prices were twice as high, says the store
FELL = "Disa Vase A - Red"  # read daily for 60 days; it cost half as much again until yesterday
_HISTORY = text("""
WITH it AS (SELECT id, price FROM product WHERE name = :name),
     read AS (INSERT INTO product_reading (product_id, days)
              SELECT id, datemultirange(daterange(current_date - 60, current_date + 1)) FROM it)
INSERT INTO price_history (product_id, seen_at, currency, price, sold_out)
SELECT id, now() - interval '60 days', 'ZAR', price * 1.5, false FROM it
UNION ALL SELECT id, now() - interval '1 day', 'ZAR', price, false FROM it
""")


def drawings(address: str) -> list[str]:
    """Return the addresses of pictures that the site has of its own."""
    return [f"{address}/styles/{name}.svg" for name in ("boho", "bush", "glam", "eco")]


def photographs(store: PictureStore) -> list[str]:
    """Store a picture as heavy as photographs are, in both widths, at an address for each product's
    own two; return these.
    """
    grain, content = Image.effect_noise((600, 800), GRAIN), io.BytesIO()
    grain.filter(ImageFilter.GaussianBlur(1)).convert("RGB").save(content, "PNG")
    wide = thumbnail(content.getvalue())[0]
    narrow = to_narrow(wide)
    keys = [f"{number:064x}" for number in range(2 * TOTAL)]
    for key in keys:
        store.write(key, wide)
        store.write(key, narrow, narrow=True)
    return [store.place(key)[1] for key in keys]


def fill(settings: Settings, pictures: Sequence[str]) -> None:
    """Fill a migrated database and build its index; `pictures` are the addresses of some."""
    brands = [{"slug": name.lower(), "name": name, "styles": ["boho"]} for name in BRANDS]
    with session_scope(settings.database_url) as session:
        stock(session, brands=brands, products=_products(pictures))
        session.execute(_ONE_THING, {"names": list(SOLD_ELSEWHERE)})
        session.execute(_HISTORY, {"name": FELL})
    find_deals(settings)
    rebuild(settings, fast=True)


def _products(pictures: Sequence[str]) -> Iterator[dict[str, Any]]:
    each = product(KINDS.items(), range(THINGS), enumerate(COLOURS))
    for (place, brand), (number, made) in product(enumerate(BRANDS), enumerate(each, 1)):
        (slug, kind), thing, (at, colour) = made
        name = f"{brand} {kind} {'ABCD'[thing]} - {colour}"
        price = Decimal(200 + 100 * thing + 10 * at)
        picture = 2 * (place * TOTAL // len(BRANDS) + number)
        yield {
            "brand": brand.lower(),
            "group_key": f"{brand.lower()}-{number}",
            "name": name,
            "price": price,
            "ordinary_price": price * 2 if brand == REDUCED else None,
            "category": slug,
            "colour": colour.lower(),
            "name_key": name_key(name, None),
            "sibling_key": sibling_key(name),
            "created_at": NEWEST + timedelta(days=place) - timedelta(minutes=number),
            "images": [pictures[(picture + more) % len(pictures)] for more in range(2)],
        }

"""Colours from stored pictures: looked at once, again when they change, and never over people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import select, update

from indexer.catalogue.images import PictureStore, keep
from indexer.catalogue.rows import products_by_id
from indexer.core.settings import Settings
from indexer.ingest.classifying import classify_products
from indexer.ingest.pictures.image_analysis import look
from indexer.ingest.runs.start import open_run
from indexer.ingest.runs.working import work_on
from indexer.models import Color, Product
from indexer.vision.reading import MARK, REUSED
from tests.support.catalogue import make_item
from tests.support.database import psycopg_url
from tests.support.garments import content, garment
from tests.support.world import World, empty_world

RED, BLUE = (200, 20, 46), (32, 92, 190)


class Wardrobe(World):
    """A store whose products have pictures of our own making, stored as if they were fetched."""

    def hang(self, **colors: tuple[int, int, int]) -> None:
        """Store a garment of a colour for each product, whose names say no colour."""
        self.scrape(
            [self.item(key, color, seed) for seed, (key, color) in enumerate(colors.items())]
        )

    def item(self, key: str, color: tuple[int, int, int], seed: int, name: str = "") -> Any:
        store = PictureStore(self.settings.bucket_location)
        kept = keep(store, content(garment([color], seed=seed), "PNG"))
        picture = replace(kept, canonical_url=f"{key}.png")
        return make_item(key, name=name or f"Basic T-shirt {key}", images=(picture,))

    def look(self) -> int:
        return look(self.settings, lambda: False)

    def colors(self) -> Mapping[str, tuple[str | None, str | None]]:
        """Return what words and pictures say, by product."""
        names = {color.id: color.slug for color in self.rows(Color)}
        return {
            key: (
                names.get(product.classified_color_id or 0),
                names.get((product.pictured_color_ids or [0])[0]),
            )
            for key, product in self.products().items()
        }


@pytest.fixture
def shop(settings: Settings, clean_database: str, clean_redis: str, tmp_path: Path) -> Wardrobe:
    own = settings.but(redis_url=clean_redis, bucket_location=str(tmp_path / "bucket"))
    return empty_world(own, Wardrobe)


def test_a_product_without_a_colour_word_gets_its_pictures_colour_once(shop: Wardrobe) -> None:
    shop.hang(a=RED, b=BLUE)
    before = {key: product.revision for key, product in shop.products().items()}
    assert shop.look() == 2
    assert shop.colors() == {"a": (None, "red"), "b": (None, "blue")}
    product = shop.products()["a"]
    assert product.revision > before["a"], "its document shows another colour"
    assert product.pictured_plain is not False
    (image,) = product.images
    assert (image.annotated_by, image.annotated_hash) == (MARK, image.content_hash)
    assert image.annotation is not None
    assert {*image.annotation} >= {"chances", "shares", "confidence"}
    assert (shop.look(), shop.products()["a"].revision) == (0, product.revision)


def test_words_and_people_are_not_overruled(shop: Wardrobe) -> None:
    shop.scrape([shop.item("a", RED, 1, "Blue T-shirt"), shop.item("b", RED, 2)])
    with shop.session() as session:
        words = {color.slug: color.id for color in session.scalars(select(Color))}
        green = words["green"]
        of_b = update(Product).where(Product.group_key == "b")
        session.execute(of_b.values(curated_color_id=green))
    shop.look()
    assert shop.colors() == {"a": ("blue", "red"), "b": (None, "red")}
    assert shop.products()["b"].curated_color_id == green
    assert shown(shop, "a") == [words["blue"]]
    assert shown(shop, "b") == [green]


def test_a_document_has_the_pictures_colours_where_words_name_none(shop: Wardrobe) -> None:
    shop.hang(a=RED)
    shop.look()
    assert shown(shop, "a") == shop.products()["a"].pictured_color_ids


def shown(shop: Wardrobe, key: str) -> list[int]:
    """Return the colours that the product's document is built with."""
    with psycopg.connect(psycopg_url(shop.settings.database_url)) as connection:
        (row,) = products_by_id(connection, [shop.products()[key].id])
    return list(dict.fromkeys(id_ for id_ in (row.color_id, *(row.color_ids or ())) if id_))


def test_a_picture_that_a_shop_shows_for_many_products_says_nothing(shop: Wardrobe) -> None:
    shop.hang(a=RED)
    shared = [shop.item(f"k{number}", BLUE, 9) for number in range(REUSED + 1)]
    shop.scrape([shop.item("a", RED, 0), *shared])
    shop.look()
    assert {key: said for key, (_, said) in shop.colors().items() if said} == {"a": "red"}


def test_a_run_looks_at_the_pictures_of_its_brand(shop: Wardrobe) -> None:
    shop.hang(a=RED, b=BLUE)
    run = shop.do(lambda session: open_run(session, shop.brand_id, "classify").id)
    work_on(shop.settings, run, classify_products)
    finished = shop.run(run)
    assert (finished.result, finished.pages_done, finished.pages_total) == ("success", 4, 4)
    assert "2 pictures looked at" in shop.log(finished)

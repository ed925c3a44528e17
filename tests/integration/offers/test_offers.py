"""One thing at several stores, on the real database: listings whose truth is known."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update

from indexer.catalogue.images import PictureStore, keep
from indexer.core.settings import Settings
from indexer.models import Brand, Color, OfferEdge, Product, ProductImage
from indexer.offers import matching
from indexer.offers.matching import decide, match_in_background
from scrapers.values.identifiers import GTIN, Identifier
from tests.support.catalogue import make_brand
from tests.support.data import rows
from tests.support.garments import SWATCHES, altered, content, drawing
from tests.support.world import World, empty_world

STORES = 4
NUMBER = Identifier(GTIN, "04006381333931")
OTHER = Identifier(GTIN, "04006381333948")
ANEW = "INSERT INTO offer_pending (product_id) SELECT id FROM product"


class Market(World):
    """Stores of many makers, and what they list."""

    stores: list[int]

    def opened(self) -> Market:
        slugs = (f"store-{number}" for number in range(STORES))
        self.stores = [make_brand(self.settings, slug, is_multi_brand=True) for slug in slugs]
        return self

    def list(self, listings: Iterable[Mapping[str, Any]]) -> list[int]:
        """Store products as listings say, and return their ids."""
        bucket = PictureStore(self.settings.bucket_location)
        colors = {color.slug: color.id for color in self.rows(Color)}
        products = []
        for number, each in enumerate(listings):
            values = {**each}
            picture, color = values.pop("picture", None), values.pop("color", "red")
            product = Product(
                brand_id=self.stores[values.pop("store") - 1],
                group_key=f"{each['name']} {number}",
                href=f"https://store.example/{number}",
                currency="ZAR",
                hints={"color": color},
                classified_color_ids=[colors[color]],
                **values,
            )
            if picture:
                kept, url = keep(bucket, picture), "https://store.example/p.jpg"
                image = ProductImage(position=0, image_url=url, canonical_url=url)
                image.content_hash = kept.content_hash
                product.images = [image]
            products.append(product)
        with self.session() as session:
            session.add_all(products)
            session.flush()
            return [product.id for product in products]

    def match(self) -> int:
        return match_in_background(self.settings)

    def things(self) -> dict[int, int | None]:
        with self.session() as session:
            return dict(session.execute(select(Product.id, Product.thing_id)).tuples().all())

    def change(self, product: int, **values: object) -> None:
        with self.session() as session:
            session.execute(update(Product).where(Product.id == product).values(values))

    def delete(self, product: int) -> None:
        with self.session() as session:
            session.execute(delete(Product).where(Product.id == product))

    def same(self, one: int, other: int) -> bool:
        things = self.things()
        return things[one] is not None and things[one] == things[other]

    def says(self, one: int, other: int, is_one: bool | None) -> None:
        with self.session() as session:
            decide(session, one, other, is_one, "anna")


@pytest.fixture
def stores(settings: Settings, clean_database: str, tmp_path: Path) -> Market:
    own = settings.but(bucket_location=str(tmp_path / "bucket"))
    return empty_world(own, Market).opened()


def listing(store: int, name: str = "Nola dress", /, **changes: object) -> dict[str, Any]:
    values = {"product_brand": "Veld", "price": 500, "identifiers": [asdict(NUMBER)]}
    return {"store": store, "name": name} | values | changes


def composed() -> tuple[list[str], list[dict[str, Any]]]:
    """Return the truth of each listing of the table, and the listing."""
    things, listings = [], []
    for thing, store, name, maker, color, price, number, shape, alteration in rows("offers"):
        shown = drawing(shape, SWATCHES[color]) if shape else None
        listings.append(
            {
                **{"store": store, "name": name, "product_brand": maker, "color": color},
                "price": price,
                "identifiers": [asdict(Identifier(GTIN, number))] if number else None,
                "picture": shown and altered(shown, alteration),
            }
        )
        things.append(thing)
    return things, listings


def test_listings_are_joined_as_their_truth_says(stores: Market) -> None:
    truth, listings = composed()
    ids = stores.list(listings)
    assert stores.match() >= len(ids)
    things = stores.things()
    several = [thing for thing in truth if truth.count(thing) > 1]
    joined = {
        id_: ids[truth.index(thing)] if thing in several else None
        for id_, thing in zip(ids, truth, strict=True)
    }
    assert things == joined
    assert stores.match() == 0, "only what changes is matched"


def test_after_many_changes_it_is_as_if_all_were_matched_anew(
    stores: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "BATCH", 7)
    ids = stores.list(composed()[1])
    stores.match()
    rng = random.Random(7)
    changes: list[Callable[[int], None]] = [
        lambda id_: stores.change(id_, name="Quite another lamp"),
        lambda id_: stores.change(id_, product_brand=None),
        lambda id_: stores.change(id_, identifiers=[asdict(NUMBER)]),
        lambda id_: stores.change(id_, price=rng.choice((5, 9_000))),
        lambda id_: stores.change(id_, blocked=True),
        stores.delete,
    ]
    for _ in range(3):
        for id_ in rng.sample(ids, 6):
            rng.choice(changes)(id_)
        stores.match()
    things = stores.things()
    assert any(things.values())
    stores.do(lambda session: session.execute(update(Product).values(thing_id=None)))
    stores.do(lambda session: session.execute(delete(OfferEdge)))
    stores.do(lambda session: session.execute(text(ANEW)))
    stores.match()
    assert things == stores.things()


def test_mates_old_and_new_are_indexed_again(stores: Market) -> None:
    one, two, third, _ = stores.list(
        [*map(listing, (1, 2, 3)), listing(4, identifiers=[asdict(OTHER)])]
    )
    stores.match()
    assert stores.things()[third] == one
    stores.forget()
    stores.change(one, identifiers=[asdict(OTHER)])
    assert stores.match() > 0
    assert {one, two, third} <= set(stores.outbox())
    assert stores.things()[third] == two
    assert not stores.same(one, two)
    stores.forget()
    stores.change(third, href="https://store.example/elsewhere", sold_out=True)
    assert stores.match() == 0
    assert stores.outbox() == []


def test_a_hidden_product_leaves_and_a_brand_that_is_disabled_takes_its_own_along(
    stores: Market,
) -> None:
    one, two, third = stores.list([listing(1), listing(2), listing(3)])
    stores.match()
    stores.change(one, blocked=True)
    stores.match()
    assert stores.things() == {one: None, two: two, third: two}
    with stores.session() as session:
        disabled = update(Brand).where(Brand.id == stores.stores[2])
        session.execute(disabled.values(is_active=False))
    stores.match()
    assert not any(stores.things().values())
    stores.change(one, blocked=False)
    stores.match()
    assert stores.things() == {one: one, two: one, third: None}
    stores.delete(one)
    stores.match()
    assert stores.things() == {two: None, third: None}


def test_what_people_join_and_part_outlives_the_matching(stores: Market) -> None:
    one, two, third = stores.list(
        [listing(1), listing(2), listing(3, "Zuri skirt", identifiers=None)]
    )
    stores.match()
    assert stores.same(one, two)
    stores.says(one, two, False)
    stores.says(two, third, True)
    assert stores.things() == {one: None, two: two, third: two}
    for id_ in (one, two, third):
        stores.change(id_, name="Nola dress long")
    stores.match()
    assert stores.things() == {one: None, two: two, third: two}
    (parted,) = stores.rows(OfferEdge, OfferEdge.joins.is_(False))
    assert (parted.a, parted.b, parted.rule, parted.decided_by) == (one, two, "person", "anna")
    stores.says(two, one, None)
    assert stores.same(one, two)


def test_a_price_that_crosses_the_ratio_parts_and_joins(stores: Market) -> None:
    one, two = stores.list([listing(1), listing(2)])
    stores.match()
    stores.change(two, price=1_600)
    stores.match()
    assert not stores.same(one, two)
    (edge,) = stores.rows(OfferEdge)
    assert (edge.joins, edge.evidence["apart"]) == (False, "price")
    stores.change(two, price=1_400)
    stores.match()
    assert stores.same(one, two)


def test_what_a_shop_shows_for_many_is_no_evidence_and_alone_it_is(stores: Market) -> None:
    shown = content(drawing(3, (200, 30, 40)), "PNG")
    bare: dict[str, object] = {"identifiers": None, "picture": shown}
    one, two = stores.list([listing(1, **bare), listing(2, **bare)])
    stores.match()
    assert stores.same(one, two)
    stores.list([listing(2, f"Nola dress no {number}", **bare) for number in "1234"])
    stores.match()
    assert not stores.same(one, two)

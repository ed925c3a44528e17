"""One thing at several stores, on the real database: a composed market whose truth is known."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update

from indexer.catalogue.images.store import PictureStore, keep
from indexer.catalogue.rates import rates_in_force
from indexer.core.settings import Settings
from indexer.ingest.purge import purge
from indexer.models import (
    Brand,
    Color,
    OfferEdge,
    OfferPending,
    OfferPicture,
    Product,
    ProductImage,
)
from indexer.offers import matching, rows
from indexer.offers.matching import decide, match_in_background
from scrapers.values.identifiers import GTIN, Identifier
from tests.integration.ingest.shop import Shop, new_shop
from tests.support.catalogue import make_brand
from tests.support.garments import content
from tests.support.market import CLOTHES, GOODS, Listing, brute_force, drawing, judged, market

STORES = 5


class Market(Shop):
    """Stores of many makers, and what they list."""

    def opened(self) -> Market:
        self.stores = [
            make_brand(self.settings, f"store-{number}", is_multi_brand=True)
            for number in range(STORES)
        ]
        return self

    def list(self, listings: Sequence[Listing]) -> list[int]:
        """Store products as listings say, and return their ids."""
        store = PictureStore(self.settings.bucket_location)
        colors = {color.slug: color.id for color in self.rows(Color)}
        products = [
            self._product(each, number, store, colors) for number, each in enumerate(listings)
        ]
        with self.session() as session:
            session.add_all(products)
            session.flush()
            return [product.id for product in products]

    def _product(
        self, each: Listing, number: int, store: PictureStore, colors: dict[str, int]
    ) -> Product:
        known = colors.get((each.color or "").replace("navy", "blue").replace("beige", "neutral"))
        product = Product(
            brand_id=self.stores[each.store - 1],
            group_key=f"{each.name} {number}",
            name=each.name,
            product_brand=each.maker,
            href=f"https://store.example/{number}",
            currency="ZAR",
            price=each.price,
            identifiers=[asdict(one) for one in each.identifiers] or None,
            hints={"color": each.color} if each.color else None,
            classified_color_ids=[known] if known else None,
        )
        if each.picture:
            kept = keep(store, each.picture)
            product.images = [
                ProductImage(
                    position=0,
                    image_url="https://store.example/p.jpg",
                    canonical_url="https://store.example/p.jpg",
                    content_hash=kept.content_hash,
                )
            ]
        return product

    def match(self) -> int:
        return match_in_background(self.settings)

    def things(self) -> dict[int, int | None]:
        with self.session() as session:
            rows_ = session.execute(select(Product.id, Product.thing_id)).tuples()
            return dict(rows_.all())

    def expected(self) -> dict[int, int | None]:
        """Return what comparing each with all gives, of those that are shown."""
        with self.session() as session:
            ids = session.scalars(select(Product.id)).all()
            shown = rows.read_products(session, ids, rates_in_force(session))
        return dict.fromkeys(ids) | brute_force([*shown.values()])

    def change(self, product: int, **values: object) -> None:
        with self.session() as session:
            session.execute(update(Product).where(Product.id == product).values(values))

    def same(self, one: int, other: int) -> bool:
        things = self.things()
        return things[one] is not None and things[one] == things[other]

    def says(self, one: int, other: int, is_one: bool | None) -> None:
        with self.session() as session:
            decide(session, one, other, is_one, "anna")


@pytest.fixture
def stores(settings: Settings, clean_database: str, tmp_path: Path) -> Market:
    own = settings.but(bucket_location=str(tmp_path / "bucket"))
    return new_shop(own, Market).opened()


NUMBER = Identifier(GTIN, "04006381333931")
OTHER = Identifier(GTIN, "04006381333948")


def listing(store: int, name: str = "Nola dress", /, **changes: object) -> Listing:
    values: dict[str, object] = {
        "truth": 1,
        "store": store,
        "name": name,
        "maker": "Veld",
        "color": "red",
        "price": Decimal(500),
        "picture": None,
        "identifiers": (NUMBER,),
    }
    return Listing(**(values | changes))  # type: ignore[arg-type]


def test_a_market_is_joined_as_comparing_each_with_all_joins_it_and_rightly(stores: Market) -> None:
    listings = market(CLOTHES, 15, STORES, seed=4) + market(GOODS, 15, STORES, seed=5, first=100)
    ids = stores.list(listings)
    assert stores.match() >= len(ids)
    things = stores.things()
    assert things == stores.expected()
    first = ids[0] - 1
    truth = judged(listings, {key - first: things[key] for key in ids})
    assert truth.joined > 10
    assert truth.wrong == []
    assert stores.match() == 0, "only what changes is matched"


def test_after_many_changes_it_is_as_if_all_were_matched_anew(
    stores: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "BATCH", 7)
    listings = market(GOODS, 25, STORES, seed=6, numbered=0.8)
    ids = stores.list(listings)
    stores.match()
    rng = random.Random(7)
    changes: list[Callable[[int], None]] = [
        lambda id_: stores.change(id_, name="Quite another lamp"),
        lambda id_: stores.change(id_, product_brand=None),
        lambda id_: stores.change(id_, identifiers=None),
        lambda id_: stores.change(id_, identifiers=[asdict(NUMBER)]),
        lambda id_: stores.change(id_, price=rng.choice((5, 9_000))),
        lambda id_: stores.change(id_, blocked=True),
        lambda id_: _delete(stores, id_),
        lambda id_: _redraw(stores, id_),
    ]
    for _ in range(3):
        for id_ in rng.sample(ids, 12):
            rng.choice(changes)(id_)
        stores.match()
    things = stores.things()
    assert things == stores.expected()
    assert any(things.values())
    assert len(things) < len(ids)


def _delete(stores: Market, id_: int) -> None:
    with stores.session() as session:
        session.execute(delete(Product).where(Product.id == id_))


def _redraw(stores: Market, id_: int) -> None:
    with stores.session() as session:
        image = update(ProductImage).where(ProductImage.product_id == id_)
        session.execute(image.values(content_hash=None))


def test_a_kill_between_loses_nothing(stores: Market, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "BATCH", 10)
    ids = stores.list(market(GOODS, 20, STORES, seed=8, numbered=1.0))
    done = matching.match
    batches = []

    def killed(*args: object) -> int:
        batches.append(done(*args))  # type: ignore[arg-type]
        if len(batches) == 2:
            raise KeyboardInterrupt  # all is done but the commit
        return batches[-1]

    monkeypatch.setattr(matching, "match", killed)
    with pytest.raises(KeyboardInterrupt):
        stores.match()
    assert len(stores.rows(OfferPending)) > len(ids) - 20
    assert stores.match() > 0
    assert stores.things() == stores.expected()
    assert stores.rows(OfferPending) == []


def test_mates_old_and_new_are_indexed_again(stores: Market) -> None:
    one, two, third, _ = stores.list([*map(listing, (1, 2, 3)), listing(4, identifiers=(OTHER,))])
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
    _delete(stores, one)
    stores.match()
    assert stores.things() == {two: None, third: None}


def test_what_people_join_and_part_outlives_the_matching(stores: Market) -> None:
    one, two, third = stores.list(
        [listing(1), listing(2), listing(3, "Zuri skirt", identifiers=())]
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


def test_a_price_that_moved_while_nothing_was_joined_counts_when_something_is(
    stores: Market,
) -> None:
    one, two = stores.list([listing(1), listing(2, identifiers=())])
    stores.match()
    stores.change(one, price=9_000)
    assert stores.match() == 0
    stores.change(two, identifiers=[asdict(NUMBER)])
    stores.match()
    assert not stores.same(one, two)


def test_what_a_shop_shows_for_many_is_no_evidence_and_alone_it_is(stores: Market) -> None:
    shown = content(drawing(3, (200, 30, 40)), "PNG")
    bare: dict[str, object] = {"identifiers": (), "picture": shown}
    one, two = stores.list([listing(1, **bare), listing(2, **bare)])
    stores.match()
    assert stores.same(one, two)
    stores.list([listing(2, f"Nola dress no {number}", **bare) for number in "1234"])
    stores.match()
    assert not stores.same(one, two)
    assert stores.things() == stores.expected()


def test_what_is_known_of_a_picture_goes_when_nothing_shows_it(stores: Market) -> None:
    one, two = stores.list(
        [listing(1, picture=content(drawing(seed, (200, 30, 40)))) for seed in (1, 2)]
    )
    stores.match()
    assert len(stores.rows(OfferPicture)) == 2
    _redraw(stores, one)
    purge(stores.settings)
    (left,) = stores.rows(OfferPicture)
    (shown,) = stores.rows(ProductImage, ProductImage.product_id == two)
    assert left.content_hash == shown.content_hash


def test_pictures_that_cannot_be_read_for_now_keep_products_waiting(stores: Market) -> None:
    stores.list([listing(1, picture=content(drawing(1, (200, 30, 40)))), listing(2)])
    copies = [*Path(stores.settings.bucket_location).rglob("*.webp")]
    kept = {path: path.read_bytes() for path in copies}
    for path in copies:
        path.unlink()
        path.mkdir()
    assert stores.match() == 0
    for path, picture in kept.items():
        path.rmdir()
        path.write_bytes(picture)
    assert stores.match() == 3, "two products, and one picture of theirs"
    assert len(stores.rows(OfferPicture)) == 1

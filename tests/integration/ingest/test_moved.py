"""What follows a product that moved: all that belongs to it; and what an operator may decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from indexer.catalogue.takedowns import take_down_product
from indexer.ingest.accept import effect_of_accepting
from indexer.ingest.compare import compare_runs
from indexer.models import Brand, Click, ProductImage, RunChange, ScrapeRun, TakeDown
from scrapers.product import Picture, Product
from tests.support.catalogue import make_item
from tests.support.world import World

NAMES = "Amber Basalt Cedar Dune Ember Fynbos Gemsbok Heath Indigo Jade".split()
GOODS = [replace(make_item(f"k{n}"), name=f"{name} coat") for n, name in enumerate(NAMES)]


def moved(item: Product, key: str, **changes: object) -> Product:
    """Return an item under another key and link."""
    changes = {"group_key": key, "href": f"https://karoo.example/p/{key}", **changes}
    return replace(item, **changes)  # type: ignore[arg-type]


def all_moved(items: Sequence[Product] = GOODS) -> list[Product]:
    return [moved(item, f"new-{item.group_key}") for item in items]


def pictured(url: str) -> tuple[Picture, ...]:
    return (Picture(url, url),)


@pytest.fixture
def before(shop: World) -> dict[str, int]:
    """The ids of what a first run found."""
    shop.scrape(GOODS)
    return shop.ids()


def counts(run: ScrapeRun) -> tuple[str | None, int, int, int, int]:
    return run.result, run.found_count, run.new_count, run.changed_count, run.gone_count


def test_a_moved_product_is_a_changed_one_with_all_that_belongs_to_it(
    shop: World, before: dict[str, int]
) -> None:
    with shop.session() as session:
        session.add(Click(brand_id=shop.brand_id, group_key="k1", href="x"))
        take_down_product(session, before["k2"])
    run = shop.scrape(all_moved())
    assert counts(run) == ("success", 10, 0, 10, 0)
    told = "10 known products go on under other links or ids: 'Amber coat' (same name"
    assert told in (run.failure_reason or "")
    after = shop.products()
    assert shop.ids() == {f"new-{key}": id_ for key, id_ in before.items()}
    assert after["new-k1"].href == "https://karoo.example/p/new-k1"
    assert [key for key, product in after.items() if product.blocked] == ["new-k2"]
    assert shop.prices(before["k1"]) == [Decimal(500)]
    assert set(shop.outbox()) == set(before.values())
    assert (shop.rows(Click.group_key), shop.rows(TakeDown.group_key)) == (["new-k1"], ["new-k2"])
    changes = shop.rows(RunChange, RunChange.run_id == run.id)
    assert {change.kind for change in changes} == {"changed"}
    known = next(change for change in changes if change.product_id == before["k0"])
    assert known.before == {"group_key": "k0", "href": "https://karoo.example/p/k0"}
    assert known.after == {"group_key": "new-k0", "href": "https://karoo.example/p/new-k0"}


@pytest.mark.usefixtures("before")
def test_pictures_that_moved_with_the_shop_are_the_same_rows(shop: World) -> None:
    known = {image.product_id: image.id for image in shop.rows(ProductImage)}
    there = "https://nuwe.example"
    elsewhere = [
        replace(item, group_key=link, href=link, images=pictured(f"{there}/cdn/{key}.jpg"))
        for item in GOODS
        for key, link in [(item.group_key, f"{there}/p/{item.group_key}")]
    ]
    held = shop.scrape(elsewhere)
    assert counts(held) == ("suspect", 10, 0, 0, 0)
    told = f"moved from https://karoo.example/ to {there}/: the links of 10 known products"
    assert told in (held.failure_reason or "")
    # Another port of the host is another place, too; where the brand names the place it is known.
    port = [
        replace(item, href=item.href.replace("karoo.example", "karoo.example:8443"))
        for item in GOODS
        if item.href
    ]
    assert "to https://karoo.example:8443/" in (shop.scrape(port).failure_reason or "")
    shop.do(lambda session: session.get_one(Brand, shop.brand_id).__setattr__("website", there))
    run = shop.scrape(elsewhere)
    assert counts(run) == ("success", 10, 0, 10, 0)
    assert (run.new_image_ids, run.deleted_image_ids) == ([], [])
    assert f"moved from https://karoo.example/ to {there}/" in (run.failure_reason or "")
    images = shop.rows(ProductImage)
    assert {image.product_id: image.id for image in images} == known
    assert all(image.canonical_url.startswith(f"{there}/cdn/") for image in images)
    # The brand's website follows, and with it the keys: nothing else is another.
    renamed = [replace(item, group_key=f"/p/{n}") for n, item in enumerate(elsewhere)]
    assert counts(shop.scrape(renamed))[:3] == ("success", 10, 0)


def test_another_product_under_a_known_key_begins_with_no_history(
    shop: World, before: dict[str, int]
) -> None:
    picture = pictured("https://karoo.example/vase.jpg")
    vase = replace(GOODS[0], name="Clay vase", price=Decimal(99), images=picture)
    run = shop.scrape([vase, *GOODS[1:]])
    assert counts(run) == ("suspect", 10, 0, 0, 0)
    assert "1 links or ids lead to other products now" in (run.failure_reason or "")
    shop.accept(run)
    after = shop.products()
    assert after["k0"].id not in before.values()
    assert shop.prices(after["k0"].id) == [Decimal(99)]
    (old,) = [product for product in after.values() if product.id == before["k0"]]
    assert (old.name, old.gone_at is not None) == ("Amber coat", True)
    assert shop.scrape([vase, *GOODS[1:]]).result == "success"


def asked(shop: World) -> tuple[ScrapeRun, ScrapeRun]:
    """Do two runs, of which the second shows four products by other links and pictures."""
    first = shop.scrape(GOODS)
    shown = [
        moved(item, f"x{n}", images=pictured(f"https://karoo.example/x{n}.jpg"))
        for n, item in enumerate(GOODS[:4])
    ]
    return first, shop.scrape([*shown, *GOODS[4:]])


def test_what_is_not_sure_is_shown_in_the_comparison_and_joined_when_accepted(shop: World) -> None:
    first, run = asked(shop)
    known = shop.ids()
    assert counts(run) == ("suspect", 10, 0, 0, 0)
    assert "4 of 4 new products seem to be 4 of 4 known ones" in (run.failure_reason or "")
    with shop.session() as session:
        shown = compare_runs(session, first.id, run.id)
        effect = effect_of_accepting(session, run.id)
    assert dict(shown["counts"]) == {"new": 0, "gone": 0, "changed": 4}
    links = [shown["changed"][0][side]["href"] for side in ("before", "after")]
    assert links == ["https://karoo.example/p/k0", "https://karoo.example/p/x0"]
    assert (effect.adds, effect.hides, effect.changes) == (0, 0, 4)
    shop.accept(run)
    assert {shop.ids()[f"x{n}"] for n in range(4)} == {known[f"k{n}"] for n in range(4)}


def test_what_is_not_sure_may_be_accepted_as_others(shop: World) -> None:
    _, run = asked(shop)
    known = shop.ids()
    effect = shop.accept(run, same=False)
    assert (effect.adds, effect.hides) == (4, 4)
    assert not {shop.ids()[f"x{n}"] for n in range(4)} & set(known.values())


@pytest.mark.usefixtures("before")
def test_links_that_change_from_run_to_run_are_held(shop: World) -> None:
    """Fault 52: tomorrow such a link leads nowhere."""
    assert shop.scrape(all_moved()).result == "success"
    run = shop.scrape([moved(item, f"{n}-again") for n, item in enumerate(GOODS)])
    assert counts(run) == ("suspect", 10, 0, 0, 0)
    assert "10 of 10 products have other links than in the last run" in (run.failure_reason or "")


def test_a_product_that_was_hidden_comes_back_under_another_link(
    shop: World, before: dict[str, int]
) -> None:
    assert shop.scrape(GOODS[1:]).gone_count == 1
    run = shop.scrape([*all_moved(GOODS[:1]), *GOODS[1:]])
    assert counts(run)[:3] == ("success", 10, 0)
    back = shop.products()["new-k0"]
    assert (back.id, back.gone_at) == (before["k0"], None)

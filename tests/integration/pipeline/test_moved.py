"""What follows a product that moved: all that belongs to it; and what an operator may decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from sqlalchemy import select, text

from indexer.catalogue.rates import current_rates
from indexer.catalogue.takedowns import take_down_product
from indexer.db import session_scope
from indexer.history.accept import accept_run, effect_of_accepting
from indexer.history.compare import compare_runs
from indexer.models import (
    Click,
    PriceAlert,
    PriceAlertAddress,
    PriceHistory,
    ProductImage,
    RunChange,
    ScrapeRun,
    TakeDown,
)
from indexer.pipeline.identity.compared import compare
from indexer.pipeline.items.staging import add
from indexer.pipeline.verdict.pictured import Fetched, Pictures
from indexer.price_alerts.looking import begin, look_at_runs
from indexer.settings import Settings
from scrapers.product import Picture, Product
from tests.support.catalogue import (
    make_brand,
    make_item,
    outbox_products,
    read_products,
    scrape_items,
)

NAMES = "Amber Basalt Cedar Dune Ember Fynbos Gemsbok Heath Indigo Jade".split()


def goods(count: int = 10) -> list[Product]:
    return [
        replace(make_item(f"k{n}"), name=f"{name} coat") for n, name in enumerate(NAMES[:count])
    ]


def moved(item: Product, key: str, **changes: object) -> Product:
    """Return an item under another key and link."""
    changes = {"group_key": key, "href": f"https://karoo.example/p/{key}", **changes}
    return replace(item, **changes)  # type: ignore[arg-type]


def all_moved(items: Sequence[Product]) -> list[Product]:
    return [moved(item, f"new-{item.group_key}") for item in items]


@pytest.fixture
def brand_id(settings: Settings, clean_database: str) -> int:
    return make_brand(settings)


def ids(settings: Settings) -> dict[str, int]:
    return {key: product.id for key, product in read_products(settings).items()}


def counts(run: ScrapeRun) -> tuple[str | None, int, int, int, int]:
    return run.result, run.found_count, run.new_count, run.changed_count, run.gone_count


def prices(settings: Settings, product_id: int) -> list[Decimal | None]:
    with session_scope(settings.database_url) as session:
        rows = select(PriceHistory.price).where(PriceHistory.product_id == product_id)
        return list(session.scalars(rows.order_by(PriceHistory.seen_at)))


def test_a_moved_product_is_a_changed_one_with_all_that_belongs_to_it(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, goods())
    before = ids(settings)
    with session_scope(settings.database_url) as session:
        session.add(Click(brand_id=brand_id, group_key="k1", href="x"))
        take_down_product(session, before["k2"])
    run = scrape_items(settings, brand_id, all_moved(goods()))
    assert counts(run) == ("success", 10, 0, 10, 0)
    assert "10 known products go on under other links or ids: 'Amber coat' (same name" in (
        run.failure_reason or ""
    )
    after = read_products(settings)
    assert {key: product.id for key, product in after.items()} == {
        f"new-{key}": id_ for key, id_ in before.items()
    }
    assert after["new-k1"].href == "https://karoo.example/p/new-k1"
    assert [key for key, product in after.items() if product.blocked] == ["new-k2"]
    assert prices(settings, before["k1"]) == [Decimal(500)]
    assert set(outbox_products(settings)) == set(before.values())
    with session_scope(settings.database_url) as session:
        assert session.scalars(select(Click.group_key)).all() == ["new-k1"]
        assert session.scalars(select(TakeDown.group_key)).all() == ["new-k2"]
        changes = session.scalars(select(RunChange).where(RunChange.run_id == run.id)).all()
    assert {change.kind for change in changes} == {"changed"}
    assert changes[0].before == {"group_key": "k0", "href": "https://karoo.example/p/k0"}
    assert changes[0].after == {"group_key": "new-k0", "href": "https://karoo.example/p/new-k0"}


def test_a_mere_move_sends_no_alert(settings: Settings, brand_id: int) -> None:
    scrape_items(settings, brand_id, goods())
    product_id = ids(settings)["k1"]
    alerts = [
        PriceAlert(kind=kind, product_id=product_id, currency="ZAR", confirmed_at=datetime.now(UTC))
        for kind in ("below", "drop", "stock")
    ]
    alerts[0].amount = Decimal(490)
    with session_scope(settings.database_url) as session:
        address = PriceAlertAddress(email="a@b.example", token="t")
        session.add(address)
        session.flush()
        for alert in alerts:
            alert.address_id = address.id
        session.add_all(alerts)
        session.flush()
        begin(session, [alert.id for alert in alerts], current_rates(session))
    scrape_items(settings, brand_id, all_moved(goods()))
    assert look_at_runs(settings) == 0
    cheaper = [replace(item, price=Decimal(480)) for item in all_moved(goods())[1:2]]
    scrape_items(settings, brand_id, [*cheaper, *all_moved([goods()[0], *goods()[2:]])])
    assert look_at_runs(settings) == 2  # below and drop
    with session_scope(settings.database_url) as session:
        assert set(session.scalars(select(PriceAlert.product_id))) == {product_id}


def test_pictures_that_moved_with_the_shop_are_the_same_rows(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, goods())
    with session_scope(settings.database_url) as session:
        before = {image.product_id: image.id for image in session.scalars(select(ProductImage))}
    elsewhere = [
        replace(
            item,
            group_key=f"https://nuwe.example/p/{item.group_key}",
            href=f"https://nuwe.example/p/{item.group_key}",
            images=tuple(
                Picture(url, url) for url in [f"https://nuwe.example/cdn/{item.group_key}.jpg"]
            ),
        )
        for item in goods()
    ]
    run = scrape_items(settings, brand_id, elsewhere)
    assert counts(run) == ("success", 10, 0, 10, 0)
    assert (run.new_image_ids, run.deleted_image_ids) == ([], [])
    assert "moved from https://karoo.example/ to https://nuwe.example/" in (
        run.failure_reason or ""
    )
    with session_scope(settings.database_url) as session:
        images = session.scalars(select(ProductImage)).all()
    assert {image.product_id: image.id for image in images} == before
    assert all(image.canonical_url.startswith("https://nuwe.example/cdn/") for image in images)
    # The brand's website follows, and with it the keys: nothing else is another.
    there = [replace(item, group_key=f"/p/{n}") for n, item in enumerate(elsewhere)]
    assert counts(scrape_items(settings, brand_id, there))[:3] == ("success", 10, 0)


def test_products_that_exchange_their_ids_keep_what_is_theirs(
    settings: Settings, brand_id: int
) -> None:
    items = goods()
    scrape_items(settings, brand_id, items)
    before = ids(settings)
    with session_scope(settings.database_url) as session:
        session.add_all(Click(brand_id=brand_id, group_key=key, href=key) for key in ("k0", "k1"))
        take_down_product(session, before["k0"])
    one, two = moved(items[0], "k1"), moved(items[1], "k0")
    run = scrape_items(settings, brand_id, [one, two, *items[2:]])
    assert counts(run) == ("success", 10, 0, 2, 0)
    after = read_products(settings)
    assert (after["k1"].id, after["k0"].id) == (before["k0"], before["k1"])
    assert (after["k1"].blocked, after["k0"].blocked) == (True, False)
    with session_scope(settings.database_url) as session:
        clicks = dict(session.execute(select(Click.href, Click.group_key)).all())
    assert clicks == {"k0": "k1", "k1": "k0"}


def test_another_product_under_a_known_key_begins_with_no_history(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, goods())
    before = ids(settings)
    picture = Picture("https://karoo.example/vase.jpg", "https://karoo.example/vase.jpg")
    vase = replace(goods()[0], name="Clay vase", price=Decimal(99), images=(picture,))
    run = scrape_items(settings, brand_id, [vase, *goods()[1:]])
    assert counts(run) == ("suspect", 10, 0, 0, 0)
    assert "1 links or ids lead to other products now" in (run.failure_reason or "")
    accept_run(settings, run.id)
    after = read_products(settings)
    assert after["k0"].id not in before.values()
    assert prices(settings, after["k0"].id) == [Decimal(99)]
    (old,) = [product for product in after.values() if product.id == before["k0"]]
    assert (old.name, old.gone_at is not None) == ("Amber coat", True)
    assert scrape_items(settings, brand_id, [vase, *goods()[1:]]).result == "success"


def asked(settings: Settings, brand_id: int) -> tuple[ScrapeRun, ScrapeRun]:
    """Do two runs, of which the second shows four products by other links and pictures."""
    first = scrape_items(settings, brand_id, goods())
    shown = [
        moved(
            item,
            f"x{n}",
            images=(Picture(f"https://karoo.example/x{n}.jpg", f"https://karoo.example/x{n}.jpg"),),
        )
        for n, item in enumerate(goods()[:4])
    ]
    return first, scrape_items(settings, brand_id, [*shown, *goods()[4:]])


def test_what_is_not_sure_is_shown_in_the_comparison_and_joined_when_accepted(
    settings: Settings, brand_id: int
) -> None:
    first, run = asked(settings, brand_id)
    before = ids(settings)
    assert counts(run) == ("suspect", 10, 0, 0, 0)
    assert "4 of 4 new products seem to be 4 of 4 known ones" in (run.failure_reason or "")
    with session_scope(settings.database_url) as session:
        shown = compare_runs(session, first.id, run.id)
        effect = effect_of_accepting(session, run.id)
    assert dict(shown.counts) == {"new": 0, "gone": 0, "changed": 4}
    one = shown.changed[0]
    assert one.before is not None
    assert one.after is not None
    assert (one.before["href"], one.after["href"]) == (
        "https://karoo.example/p/k0",
        "https://karoo.example/p/x0",
    )
    assert (effect.adds, effect.hides, effect.changes) == (0, 0, 4)
    accept_run(settings, run.id)
    assert {ids(settings)[f"x{n}"] for n in range(4)} == {before[f"k{n}"] for n in range(4)}


def test_what_is_not_sure_may_be_accepted_as_others(settings: Settings, brand_id: int) -> None:
    _, run = asked(settings, brand_id)
    before = ids(settings)
    effect = accept_run(settings, run.id, same=False)
    assert (effect.adds, effect.hides) == (4, 4)
    assert not {ids(settings)[f"x{n}"] for n in range(4)} & set(before.values())


def test_links_that_change_from_run_to_run_are_held(settings: Settings, brand_id: int) -> None:
    """Fault 52: tomorrow such a link leads nowhere."""
    scrape_items(settings, brand_id, goods())
    assert scrape_items(settings, brand_id, all_moved(goods())).result == "success"
    third = [moved(item, f"{n}-again") for n, item in enumerate(goods())]
    run = scrape_items(settings, brand_id, third)
    assert counts(run) == ("suspect", 10, 0, 0, 0)
    assert "10 of 10 products have other links than in the last run" in (run.failure_reason or "")


def test_a_product_that_was_hidden_comes_back_under_another_link(
    settings: Settings, brand_id: int
) -> None:
    scrape_items(settings, brand_id, goods())
    before = ids(settings)
    assert scrape_items(settings, brand_id, goods()[1:]).gone_count == 1
    run = scrape_items(settings, brand_id, [*all_moved(goods()[:1]), *goods()[1:]])
    assert counts(run)[:3] == ("success", 10, 0)
    back = read_products(settings)["new-k0"]
    assert (back.id, back.gone_at) == (before["k0"], None)


def test_a_source_is_replaced_by_another_and_its_products_are_the_same(
    settings: Settings, brand_id: int
) -> None:
    """Pages know products by links, a feed by ids; pictures and names differ, the link stays."""
    scrape_items(settings, brand_id, goods())
    before = ids(settings)
    told = [
        replace(item, group_key=f"shopify_ZA_{n}", name=f"{item.name} | Karoo")
        for n, item in enumerate(goods())
    ]
    run = scrape_items(settings, brand_id, told)
    assert counts(run)[:3] == ("suspect", 10, 0)  # all names gained the same words
    accept_run(settings, run.id)
    assert set(ids(settings).values()) == set(before.values())


def test_two_products_that_are_one_pages_link_each_keep_their_own_colour(
    settings: Settings, brand_id: int
) -> None:
    link = "https://karoo.example/p/tee"
    red, blue = (
        replace(make_item(f"tee:{color}"), name="Tee", href=link, color=color)
        for color in ("red", "blue")
    )
    scrape_items(settings, brand_id, [red, blue, *goods()])
    before = ids(settings)
    renamed = [replace(item, group_key=f"n-{item.group_key}") for item in (blue, red)]
    run = scrape_items(settings, brand_id, [*renamed, *goods()])
    assert counts(run)[:3] == ("success", 12, 0), run.failure_reason
    assert ids(settings)["n-tee:red"] == before["tee:red"]


def test_a_long_comparison_may_rest_and_nothing_after_it_may(
    settings: Settings, brand_id: int
) -> None:
    run_id = scrape_items(settings, brand_id, goods()).id
    rests = []

    with session_scope(settings.database_url) as session:

        def rest() -> str:
            return str(session.scalar(text("SHOW idle_in_transaction_session_timeout")))

        class Watching(Pictures):
            def applied(self, product: Product, before: Fetched) -> Product:
                rests.append(rest())
                return super().applied(product, before)

        before = rest()
        add(session, run_id, all_moved(goods()))
        compared = compare(session, brand_id, "scrape", run_id, Watching())
        assert len(compared.moves().keys) == len(goods())
        assert {*rests} == {"15min"}
        assert rest() == before == "20s"

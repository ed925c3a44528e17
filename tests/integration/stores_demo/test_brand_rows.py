"""The demo stores' brand rows in PostgreSQL: written once, kept through changes of address."""

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from dev.stores.brands import UnknownReferenceError, load_brands, upsert_brand, upsert_brands
from dev.stores.catalogue.make import load_stores
from indexer.models import Brand, BrandPage

BASES = {slug: f"http://127.0.0.1:{9000 + n}" for n, slug in enumerate(load_stores())}
MOVED = {slug: base.replace(":90", ":95") for slug, base in BASES.items()}


def _pages(session: Session) -> dict[int, str]:
    return dict(session.execute(select(BrandPage.page_id, BrandPage.page_url)).all())


def test_every_store_becomes_a_brand_with_country_styles_and_pages(session: Session) -> None:
    brands = {brand.slug: brand for brand in upsert_brands(session, BASES)}
    assert set(brands) == set(load_stores())
    wren = brands["hadeda-and-wren"]
    assert wren.country is not None
    assert (wren.country.iso, wren.currency, wren.check_hover) == ("GB", "GBP", True)
    assert {style.slug for style in wren.styles} == {"classic", "vintage"}
    pages = {page.page_url.rsplit("/", 1)[1]: page for page in wren.pages}
    assert pages["shorts"].category_row is not None
    assert pages["shorts"].category_row.slug == "men/bottoms/shorts"
    assert pages["knitwear"].product_category is None
    karoo = brands["karoo-cotton"].pages[-1]
    assert karoo.color_row is not None
    assert karoo.color_row.slug == "blue"


def test_writing_again_changes_no_id_and_adds_no_row(session: Session) -> None:
    first = [brand.id for brand in upsert_brands(session, BASES)]
    pages = _pages(session)
    session.expire_all()
    assert [brand.id for brand in upsert_brands(session, BASES)] == first
    assert _pages(session) == pages
    assert session.scalar(select(func.count()).select_from(Brand)) == len(BASES)


def test_stores_that_moved_keep_their_ids_at_the_new_address(session: Session) -> None:
    upsert_brands(session, BASES)
    before = _pages(session)
    upsert_brands(session, MOVED)
    after = _pages(session)
    assert after == {number: url.replace(":90", ":95") for number, url in before.items()}
    site = session.scalar(select(Brand.website).where(Brand.slug == "marula-market"))
    assert site == MOVED["marula-market"] + "/"


def test_an_operators_own_brand_is_left_alone(session: Session) -> None:
    session.add(Brand(slug="mine", name="Mine", website="https://mine.example/"))
    upsert_brands(session, BASES)
    mine = session.scalar(select(Brand).where(Brand.slug == "mine"))
    assert mine is not None
    assert mine.website == "https://mine.example/"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"country": "XX"}, "no country 'XX'"),
        ({"styles": ["classic", "none"]}, "no styles"),
        ({"pages": [{"page_url": "http://a.test/", "category": "no/such"}]}, "no category"),
    ],
)
def test_an_unknown_reference_is_named(
    session: Session, change: dict[str, object], message: str
) -> None:
    (row,) = load_brands({"karoo-cotton": BASES["karoo-cotton"]})
    with pytest.raises(UnknownReferenceError, match=message):
        upsert_brand(session, {**row, **change})
    session.rollback()

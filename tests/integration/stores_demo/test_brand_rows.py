"""The demo stores' brand rows in PostgreSQL: written once, kept through changes of address."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from dev.stores.brands import upsert_brands
from dev.stores.catalogue import load_stores
from indexer.models import Brand, BrandPage

BASES = {slug: f"http://127.0.0.1:{9000 + n}" for n, slug in enumerate(load_stores())}
MOVED = {slug: base.replace(":90", ":95") for slug, base in BASES.items()}


def _pages(session: Session) -> dict[int, str]:
    return dict(session.execute(select(BrandPage.page_id, BrandPage.page_url)).all())


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

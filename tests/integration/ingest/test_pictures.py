from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import ExifTags, Image
from sqlalchemy import select

from indexer.catalogue.images import MAX_WIDTH, NARROW, NotAPictureError, public_base, thumbnail
from indexer.core.settings import Settings
from indexer.ingest.pictures.fetching import TRIES, fetch_missing
from indexer.models import NO_PICTURE, Product, ProductImage
from scrapers.product import Picture
from tests.support.catalogue import make_item
from tests.support.data import rows
from tests.support.saved_store import Answer, a_picture, serving
from tests.support.world import World, empty_world


def picture(width: int = 900, height: int = 1200, color: str = "teal", kind: str = "JPEG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), color).save(out, kind)
    return out.getvalue()


PATHS = {  # what a site answers; other paths with a page that is no picture
    **{path: Answer(picture(), content_type="image/jpeg") for path in ("/a.jpg", "/same.jpg")},
    "/b.jpg": Answer(picture(color="red"), content_type="image/jpeg"),
    "/moved.jpg": Answer(b"", 302, headers=(("Location", "/a.jpg"),)),
    "/inside.jpg": Answer(b"", 302, headers=(("Location", "http://169.254.169.254/latest"),)),
    "/loop.jpg": Answer(b"", 302, headers=(("Location", "/loop.jpg"),)),
    "/gone.jpg": Answer(b"", 404),
}


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    page = Answer(b"<html>no picture</html>")
    with serving(lambda path: PATHS.get(path.partition("?")[0], page)) as base:
        yield base


class Gallery(World):
    """A store whose one product has the pictures that a test names."""

    def show(self, *urls: str) -> Product:
        images = tuple(Picture(f"{url}?v=1", url) for url in urls)
        self.scrape([make_item("k", images=images)])
        return self.products()["k"]

    def fetch(self) -> int:
        return fetch_missing(self.settings)


@pytest.fixture
def shop(settings: Settings, clean_database: str) -> Gallery:
    return empty_world(settings, Gallery)


def test_pictures_are_fetched_once_thumbnailed_and_the_product_is_indexed_again(
    shop: Gallery, site: str, tmp_path: Path
) -> None:
    own = shop.but(bucket_location=str(tmp_path / "bucket"))
    urls = [f"{site}/{name}" for name in ("a.jpg", "b.jpg", "moved.jpg", "same.jpg")]
    before = own.show(*urls)
    assert own.fetch() == 4
    after = own.products()["k"]
    assert after.revision > before.revision
    for image in after.images:
        assert image.calculated_url == f"/media/{image.content_hash[:2]}/{image.content_hash}.webp"  # type: ignore[index]
        with Image.open(image.bucket_location or "") as stored:
            assert (stored.format, stored.size) == ("WEBP", (MAX_WIDTH, 800))
        with Image.open((image.bucket_location or "").replace(".webp", "-320.webp")) as narrow:
            assert (narrow.format, narrow.size) == ("WEBP", (NARROW, 427))
        assert (image.image_width, image.image_height) == (MAX_WIDTH, 800)
    a, b, *others = (image.bucket_location for image in after.images)
    assert (a != b, {*others}) == (True, {a})
    assert len(list((tmp_path / "bucket").rglob("*.webp"))) == 2 * 2  # with narrow copies
    again = own.show(*urls)  # a later scrape leaves its copies
    assert (own.fetch(), again.revision) == (0, after.revision)
    assert all(image.calculated_url for image in again.images)


def test_pictures_that_cannot_be_had_are_tried_a_few_times_and_harm_nothing(
    shop: Gallery, site: str
) -> None:
    shop.show(f"{site}/gone.jpg", f"{site}/page.html", f"{site}/loop.jpg", f"{site}/a.jpg")
    revision = shop.products()["k"].revision
    assert [shop.fetch() for _ in range(TRIES + 1)] == [1, 0, 0, 0]
    product = shop.products()["k"]
    assert [image.fetch_failures for image in product.images] == [TRIES, NO_PICTURE, TRIES, 0]
    assert product.revision == revision + 1


def test_fault_37_a_picture_that_leads_inside_is_shown_to_no_visitor(
    shop: Gallery, site: str
) -> None:
    """Its address is the store's own and its answer a redirect, which a browser would follow."""
    shop.show(f"{site}/inside.jpg")
    revision = shop.products()["k"].revision
    assert shop.fetch() == 0
    product = shop.products()["k"]
    assert product.images[0].gone_at is not None
    assert product.revision == revision + 1, "the index shows its address no longer"


def test_a_picture_at_a_new_address_is_fetched_again_and_only_new_content_is_a_change(
    shop: Gallery, site: str
) -> None:
    def scrape_and_fetch(address: str) -> Product:
        image = Picture(f"{site}/{address}", f"{site}/picture")
        shop.scrape([make_item("k", images=(image,))])
        shop.fetch()
        return shop.products()["k"]

    first = scrape_and_fetch("a.jpg?v=1")
    same = scrape_and_fetch("a.jpg?v=2")
    assert same.images[0].image_url.endswith("v=2")
    assert same.images[0].content_hash == first.images[0].content_hash
    assert same.revision == first.revision
    other = scrape_and_fetch("b.jpg?v=3")
    assert other.images[0].calculated_url != first.images[0].calculated_url
    assert other.revision > first.revision


def spinner() -> bytes:
    out = io.BytesIO()
    turns = [Image.open(io.BytesIO(a_picture(64, 64))).rotate(90 * turn) for turn in range(4)]
    turns[0].save(out, "GIF", save_all=True, append_images=turns[1:])
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"<html>", b"GIF89a", picture()[:200], picture(5, 5), b'["/a.png"]'),
        *(b"<svg xmlns='http://www.w3.org/2000/svg'/>", spinner(), picture(150, 200)),
        a_picture(20, 27),
    ],
)
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    with pytest.raises(NotAPictureError):
        thumbnail(content)


def test_a_photograph_that_was_taken_upright_stands_upright() -> None:
    out, exif = io.BytesIO(), Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    Image.open(io.BytesIO(a_picture(100, 80))).save(out, "JPEG", exif=exif)
    assert thumbnail(out.getvalue())[1] == (80, 100)


@pytest.mark.parametrize(("location", "base"), rows("public_buckets"))
def test_buckets_are_read_at_their_providers_public_address(location: str, base: str) -> None:
    assert public_base(location) == base


def test_a_picture_that_many_products_of_different_names_have_shows_none_of_them(
    shop: Gallery,
) -> None:
    chart = Picture("https://s.example/sizes.jpg", "https://s.example/sizes.jpg")
    items = [make_item(f"k{n}", name=f"Thing {n}") for n in range(80)]
    for sharing, kept in ((12, 0), (11, 11), (20, 20)):  # many; too few; a fault with a gate
        own = shop.another(f"shop-{sharing}")
        own.scrape(
            [
                replace(one, images=(*one.images, chart)) if n < sharing else one
                for n, one in enumerate(items)
            ]
        )
        theirs = ProductImage.product_id.in_(
            select(Product.id).where(Product.brand_id == own.brand_id)
        )
        shown = own.rows(ProductImage, ProductImage.canonical_url == chart.canonical_url, theirs)
        assert len(shown) == kept, sharing

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from PIL import ExifTags, Image
from sqlalchemy import func, select

from indexer.db import session_scope
from indexer.images.fetching import HOST_TRIES, TRIES, fetch_missing
from indexer.images.keep import keep
from indexer.images.polite import polite_files
from indexer.images.store import PictureStore, public_base
from indexer.images.thumbnail import MAX_WIDTH, NARROW, NotAPictureError, thumbnail
from indexer.models import NO_PICTURE, Product, ProductImage
from indexer.settings import Settings
from scrapers.errors import PageError
from scrapers.product import Picture
from tests.support.catalogue import make_brand, make_item, read_products, scrape_items
from tests.support.saved_store import a_picture


def picture(width: int = 900, height: int = 1200, color: str = "teal", kind: str = "JPEG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), color).save(out, kind)
    return out.getvalue()


class Pictures(BaseHTTPRequestHandler):
    """Serves a few pictures, and answers that are none."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/moved.jpg":
            self.send_response(302)
            self.send_header("Location", "/a.jpg")
        elif path == "/inside.jpg":
            self.send_response(302)
            self.send_header("Location", "http://169.254.169.254/latest/meta-data")
        elif path == "/loop.jpg":
            self.send_response(302)
            self.send_header("Location", "/loop.jpg")
        elif path == "/gone.jpg":
            self.send_response(404)
        else:
            self.send_response(200)
            self.end_headers()
            color = {"/a.jpg": "teal", "/same.jpg": "teal", "/b.jpg": "red"}.get(path)
            self.wfile.write(picture(color=color) if color else b"<html>no picture</html>")
            return
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pictures)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def scraped(settings: Settings, site: str, *names: str) -> None:
    images = tuple(Picture(f"{site}/{name}?v=1", f"{site}/{name}") for name in names)
    scrape_items(settings, make_brand(settings), [make_item("k", images=images)])


def test_pictures_are_fetched_thumbnailed_and_the_product_is_indexed_again(
    settings: Settings, clean_database: str, site: str
) -> None:
    scraped(settings, site, "a.jpg", "b.jpg", "moved.jpg")
    before = read_products(settings)["k"]
    assert fetch_missing(settings) == 3
    after = read_products(settings)["k"]
    assert after.revision > before.revision
    for image in after.images:
        assert image.calculated_url == f"/media/{image.content_hash[:2]}/{image.content_hash}.webp"  # type: ignore[index]
        with Image.open(image.bucket_location or "") as stored:
            assert (stored.format, stored.size) == ("WEBP", (MAX_WIDTH, 800))
        with Image.open((image.bucket_location or "").replace(".webp", "-320.webp")) as narrow:
            assert (narrow.format, narrow.size) == ("WEBP", (NARROW, 427))
        assert (image.image_width, image.image_height) == (MAX_WIDTH, 800)
    assert fetch_missing(settings) == 0


def test_the_same_content_is_stored_once(
    settings: Settings, clean_database: str, site: str, tmp_path: Path
) -> None:
    own = settings.but(bucket_location=str(tmp_path / "bucket"))
    scraped(own, site, "a.jpg", "same.jpg")
    fetch_missing(own)
    locations = {image.bucket_location for image in read_products(own)["k"].images}
    assert len(locations) == 1
    assert len(list((tmp_path / "bucket").rglob("*.webp"))) == 2  # and its narrow copy


def test_pictures_that_cannot_be_had_are_tried_a_few_times_and_harm_nothing(
    settings: Settings, clean_database: str, site: str
) -> None:
    scraped(settings, site, "gone.jpg", "page.html", "loop.jpg", "a.jpg")
    revision = read_products(settings)["k"].revision
    assert [fetch_missing(settings) for _ in range(TRIES + 1)] == [1, 0, 0, 0]
    product = read_products(settings)["k"]
    assert [image.fetch_failures for image in product.images] == [TRIES, NO_PICTURE, TRIES, 0]
    assert product.revision == revision + 1


def test_fault_37_a_picture_that_leads_inside_is_shown_to_no_visitor(
    settings: Settings, clean_database: str, site: str
) -> None:
    """Its address is the store's own and its answer a redirect, which a browser would follow."""
    scraped(settings, site, "inside.jpg")
    revision = read_products(settings)["k"].revision
    assert fetch_missing(settings) == 0
    product = read_products(settings)["k"]
    assert product.images[0].gone_at is not None
    assert product.revision == revision + 1, "the index shows its address no longer"


def test_a_host_that_is_away_is_left_alone_and_others_are_fetched(
    settings: Settings, clean_database: str, site: str
) -> None:
    away = [Picture(f"http://127.0.0.1:1/{n}.jpg", f"away/{n}") for n in range(30)]
    images = (*away, Picture(f"{site}/a.jpg", f"{site}/a.jpg"))
    scrape_items(settings, make_brand(settings), [make_item("k", images=images)])
    assert fetch_missing(settings) == 1
    failures = [image.fetch_failures for image in read_products(settings)["k"].images]
    assert HOST_TRIES <= sum(failures) < len(away)


def test_a_picture_keeps_its_copy_through_later_scrapes(
    settings: Settings, clean_database: str, site: str
) -> None:
    brand_id = make_brand(settings)
    item = make_item("k", images=(Picture(f"{site}/a.jpg", f"{site}/a.jpg"),))
    scrape_items(settings, brand_id, [item])
    fetch_missing(settings)
    before = read_products(settings)["k"]
    run = scrape_items(settings, brand_id, [item])
    after = read_products(settings)["k"]
    assert (run.changed_count, after.revision) == (0, before.revision)
    assert after.images[0].calculated_url


def test_a_picture_at_a_new_address_is_fetched_again_and_only_new_content_is_a_change(
    settings: Settings, clean_database: str, site: str
) -> None:
    brand_id = make_brand(settings)

    def scrape_and_fetch(address: str) -> Product:
        image = Picture(f"{site}/{address}", f"{site}/picture")
        scrape_items(settings, brand_id, [make_item("k", images=(image,))])
        fetch_missing(settings)
        return read_products(settings)["k"]

    first = scrape_and_fetch("a.jpg?v=1")
    same = scrape_and_fetch("a.jpg?v=2")
    assert same.images[0].image_url.endswith("v=2")
    assert same.images[0].content_hash == first.images[0].content_hash
    assert same.revision == first.revision
    other = scrape_and_fetch("b.jpg?v=3")
    assert other.images[0].calculated_url != first.images[0].calculated_url
    assert other.revision > first.revision


def test_a_store_that_cannot_be_written_says_so(
    settings: Settings, clean_database: str, site: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    scraped(settings, site, "a.jpg")
    with pytest.raises(OSError, match="file"):
        fetch_missing(settings.but(bucket_location=str(tmp_path / "file")))
    assert read_products(settings)["k"].images[0].content_hash is None


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1/a.jpg",
        "http://[::1]/a.jpg",
        "http://2130706433/a.jpg",
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.1/a.jpg",
        "file:///etc/passwd",
        "ftp://s/a.jpg",
        "http:///a.jpg",
        "http://s:99999/a.jpg",
        "",
    ],
)
def test_only_public_http_addresses_are_fetched(url: str) -> None:
    with polite_files(allow_loopback=False) as files, pytest.raises(PageError):
        files.get(url)


@pytest.mark.parametrize("path", ["inside.jpg", "loop.jpg", "gone.jpg"])
def test_every_hop_is_checked(site: str, path: str) -> None:
    with polite_files(allow_loopback=True) as files, pytest.raises(PageError):
        files.get(f"{site}/{path}")


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


def test_transparency_is_kept_and_small_pictures_are_not_enlarged() -> None:
    out = io.BytesIO()
    shown = Image.new("RGBA", (100, 80), (255, 0, 0, 0))
    shown.paste((0, 0, 255, 255), (0, 0, 50, 80))
    shown.save(out, "PNG")
    made = thumbnail(out.getvalue())
    with Image.open(io.BytesIO(made.content)) as shown:
        assert (shown.mode, shown.size, made.width, made.height) == ("RGBA", (100, 80), 100, 80)


def test_a_photograph_that_was_taken_upright_stands_upright() -> None:
    out, exif = io.BytesIO(), Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    Image.open(io.BytesIO(a_picture(100, 80))).save(out, "JPEG", exif=exif)
    made = thumbnail(out.getvalue())
    assert (made.width, made.height) == (80, 100)


@pytest.mark.parametrize(
    ("location", "base"),
    [
        ("/srv/media", "/media"),
        ("file:///srv/media", "/media"),
        ("gs://bucket/thumbs", "https://storage.googleapis.com/bucket/thumbs"),
        ("s3://bucket", "https://bucket.s3.amazonaws.com"),
    ],
)
def test_buckets_are_read_at_their_providers_public_address(location: str, base: str) -> None:
    assert public_base(location) == base


def test_any_fsspec_location_takes_pictures() -> None:
    store = PictureStore("memory://pictures")
    first = keep(store, picture())
    assert first.bucket_location.startswith("memory://pictures/")
    assert store.read(first.content_hash) is not None
    assert keep(store, picture()) == first


def test_a_picture_that_many_products_of_different_names_have_shows_none_of_them(
    own_settings: Settings,
) -> None:
    chart = Picture("https://s.example/sizes.jpg", "https://s.example/sizes.jpg")
    items = [make_item(f"k{n}", name=f"Thing {n}") for n in range(80)]
    for sharing, kept in ((12, 0), (11, 11), (20, 20)):  # many; too few; a fault with a gate
        brand_id = make_brand(own_settings, f"shop-{sharing}")
        given = [
            replace(one, images=(*one.images, chart)) if n < sharing else one
            for n, one in enumerate(items)
        ]
        scrape_items(own_settings, brand_id, given)
        with session_scope(own_settings.database_url) as session:
            own = select(func.count()).where(
                ProductImage.canonical_url == chart.canonical_url,
                ProductImage.product_id == Product.id,
                Product.brand_id == brand_id,
            )
            assert session.scalar(own) == kept, sharing

"""Store favicons lie in the bucket by brand id (spec §2.3)."""

import io

import pytest
from PIL import Image

from dev.stores.server import DemoStores
from indexer.ingest.pictures.favicons import as_png, favicon_of, icon_links
from indexer.ingest.pictures.fetching import polite_files
from tests.support.saved_store import Answer, serving


def test_a_demo_stores_icon_is_fetched_as_a_square_png() -> None:
    with DemoStores(["karoo-cotton"]) as stores, polite_files(allow_loopback=True) as files:
        icon = favicon_of(stores.base["karoo-cotton"] + "/", files)
    assert icon is not None
    assert Image.open(io.BytesIO(icon)).size == (32, 32)


def test_a_store_on_loopback_is_not_asked_without_the_setting() -> None:
    asked: list[str] = []

    def respond(path: str) -> Answer:
        asked.append(path)
        return Answer(b"")

    with serving(respond) as base, polite_files(allow_loopback=False) as files:
        assert favicon_of(base, files) is None
    assert asked == []


def test_the_largest_declared_icon_comes_first_resolved_against_the_page() -> None:
    page = b"""<link rel="icon" sizes="16x16" href="/s.png"><link rel="shortcut icon" href="x.ico">
    <link rel="apple-touch-icon" sizes="180x180" href="//cdn.example/l.png"><link rel="next">"""
    assert icon_links(page, "https://shop.example/") == [
        "https://cdn.example/l.png",
        "https://shop.example/s.png",
        "https://shop.example/x.ico",
    ]


@pytest.mark.parametrize("icon", [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"<html>"])
def test_what_is_no_picture_is_refused(icon: bytes) -> None:
    with pytest.raises(ValueError, match="picture"):
        as_png(icon)

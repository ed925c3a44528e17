"""Links and images in their canonical form."""

import pytest

from scrapers.web.links import forms
from scrapers.web.urls import (
    absolute,
    as_uri,
    canonical_image_url,
    css_url,
    largest_of_srcset,
)


def test_tracking_and_fragment_go_and_the_variant_stays() -> None:
    link = "https://shop.example/p/dress?utm_source=x&variant=3&gclid=7#reviews"
    assert forms(link)[0] == "https://shop.example/p/dress?variant=3"


def test_an_images_version_and_size_are_not_its_identity() -> None:
    first = canonical_image_url("http://cdn.example/a.jpg?v=1&width=300")
    assert first == canonical_image_url("https://cdn.example/a.jpg?v=2")
    assert first != canonical_image_url("https://cdn.example/a.jpg?id=2")


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "data:image/gif;base64,R0", "mailto:a@b", "file:///etc/passwd"],
)
def test_only_web_addresses_are_links(address: str) -> None:
    assert absolute(address, "https://shop.example/") is None


def test_a_relative_link_is_resolved_against_the_page() -> None:
    assert absolute("../p/1", "https://shop.example/a/b/") == "https://shop.example/a/p/1"
    assert absolute("//cdn.example/i.jpg", "http://shop.example/") == "http://cdn.example/i.jpg"


@pytest.mark.parametrize(
    ("written", "requested"),
    [
        (
            "https://shop.example/i/café™ one.jpg",
            "https://shop.example/i/caf%C3%A9%E2%84%A2%20one.jpg",
        ),
        (
            "https://shop.example/i/caf%C3%A9%20two.jpg",
            "https://shop.example/i/caf%C3%A9%20two.jpg",
        ),
        ("https://shop.example/i/a.jpg?w=1 2&t=é", "https://shop.example/i/a.jpg?w=1%202&t=%C3%A9"),
        ("https://süd.example/a.jpg", "https://xn--sd-xka.example/a.jpg"),
        ("https://shop.example/i/100%.jpg", "https://shop.example/i/100%.jpg"),
    ],
)
def test_an_address_is_encoded_as_browsers_request_it(written: str, requested: str) -> None:
    assert as_uri(written) == requested
    assert canonical_image_url(requested) == canonical_image_url(as_uri(requested))


def test_a_link_stays_as_the_store_writes_it() -> None:
    assert absolute("/p/café", "https://shop.example/") == "https://shop.example/p/café"


def test_the_largest_candidate_of_a_set_is_taken() -> None:
    assert largest_of_srcset("/a.jpg 300w, /b.jpg 900w, /c.jpg 600w") == "/b.jpg"
    assert largest_of_srcset("/a.jpg, /b.jpg 2x") == "/b.jpg"
    assert largest_of_srcset("") is None


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ('url("https://x.example/a.jpg")', "https://x.example/a.jpg"),
        ("linear-gradient(red, blue), url(/b.png)", "/b.png"),
        ("none", None),
    ],
)
def test_the_address_of_a_background_is_read(value: str, address: str | None) -> None:
    assert css_url(value) == address


@pytest.mark.parametrize(
    ("link", "key"),
    [
        ("/p/x;jsessionid=8F2A91C03BD7", "/p/x"),
        ("/p/x?osCsid=a1b2c3d4e5f6g7h8", "/p/x"),
        ("/p/x?id=5&PHPSESSID=0cc175b9c0f1b6a831c399e2", "/p/x?id=5"),
        ("/p/x?sid=blue", "/p/x?sid=blue"),
        ("/p/x?sid=12", "/p/x?sid=12"),
        ("/p/x?session_id=summer-collection", "/p/x?session_id=summer-collection"),
        ("/#/product/1", "/#/product/1"),
        ("/#!/product/1", "/#!/product/1"),
        ("/p/x#reviews", "/p/x"),
    ],
)
def test_a_session_is_no_part_of_a_product_and_a_route_is(link: str, key: str) -> None:
    assert forms(f"https://s.example{link}")[0] == f"https://s.example{key}"

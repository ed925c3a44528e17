"""What stores write for pictures, as the addresses that it holds."""

from __future__ import annotations

import pytest

from scrapers.values.pictures import read_pictures

A, B, COMMAS = "https://s/a.jpg", "https://s/b.jpg?v=1,2", "https://c/w_300,h_400,c_fill/a,b.jpg"


@pytest.mark.parametrize(
    "text",
    [
        *(f"{A}|{COMMAS}|{B}", f"{A},{COMMAS},{B}", f"{A}, {COMMAS} ,{B},", f"{A} {COMMAS}\n{B}"),
        *(f"{A};{COMMAS} | {B}", f'["{A}", "{COMMAS}", "{B}"]'),
        f'[{{"url": "{A}"}}, {{"src": "{COMMAS}"}}, "{B}", 7]',
    ],
)
def test_several_addresses_are_told_apart_and_keep_their_own_commas(text: str) -> None:
    assert read_pictures(text).value == (A, COMMAS, B)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("/i/a_{width}x.png", "/i/a_800x.png"),
        ("/i/a.png?w={w}", "/i/a.png?w=800"),
        ("//cdn.s/a_%7Bwidth%7Dx.jpg", "//cdn.s/a_800x.jpg"),
        ("/i/w_300,h_400/good one.png", "/i/w_300,h_400/good one.png"),
        ("https://s/fetch?url=https://t/a.jpg", "https://s/fetch?url=https://t/a.jpg"),
        (f"{{size}}.jpg, {A}", A),
    ],
)
def test_a_template_is_filled_and_an_address_stays_one(text: str, address: str) -> None:
    assert read_pictures(text).value == (address,)


@pytest.mark.parametrize(
    "text",
    [
        *("/i/a_{width}x{height}.png", "https://s/{{ image }}", '["/i/a.png"', "[7]", "[]"),
        "data:image/png;base64,//8A",
    ],
)
def test_what_is_no_address_is_not_understood(text: str) -> None:
    assert read_pictures(text).not_understood
    assert read_pictures(text).text == text


def test_no_text_is_no_picture() -> None:
    assert not read_pictures("  ").not_understood


STAND_INS = """
/wp-content/uploads/woocommerce-placeholder-600x600.png /image/cache/no_image-500x500.png
/img/p/en-default-home_default.png /i/ProductDefault.gif /photos/nophoto.gif /noimg.svg
//cdn.s/s/files/1/assets/no-image-2048-5e88c1b20e08.gif /i/image-coming-soon.jpg /geen-foto.png
https://s/media/catalog/product/placeholder/default/logo.png /i/Image%20Not%20Available.png?v=2
/i/photo_not_available.jpg /i/blank.gif /i/spacer.png /1x1.png /i/awaiting-image.png
/i/missing_product_image.png /i/coming-soon.jpg /i/loading-40x40.gif
""".split()


@pytest.mark.parametrize("address", STAND_INS)
def test_what_stands_in_for_a_picture_is_none(address: str) -> None:
    assert not read_pictures(address).value
    assert not read_pictures(address).not_understood
    assert read_pictures(f"{address}, {A}").value == (A,)


NAMES = """
piano-image casino_photo blank-notebook pixel-7 transparent-vase loading-ramp missing-piece-puzzle
coming-soon-tee default-tee lazy-susan dummy-cane
""".split()


@pytest.mark.parametrize("name", NAMES)
def test_a_product_may_be_called_like_one(name: str) -> None:
    assert read_pictures(f"https://s/i/{name}.jpg").value == (f"https://s/i/{name}.jpg",)

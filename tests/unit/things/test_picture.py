"""Copies of a picture are known, and another thing or colour is no copy."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from indexer.offers.picture import bands_of, forms_of, is_copy, pack, unpack, wanted_bands
from tests.support.garments import ALTERATIONS, SWATCHES, altered, content, drawing

SHAPES = range(5)
RED = SWATCHES["red"]


@pytest.mark.parametrize("how", ALTERATIONS)
def test_a_copy_is_known_and_found_by_its_bands(how: str) -> None:
    known = {shape: forms_of(content(drawing(shape, RED))) for shape in SHAPES}
    bands = {shape: {*bands_of(form.bits for form in forms)} for shape, forms in known.items()}
    for shape in SHAPES:
        copy = forms_of(altered(drawing(shape, RED), how))
        assert [other for other in SHAPES if is_copy(copy, known[other])] == [shape]
        assert bands[shape] & {*wanted_bands(copy)}


def test_another_colour_of_a_thing_is_no_copy_of_it() -> None:
    shades = {name: forms_of(content(drawing(1, SWATCHES[name]))) for name in SWATCHES if name}
    alike = {
        (one, other)
        for one, other in combinations(shades, 2)
        if is_copy(shades[one], shades[other])
    }
    assert alike == set()


def test_a_clear_ground_is_white_and_what_is_kept_is_what_was_seen() -> None:
    opaque = drawing(2, RED)
    away = ImageChops.difference(opaque, Image.new("RGB", opaque.size, "white")).convert("L")
    mask = away.point([255 * (step > 0) for step in range(256)])
    clear = Image.new("RGBA", opaque.size, (0, 0, 0, 0))
    clear.paste(opaque, mask=mask)
    forms = forms_of(content(clear, "PNG"))
    assert is_copy(forms, forms_of(content(opaque, "PNG")))
    assert unpack(pack(forms)) == forms


def test_a_picture_of_one_colour_has_forms_and_what_is_none_raises() -> None:
    assert len(forms_of(content(Image.new("RGB", (50, 1), "white"), "PNG"))) == 4
    with pytest.raises(OSError, match="cannot identify"):
        forms_of(b"no picture")

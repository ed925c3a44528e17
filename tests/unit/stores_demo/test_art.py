"""Pictures: every shape draws, in the product's colour, the same every time, in two views."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from dev.stores.art.palette import COLOURS, RGB
from dev.stores.art.path import PathError, close_by_reflection, flatten
from dev.stores.art.pattern import PATTERNS, pattern_mask
from dev.stores.art.picture import Picture, draw
from dev.stores.art.shapes import SHAPES
from dev.stores.catalogue import load_stores
from dev.stores.pictures import PictureFiles, view_of


def _mean(image: Image.Image, box: tuple[int, int, int, int]) -> RGB:
    red, green, blue = (round(value) for value in ImageStat.Stat(image.crop(box)).mean)
    return red, green, blue


def test_a_path_is_flattened_to_its_corners() -> None:
    assert flatten("M0 0 L10 0 L10 20 Z") == ((0, 0), (10, 0), (10, 20))


def test_a_curve_ends_where_it_says() -> None:
    assert flatten("M0 0 C0 10 20 10 20 0")[-1] == (20, 0)


def test_a_half_is_completed_about_the_middle() -> None:
    assert close_by_reflection(((300, 0), (350, 5))) == ((300, 0), (350, 5), (250, 5), (300, 0))


@pytest.mark.parametrize("path", ["M1", "L 1 2 3", "C 1 2 3 4 5 6", "1 2"])
def test_a_wrong_path_is_refused(path: str) -> None:
    with pytest.raises(PathError):
        flatten(path)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_fills_a_good_part_of_its_picture(shape: str) -> None:
    red = draw(Picture(shape, "Red"))
    blue = draw(Picture(shape, "Indigo Blue"))
    assert red.size == (600, 800)
    changed = ImageChops.difference(red, blue).convert("L").point(lambda v: 255 if v > 12 else 0)
    share = ImageStat.Stat(changed).mean[0] / 255
    assert 0.01 < share < 0.7  # a ring's stone is small, a tent is large


def test_a_product_is_painted_in_its_colour() -> None:
    chest = _mean(draw(Picture("tee", "Forest Green")), (250, 350, 350, 450))
    wanted = COLOURS["Forest Green"].rgb
    assert max(abs(a - b) for a, b in zip(chest, wanted, strict=True)) < 40


@pytest.mark.parametrize("view", ["back", "detail", "set"])
def test_a_second_view_differs_from_the_first(view: str) -> None:
    picture = Picture("shirt", "Blue")
    other = draw(replace(picture, view=view))
    difference = ImageChops.difference(draw(picture), other)
    assert ImageStat.Stat(difference.convert("L")).mean[0] > 1


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_shows_both_colours(pattern: str) -> None:
    share = ImageStat.Stat(pattern_mask(pattern, 1.0)).mean[0] / 255
    assert 0.05 < share < 0.75


def test_a_picture_is_the_same_every_time() -> None:
    picture = Picture("wrap-dress", "Burgundy", "floral")
    assert draw(picture).tobytes() == draw(picture).tobytes()


@pytest.mark.parametrize(("extension", "wanted"), [("jpg", "JPEG"), ("webp", "WEBP")])
def test_files_are_kept_in_the_asked_size_and_format(
    tmp_path: Path, extension: str, wanted: str
) -> None:
    files = PictureFiles(tmp_path)
    content = files.get(Picture("mug", "Black"), "300x400", extension)
    with Image.open(io.BytesIO(content)) as image:
        assert (image.format, image.size) == (wanted, (300, 400))
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path.read_bytes() for path in kept] == [content]
    kept[0].write_bytes(b"kept")
    assert PictureFiles(tmp_path).get(Picture("mug", "Black"), "300x400", extension) == b"kept"


@pytest.mark.parametrize("slug", load_stores())
def test_a_products_pictures_differ_and_there_are_three(slug: str) -> None:
    store = load_stores()[slug]
    by_shape = {product.picture.shape: product for product in store.products}
    for product in list(by_shape.values())[::3]:
        first, second, third = (draw(view_of(store, product, number)) for number in (1, 2, 3))
        assert _apart(first, second)
        assert _apart(second, third)
        assert _apart(first, third)
    with pytest.raises(ValueError, match="pictures 1 to 3"):
        view_of(store, store.products[0], 4)


def _apart(one: Image.Image, other: Image.Image) -> bool:
    return ImageStat.Stat(ImageChops.difference(one, other).convert("L")).mean[0] > 0.5

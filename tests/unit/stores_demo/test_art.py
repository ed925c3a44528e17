"""Pictures: every shape draws, in the product's colour, the same every time, in two views."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from dev.stores.art.palette import COLOURS, RGB
from dev.stores.art.picture import ASSETS, PATTERNS, SHAPES, Picture, draw, pattern_mask
from dev.stores.catalogue.make import load_stores
from dev.stores.pictures import PictureFiles, view_of


def _mean(image: Image.Image, box: tuple[int, int, int, int]) -> RGB:
    red, green, blue = (round(value) for value in ImageStat.Stat(image.crop(box)).mean)
    return red, green, blue


def _files(folder: str, kind: str) -> set[str]:
    return {path.stem for path in (ASSETS / folder).glob(f"*.{kind}")}


def test_each_shape_has_its_picture_and_mask_and_none_is_left_over() -> None:
    drawn = _files("shapes", "webp")
    assert drawn == _files("shapes", "png")
    assert {name.removesuffix("-back") for name in drawn} == set(SHAPES)
    assert set(SHAPES) <= drawn


@pytest.mark.parametrize("name", sorted(_files("shapes", "webp")))
def test_a_shape_ends_where_it_is_cut_and_its_mask_fits(name: str) -> None:
    front = ASSETS / "shapes" / f"{name.removesuffix('-back')}.webp"
    with (
        Image.open(front) as first,
        Image.open(ASSETS / "shapes" / f"{name}.webp") as drawn,
        Image.open(ASSETS / "shapes" / f"{name}.png") as mask,
    ):
        assert drawn.mode == "RGBA"
        assert first.size == drawn.size == mask.size
        shape = SHAPES[name.removesuffix("-back")]
        assert 0 < shape.detail[0] < drawn.width
        assert 0 < shape.detail[1] < drawn.height
        left, top, right, bottom = drawn.getchannel("A").getbbox() or (0, 0, 0, 0)
    if name == front.stem:
        assert max(left, top, first.width - right, first.height - bottom) <= 12


def test_what_is_drawn_in_its_own_colour_keeps_it() -> None:
    red, blue = (draw(Picture("planter", colour)) for colour in ("Red", "Indigo Blue"))
    changed = ImageChops.difference(red, blue).convert("L").point(lambda v: 255 if v > 12 else 0)
    leaves, pot = (220, 180, 380, 380), (260, 560, 340, 620)
    assert ImageStat.Stat(changed.crop(leaves)).mean[0] == 0
    assert ImageStat.Stat(changed.crop(pot)).mean[0] == 255


@pytest.mark.parametrize("shape", ["tee", "armchair", "cushion"])
def test_a_pattern_stays_on_the_cloth(shape: str) -> None:
    plain, patterned = Picture(shape, "Red"), Picture(shape, "Red", "striped")
    cloth = ImageChops.difference(draw(plain), draw(replace(plain, colour="Indigo Blue")))
    stripes = ImageChops.difference(draw(plain), draw(patterned)).convert("L")
    beside = cloth.convert("L").point(lambda v: 0 if v else 255)
    assert ImageStat.Stat(stripes).mean[0] > 5
    assert ImageStat.Stat(ImageChops.multiply(stripes, beside)).extrema[0][1] < 8


@pytest.mark.parametrize(("shape", "differs"), [("shirt", True), ("mug", False)])
def test_a_back_is_shown_where_one_was_drawn(shape: str, differs: bool) -> None:
    """Both on the same wall, so that nothing but the thing itself can differ."""
    on_wall = draw(Picture(shape, "Blue", view="set"))
    assert _apart(on_wall, draw(Picture(shape, "Blue", view="back"))) is differs


@pytest.mark.parametrize(
    "wrong",
    [
        Picture("hoverboard", "Red"),
        Picture("tee", "hoverboard"),
        Picture("tee", "Red", pattern="hoverboard"),
        Picture("tee", "Red", backdrop="hoverboard"),
    ],
)
def test_what_nobody_drew_is_refused(wrong: Picture) -> None:
    with pytest.raises((KeyError, FileNotFoundError), match="hoverboard"):
        draw(wrong)


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

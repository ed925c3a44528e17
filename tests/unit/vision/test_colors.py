"""What pictures say of colours: composed garments on grounds, beside skin, in patterns."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from indexer.vision.reading import BIAS, Model, Reading, fitted, read_colors
from indexer.vision.scene import scene, scene_of
from tests.support.garments import COLORS, GROUNDS, Color, content, garment, room


def read(picture: Image.Image, category: str = "women/tops") -> Reading:
    return read_colors(scene_of(content(picture)), category)


@pytest.mark.parametrize("ground", GROUNDS)
def test_garments_have_their_colour_on_any_ground(ground: str) -> None:
    on, skin = GROUNDS[ground]
    found = {
        (color, seed): read(garment([rgb], on, seed=seed, skin=skin)).color
        for color, rgb in COLORS.items()
        for seed in range(2)
    }
    assert {key: color for key, color in found.items() if color != key[0]} == {}


@pytest.mark.parametrize(
    "names",
    [("red", "yellow", "blue"), ("green", "pink", "blue", "yellow"), ("white", "red", "blue")],
)
def test_many_colours_are_multi_and_patterned(names: tuple[str, ...]) -> None:
    reading = read(garment([COLORS[name] for name in names]))
    assert (reading.color, reading.second, reading.is_patterned) == ("multi", None, True)


def test_a_second_colour_is_named_where_it_covers_a_real_share() -> None:
    two = read(garment([COLORS["blue"], COLORS["orange"]], stripe=70))
    assert {*two.colors} == {"blue", "orange"}
    trimmed = garment([COLORS["blue"]])
    ImageDraw.Draw(trimmed).rectangle((100, 285, 220, 298), fill=COLORS["orange"])
    assert read(trimmed).colors == ("blue",)


def test_a_plain_garment_is_not_patterned_by_its_folds() -> None:
    assert [read(garment([rgb])).is_patterned for rgb in COLORS.values()].count(True) == 0


@pytest.mark.parametrize(("color", "rgb"), [("gold", (201, 162, 80)), ("silver", (190, 192, 196))])
def test_metal_is_gold_or_silver_where_it_shines(color: str, rgb: Color) -> None:
    ring = Image.new("RGB", (320, 320), "white")
    draw = ImageDraw.Draw(ring)
    for step in range(40):  # from dark to bright, as a bent surface shines
        shade = 0.35 + 0.9 * step / 40
        tone = tuple(min(255, int(part * shade)) for part in rgb)
        draw.ellipse((40 + step, 40 + step, 280 - step, 280 - step), outline=tone, width=2)
    assert read(ring, "women/jewellery/rings").color == color
    assert read(ring, "women/tops").color != color, "cloth that looks so is none"


def test_a_cut_out_has_no_ground() -> None:
    cut = Image.new("RGBA", (320, 400), (0, 0, 0, 0))
    cut.paste(garment([COLORS["red"]]).crop((100, 90, 220, 290)), (100, 90))
    assert read_colors(scene(cut)).color == "red"


def test_what_cannot_be_told_is_left_open() -> None:
    murky = scene_of(content(garment([(120, 100, 120)], room)))
    knows_nothing = Model(fitted().names, {BIAS: (0.0,) * len(fitted().names)}, 1, 0)
    reading = read_colors(murky, model=knows_nothing)
    assert reading.color is None
    assert len(reading.chances) > 1


def test_a_ground_that_is_not_plain_lowers_the_confidence() -> None:
    shirt = [COLORS["red"]]
    unsure, sure = read(garment(shirt, room)), read(garment(shirt))
    assert (unsure.confidence or 1) < (sure.confidence or 0)


def test_evidence_names_what_it_rests_on() -> None:
    reading = read(garment([COLORS["red"]]))
    assert reading.colors == ("red",)
    kept = reading.annotation()
    assert kept is not None
    assert kept["color"] == max(kept["chances"], key=kept["chances"].get)
    assert kept["plainGround"] is True

"""The stores' colour words, their colours, and the shades of a colour in different light."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

RGB = tuple[int, int, int]

NEUTRAL = 150  # the light, 0 to 255, in which a surface has exactly its own colour


@dataclass(frozen=True, slots=True)
class Colour:
    """A store's colour: its word, the catalogue's colour slug, and its RGB value."""

    word: str
    slug: str
    rgb: RGB


def _rgb(text: str) -> RGB:
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


COLOURS: dict[str, Colour] = {
    word: Colour(word, slug, _rgb(paint))
    for word, (slug, paint) in json.loads(
        Path(__file__).with_name("colours.json").read_bytes()
    ).items()
}

_ACCENTS: tuple[RGB, ...] = tuple(
    _rgb(paint) for paint in ("efe5cf", "37487d", "c9972f", "b65a2b", "2f5242", "6d2436", "f4f2ec")
)


def mix(a: RGB, b: RGB, share: float) -> RGB:
    """Return the colour at ``share`` (0..1) between a and b."""
    r, g, bl = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return r, g, bl


def _luma(rgb: RGB) -> float:
    """Return the perceived lightness, 0..255."""
    return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]


def accent_for(main: RGB, pick: int) -> RGB:
    """Return a second colour that contrasts with ``main``: number ``pick`` of those that do."""
    apart = [a for a in _ACCENTS if abs(_luma(a) - _luma(main)) > 45]
    return apart[pick % len(apart)]


@lru_cache(maxsize=256)
def tones(rgb: RGB) -> bytes:
    """Return a palette: red, green and blue for each light from 0 (shadow) to 255 (full light)."""
    shadow = mix(rgb, (28, 16, 34), 0.72)
    light = mix(rgb, (255, 250, 240), 0.62)
    low = [mix(shadow, rgb, shade / NEUTRAL) for shade in range(NEUTRAL)]
    high = [mix(rgb, light, shade / (255 - NEUTRAL)) for shade in range(256 - NEUTRAL)]
    return bytes(channel for tone in low + high for channel in tone)

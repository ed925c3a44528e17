"""Colour words of the stores and the colours that pictures are painted in."""

from dataclasses import dataclass

RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour as a store names it: its word, the catalogue's colour slug, and its paint."""

    word: str
    slug: str
    rgb: RGB


_WORDS: dict[str, tuple[str, str]] = {
    "White": ("white", "f4f2ec"),
    "Black": ("black", "2b2a2c"),
    "Charcoal": ("grey", "4a4d52"),
    "Grey": ("grey", "9a9c9f"),
    "Red": ("red", "bf3230"),
    "Green": ("green", "4d7a4f"),
    "Sage Green": ("green", "a3b096"),
    "Olive Green": ("green", "6f7146"),
    "Forest Green": ("green", "2f5242"),
    "Blue": ("blue", "3f6ea6"),
    "Navy Blue": ("blue", "2a3a5c"),
    "Sky Blue": ("blue", "9dc0d8"),
    "Indigo Blue": ("blue", "37487d"),
    "Yellow": ("yellow", "e6c04d"),
    "Mustard Yellow": ("yellow", "c9972f"),
    "Brown": ("brown", "7a5136"),
    "Tan": ("brown", "b5855a"),
    "Chocolate Brown": ("brown", "523629"),
    "Purple": ("purple", "6c4a80"),
    "Lilac": ("purple", "bcaad0"),
    "Orange": ("orange", "d9762f"),
    "Burnt Orange": ("orange", "b65a2b"),
    "Natural": ("neutral", "dccfb8"),
    "Stone": ("neutral", "c6bba7"),
    "Cream": ("neutral", "efe5cf"),
    "Gold": ("gold", "c9a24e"),
    "Silver": ("silver", "bfc3c8"),
    "Pink": ("pink", "dc8fa0"),
    "Blush Pink": ("pink", "e9c3bd"),
    "Burgundy": ("burgundy", "6d2436"),
    "Multi": ("multi", "c96f4a"),
}


def _rgb(text: str) -> RGB:
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


COLOURS: dict[str, Colour] = {
    word: Colour(word, slug, _rgb(paint)) for word, (slug, paint) in _WORDS.items()
}

_FIXED: dict[str, RGB] = {
    "wood": _rgb("b58a5f"),
    "oak": _rgb("c9a578"),
    "darkwood": _rgb("6b4a35"),
    "brass": _rgb("c2a05a"),
    "steel": _rgb("a9adb2"),
    "iron": _rgb("3b3b3d"),
    "rubber": _rgb("35332f"),
    "gum": _rgb("b98b5e"),
    "sole": _rgb("efeae0"),
    "cream": _rgb("efe6d4"),
    "white": _rgb("f6f4ef"),
    "leather": _rgb("8a5a3a"),
    "leaf": _rgb("5d7d55"),
    "leaf2": _rgb("7f9a6a"),
    "soil": _rgb("54402f"),
    "glass": _rgb("c9d6d8"),
    "lens": _rgb("3a3833"),
    "ember": _rgb("d9652f"),
    "glow": _rgb("fff0c9"),
    "denim": _rgb("4a648c"),
    "line": _rgb("5d5148"),
    "pearl": _rgb("f1e9df"),
    "terracotta": _rgb("b9694a"),
}

ACCENTS: tuple[RGB, ...] = tuple(
    _rgb(paint) for paint in ("efe5cf", "37487d", "c9972f", "b65a2b", "2f5242", "6d2436", "f4f2ec")
)


def mix(a: RGB, b: RGB, share: float) -> RGB:
    """The colour ``share`` (0..1) of the way from a to b."""
    r, g, bl = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return r, g, bl


def luma(rgb: RGB) -> float:
    """Perceived lightness, 0..255."""
    return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]


def accent_for(main: RGB, pick: int) -> RGB:
    """A second colour that can be told from ``main``: number ``pick`` of those that can."""
    apart = [a for a in ACCENTS if abs(luma(a) - luma(main)) > 45]
    return apart[pick % len(apart)]


def materials(main: RGB, accent: RGB) -> dict[str, RGB]:
    """Every material of one picture: the product's own tones and the fixed ones."""
    return {
        **_FIXED,
        "main": main,
        "plain": main,
        "deep": mix(main, (24, 18, 22), 0.38),
        "inside": mix(main, (20, 16, 20), 0.52),
        "pale": mix(main, (255, 252, 245), 0.35),
        "trim": accent,
    }

"""Jackets and coats."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

from dev.stores.art.part import Part, Shape
from dev.stores.art.shapes.garment import (
    Cut,
    body,
    cuffs,
    lining,
    placket,
    pocket,
    shirt_collar,
    sleeves,
)

_DETAIL = (320.0, 280.0)


def _lapels(cut: Cut, fill: str = "main") -> tuple[Part, ...]:
    t, end = cut.top, cut.top + cut.depth
    lapel = (
        f"M{300 + cut.neck - 6} {t - 18} Q{300 + cut.neck + 10} {t - 8} {300 + cut.neck + 10} {t + 6} "
        f"L{300 + cut.neck + 34} {t + 66} L{300 + cut.neck + 12} {t + 78} L{300 + cut.neck + 24} {t + 98} "
        f"L302 {end + 10} L{300 + cut.neck - 18} {t + 40}"
    )
    return (
        Part(lapel, fill=fill, both=True, soft=9, depth=0.8, side="front"),
        Part(
            f"M{300 - cut.neck} {t - 18} Q300 {t - 28} {300 + cut.neck} {t - 18} "
            f"L{300 + cut.neck + 8} {t + 10} Q300 {t + 24} {300 - cut.neck - 8} {t + 10}",
            soft=9, side="back",
        ),
    )  # fmt: skip


def _flap(x: float, y: float, width: float) -> Part:
    return Part(f"R{x} {y} {width} 24 5", both=True, soft=6, side="front")


def _blazer(hem_y: float = 610, hem: float = 120, shirt: str = "cream") -> Shape:
    cut = Cut(
        top=160, neck=42, depth=200, shoulder=124, chest=116, waist=102, waist_y=400, hem=hem, hem_y=hem_y,
        v=True, dip=8,
    )  # fmt: skip
    under = Part(
        f"M300 150 L{344} 152 L{340} 300 L300 {366}",
        fill=shirt,
        mirror=True,
        depth=0.4,
        side="front",
    )
    edge = Part(
        f"M302 360 C304 450 306 {hem_y - 80} 318 {hem_y + 4}",
        fill="deep",
        stroke=3,
        soft=2,
        side="front",
    )
    buttons = tuple(Part(f"E306 {y} 7 7", fill="leather", soft=4, side="front") for y in (384, 446))
    parts = (lining(cut), under, sleeves(cut, 404, 56), body(cut), edge, *buttons)
    return Shape((*parts, _flap(336, 480, 66), *_lapels(cut)), detail=_DETAIL)


def _denim_jacket() -> Shape:
    cut = Cut(
        top=170,
        neck=44,
        depth=42,
        shoulder=126,
        chest=120,
        waist=112,
        hem=106,
        hem_y=560,
        v=True,
        dip=4,
    )
    yoke = Part("M300 286 L416 286", fill="deep", stroke=2.5, soft=2, both=True)
    seams = Part("M352 286 L330 548", fill="deep", stroke=2.5, soft=2, both=True)
    chest = Part("M336 278 L398 278 L398 306 L367 322 L336 306", both=True, soft=6, side="front")
    welt = Part("M300 540 L408 538 L406 574 L300 578", mirror=True, fill="main", soft=8)
    parts = (sleeves(cut, 388, 58), cuffs(cut, 388, 58, "main", 34), body(cut), yoke, seams, welt)
    return Shape(
        (*parts, *placket(214, 570, 6, "brass"), chest, *shirt_collar(cut, "main", 50)),
        detail=_DETAIL,
    )


def _bomber() -> Shape:
    cut = Cut(
        top=170, neck=46, depth=30, shoulder=128, chest=126, waist=126, hem=112, hem_y=560, dip=4
    )
    welt = Part(
        "M300 540 L412 536 L408 582 L300 588", mirror=True, fill="deep", soft=9,
        lines=tuple(f"M{x} 544 L{x} 584" for x in range(306, 408, 10)),
    )  # fmt: skip
    collar = Part(
        "M244 158 Q300 214 356 158 L364 178 Q300 244 236 178", fill="deep", soft=8, side="front"
    )
    zipper = Part("M300 214 L300 586", fill="brass", stroke=7, soft=3, side="front")
    slit = Part("M352 440 L388 500", fill="deep", stroke=8, both=True, soft=4, side="front")
    parts = (lining(cut), sleeves(cut, 396, 70), cuffs(cut, 396, 70, "deep", 40), body(cut), welt)
    return Shape((*parts, zipper, slit, collar), detail=_DETAIL)


def _puffer(sleeved: bool = True) -> Shape:
    cut = Cut(
        top=180, neck=54, depth=20, shoulder=126, chest=128, waist=126, hem=122, hem_y=600, dip=4
    )
    rows = tuple(
        Part(f"R{300 - w} {y} {2 * w} 62 24", soft=20, depth=1.1)
        for y, w in ((222, 118), (284, 128), (346, 128), (408, 127), (470, 126), (532, 125))
    )
    backing = Part("R176 200 248 392 20", fill="deep", soft=10)
    arms: tuple[Part, ...] = ()
    if sleeved:
        arms = (
            sleeves(cut, 400, 70),
            *tuple(
                Part(f"R{416 + k * 10} {232 + k * 58} {76 - k * 2} 60 22", both=True, soft=18)
                for k in range(6)
            ),
        )
    yoke = Part("M300 196 L350 176 L420 206 L422 250 L300 252", mirror=True, soft=16)
    collar = Part("M240 140 Q300 128 360 140 L366 202 Q300 226 234 202", soft=18)
    zipper = Part("M300 150 L300 592", fill="iron", stroke=7, soft=3, side="front")
    return Shape((*arms, backing, *rows, yoke, collar, zipper), detail=_DETAIL)


def _rain_jacket() -> Shape:
    cut = Cut(
        top=178, neck=56, depth=30, shoulder=126, chest=124, waist=120, hem=130, hem_y=640, dip=6
    )
    hood = Part("M300 92 C366 90 390 140 376 206 C352 236 330 246 300 250", mirror=True, soft=24)
    inside = Part(
        "M300 122 C342 124 352 160 344 196 Q324 226 300 238",
        mirror=True,
        fill="inside",
        soft=12,
        side="front",
    )
    flap = Part("R286 236 28 404 3", soft=6, side="front")
    snaps = tuple(
        Part(f"E300 {y} 5 5", fill="steel", soft=3, side="front") for y in range(262, 630, 72)
    )
    parts = (sleeves(cut, 410, 64), cuffs(cut, 410, 64, "deep", 26), body(cut), flap, *snaps)
    return Shape((*parts, _flap(338, 480, 72), hood, inside), detail=_DETAIL)


def _trench() -> Shape:
    base = _blazer(730, 138, "white")
    belt = Part("R190 414 220 30 6", fill="deep", soft=7)
    buckle = Part("R284 410 34 38 6", fill="leather", soft=5, side="front")
    return Shape((*base.parts, belt, buckle), detail=_DETAIL)


def _gilet() -> Shape:
    return _puffer(sleeved=False)


def _field_jacket() -> Shape:
    cut = Cut(
        top=170, neck=44, depth=42, shoulder=126, chest=120, waist=114, hem=124, hem_y=640, v=True
    )
    patches = tuple(
        pocket(x, y, 66, h)
        for x, y, h in ((226, 284, 80), (334, 284, 80), (214, 480, 108), (330, 480, 108))
    )
    flaps = (_flap(334, 280, 66), _flap(330, 474, 76))
    parts = (
        sleeves(cut, 404, 60),
        cuffs(cut, 404, 60, "deep", 34),
        body(cut),
        *placket(214, 648, 6, "brass"),
    )
    return Shape((*parts, *patches, *flaps, *shirt_collar(cut, "deep", 50)), detail=_DETAIL)


SHAPES: dict[str, Shape] = {
    "blazer": _blazer(),
    "coat": _blazer(700, 134),
    "trench": _trench(),
    "denim-jacket": _denim_jacket(),
    "bomber": _bomber(),
    "puffer": _puffer(),
    "gilet": _gilet(),
    "rain-jacket": _rain_jacket(),
    "field-jacket": _field_jacket(),
}

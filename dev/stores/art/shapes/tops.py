"""Shirts, T-shirts, blouses, knitwear and hoodies."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

from dev.stores.art.part import Part, Shape
from dev.stores.art.shapes.garment import (
    Cut,
    back_neck,
    body,
    cuffs,
    lining,
    placket,
    pocket,
    rib,
    shirt_collar,
    sleeves,
)

_DETAIL = (320.0, 300.0)


def _tee() -> Shape:
    cut = Cut(hem=116, waist=110, chest=114, shoulder=120)
    return Shape(
        (lining(cut), sleeves(cut, 165, 74), body(cut), back_neck(cut), rib(cut)), detail=_DETAIL
    )


def _pocket_tee() -> Shape:
    cut = Cut(hem=118, waist=112, chest=116, shoulder=122, v=True, depth=70)
    parts = (lining(cut), sleeves(cut, 150, 78), body(cut), back_neck(cut), rib(cut, width=8))
    return Shape((*parts, pocket(326, 300, 62, 74)), detail=_DETAIL)


def _long_tee() -> Shape:
    cut = Cut(hem=112, waist=106, chest=110, shoulder=116)
    parts = (lining(cut), sleeves(cut, 410), cuffs(cut, 410), body(cut), back_neck(cut), rib(cut))
    return Shape(parts, detail=_DETAIL)


def _tank() -> Shape:
    path = (
        "M300 260 C340 258 352 214 356 160 L392 160 C392 250 402 300 424 324 "
        "C420 400 410 440 412 500 L420 634 Q360 646 300 646"
    )
    back = "M300 200 Q340 198 352 160 L392 160 C392 250 402 300 424 324 L300 330"
    return Shape(
        (
            Part(back, fill="inside", mirror=True, depth=0.4, side="front"),
            Part(path, mirror=True, soft=24, folds=("M418 340 Q390 372 362 380",)),
            Part(back, mirror=True, depth=0.15, side="back"),
            Part(
                "M244 160 C248 214 260 258 300 260 C340 258 352 214 356 160",
                fill="deep", stroke=7, soft=4, side="front",
            ),
        ),
        detail=_DETAIL,
    )  # fmt: skip


def _shirt(length: float = 404, width: float = 54, pockets: bool = True) -> Shape:
    cut = Cut(
        neck=44, depth=40, shoulder=124, chest=118, waist=112, hem=118, hem_y=660, v=True, dip=26
    )
    parts: tuple[Part, ...] = (sleeves(cut, length, width), body(cut))
    if length > 300:
        parts = (sleeves(cut, length, width), cuffs(cut, length, width, "main", 34), body(cut))
    parts += placket(212, 668, 7)
    if pockets:
        parts += (pocket(332, 296, 66, 78),)
    return Shape((*parts, *shirt_collar(cut)), detail=_DETAIL)


def _camp_shirt() -> Shape:
    return _shirt(180, 84, pockets=True)


def _polo() -> Shape:
    cut = Cut(neck=42, depth=40, shoulder=120, chest=114, waist=110, hem=114, v=True)
    parts: tuple[Part, ...] = (sleeves(cut, 172, 72), cuffs(cut, 172, 72, "deep", 22), body(cut))
    parts += placket(212, 330, 3)
    return Shape((*parts, *shirt_collar(cut, "deep", 40)), detail=_DETAIL)


def _blouse() -> Shape:
    cut = Cut(neck=56, depth=78, shoulder=112, chest=108, waist=104, hem=132, hem_y=590, v=True)
    gathers = Part(
        "M196 232 L404 232 L404 246 L196 246", depth=0.0, fill="main", soft=4,
        folds=("M230 240 L226 300", "M262 240 L260 310", "M344 240 L346 310", "M374 240 L380 300"),
    )  # fmt: skip
    parts = (lining(cut), sleeves(cut, 330, 70, 26), body(cut), back_neck(cut), gathers)
    tie = Part("M300 250 C296 300 282 330 276 372", fill="deep", stroke=6, soft=3, side="front")
    other = Part("M300 250 C306 300 316 320 326 356", fill="deep", stroke=6, soft=3, side="front")
    return Shape((*parts, rib(cut, width=6), tie, other), detail=_DETAIL)


def _wrap_top() -> Shape:
    cut = Cut(
        neck=58,
        depth=120,
        shoulder=108,
        chest=104,
        waist=86,
        waist_y=430,
        hem=112,
        hem_y=570,
        v=True,
    )
    flap = Part(
        "M244 170 L300 290 L392 440 L392 452 L250 452 C214 380 196 330 192 320 Q200 240 188 196",
        soft=14, depth=0.7, side="front", folds=("M330 430 Q280 400 236 404", "M340 436 Q300 424 250 432"),
    )  # fmt: skip
    bow = Part(
        "M386 436 C420 446 424 500 430 540 L410 544 C408 500 398 470 380 452", soft=8, side="front"
    )
    return Shape(
        (lining(cut), sleeves(cut, 250, 66, 12), body(cut), back_neck(cut), flap, bow),
        detail=_DETAIL,
    )


def _knit(roll: bool = False) -> Shape:
    cut = Cut(neck=46, depth=26, shoulder=124, chest=122, waist=122, hem=112, hem_y=620, dip=6)
    welt = Part(
        "M300 600 L414 596 L410 642 Q356 650 300 650", fill="deep", mirror=True, soft=9, depth=0.7,
        lines=tuple(f"M{x} 604 L{x} 644" for x in range(306, 410, 12)),
    )  # fmt: skip
    parts: tuple[Part, ...] = (lining(cut), sleeves(cut, 410, 64), cuffs(cut, 410, 64, "deep", 44))
    parts += (body(cut), back_neck(cut), welt)
    if not roll:
        return Shape((*parts, rib(cut, width=20)), detail=_DETAIL)
    neck = Part(
        "M300 118 Q342 118 346 132 L352 190 Q330 206 300 206", mirror=True, fill="deep", soft=14
    )
    return Shape((*parts, neck), detail=_DETAIL)


def _cardigan() -> Shape:
    cut = Cut(
        neck=44, depth=190, shoulder=122, chest=118, waist=116, hem=112, hem_y=620, v=True, dip=4
    )
    bands = Part(
        "M344 164 L302 356 L302 650 L324 650 L324 364 L362 176",
        fill="deep",
        both=True,
        soft=8,
        side="front",
    )
    buttons = tuple(
        Part(f"E312 {y} 6 6", fill="wood", soft=4, side="front") for y in range(390, 640, 56)
    )
    inner = lining(cut)
    parts = (
        inner,
        sleeves(cut, 408, 62),
        cuffs(cut, 408, 62, "deep", 40),
        body(cut),
        back_neck(cut),
    )
    return Shape((*parts, bands, *buttons), detail=_DETAIL)


def _hoodie(zipped: bool = False) -> Shape:
    cut = Cut(neck=58, depth=40, shoulder=128, chest=124, waist=122, hem=114, hem_y=620, dip=6)
    hood = Part(
        "M300 96 C362 92 388 130 380 196 C372 226 340 244 300 262", mirror=True, soft=26,
        folds=("M330 120 Q366 160 352 214",),
    )  # fmt: skip
    inside = Part(
        "M300 128 C340 128 352 160 346 190 C340 216 318 232 300 246",
        mirror=True,
        fill="inside",
        soft=14,
        side="front",
    )
    welt = Part("M300 600 L416 596 L410 642 Q356 650 300 650", fill="deep", mirror=True, soft=9)
    pouch = Part(
        "M300 470 L364 470 L392 560 L392 598 L300 598", mirror=True, soft=10, depth=0.7, side="front",
        lines=("M364 472 L390 560",),
    )  # fmt: skip
    cords = Part(
        "M322 232 C326 270 322 300 326 336", fill="cream", stroke=5, both=True, soft=3, side="front"
    )
    parts = (
        sleeves(cut, 410, 68),
        cuffs(cut, 410, 68, "deep", 40),
        body(cut),
        welt,
        pouch,
        hood,
        inside,
        cords,
    )
    if zipped:
        zipper = Part("M300 250 L300 648", fill="steel", stroke=7, soft=3, side="front")
        return Shape((*parts[:5], zipper, *parts[5:]), detail=_DETAIL)
    return Shape(parts, detail=_DETAIL)


SHAPES: dict[str, Shape] = {
    "tee": _tee(),
    "pocket-tee": _pocket_tee(),
    "long-tee": _long_tee(),
    "tank": _tank(),
    "shirt": _shirt(),
    "plain-shirt": _shirt(pockets=False),
    "camp-shirt": _camp_shirt(),
    "polo": _polo(),
    "blouse": _blouse(),
    "wrap-top": _wrap_top(),
    "jersey": _knit(),
    "roll-neck": _knit(roll=True),
    "cardigan": _cardigan(),
    "hoodie": _hoodie(),
    "zip-hoodie": _hoodie(zipped=True),
}

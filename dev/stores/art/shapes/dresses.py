"""Dresses, jumpsuits and swimwear."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

from dev.stores.art.part import Part, Shape
from dev.stores.art.shapes.garment import (
    Cut,
    back_neck,
    body,
    cuffs,
    hanger,
    lining,
    placket,
    rib,
    shirt_collar,
    skirt_panel,
    sleeves,
)

_DETAIL = (310.0, 270.0)


def _top(waist: float, v: bool = False, neck: float = 52, depth: float = 46) -> Cut:
    return Cut(
        top=130, neck=neck, depth=depth, shoulder=100, chest=98, waist=waist, waist_y=345,
        hem=waist + 2, hem_y=366, v=v, dip=2,
    )  # fmt: skip


def _belt(waist: float, y: float = 352) -> Part:
    return Part(f"R{300 - waist - 3} {y} {2 * waist + 6} 24 6", fill="deep", soft=6)


def _wrap_dress() -> Shape:
    cut = _top(76, v=True, neck=54, depth=130)
    flap = Part(
        "M248 130 L302 262 L376 352 L376 366 L226 366 C214 320 206 290 202 276 L200 190",
        soft=12, depth=0.7, side="front", folds=("M340 352 Q290 320 240 326",),
    )  # fmt: skip
    edge = Part("M352 366 C340 450 336 560 322 680", fill="deep", stroke=4, soft=3, side="front")
    bow = Part(
        "M372 356 C410 370 418 420 426 470 L406 474 C402 430 388 396 366 376", soft=7, side="front"
    )
    parts = (lining(cut), sleeves(cut, 190, 66, 12), body(cut), back_neck(cut), flap)
    return Shape((*parts, skirt_panel((78, 360), (168, 700)), edge, _belt(76), bow), detail=_DETAIL)


def _shirt_dress() -> Shape:
    cut = Cut(
        top=140, neck=42, depth=40, shoulder=112, chest=106, waist=88, waist_y=372, hem=92, hem_y=390,
        v=True, dip=2,
    )  # fmt: skip
    parts: tuple[Part, ...] = (sleeves(cut, 300, 58), cuffs(cut, 300, 58, "main", 30), body(cut))
    parts += (skirt_panel((90, 384), (138, 690)),)
    return Shape(
        (*parts, *placket(182, 690, 9), _belt(88, 374), *shirt_collar(cut)), detail=_DETAIL
    )


def _slip() -> Shape:
    path = (
        "M300 250 L344 196 L350 200 C368 232 386 250 392 262 C384 320 376 360 382 420 "
        "C396 520 412 620 420 700 Q360 716 300 716"
    )
    strap = Part("M346 200 L340 120", fill="deep", stroke=5, both=True, soft=3)
    folds = ("M356 300 C340 420 372 560 366 700", "M322 330 C318 460 336 580 330 706")
    return Shape(
        (*hanger(118), strap, Part(path, mirror=True, soft=26, folds=folds)), detail=_DETAIL
    )


def _tiered() -> Shape:
    cut = _top(96, neck=60, depth=40)
    tiers = (skirt_panel((120, 540), (196, 706), 5, 12), skirt_panel((104, 430), (166, 556), 4, 9))
    upper = skirt_panel((94, 350), (130, 446), 4, 7)
    parts = (lining(cut), sleeves(cut, 170, 84, 20), *tiers, upper, body(cut), back_neck(cut))
    return Shape((*parts, rib(cut, "main", 8)), detail=_DETAIL)


def _sundress() -> Shape:
    bodice = "M300 214 Q344 214 362 186 L372 192 C376 226 384 246 392 256 Q384 320 380 366 L300 372"
    strap = Part("M364 192 L352 120", stroke=14, both=True, soft=5)
    buttons = tuple(
        Part(f"E300 {y} 5 5", fill="wood", soft=4, side="front") for y in range(240, 660, 60)
    )
    return Shape(
        (strap, skirt_panel((80, 362), (176, 660), 4), Part(bodice, mirror=True, soft=20), *buttons),
        detail=_DETAIL,
    )  # fmt: skip


def _maxi() -> Shape:
    cut = _top(82, neck=58, depth=60)
    parts = (
        lining(cut),
        sleeves(cut, 400, 76, 18),
        skirt_panel((84, 360), (182, 752), 5, 10),
        body(cut),
    )
    return Shape((*parts, back_neck(cut), rib(cut, width=7), _belt(82)), detail=_DETAIL)


def _shift() -> Shape:
    cut = Cut(
        top=140,
        neck=54,
        depth=30,
        shoulder=104,
        chest=102,
        waist=108,
        waist_y=400,
        hem=128,
        hem_y=600,
        dip=6,
    )
    return Shape(
        (lining(cut), sleeves(cut, 120, 70), body(cut), back_neck(cut), rib(cut, width=6)),
        detail=_DETAIL,
    )


def _jumpsuit() -> Shape:
    bodice = "M300 268 L346 168 L376 168 C374 214 384 246 398 262 Q386 320 376 372 L300 378"
    legs = "M300 372 L378 370 C396 430 410 520 420 730 L330 736 C326 620 314 540 300 486"
    back = "M300 200 L346 168 L376 168 L390 262 L300 300"
    return Shape(
        (
            Part(back, mirror=True, fill="inside", depth=0.4, side="front"),
            Part(legs, mirror=True, soft=22, folds=("M356 420 C366 520 372 620 374 730", "M304 470 Q330 470 350 452")),
            Part(bodice, mirror=True, soft=20),
            Part(back, mirror=True, depth=0.2, side="back"),
            _belt(78),
        ),
        detail=_DETAIL,
    )  # fmt: skip


def _swimsuit() -> Shape:
    front = (
        "M300 300 C330 298 350 270 356 170 L384 170 C384 240 392 280 404 300 "
        "C392 360 384 400 390 440 C400 480 412 504 418 524 C380 540 346 580 330 640 Q316 648 300 648"
    )
    back = "M300 250 C330 248 350 230 356 170 L384 170 C384 240 392 280 404 300 L300 420"
    return Shape(
        (
            Part(back, mirror=True, fill="inside", depth=0.4),
            Part(front, mirror=True, soft=24, folds=("M392 420 Q360 440 330 440",)),
            Part("M300 300 C330 298 350 270 356 172", fill="trim", stroke=6, soft=3, mirror=True),
        ),
        detail=(300, 300),
    )  # fmt: skip


def _bikini() -> Shape:
    cup = "M306 330 C312 270 340 236 358 226 C384 250 404 296 406 338 Q356 356 306 338"
    brief = "M300 468 Q360 474 416 462 L420 500 C380 514 344 548 328 600 Q316 608 300 608"
    return Shape(
        (
            Part("M358 230 C352 180 336 150 300 132", stroke=8, both=True, soft=3, fill="deep"),
            Part("M294 336 L306 336", stroke=12, soft=3, fill="deep"),
            Part("M404 334 C420 346 428 352 436 366", stroke=9, both=True, soft=3, fill="deep"),
            Part(cup, both=True, soft=18, folds=("M352 244 Q340 290 344 340",)),
            Part(brief, mirror=True, soft=18),
            Part("M416 470 C436 474 440 490 452 512", stroke=6, both=True, soft=3, fill="deep"),
        ),
        detail=(340, 290),
    )  # fmt: skip


SHAPES: dict[str, Shape] = {
    "wrap-dress": _wrap_dress(),
    "shirt-dress": _shirt_dress(),
    "slip-dress": _slip(),
    "tiered-dress": _tiered(),
    "sundress": _sundress(),
    "maxi-dress": _maxi(),
    "shift-dress": _shift(),
    "jumpsuit": _jumpsuit(),
    "swimsuit": _swimsuit(),
    "bikini": _bikini(),
}

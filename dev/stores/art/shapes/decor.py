"""Vases, textiles, tableware and what else a room is finished with."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

import math

from dev.stores.art.part import Part, Shape


def _stems(top: float, base: float) -> tuple[Part, ...]:
    """A few dried stems that rise from a vase's mouth at y ``base``."""
    found = []
    for k, lean in enumerate((-92, -50, -8, 38, 84)):
        tip_x, tip_y = 300 + lean, top + abs(lean) * 0.5
        found.append(
            Part(
                f"M300 {base} Q{300 + lean * 0.25} {base - 90} {tip_x} {tip_y}",
                fill="leaf",
                stroke=4,
                soft=2,
            )
        )
        for step in range(4):
            y = tip_y + step * 24
            x = tip_x - lean * step * 0.1
            fill = "leaf2" if (k + step) % 2 else "leaf"
            found.append(Part(f"E{x:.0f} {y:.0f} {13 - step} {17 - step}", fill=fill, soft=6))
    return tuple(found)


def _vase(path: str, mouth: float, top: float, floor: float, spread: float) -> Shape:
    return Shape((*_stems(top, mouth), Part(path, soft=34, depth=1.15)), floor=floor, spread=spread)


_ROUND = "M272 372 L328 372 C326 402 420 430 420 530 C420 612 360 640 300 640 C240 640 180 612 180 530 C180 430 274 402 272 372"
_TALL = "M264 330 L336 330 C330 400 372 470 366 560 C362 620 340 648 300 648 C260 648 238 620 234 560 C228 470 270 400 264 330"
_AMPHORA = "M262 300 L338 300 C336 336 330 350 336 372 C400 400 420 470 396 540 C372 600 350 630 344 650 L256 650 C250 630 228 600 204 540 C180 470 200 400 264 372 C270 350 264 336 262 300"


def _amphora() -> Shape:
    ear = Part("M338 330 C400 330 410 380 384 420", stroke=15, both=True, soft=6)
    return Shape((ear, Part(_AMPHORA, soft=34, depth=1.15)), floor=646, spread=90)


def _rug() -> Shape:
    fringe = tuple(
        Part(f"M{x} {y} L{x} {y + d}", fill="cream", stroke=4, soft=2)
        for x in range(142, 462, 11)
        for y, d in ((160, -26), (640, 26))
    )
    return Shape(
        (
            *fringe,
            Part("R134 158 332 484 3", soft=10, depth=0.6),
            Part("M160 186 L440 186 L440 614 L160 614 L160 186", fill="trim", stroke=7, soft=3, depth=0.4),
            Part("M184 210 L416 210 L416 590 L184 590 L184 210", fill="deep", stroke=4, soft=3, depth=0.4),
        ),
        detail=(200, 240),
    )  # fmt: skip


def _diamond_rug() -> Shape:
    base = _rug()
    diamonds = tuple(
        Part(f"M300 {y - 56} L372 {y} L300 {y + 56} L228 {y}", fill="trim", soft=4, depth=0.4)
        for y in (290, 400, 510)
    )
    hearts = tuple(
        Part(f"M300 {y - 26} L334 {y} L300 {y + 26} L266 {y}", fill="deep", soft=4, depth=0.4)
        for y in (290, 400, 510)
    )
    return Shape((*base.parts, *diamonds, *hearts), detail=(300, 300))


def _cushion() -> Shape:
    return Shape(
        (
            Part(
                "M142 262 Q300 290 458 262 Q434 400 458 548 Q300 522 142 548 Q166 400 142 262",
                soft=46, depth=1.1,
                folds=("M160 282 Q196 320 206 350", "M438 282 Q404 320 396 350", "M168 524 Q200 486 212 462"),
            ),
            Part("M146 264 Q300 292 454 264", fill="deep", stroke=5, soft=2, depth=0.5),
            Part("M146 546 Q300 520 454 546", fill="deep", stroke=5, soft=2, depth=0.5),
        ),
        floor=546, spread=150, detail=(240, 340),
    )  # fmt: skip


def _tassel_cushion() -> Shape:
    base = _cushion()
    tassels = tuple(
        Part(f"M{x} {y} L{x + dx} {y + 44}", fill="trim", stroke=13, soft=5)
        for x, y, dx in ((146, 548, -8), (454, 548, 8))
    )
    return Shape((*base.parts, *tassels), floor=560, spread=150, detail=(240, 340))


def _blanket() -> Shape:
    fringe = tuple(
        Part(f"M{x} 590 L{x - 2} 626", fill="cream", stroke=5, soft=2) for x in range(154, 450, 12)
    )
    folds = tuple(Part(f"R140 {y} 320 70 30", soft=22) for y in (330, 392, 454))
    top = Part("R136 516 328 76 18", soft=20, folds=("M180 530 Q300 560 430 534",))
    return Shape((*folds, top, *fringe), floor=612, spread=170)


def _throw() -> Shape:
    """A throw hung over a rail."""
    fringe = tuple(
        Part(f"M{x} 616 L{x} 656", fill="cream", stroke=5, soft=2) for x in range(190, 414, 12)
    )
    return Shape(
        (
            Part("M110 184 L490 184", fill="wood", stroke=18, soft=7),
            Part("M380 176 L430 180 L426 520 L376 530", fill="deep", soft=12),
            Part(
                "M184 178 Q300 166 410 178 C404 320 416 480 412 616 L186 616 C180 470 194 320 184 178", soft=26,
                folds=("M240 200 Q250 400 238 610", "M300 196 Q292 400 306 612", "M356 200 Q366 420 352 610"),
            ),
            *fringe,
        ),
        detail=(300, 420),
    )  # fmt: skip


def _basket() -> Shape:
    weave = tuple(
        f"M{186 - k * 3} {400 + k * 36} Q300 {424 + k * 36} {414 + k * 3} {400 + k * 36}"
        for k in range(6)
    )
    uprights = tuple(
        f"M{x} 390 Q{300 + (x - 300) * 1.16} 500 {300 + (x - 300) * 0.96} 620"
        for x in range(200, 410, 22)
    )
    return Shape(
        (
            Part("M180 400 C160 300 240 296 240 400", fill="leather", stroke=14, both=True, soft=5),
            Part("E300 384 116 26", fill="inside", soft=8),
            Part("M184 384 Q300 430 416 384 C440 480 424 580 400 620 Q300 646 200 620 C176 580 160 480 184 384", soft=34, lines=(*weave, *uprights)),
        ),
        floor=628, spread=110,
    )  # fmt: skip


def _mirror() -> Shape:
    return Shape(
        (
            Part("E300 400 178 214", soft=12),
            Part("E300 400 156 192", fill="glass", soft=60, depth=1.2, lines=("M216 430 L330 280", "M250 470 L390 290")),
        ),
        detail=(300, 320),
    )  # fmt: skip


def _print() -> Shape:
    """A framed print: a sun over three hills."""
    hills = tuple(
        Part(f"M190 {y} Q{x} {y - h} 300 {y - 8} Q{x + 120} {y - h * 0.6} 410 {y} L410 574 L190 574", fill=f, soft=5, depth=0.4)
        for x, y, h, f in ((230, 450, 70, "pale"), (260, 490, 60, "main"), (220, 532, 50, "deep"))
    )  # fmt: skip
    return Shape(
        (
            Part("R146 176 308 448 3", fill="oak", soft=6),
            Part("R160 190 280 420 2", fill="white", soft=5, depth=0.3),
            Part("R190 226 220 348 0", fill="cream", soft=3, depth=0.2),
            Part("E330 330 50 50", fill="trim", soft=4, depth=0.3),
            *hills,
        ),
        detail=(300, 400),
    )  # fmt: skip


def _planter() -> Shape:
    leaves = []
    for k in range(11):
        turn = math.radians(-168 + k * 15.6)
        reach = 200 - abs(k - 5) * 9
        x, y = 300 + reach * math.cos(turn), 470 + reach * math.sin(turn) * 1.25
        side_x, side_y = 34 * math.sin(turn), -34 * math.cos(turn)
        mid_x, mid_y = 300 + (x - 300) * 0.55, 470 + (y - 470) * 0.55
        path = f"M300 480 Q{mid_x + side_x:.0f} {mid_y + side_y:.0f} {x:.0f} {y:.0f} Q{mid_x - side_x:.0f} {mid_y - side_y:.0f} 300 480"
        leaves.append(
            Part(
                path,
                fill="leaf" if k % 2 else "leaf2",
                soft=9,
                lines=(f"M300 476 L{x:.0f} {y:.0f}",),
            )
        )
    return Shape(
        (
            *leaves,
            Part("E300 474 104 20", fill="soil", soft=6),
            Part("M190 470 Q300 506 410 470 L384 640 Q300 664 216 640", soft=30),
            Part("M184 462 Q300 500 416 462 L416 488 Q300 526 184 488", soft=8),
        ),
        floor=650, spread=100,
    )  # fmt: skip


SHAPES: dict[str, Shape] = {
    "round-vase": _vase(_ROUND, 380, 190, 636, 110),
    "tall-vase": _vase(_TALL, 340, 150, 644, 72),
    "amphora": _amphora(),
    "rug": _rug(),
    "diamond-rug": _diamond_rug(),
    "cushion": _cushion(),
    "tassel-cushion": _tassel_cushion(),
    "blanket": _blanket(),
    "throw": _throw(),
    "basket": _basket(),
    "mirror": _mirror(),
    "print": _print(),
    "planter": _planter(),
}

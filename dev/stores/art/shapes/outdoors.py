"""Camping, braai and beach."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

import math

from dev.stores.art.part import Part, Shape


def _tent() -> Shape:
    return Shape(
        (
            Part("M300 260 L520 620 L470 630 L300 300", fill="deep", soft=14),
            Part("M300 258 L516 622 L84 622", soft=40, folds=("M300 270 L190 612", "M300 270 L410 612")),
            Part("M300 330 L372 622 L228 622", fill="inside", soft=14, depth=0.6),
            Part("M300 330 L238 622 L190 622 Q260 470 300 330", fill="pale", soft=12),
            Part("M300 250 L300 268", fill="trim", stroke=12, soft=4),
            Part("M510 610 L556 640", fill="cream", stroke=3, both=True, soft=2),
        ),
        floor=622, spread=220,
    )  # fmt: skip


def _dome_tent() -> Shape:
    return Shape(
        (
            Part("M80 620 C90 400 200 300 300 300 C400 300 510 400 520 620", soft=46),
            Part("M130 420 C260 360 420 440 470 620", fill="trim", stroke=8, soft=3),
            Part("M470 420 C340 360 180 440 130 620", fill="trim", stroke=8, soft=3),
            Part("M300 410 C350 430 366 520 368 620 L232 620 C234 520 250 430 300 410", fill="inside", soft=14, depth=0.6),
            Part("M300 410 C270 450 262 540 260 620 L232 620 C234 520 250 430 300 410", fill="pale", soft=8),
        ),
        floor=620, spread=225,
    )  # fmt: skip


def _camp_chair() -> Shape:
    return Shape(
        (
            Part("M210 640 L394 470", fill="iron", stroke=11, both=True, soft=4),
            Part("M196 300 L190 650", fill="iron", stroke=11, both=True, soft=4),
            Part("M200 290 Q300 312 400 290 L404 470 Q300 500 196 470", soft=26, folds=("M240 310 L236 470", "M360 310 L364 470")),
            Part("M190 470 Q300 500 410 470 L438 520 Q300 560 162 520", soft=18),
            Part("M392 424 L444 440 L446 460 L390 446", fill="deep", both=True, soft=7),
            Part("M440 452 L438 520", fill="iron", stroke=9, both=True, soft=4),
            Part("E300 364 30 30", fill="trim", soft=5, depth=0.4),
        ),
        floor=648, spread=150,
    )  # fmt: skip


def _cooler() -> Shape:
    return Shape(
        (
            Part("M150 400 C150 300 450 300 450 400", fill="steel", stroke=13, soft=5),
            Part("R130 420 340 210 20", soft=26),
            Part("R120 380 360 62 18", fill="white", soft=14),
            Part("R276 426 48 40 6", fill="trim", soft=5),
            Part("R146 560 308 14 6", fill="pale", soft=4, depth=0.5),
        ),
        floor=628, spread=175,
    )  # fmt: skip


def _lantern() -> Shape:
    return Shape(
        (
            Part("M220 330 C220 170 380 170 380 330", fill="iron", stroke=8, soft=3),
            Part("R226 350 148 230 30", fill="glass", soft=20),
            Part("M300 420 C330 470 324 520 300 524 C276 520 270 470 300 420", fill="glow", soft=14, depth=0.4),
            Part("M236 350 L236 580", fill="iron", stroke=7, both=True, soft=3),
            Part("M240 350 L262 290 L338 290 L360 350", soft=12),
            Part("R196 570 208 76 14", soft=16),
            Part("R216 344 168 18 6", fill="deep", soft=5),
        ),
        floor=642, spread=110,
    )  # fmt: skip


def _sleeping_bag() -> Shape:
    seams = tuple(
        f"M{200 - (y - 300) * 0.05} {y} Q300 {y + 16} {400 + (y - 300) * 0.05} {y}"
        for y in range(320, 680, 46)
    )
    return Shape(
        (
            Part("M300 120 C390 120 430 190 426 270 C420 430 400 620 380 700 Q300 730 220 700 C200 620 180 430 174 270 C170 190 210 120 300 120", soft=40, lines=seams),
            Part("M300 150 C362 150 380 200 372 250 Q300 290 228 250 C220 200 238 150 300 150", fill="trim", soft=20),
            Part("M374 250 L360 640", fill="steel", stroke=5, soft=2),
        ),
        detail=(300, 300),
    )  # fmt: skip


def _surfboard() -> Shape:
    return Shape(
        (
            Part("M300 80 C370 180 392 330 388 470 C384 590 350 690 300 730 C250 690 216 590 212 470 C208 330 230 180 300 80", soft=34),
            Part("M214 420 L386 420 L388 470 L212 470", fill="trim", soft=4, depth=0.4),
            Part("M213 490 L387 490 L386 506 L214 506", fill="white", soft=4, depth=0.4),
            Part("M300 86 L300 724", fill="wood", stroke=4, soft=2),
        ),
        detail=(300, 400),
    )  # fmt: skip


def _wheel(x: float, y: float) -> tuple[Part, ...]:
    spokes = tuple(
        Part(f"M{x} {y} L{x + 92 * math.cos(k * math.pi / 6):.0f} {y + 92 * math.sin(k * math.pi / 6):.0f}", fill="steel", stroke=1.6, soft=1)
        for k in range(12)
    )  # fmt: skip
    ring = " ".join(
        f"L{x + 98 * math.cos(a * math.pi / 30):.1f} {y + 98 * math.sin(a * math.pi / 30):.1f}"
        for a in range(61)
    )
    return (
        *spokes,
        Part("M" + ring[1:], fill="rubber", stroke=13, soft=4),
        Part(f"E{x} {y} 10 10", fill="steel", soft=4),
    )


def _bicycle() -> Shape:
    tubes = (
        "M160 560 L250 400 L420 396 L440 560",
        "M250 400 L300 560 L160 560",
        "M300 560 L420 400",
        "M250 400 L238 364",
    )
    return Shape(
        (
            *_wheel(150, 560), *_wheel(450, 560),
            *(Part(t, stroke=13, soft=5) for t in tubes),
            Part("M206 360 Q240 344 276 362 L264 372 L216 374", fill="leather", soft=6),
            Part("M420 396 L410 352 Q440 330 468 352", fill="steel", stroke=9, soft=4),
            Part("E300 560 24 24", fill="steel", soft=6),
        ),
        floor=658, spread=235,
    )  # fmt: skip


def _flask() -> Shape:
    return Shape(
        (
            Part("R232 290 136 370 44", soft=30),
            Part("R252 196 96 104 18", fill="steel", soft=16),
            Part("R232 400 136 120 0", fill="trim", soft=8, depth=0.5),
            Part("M262 200 C262 150 338 150 338 200", fill="iron", stroke=10, soft=4),
        ),
        floor=654, spread=76,
    )  # fmt: skip


SHAPES: dict[str, Shape] = {
    "tent": _tent(),
    "dome-tent": _dome_tent(),
    "camp-chair": _camp_chair(),
    "cooler": _cooler(),
    "lantern": _lantern(),
    "sleeping-bag": _sleeping_bag(),
    "surfboard": _surfboard(),
    "bicycle": _bicycle(),
    "flask": _flask(),
}

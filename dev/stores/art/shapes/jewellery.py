"""Jewellery."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

import math

from dev.stores.art.part import Part, Shape


def _hoops() -> Shape:
    points = "M420 344 C470 344 496 384 496 430 C496 480 466 518 420 518 C374 518 344 480 344 430 C344 384 370 344 420 344"
    return Shape(
        (
            Part(points, stroke=17, both=True, soft=6, depth=1.4),
            Part("E420 326 13 13", both=True, soft=6, depth=1.3),
        ),
        detail=(420, 420),
    )  # fmt: skip


def _drops() -> Shape:
    drop = "M400 380 C420 430 444 470 440 520 C436 566 364 566 360 520 C356 470 380 430 400 380"
    return Shape(
        (
            Part("M400 290 L400 380", fill="brass", stroke=5, both=True, soft=3),
            Part("E400 284 15 15", fill="brass", both=True, soft=7, depth=1.3),
            Part(drop, both=True, soft=16, depth=1.4),
            Part("E400 360 13 13", fill="pearl", both=True, soft=6),
        ),
        detail=(400, 440),
    )  # fmt: skip


def _beads() -> tuple[Part, ...]:
    found = []
    for k in range(25):
        turn = math.pi * (0.02 + 0.96 * k / 24)
        x, y = 300 - 170 * math.cos(turn), 230 + 290 * math.sin(turn) ** 0.8
        size = 11 + 9 * math.sin(turn)
        fill = ("main", "main", "trim", "main", "brass")[k % 5]
        found.append(Part(f"E{x:.1f} {y:.1f} {size:.1f} {size:.1f}", fill=fill, soft=7, depth=1.4))
    return tuple(found)


def _necklace() -> Shape:
    thread = Part(
        "M116 190 C130 420 210 520 300 520 C390 520 470 420 484 190", fill="brass", stroke=3, soft=2
    )
    return Shape((thread, *_beads()), detail=(300, 480))


def _pendant() -> Shape:
    return Shape(
        (
            Part("M130 220 C160 420 250 500 300 512 C350 500 440 420 470 220", fill="brass", stroke=5, soft=3),
            Part("E300 566 52 58", soft=22, depth=1.5),
            Part("E300 566 52 58", fill="brass", soft=3, depth=0.4, stroke=6),
            Part("E300 512 10 10", fill="brass", soft=4),
        ),
        detail=(300, 520),
    )  # fmt: skip


def _ring() -> Shape:
    band = "M300 330 C400 330 440 400 440 470 C440 550 380 600 300 600 C220 600 160 550 160 470 C160 400 200 330 300 330"
    return Shape(
        (
            Part(band, fill="brass", stroke=24, soft=8, depth=1.5),
            Part("M250 300 L350 300 L376 336 L300 384 L224 336", soft=12, depth=1.4, lines=("M224 336 L376 336", "M270 302 L284 336 L300 380", "M330 302 L316 336")),
        ),
        floor=612, spread=120, detail=(300, 360),
    )  # fmt: skip


def _bangles() -> Shape:
    def oval(y: int, fill: str) -> Part:
        path = f"M300 {y} C420 {y} 470 {y + 40} 470 {y + 80} C470 {y + 124} 400 {y + 160} 300 {y + 160} C200 {y + 160} 130 {y + 124} 130 {y + 80} C130 {y + 40} 180 {y} 300 {y}"
        return Part(path, fill=fill, stroke=19, soft=7, depth=1.3)

    return Shape((oval(410, "trim"), oval(370, "main"), oval(330, "brass")), floor=586, spread=165)


SHAPES: dict[str, Shape] = {
    "hoop-earrings": _hoops(),
    "drop-earrings": _drops(),
    "bead-necklace": _necklace(),
    "pendant": _pendant(),
    "ring": _ring(),
    "bangles": _bangles(),
}

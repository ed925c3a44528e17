"""Tableware and other small things for the kitchen and the bath."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

from dev.stores.art.part import Part, Shape


def _plates() -> Shape:
    def plate(y: float, rx: float, fill: str) -> tuple[Part, ...]:
        return (
            Part(
                f"M{300 - rx} {y} C{300 - rx + 20} {y + 52} {300 + rx - 20} {y + 52} {300 + rx} {y} L300 {y - 8}",
                fill="deep",
                soft=8,
            ),
            Part(f"E300 {y} {rx} {rx * 0.24:.0f}", fill=fill, soft=10, depth=0.8),
            Part(f"E300 {y + 2} {rx * 0.7:.0f} {rx * 0.15:.0f}", fill="pale", soft=6, depth=0.6),
        )

    return Shape(
        (*plate(570, 190, "main"), *plate(534, 170, "trim"), *plate(500, 132, "main")),
        floor=604,
        spread=150,
    )


def _bowl() -> Shape:
    return Shape(
        (
            Part("M130 430 C140 560 220 620 300 620 C380 620 460 560 470 430", soft=38, depth=1.1),
            Part("E300 430 170 42", fill="pale", soft=8, depth=0.6),
            Part("E300 434 152 32", fill="inside", soft=14, depth=0.8),
            Part("M252 612 L348 612 L354 634 L246 634", fill="deep", soft=6),
        ),
        floor=630, spread=100,
    )  # fmt: skip


def _mug() -> Shape:
    return Shape(
        (
            Part("M400 420 C490 410 490 560 396 556", stroke=26, soft=9),
            Part("M200 380 L410 380 L400 600 Q305 640 210 600", soft=34),
            Part("E305 380 105 26", fill="pale", soft=6, depth=0.5),
            Part("E305 383 92 19", fill="soil", soft=8, depth=0.8),
            Part("M202 430 Q305 460 408 430", fill="trim", stroke=10, soft=3, depth=0.5),
        ),
        floor=618, spread=110,
    )  # fmt: skip


def _casserole() -> Shape:
    return Shape(
        (
            Part("R98 462 404 30 15", fill="deep", soft=8),
            Part("M140 440 L460 440 L450 580 Q440 606 410 608 L190 608 Q160 606 150 580", soft=32),
            Part("M132 444 C150 380 450 380 468 444 Q300 466 132 444", soft=20),
            Part("M286 392 L314 392 L314 372 L286 372", fill="brass", soft=4),
            Part("E300 366 30 14", fill="brass", soft=7),
        ),
        floor=606, spread=165,
    )  # fmt: skip


def _candle() -> Shape:
    return Shape(
        (
            Part("M300 300 C322 330 318 356 300 360 C282 356 278 330 300 300", fill="ember", soft=8),
            Part("M300 352 L300 400", fill="iron", stroke=4, soft=2),
            Part("R206 396 188 230 20", soft=30),
            Part("E300 402 90 18", fill="cream", soft=6, depth=0.6),
            Part("R246 470 108 84 4", fill="cream", soft=4, depth=0.4, lines=("M266 500 L334 500", "M276 522 L324 522")),
        ),
        floor=620, spread=100,
    )  # fmt: skip


def _towels() -> Shape:
    layers = tuple(
        Part(f"R{150 + k % 2 * 6} {560 - k * 62} {300 - k % 2 * 12} 62 28", fill=f, soft=20, folds=(f"M170 {592 - k * 62} L420 {594 - k * 62}",))
        for k, f in enumerate(("main", "pale", "main", "trim"))
    )  # fmt: skip
    return Shape(layers, floor=620, spread=150)


def _board() -> Shape:
    return Shape(
        (
            Part("R270 130 60 200 28", fill="oak", soft=8),
            Part("M180 330 Q180 280 240 280 L360 280 Q420 280 420 330 L426 620 Q426 670 370 670 L230 670 Q174 670 174 620", fill="oak", soft=12, lines=("M230 300 Q240 480 226 660", "M300 290 Q290 480 306 664", "M366 300 Q376 480 362 660")),
            Part("E300 168 13 13", fill="darkwood", soft=4),
            Part("M176 560 L426 560 L426 620 Q426 670 370 670 L230 670 Q174 670 174 620", soft=8, depth=0.6),
        ),
        detail=(300, 480),
    )  # fmt: skip


def _glasses() -> Shape:
    cup = "M380 330 L470 330 C476 420 456 470 425 474 C394 470 374 420 380 330"
    return Shape(
        (
            Part("M425 470 L425 600", fill="glass", stroke=9, both=True, soft=3),
            Part("E425 606 50 11", fill="glass", both=True, soft=5),
            Part(cup, fill="glass", both=True, soft=16),
            Part("M380 384 L470 384 C470 430 452 462 425 466 C398 462 380 430 380 384", both=True, soft=14),
        ),
        floor=612, spread=175,
    )  # fmt: skip


SHAPES: dict[str, Shape] = {
    "plates": _plates(),
    "bowl": _bowl(),
    "mug": _mug(),
    "casserole": _casserole(),
    "candle": _candle(),
    "towels": _towels(),
    "board": _board(),
    "wine-glasses": _glasses(),
}

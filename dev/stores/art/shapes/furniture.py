"""Sofas, chairs, tables, beds, shelves and lamps."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

from dev.stores.art.part import Part, Shape


def _leg(x: float, top: float, floor: float, fill: str = "wood", lean: float = 8) -> Part:
    """A pair of tapered legs, ``x`` px from the centre line."""
    path = f"M{300 + x} {top} L{300 + x + 16} {top} L{300 + x + 12 + lean} {floor} L{300 + x + 4 + lean} {floor}"
    return Part(path, fill=fill, both=True, soft=5)


def _sofa(seats: int = 3) -> Shape:
    half = 235 if seats == 3 else 190
    width = (2 * half - 76) / seats
    left = 300 - half + 38
    backs = tuple(
        Part(f"R{left + k * width + 2} 372 {width - 4} 120 26", soft=24) for k in range(seats)
    )
    cushions = tuple(
        Part(f"R{left + k * width + 1} 470 {width - 2} 60 20", soft=18) for k in range(seats)
    )
    return Shape(
        (
            _leg(half - 60, 570, 622),
            Part(f"R{300 - half + 14} 360 {2 * half - 28} 190 26", fill="deep", soft=18),
            *backs,
            Part(f"R{300 - half + 20} 516 {2 * half - 40} 62 12", soft=14),
            *cushions,
            Part(f"R{300 + half - 48} 428 58 156 26", both=True, soft=20),
            Part(f"M{left + 26} 400 L{left + 98} 392 L{left + 106} 462 L{left + 34} 470", fill="trim", soft=16),
        ),
        floor=620, spread=half + 6,
    )  # fmt: skip


def _armchair() -> Shape:
    return Shape(
        (
            _leg(100, 580, 640),
            Part("M196 330 C190 250 410 250 404 330 L410 520 L190 520", soft=34),
            Part("M232 350 C230 300 370 300 368 350 L366 480 L234 480", soft=24, depth=0.7),
            Part("R198 470 204 66 22", soft=20),
            Part("R180 526 240 64 14", soft=14),
            Part("M410 400 C446 396 452 430 446 590 L396 590 L396 440 Q396 404 410 400", both=True, soft=20),
        ),
        floor=638, spread=150,
    )  # fmt: skip


def _dining_chair() -> Shape:
    return Shape(
        (
            Part("M384 250 L398 250 L404 660 L390 660", fill="wood", both=True, soft=5),
            Part("M204 262 Q300 240 396 262 L394 330 Q300 312 206 330", fill="wood", soft=10),
            Part("M206 356 Q300 340 394 356 L392 392 Q300 378 208 392", fill="wood", soft=8),
            Part("M430 480 L446 480 L452 690 L438 690", fill="darkwood", both=True, soft=5),
            Part("M188 446 L412 446 L452 492 Q300 512 148 492", soft=18),
            Part("M148 490 Q300 512 452 490 L450 510 Q300 530 150 510", fill="wood", soft=6),
        ),
        floor=684, spread=150,
    )  # fmt: skip


def _stool() -> Shape:
    return Shape(
        (
            Part("M250 420 L270 420 L236 660 L218 660", fill="wood", both=True, soft=5),
            Part("M236 560 L364 560", fill="wood", stroke=10, soft=4),
            Part("E300 412 120 34", soft=16),
            Part("M180 412 C180 450 420 450 420 412 L420 430 C420 470 180 470 180 430", fill="deep", soft=8),
        ),
        floor=656, spread=100,
    )  # fmt: skip


def _table(half: float, top: float, floor: float, fill: str = "main") -> Shape:
    return Shape(
        (
            _leg(half - 110, top + 16, floor - 34, "darkwood", 4),
            _leg(half - 46, top + 20, floor, fill, 8),
            Part(f"M{300 - half + 34} {top - 44} L{300 + half - 34} {top - 44} L{300 + half} {top} L{300 - half} {top}",
                 fill=fill, soft=10, depth=0.6,
                 lines=(f"M{300 - half + 20} {top - 24} L{300 + half - 20} {top - 24}",)),
            Part(f"R{300 - half} {top - 2} {2 * half} 24 4", fill=fill, soft=5),
        ),
        floor=floor - 6, spread=half - 6,
    )  # fmt: skip


def _round_table() -> Shape:
    return Shape(
        (
            Part("M284 470 L316 470 L322 640 L278 640", soft=8),
            Part("M200 650 Q300 604 400 650 Q300 676 200 650", soft=8),
            Part("E300 452 190 48", soft=12, depth=0.7),
            Part("M110 452 C110 516 490 516 490 452 L490 466 C490 536 110 536 110 466", fill="deep", soft=6),
        ),
        floor=652, spread=130,
    )  # fmt: skip


def _shelf() -> Shape:
    books = []
    for row, y in enumerate((302, 422, 542)):
        for k in range(6):
            x, tall = 196 + k * 17 + row * 52, 62 + (k * 37 + row * 23) % 28
            fill = ("trim", "cream", "deep", "terracotta", "leaf2", "pale")[(k + row) % 6]
            books.append(Part(f"R{x} {y - tall} 15 {tall} 2", fill=fill, soft=3))
    boards = tuple(Part(f"R176 {y} 248 15 2", soft=4) for y in (188, 302, 422, 542, 650))
    vase = Part(
        "M352 302 C330 270 350 252 356 232 L374 232 C380 252 400 270 378 302",
        fill="terracotta",
        soft=10,
    )
    pot = Part("E350 506 34 36", fill="cream", soft=14)
    return Shape(
        (
            Part("R184 190 232 470 2", fill="deep", soft=4, depth=0.4),
            *books, vase, pot, *boards,
            Part("R404 180 20 500 3", both=True, soft=5),
        ),
        floor=676, spread=130,
    )  # fmt: skip


def _bed() -> Shape:
    return Shape(
        (
            Part("R90 280 420 240 26", fill="wood", soft=16),
            Part("R126 384 160 90 30", fill="white", soft=22),
            Part("R314 384 160 90 30", fill="white", soft=22),
            Part("M96 470 Q300 446 504 470 L520 600 Q300 628 80 600", soft=30,
                 folds=("M150 500 Q190 550 180 600", "M300 490 Q330 560 320 612", "M430 490 Q410 560 440 600")),
            Part("M96 470 Q300 446 504 470 L508 506 Q300 482 92 506", fill="pale", soft=14),
            Part("R84 598 432 34 8", fill="wood", soft=8),
            _leg(170, 628, 660, "darkwood", 0),
        ),
        floor=656, spread=215,
    )  # fmt: skip


def _table_lamp() -> Shape:
    return Shape(
        (
            Part("M300 380 L300 470", fill="brass", stroke=12, soft=4),
            Part("M300 450 C360 460 380 520 364 570 C352 606 326 622 322 640 L278 640 C274 622 248 606 236 570 C220 520 240 460 300 450", fill="trim", soft=26),
            Part("R250 632 100 20 6", fill="wood", soft=6),
            Part("M230 220 Q300 206 370 220 L432 400 Q300 430 168 400", soft=24, folds=("M262 230 L226 410", "M300 224 L300 416", "M338 230 L374 410")),
            Part("M170 398 Q300 428 430 398", fill="glow", stroke=6, soft=3, depth=0.3),
        ),
        floor=648, spread=90,
    )  # fmt: skip


def _floor_lamp() -> Shape:
    return Shape(
        (
            Part("M300 250 L236 690", fill="wood", stroke=10, soft=4, both=True),
            Part("M300 250 L306 680", fill="darkwood", stroke=10, soft=4),
            Part("M246 110 Q300 98 354 110 L404 262 Q300 286 196 262", soft=24, folds=("M272 116 L250 268", "M328 116 L350 268")),
            Part("M198 260 Q300 284 402 260", fill="glow", stroke=5, soft=3, depth=0.3),
        ),
        floor=686, spread=90,
    )  # fmt: skip


def _pendant_lamp() -> Shape:
    ribs = tuple(
        f"M300 330 C{300 + x} 360 {300 + x * 1.6} 440 {300 + x * 1.7} 520" for x in (20, 50, 84)
    )
    return Shape(
        (
            Part("M300 90 L300 320", fill="iron", stroke=4, soft=2),
            Part("R284 300 32 40 8", fill="brass", soft=5),
            Part("M300 326 C380 340 446 430 452 520 Q300 560 148 520 C154 430 220 340 300 326", soft=34, lines=ribs),
            Part("M150 518 Q300 560 450 518 Q300 500 150 518", fill="glow", soft=6, depth=0.3),
        ),
        detail=(320, 430),
    )  # fmt: skip


def _sideboard() -> Shape:
    return Shape(
        (
            _leg(140, 580, 640),
            Part("R110 400 380 190 8", soft=10),
            *(Part(f"R{122 + k * 121} 414 114 162 4", soft=6, depth=0.8) for k in range(3)),
            *(Part(f"E{179 + k * 121} 494 8 8", fill="brass", soft=5) for k in range(3)),
            Part("R100 390 400 18 4", soft=5),
            Part("M170 390 C150 350 176 330 178 306 L196 306 C198 330 224 350 204 390", fill="cream", soft=12),
            Part("R376 340 70 50 3", fill="trim", soft=4),
        ),
        floor=636, spread=190,
    )  # fmt: skip


SHAPES: dict[str, Shape] = {
    "sofa": _sofa(),
    "loveseat": _sofa(2),
    "armchair": _armchair(),
    "dining-chair": _dining_chair(),
    "stool": _stool(),
    "coffee-table": _table(210, 500, 612),
    "dining-table": _table(235, 440, 650),
    "side-table": _table(130, 440, 640),
    "round-table": _round_table(),
    "bookshelf": _shelf(),
    "bed": _bed(),
    "sideboard": _sideboard(),
    "table-lamp": _table_lamp(),
    "floor-lamp": _floor_lamp(),
    "pendant-lamp": _pendant_lamp(),
}

"""Braais and furniture for the garden."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

from dev.stores.art.part import Part, Shape


def _kettle_braai() -> Shape:
    return Shape(
        (
            Part("M250 500 L190 690", fill="iron", stroke=12, both=True, soft=4),
            Part("M230 610 L370 610", fill="iron", stroke=8, soft=3),
            Part("M140 430 C150 530 220 570 300 570 C380 570 450 530 460 430", soft=36, depth=1.2),
            Part("M136 420 C140 300 220 252 300 252 C380 252 460 300 464 420", soft=40, depth=1.2),
            Part("R128 414 344 22 8", fill="steel", soft=6),
            Part("M270 250 C270 222 330 222 330 250", fill="wood", stroke=12, soft=5),
            Part("E206 690 20 20", fill="rubber", soft=6),
        ),
        floor=698, spread=140,
    )  # fmt: skip


def _drum_braai() -> Shape:
    bars = tuple(
        Part(f"M{x} 424 L{x} 440", fill="steel", stroke=6, soft=2) for x in range(140, 470, 22)
    )
    return Shape(
        (
            Part("M160 520 L120 690", fill="iron", stroke=13, both=True, soft=4),
            Part("R130 620 340 14 3", fill="wood", soft=4),
            Part("M120 440 L480 440 C484 540 430 570 300 570 C170 570 116 540 120 440", soft=34, depth=1.1),
            *bars,
            Part("R112 418 376 14 6", fill="steel", soft=4),
            *(Part(f"E{x} 416 17 9", fill="ember", soft=5) for x in (190, 240, 300, 352, 408)),
            Part("M118 404 C120 300 200 280 300 280 C400 280 480 300 482 404 L470 404 C460 330 380 312 300 312 C220 312 140 330 130 404", fill="deep", soft=16),
        ),
        floor=688, spread=180,
    )  # fmt: skip


def _potjie() -> Shape:
    return Shape(
        (
            Part("M210 560 L186 660 L210 660 L240 580", fill="iron", both=True, soft=6),
            Part("M290 590 L290 668 L312 668 L312 590", fill="iron", soft=6),
            Part("M160 380 C170 200 430 200 440 380", fill="steel", stroke=7, soft=3),
            Part("M170 390 C110 470 150 600 300 606 C450 600 490 470 430 390", soft=46, depth=1.4),
            Part("M150 380 L450 380 Q452 404 436 406 L164 406 Q148 404 150 380", fill="deep", soft=7),
            Part("M168 378 C190 326 410 326 432 378", fill="main", soft=18),
            Part("M280 336 C280 308 320 308 320 336", fill="iron", stroke=10, soft=4),
        ),
        floor=662, spread=120,
    )  # fmt: skip


def _umbrella() -> Shape:
    panels = tuple(
        Part(f"M300 210 Q{a + 20 if a < 300 else a - 20} 290 {a} 400 Q{(a + b) / 2} 382 {b} 400 Q{b + 20 if b < 300 else b - 20} 290 300 210",
             fill=f, soft=16)
        for a, b, f in ((90, 174, "main"), (174, 258, "trim"), (258, 342, "main"), (342, 426, "trim"), (426, 510, "main"))
    )  # fmt: skip
    return Shape(
        (
            Part("M300 230 L300 700", fill="wood", stroke=14, soft=5),
            Part("E300 694 70 14", fill="steel", soft=8),
            *panels,
            Part("E300 208 10 14", fill="wood", soft=5),
        ),
        floor=698, spread=80, detail=(300, 320),
    )  # fmt: skip


def _fire_pit() -> Shape:
    flames = (
        "M230 470 C220 410 260 390 256 340 C296 380 300 420 284 470",
        "M290 470 C270 390 320 360 310 290 C370 350 376 420 352 470",
        "M340 470 C340 430 366 416 370 384 C394 420 390 450 378 470",
    )
    return Shape(
        (
            Part("M200 560 L170 660", fill="iron", stroke=13, both=True, soft=4),
            *(Part(f, fill=c, soft=14) for f, c in zip(flames, ("ember", "glow", "ember"), strict=True)),
            Part("M190 470 L330 440 L334 456 L196 488", fill="darkwood", soft=6),
            Part("M410 470 L270 440 L266 456 L404 488", fill="wood", soft=6),
            Part("M110 470 L490 470 C480 550 400 584 300 584 C200 584 120 550 110 470", soft=34, depth=1.2),
            Part("R102 462 396 20 8", fill="deep", soft=5),
        ),
        floor=656, spread=165,
    )  # fmt: skip


def _bench() -> Shape:
    slats = tuple(Part(f"R110 {y} 380 26 5", soft=6) for y in (370, 406, 442))
    return Shape(
        (
            Part("M440 350 L456 350 L462 650 L444 650", fill="iron", both=True, soft=5),
            *slats,
            Part("M110 496 L490 496 L510 536 L90 536", soft=8, lines=("M100 516 L500 516",)),
            Part("M470 536 L486 536 L492 670 L476 670", fill="iron", both=True, soft=5),
            Part("R90 534 420 16 4", fill="deep", soft=4),
        ),
        floor=664, spread=205,
    )  # fmt: skip


def _lounger() -> Shape:
    return Shape(
        (
            Part("M130 590 L130 650", fill="wood", stroke=16, soft=5),
            Part("M400 570 L420 650", fill="wood", stroke=16, soft=5),
            Part("M90 590 L380 570 L500 400", fill="wood", stroke=20, soft=6),
            Part("M84 566 Q230 540 372 546 L480 372 Q500 366 508 386 L396 580 Q240 580 90 596 Q76 580 84 566", soft=20, folds=("M200 552 L206 586", "M300 546 L304 580", "M410 486 L436 500")),
            Part("M440 400 L476 352 L514 372 L484 424", fill="trim", soft=14),
        ),
        floor=648, spread=200,
    )  # fmt: skip


SHAPES: dict[str, Shape] = {
    "kettle-braai": _kettle_braai(),
    "drum-braai": _drum_braai(),
    "potjie": _potjie(),
    "umbrella": _umbrella(),
    "fire-pit": _fire_pit(),
    "bench": _bench(),
    "lounger": _lounger(),
}

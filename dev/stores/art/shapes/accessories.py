"""Bags, hats, jewellery and what else is worn."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

from dev.stores.art.part import Part, Shape


def _tote() -> Shape:
    return Shape(
        (
            Part("M236 330 C236 170 364 170 364 330", fill="deep", stroke=15, soft=5),
            Part("M150 310 L450 310 L430 620 Q300 640 170 620", soft=26, folds=("M190 330 Q200 470 196 600",)),
            Part("M224 320 C220 130 380 130 376 320", stroke=17, soft=6, fill="leather"),
            Part("R208 308 34 60 6", fill="leather", both=True, soft=6),
        ),
        floor=626, spread=150,
    )  # fmt: skip


def _crossbody() -> Shape:
    return Shape(
        (
            Part("M196 400 C180 200 270 110 330 120 C410 134 420 300 404 400", fill="deep", stroke=9, soft=4),
            Part("R170 380 260 210 34", soft=24),
            Part("M170 420 Q170 376 214 376 L386 376 Q430 376 430 420 L430 470 Q300 560 170 470", soft=16),
            Part("R284 496 32 30 6", fill="brass", soft=5),
        ),
        floor=592, spread=140,
    )  # fmt: skip


def _backpack() -> Shape:
    return Shape(
        (
            Part("M270 190 C270 140 330 140 330 190", fill="deep", stroke=12, soft=4),
            Part("M186 300 C150 380 150 480 172 560", fill="deep", stroke=22, both=True, soft=6),
            Part("M190 610 C176 470 176 330 196 250 C210 190 390 190 404 250 C424 330 424 470 410 610 Q300 632 190 610", soft=30),
            Part("M196 250 C210 180 390 180 404 250 L410 340 Q300 384 190 340", fill="deep", soft=18, side="front"),
            Part("R212 440 176 150 26", soft=16, side="front", lines=("M222 474 L378 474",)),
            Part("M246 330 L246 430", fill="leather", stroke=14, both=True, soft=4, side="front"),
            Part("R236 404 22 18 3", fill="brass", both=True, soft=4, side="front"),
        ),
        floor=618, spread=140,
    )  # fmt: skip


def _clutch() -> Shape:
    return Shape(
        (
            Part("R140 320 320 210 16", soft=20),
            Part("M140 336 Q140 320 156 320 L444 320 Q460 320 460 336 L300 464", fill="main", soft=12, depth=0.8),
            Part("E300 452 13 13", fill="brass", soft=6),
        ),
        floor=532, spread=165,
    )  # fmt: skip


def _bucket_bag() -> Shape:
    return Shape(
        (
            Part("M214 330 C190 120 410 120 386 330", fill="leather", stroke=14, soft=5),
            Part("M190 300 L410 300 L420 590 Q300 616 180 590", soft=28, folds=("M230 316 L222 420", "M270 316 L268 400", "M332 316 L336 410", "M372 316 L380 420")),
            Part("M196 336 L404 336", fill="leather", stroke=9, soft=3),
            Part("M300 336 L288 420", fill="leather", stroke=6, soft=3),
        ),
        floor=600, spread=128,
    )  # fmt: skip


def _weekender() -> Shape:
    return Shape(
        (
            Part("M220 360 C220 230 380 230 380 360", fill="leather", stroke=16, soft=5),
            Part("M110 380 Q116 340 160 338 L440 338 Q484 340 490 380 L498 560 Q300 590 102 560", soft=30),
            Part("R204 340 30 230 4", fill="leather", both=True, soft=6),
            Part("M130 352 L470 352", fill="brass", stroke=6, soft=3),
            Part("M98 540 Q300 580 502 540 L498 566 Q300 596 102 566", fill="leather", soft=7),
        ),
        floor=578, spread=210,
    )  # fmt: skip


def _wide_hat() -> Shape:
    return Shape(
        (
            Part("M90 470 C150 410 450 410 510 470 C480 540 120 540 90 470", soft=18, depth=0.9),
            Part("M190 468 C190 330 230 270 300 276 C370 270 410 330 410 468 Q300 506 190 468", soft=28, folds=("M290 284 Q300 330 330 340",)),
            Part("M190 440 Q300 482 410 440 L411 474 Q300 512 189 474", fill="trim", soft=7),
        ),
        floor=522, spread=195, detail=(300, 420),
    )  # fmt: skip


def _cap() -> Shape:
    return Shape(
        (
            Part("M330 470 C420 450 500 470 520 516 C460 520 400 520 330 510", fill="deep", soft=12),
            Part("M140 500 C130 360 210 300 290 300 C380 300 430 380 420 490 Q280 520 140 500", soft=30, lines=("M286 302 C300 380 300 440 292 508", "M200 326 C190 390 190 450 196 506")),
            Part("E288 300 12 8", fill="deep", soft=5),
        ),
        floor=520, spread=185,
    )  # fmt: skip


def _beanie() -> Shape:
    ribs = tuple(f"M{x} 476 L{x} 572" for x in range(170, 440, 16))
    return Shape(
        (
            Part("M162 500 C150 340 220 240 300 240 C380 240 450 340 438 500", soft=34, folds=("M240 280 Q220 380 216 470", "M300 262 L300 470", "M360 280 Q380 380 384 470")),
            Part("R150 470 300 104 26", fill="deep", soft=16, lines=ribs),
            Part("E300 226 40 38", fill="trim", soft=16),
        ),
        detail=(300, 430),
    )  # fmt: skip


def _bucket_hat() -> Shape:
    return Shape(
        (
            Part("M120 520 L190 420 L410 420 L480 520 Q300 590 120 520", soft=20, lines=("M150 510 Q300 560 450 510", "M168 484 Q300 530 432 484")),
            Part("M188 440 L216 310 Q300 280 384 310 L412 440 Q300 476 188 440", soft=24),
        ),
        floor=552, spread=165,
    )  # fmt: skip


def _sunglasses() -> Shape:
    rim = "M322 380 C340 358 440 356 462 380 C470 430 450 486 400 488 C346 490 322 440 322 380"
    return Shape(
        (
            Part("M462 384 C480 380 496 390 500 420", stroke=13, both=True, soft=4),
            Part(rim, fill="lens", both=True, soft=30, depth=1.4),
            Part(rim + " Z M322 380 L322 380", stroke=14, both=True, soft=5),
            Part("M324 392 Q300 376 276 392", stroke=12, soft=4),
        ),
        detail=(390, 420),
    )  # fmt: skip


def _belt() -> Shape:
    holes = tuple(
        Part(f"E372 {y} 4 4", fill="inside", soft=2, depth=0.2) for y in (520, 552, 584, 616)
    )
    return Shape(
        (
            Part("M228 640 C224 480 226 330 232 250 C242 130 364 130 370 250 C376 360 374 520 372 660", stroke=46, soft=10),
            Part("R190 610 76 88 12", fill="brass", soft=7),
            Part("R206 626 44 56 6", fill="deep", soft=5),
            Part("M228 616 L228 680", fill="brass", stroke=8, soft=3),
            *holes,
        ),
        detail=(240, 600),
    )  # fmt: skip


def _scarf() -> Shape:
    fringe = tuple(
        Part(f"M{x} 690 L{x + 2} 736", fill="main", stroke=5, soft=2) for x in range(226, 296, 12)
    ) + tuple(
        Part(f"M{x} 640 L{x + 2} 686", fill="main", stroke=5, soft=2) for x in range(318, 388, 12)
    )
    return Shape(
        (
            *fringe,
            Part("M310 300 L392 300 L392 644 L312 644", soft=18, folds=("M340 330 L344 640",)),
            Part("M214 300 L300 290 L300 694 L220 694", soft=20, folds=("M250 330 L256 690",)),
            Part("M200 240 C200 170 400 170 400 240 C410 300 360 340 300 342 C240 340 190 300 200 240", soft=26, folds=("M216 260 Q300 320 386 262", "M236 300 Q300 336 366 296")),
            Part("M248 214 C260 190 340 190 352 214 Q300 250 248 214", fill="inside", soft=10),
        ),
        detail=(300, 320),
    )  # fmt: skip


SHAPES: dict[str, Shape] = {
    "tote": _tote(),
    "crossbody": _crossbody(),
    "backpack": _backpack(),
    "clutch": _clutch(),
    "bucket-bag": _bucket_bag(),
    "weekender": _weekender(),
    "wide-hat": _wide_hat(),
    "cap": _cap(),
    "beanie": _beanie(),
    "bucket-hat": _bucket_hat(),
    "sunglasses": _sunglasses(),
    "belt": _belt(),
    "scarf": _scarf(),
}

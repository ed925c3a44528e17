"""Shoes: the far one a little behind, the near one in front, both from the side."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

from dataclasses import replace

from dev.stores.art.part import Part, Shape
from dev.stores.art.path import flatten

_FLOOR = 560.0


def _moved(path: str, dx: float, dy: float) -> str:
    points = flatten(path)
    return "M" + " L".join(f"{x + dx:.1f} {y + dy:.1f}" for x, y in points)


def _shift(part: Part, dx: float, dy: float) -> Part:
    return replace(
        part,
        path=_moved(part.path, dx, dy),
        folds=tuple(_moved(f, dx, dy) for f in part.folds),
        lines=tuple(_moved(line, dx, dy) for line in part.lines),
    )


def _pair(*parts: Part) -> Shape:
    far = tuple(_shift(part, 62, -54) for part in parts)
    near = tuple(_shift(part, -30, 0) for part in parts)
    return Shape((*far, *near), floor=_FLOOR - 8, spread=190, detail=(280, 470))


def _sneaker(high: bool = False) -> Shape:
    top = 330 if high else 392
    upper = (
        f"M146 520 C140 470 150 430 160 {top} C184 {top - 12} 216 {top - 12} 236 {top + 4} "
        "C252 430 300 458 352 470 C410 480 440 496 446 524 L446 536 L146 536"
    )
    tongue = f"M206 {top + 10} L246 {top - 26} L290 430 L262 452"
    laces = tuple(
        Part(
            f"M{246 + k * 22} {426 + k * 12} L{284 + k * 22} {414 + k * 15}",
            fill="white",
            stroke=7,
            soft=3,
        )
        for k in range(4)
    )
    return _pair(
        Part(tongue, fill="pale", soft=8),
        Part(upper, soft=22, lines=(f"M160 {top + 22} Q200 {top + 14} 240 {top + 26}",)),
        Part(
            "M352 470 C410 480 440 496 446 524 L446 532 L360 532 Q340 500 352 470",
            fill="pale",
            soft=10,
        ),
        Part("M148 470 Q170 468 186 500 L186 532 L146 532", fill="trim", soft=8),
        Part("M140 522 L450 522 Q458 548 440 558 L152 558 Q136 552 140 522", fill="sole", soft=8),
        *laces,
    )


def _desert_boot() -> Shape:
    upper = (
        "M150 524 C146 460 152 400 156 352 Q196 336 244 350 C248 400 280 440 340 458 "
        "C400 470 446 492 450 534 L150 534"
    )
    vamp = "M262 428 C300 452 400 462 440 506 L450 534 L270 534 Q246 480 262 428"
    return _pair(
        Part("M166 352 Q200 322 240 350 L236 366 L170 366", fill="inside", depth=0.4),
        Part(upper, soft=24, lines=("M240 362 C246 410 262 440 270 530",)),
        Part(vamp, fill="main", soft=16, depth=0.6),
        Part("M238 384 L270 374", fill="cream", stroke=6, soft=3),
        Part("M244 412 L282 400", fill="cream", stroke=6, soft=3),
        Part("M142 528 L456 528 Q462 546 448 556 L156 556 Q140 550 142 528", fill="gum", soft=7),
    )


def _chelsea() -> Shape:
    upper = (
        "M158 520 C150 430 158 330 156 264 Q206 252 262 264 C258 350 262 420 300 446 "
        "C360 462 438 480 444 530 L160 530"
    )
    gusset = "M196 268 L232 268 C232 330 240 380 222 420 C200 390 194 330 196 268"
    return _pair(
        Part("M206 266 L196 236", fill="deep", stroke=9, soft=4),
        Part(upper, soft=26, folds=("M250 400 Q276 430 300 440",)),
        Part(gusset, fill="iron", soft=6, lines=("M206 272 L212 400", "M220 272 L220 410")),
        Part(
            "M150 524 L450 524 Q454 540 440 546 L240 546 L236 560 L156 560 Q146 548 150 524",
            fill="rubber",
            soft=6,
        ),
    )


def _hiker() -> Shape:
    upper = (
        "M146 520 C146 440 158 380 152 306 Q202 290 252 304 C250 370 272 420 330 446 "
        "C400 458 446 482 450 526 L150 530"
    )
    eyes = tuple(
        Part(
            f"M{240 + k * 12} {330 + k * 30} L{276 + k * 14} {316 + k * 34}",
            fill="trim",
            stroke=7,
            soft=3,
        )
        for k in range(4)
    )
    return _pair(
        Part("M200 306 L262 280 L300 420 L262 440", fill="deep", soft=10),
        Part(upper, soft=22, folds=("M262 440 Q290 470 286 510",)),
        Part("M150 296 Q202 276 254 298 L252 330 Q200 312 154 330", fill="deep", soft=12),
        Part("M384 458 C430 474 448 500 450 530 L390 530 Q372 490 384 458", fill="deep", soft=10),
        Part("M146 480 Q190 470 210 500 L206 530 L148 530", fill="deep", soft=10),
        *eyes,
        Part(
            "M138 522 L458 522 L464 548 L448 564 L430 552 L412 564 L394 552 L376 564 L358 552 L340 564 "
            "L300 564 L284 552 L266 564 L248 552 L230 564 L212 552 L194 564 L150 562 L136 546",
            fill="rubber", soft=6,
        ),
    )  # fmt: skip


def _heel() -> Shape:
    upper = (
        "M150 410 C152 380 166 366 178 364 C190 420 250 470 320 492 C370 500 430 514 448 540 L440 548 "
        "C380 548 340 540 300 520 C240 492 200 452 170 446"
    )
    return _pair(
        Part(
            "M154 424 L182 446 C176 490 178 520 178 558 L160 558 C160 510 156 470 154 424",
            fill="deep",
            soft=6,
        ),
        Part(
            "M170 440 C220 470 280 520 330 538 Q380 550 448 548 L446 556 L330 556 C280 540 220 490 166 456",
            fill="gum",
            soft=4,
        ),
        Part(upper, soft=16),
        Part("M160 372 C180 330 220 330 236 362", fill="main", stroke=10, soft=4),
    )


def _ballet() -> Shape:
    upper = "M152 530 C144 490 150 462 166 452 C190 486 250 500 300 488 C350 480 430 496 452 536 L448 544 L154 544"
    return _pair(
        Part("M168 462 C190 500 260 512 310 494 L300 520 L180 520", fill="inside", depth=0.3),
        Part(upper, soft=18),
        Part("M286 482 L262 466 L268 500 M286 482", fill="deep", soft=5),
        Part("M286 482 L312 464 L308 500", fill="deep", soft=5),
        Part("M150 540 L452 540 Q454 550 444 554 L160 554 Q148 550 150 540", fill="gum", soft=4),
    )


def _sandal() -> Shape:
    sole = "M300 180 C356 176 376 250 362 340 C352 420 368 500 352 580 C336 640 264 640 250 580 C236 500 244 420 236 340 C226 250 246 184 300 180"
    left = [
        Part(sole, fill="rubber", soft=8),
        Part(sole.replace("180", "188"), fill="gum", soft=12, depth=0.5),
        Part("M226 300 Q300 236 372 290 L364 344 Q300 300 236 352", soft=14),
        Part("M228 352 Q300 300 366 342 L362 392 Q300 350 238 402", soft=14),
        Part("M246 530 Q300 500 356 530 L354 562 Q300 534 248 562", soft=10),
        Part("E350 316 10 10", fill="brass", soft=5),
    ]
    return Shape(
        (*(_shift(p, -88, 20) for p in left), *(_shift(p, 88, -16) for p in left)),
        detail=(380, 330),
    )


def _flip_flop() -> Shape:
    sole = "M300 180 C356 176 376 250 362 340 C352 420 368 500 352 580 C336 640 264 640 250 580 C236 500 244 420 236 340 C226 250 246 184 300 180"
    left = [
        Part(sole, fill="deep", soft=10),
        Part(sole.replace("180", "186"), fill="pale", soft=12, depth=0.5),
        Part("M302 262 C330 290 352 330 358 400", stroke=20, soft=7),
        Part("M302 262 C270 290 248 330 242 400", stroke=20, soft=7),
        Part("E302 262 12 14", fill="deep", soft=5),
    ]
    return Shape(
        (*(_shift(p, -88, 20) for p in left), *(_shift(p, 88, -16) for p in left)),
        detail=(380, 300),
    )


def _loafer() -> Shape:
    upper = (
        "M148 530 C140 480 148 440 162 430 C190 424 210 436 236 452 C270 440 310 446 350 470 "
        "C410 484 446 500 450 534 L448 542 L150 542"
    )
    return _pair(
        Part("M166 438 Q200 430 236 456 L250 474 Q200 470 170 462", fill="inside", depth=0.3),
        Part(upper, soft=20, lines=("M262 462 C320 470 390 482 424 520",)),
        Part("M244 452 L300 446 L312 482 L262 492", fill="deep", soft=7),
        Part("M262 464 L296 460", fill="brass", stroke=7, soft=3),
        Part(
            "M142 536 L454 536 Q458 550 446 556 L236 556 L232 562 L152 562 Q140 552 142 536",
            fill="rubber",
            soft=5,
        ),
    )


SHAPES: dict[str, Shape] = {
    "sneaker": _sneaker(),
    "high-top": _sneaker(high=True),
    "desert-boot": _desert_boot(),
    "chelsea-boot": _chelsea(),
    "hiking-boot": _hiker(),
    "heel": _heel(),
    "ballet-flat": _ballet(),
    "sandal": _sandal(),
    "flip-flop": _flip_flop(),
    "loafer": _loafer(),
}

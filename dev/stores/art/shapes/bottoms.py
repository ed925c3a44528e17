"""Trousers, shorts and skirts."""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

from dev.stores.art.part import Part, Shape
from dev.stores.art.shapes.garment import skirt_panel


def _legs(hip: float, knee: float, ankle: float, length: float) -> Part:
    """A pair of legs from a waistband at y 150, as half widths; the inner leg follows."""
    waist, crotch = 92, 330
    end = 150 + length
    mid = crotch + (end - crotch) * 0.5
    gap = 10 + length * 0.012
    path = (
        f"M300 150 L{300 + waist} 150 C{300 + waist + 6} 200 {300 + hip} 240 {300 + hip} 300 "
        f"C{300 + hip} 380 {300 + knee} {mid - 60} {300 + knee} {mid} L{300 + ankle} {end} "
        f"Q{300 + (ankle + gap) / 2} {end + 8} {300 + gap} {end + 3} "
        f"C{300 + gap - 2} {mid} 304 {crotch + 60} 300 {crotch}"
    )
    crease = 300 + (knee + gap) / 2
    folds = (
        f"M306 {crotch - 6} Q330 {crotch - 4} {300 + hip * 0.55} {crotch - 30}",
        f"M{crease} {crotch + 50} L{300 + (ankle + gap) / 2 + 4} {end - 14}",
    )
    hem = f"M{300 + gap} {end - 12} L{300 + ankle} {end - 14}"
    return Part(path, mirror=True, soft=22, folds=folds, lines=(hem,))


def _band(waist: float, fill: str = "main") -> Part:
    return Part(f"R{300 - waist - 2} 138 {2 * waist + 4} 34 5", fill=fill, soft=7)


def _fly() -> tuple[Part, ...]:
    return (
        Part("E300 155 6 6", fill="steel", soft=4, side="front"),
        Part("M300 172 L300 300", fill="deep", stroke=2.5, soft=2, side="front"),
        Part("M322 174 C324 240 318 270 302 292", fill="deep", stroke=2, soft=2, side="front"),
    )


def _pockets(hip: float) -> Part:
    return Part(
        f"M{300 + hip * 0.42} 174 C{300 + hip * 0.5} 214 {300 + hip * 0.7} 230 {300 + hip * 0.93} 234",
        fill="deep", stroke=3, both=True, soft=2, side="front",
    )  # fmt: skip


def _back_pockets(hip: float) -> Part:
    x = 300 + hip * 0.3
    return Part(
        f"M{x} 214 L{x + hip * 0.5} 214 L{x + hip * 0.5} 272 L{x + hip * 0.25} 286 L{x} 272",
        both=True, soft=6, depth=0.6, side="back", lines=(f"M{x} 224 L{x + hip * 0.5} 224",),
    )  # fmt: skip


def _trousers(
    hip: float, knee: float, ankle: float, length: float = 560, fill: str = "main"
) -> Shape:
    parts = (
        _legs(hip, knee, ankle, length),
        _band(92, fill),
        *_fly(),
        _pockets(hip),
        _back_pockets(hip),
    )
    return Shape(parts, detail=(310, 240))


def _drawstring(
    hip: float, knee: float, ankle: float, length: float, cuffed: bool = False
) -> Shape:
    cords = Part(
        "M308 164 C312 200 318 220 316 258", fill="cream", stroke=5, both=True, soft=3, side="front"
    )
    gathers = tuple(f"M{x} 142 L{x} 168" for x in range(212, 392, 12))
    band = Part("R206 138 188 36 8", soft=8, lines=gathers)
    parts: tuple[Part, ...] = (_legs(hip, knee, ankle, length), band, _pockets(hip), cords)
    if cuffed:
        end = 150 + length
        cuff = f"M{312} {end - 30} L{300 + ankle + 2} {end - 32} L{300 + ankle} {end + 6} L{314} {end + 8}"
        parts += (Part(cuff, fill="deep", both=True, soft=8),)
    return Shape(parts, detail=(310, 240))


def _cargo() -> Shape:
    flap = Part("M382 400 L442 396 L442 420 L384 424", fill="deep", both=True, soft=5)
    bag = Part(
        "M382 404 L442 400 L444 486 L386 492", both=True, soft=8, lines=("M412 424 L414 490",)
    )
    base = _trousers(128, 124, 108)
    return Shape((*base.parts, bag, flap), detail=(310, 240))


def _skirt(waist: float, hem: float, length: float, pleats: int, buttons: bool = False) -> Shape:
    parts: tuple[Part, ...] = (skirt_panel((waist, 190), (hem, 190 + length), pleats),)
    parts += (Part(f"R{300 - waist - 2} 172 {2 * waist + 4} 32 5", soft=7),)
    if buttons:
        spots = range(222, 180 + int(length), 58)
        parts += (
            Part(f"M300 204 L300 {186 + length}", fill="deep", stroke=2.5, soft=2, side="front"),
        )
        parts += tuple(Part(f"E300 {y} 7 7", fill="wood", soft=4, side="front") for y in spots)
    return Shape(parts, detail=(310, 260))


def _wrap_skirt() -> Shape:
    base = _skirt(92, 150, 400, 3)
    edge = Part("M352 204 C356 340 346 460 322 584", fill="deep", stroke=4, soft=3, side="front")
    tie = Part(
        "M350 186 C396 200 404 260 410 306 L390 310 C384 268 372 226 344 206", soft=7, side="front"
    )
    return Shape((*base.parts, edge, tie), detail=(310, 260))


def _pencil() -> Shape:
    path = "M300 200 L390 200 C412 270 418 320 410 400 L392 590 Q346 598 300 598"
    parts = (
        Part(
            path,
            mirror=True,
            soft=26,
            folds=("M394 300 Q360 320 330 318",),
            lines=("M356 206 L352 270",),
        ),
        Part("R208 176 184 32 5", soft=7),
        Part("M300 520 L300 596", fill="deep", stroke=3, soft=2, side="back"),
    )
    return Shape(parts, detail=(310, 260))


SHAPES: dict[str, Shape] = {
    "trousers": _trousers(116, 104, 78),
    "jeans": _trousers(112, 98, 72),
    "wide-trousers": _trousers(122, 140, 156),
    "chinos": _trousers(114, 98, 70),
    "cargo-trousers": _cargo(),
    "linen-trousers": _drawstring(122, 120, 112, 560),
    "joggers": _drawstring(120, 104, 70, 540, cuffed=True),
    "shorts": _trousers(122, 132, 136, 300),
    "drawstring-shorts": _drawstring(124, 136, 140, 270),
    "swim-shorts": _drawstring(126, 140, 146, 280),
    "a-line-skirt": _skirt(88, 170, 320, 2, buttons=True),
    "midi-skirt": _skirt(88, 176, 440, 4),
    "pleated-skirt": _skirt(90, 168, 380, 8),
    "wrap-skirt": _wrap_skirt(),
    "pencil-skirt": _pencil(),
}

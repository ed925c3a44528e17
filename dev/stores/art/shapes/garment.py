"""Cut of clothes: parametric pieces that tops, dresses and coats are sewn from.

Every function answers parts in the 600 x 800 frame; x is measured from the centre line.
"""
# ruff: noqa: E501 - an outline reads better whole than broken at 100 characters

from dataclasses import dataclass

from dev.stores.art.part import Part


@dataclass(frozen=True, slots=True)
class Cut:
    """Half widths (from the centre line) and heights of a garment, in px."""

    top: float = 170
    neck: float = 48
    depth: float = 34
    shoulder: float = 112
    chest: float = 108
    waist: float = 98
    waist_y: float = 400
    hem: float = 112
    hem_y: float = 640
    v: bool = False
    dip: float = 12


def _x(offset: float) -> str:
    return f"{300 + offset:.1f}"


def body(cut: Cut, folds: bool = True) -> Part:
    """Front and back of the garment, shoulder to hem."""
    arm = cut.top + 150
    curve = f"L{_x(cut.neck)} {cut.top}"
    if not cut.v:
        curve = f"Q{_x(cut.neck * 0.92)} {cut.top + cut.depth} {_x(cut.neck)} {cut.top}"
    path = (
        f"M300 {cut.top + cut.depth} {curve} L{_x(cut.shoulder)} {cut.top + 26} "
        f"C{_x(cut.shoulder - 14)} {cut.top + 70} {_x(cut.chest - 4)} {arm - 40} {_x(cut.chest)} {arm} "
        f"C{_x(cut.chest - 3)} {arm + 40} {_x(cut.waist)} {cut.waist_y - 60} "
        f"{_x(cut.waist)} {cut.waist_y} C{_x(cut.waist)} {cut.waist_y + 60} "
        f"{_x(cut.hem - 6)} {cut.hem_y - 90} {_x(cut.hem)} {cut.hem_y} "
        f"Q{_x(cut.hem * 0.5)} {cut.hem_y + cut.dip} 300 {cut.hem_y + cut.dip}"
    )
    creases = (
        f"M{_x(cut.chest - 6)} {arm + 6} Q{_x(cut.chest - 40)} {arm + 34} {_x(cut.chest - 62)} {arm + 40}",
        f"M{_x(cut.waist - 16)} {cut.waist_y + 30} "
        f"C{_x(cut.waist - 26)} {cut.waist_y + 90} {_x(cut.hem - 34)} {cut.hem_y - 90} {_x(cut.hem - 30)} {cut.hem_y - 30}",
    )
    hem = f"M{_x(-cut.hem + 4)} {cut.hem_y - 12} Q300 {cut.hem_y + cut.dip * 1.6 - 12} {_x(cut.hem - 4)} {cut.hem_y - 12}"
    return Part(path, mirror=True, soft=26, folds=creases if folds else (), lines=(hem,))


def lining(cut: Cut) -> Part:
    """The inside of the back, seen through the neck."""
    return Part(
        f"M300 {cut.top - 6} Q{_x(cut.neck * 0.7)} {cut.top - 6} {_x(cut.neck + 2)} {cut.top + 2} "
        f"L{_x(cut.neck * 0.6)} {cut.top + cut.depth} L300 {cut.top + cut.depth + 6}",
        fill="inside", mirror=True, depth=0.3, side="front",
    )  # fmt: skip


def back_neck(cut: Cut) -> Part:
    """What fills the neck in a back view."""
    return Part(
        f"M300 {cut.top + 8} Q{_x(cut.neck * 0.8)} {cut.top + 6} {_x(cut.neck + 6)} {cut.top - 1} "
        f"L{_x(cut.neck * 0.9)} {cut.top + cut.depth} L300 {cut.top + cut.depth + 22}",
        mirror=True, depth=0.15, side="back",
    )  # fmt: skip


def rib(cut: Cut, fill: str = "deep", width: float = 9) -> Part:
    """The band along the neck."""
    edge = f"M{_x(-cut.neck)} {cut.top} L300 {cut.top + cut.depth} L{_x(cut.neck)} {cut.top}"
    if not cut.v:
        low = cut.top + cut.depth
        edge = (
            f"M{_x(-cut.neck)} {cut.top} Q{_x(-cut.neck * 0.92)} {low} 300 {low} "
            f"Q{_x(cut.neck * 0.92)} {low} {_x(cut.neck)} {cut.top}"
        )
    return Part(edge, fill=fill, stroke=width, soft=5, depth=0.6, side="front")


def sleeves(cut: Cut, length: float = 400, width: float = 52, flare: float = 0) -> Part:
    """A pair of sleeves hanging slightly away from the body; ``length`` in px from the shoulder."""
    sx, sy, arm = cut.shoulder, cut.top + 26, cut.top + 150
    reach = length * 0.16
    end_x, end_y = sx + reach + 22, sy + length
    inner_x = end_x - width - flare
    path = (
        f"M{_x(sx - 22)} {sy - 5} C{_x(sx + 14)} {sy + 2} {_x(sx + 26)} {sy + 40} "
        f"{_x(sx + 34)} {sy + min(110, length * 0.5)} L{_x(end_x + flare)} {end_y} "
        f"Q{_x((end_x + inner_x) / 2)} {end_y + 12} {_x(inner_x)} {end_y + 6} "
        f"L{_x(cut.chest - 6)} {max(arm, min(arm + 10, end_y))} L{_x(cut.chest - 20)} {arm - 70}"
    )
    folds: tuple[str, ...] = ()
    if length > 200:
        mid_x, mid_y = sx + reach * 0.5 + 18, sy + length * 0.5
        folds = (
            f"M{_x(mid_x - 40)} {mid_y - 14} Q{_x(mid_x - 14)} {mid_y + 4} {_x(mid_x + 8)} {mid_y - 4}",
            f"M{_x(mid_x - 36)} {mid_y + 30} Q{_x(mid_x - 10)} {mid_y + 36} {_x(mid_x + 8)} {mid_y + 26}",
        )
    return Part(path, both=True, soft=20, folds=folds)


def cuffs(
    cut: Cut, length: float = 400, width: float = 52, fill: str = "deep", deep: float = 26
) -> Part:
    """Bands at the ends of ``sleeves`` of the same length and width."""
    end_x, end_y = cut.shoulder + length * 0.16 + 22, cut.top + 26 + length
    x = end_x - width
    return Part(
        f"M{_x(x - 1)} {end_y - deep + 12} L{_x(end_x - 3)} {end_y - deep + 2} "
        f"L{_x(end_x + 1)} {end_y} Q{_x((x + end_x) / 2)} {end_y + 12} {_x(x)} {end_y + 7}",
        fill=fill, both=True, soft=8, depth=0.7,
    )  # fmt: skip


def shirt_collar(cut: Cut, fill: str = "main", stand: float = 46) -> tuple[Part, ...]:
    """Two collar points over a stand."""
    t = cut.top
    inside = f"M300 {t - 22} Q{_x(cut.neck)} {t - 22} {_x(cut.neck + 2)} {t - 2} L300 {t + stand}"
    point = (
        f"M{_x(cut.neck - 8)} {t - 20} Q{_x(cut.neck + 12)} {t - 8} {_x(cut.neck + 10)} {t + 12} "
        f"L{_x(cut.neck - 4)} {t + stand + 22} L302 {t + stand - 6} "
        f"Q{_x(cut.neck - 22)} {t + 18} {_x(cut.neck - 8)} {t - 20}"
    )
    return (
        Part(inside, fill="inside", mirror=True, depth=0.3, side="front"),
        Part(point, fill=fill, both=True, soft=9, depth=0.8, side="front"),
        Part(
            f"M{_x(-cut.neck)} {t - 20} Q300 {t - 30} {_x(cut.neck)} {t - 20} "
            f"L{_x(cut.neck + 8)} {t + 10} Q300 {t + 26} {_x(-cut.neck - 8)} {t + 10}",
            fill=fill, soft=10, side="back",
        ),
    )  # fmt: skip


def placket(start: float, end: float, buttons: int, fill: str = "cream") -> tuple[Part, ...]:
    """A button strip down the front from y ``start`` to ``end``."""
    step = (end - start - 20) / max(1, buttons - 1)
    strip = Part(
        f"M286 {start} L314 {start} L314 {end} L286 {end}",
        depth=0.35, soft=8, side="front", lines=(f"M287 {start} L287 {end}", f"M313 {start} L313 {end}"),
    )  # fmt: skip
    dots = tuple(
        Part(f"E300 {start + 12 + k * step:.0f} 4.6 4.6", fill=fill, soft=4, side="front")
        for k in range(buttons)
    )
    return (strip, *dots)


def pocket(x: float, y: float, width: float, height: float, fill: str = "main") -> Part:
    """A patch pocket with its top left corner at (x, y)."""
    return Part(
        f"M{x} {y} L{x + width} {y} L{x + width} {y + height - 10} "
        f"L{x + width / 2} {y + height} L{x} {y + height - 10}",
        fill=fill, soft=6, depth=0.5, side="front",
        lines=(
            f"M{x} {y + 12} L{x + width} {y + 12}",
            f"M{x} {y} L{x} {y + height - 10} L{x + width / 2} {y + height} "
            f"L{x + width} {y + height - 10} L{x + width} {y} L{x} {y}",
        ),
    )  # fmt: skip


def skirt_panel(
    at_waist: tuple[float, float], at_hem: tuple[float, float], pleats: int = 3, wave: float = 10
) -> Part:
    """A skirt to a gently waving hem; both ends as (half width, y)."""
    (waist, waist_y), (hem, hem_y) = at_waist, at_hem
    folds = tuple(
        f"M{_x(waist * (k + 0.6) / (pleats + 0.4))} {waist_y + 34} "
        f"C{_x(waist * (k + 0.7) / pleats)} {waist_y + 120} {_x(hem * (k + 0.5) / pleats)} "
        f"{hem_y - 120} {_x(hem * (k + 0.5) / pleats)} {hem_y - 4}"
        for k in range(pleats)
    )
    path = (
        f"M300 {waist_y} L{_x(waist)} {waist_y} "
        f"C{_x(waist + (hem - waist) * 0.35)} {waist_y + (hem_y - waist_y) * 0.25} "
        f"{_x(hem - 8)} {hem_y - (hem_y - waist_y) * 0.4} {_x(hem)} {hem_y - 12} "
        f"C{_x(hem * 0.82)} {hem_y + wave} {_x(hem * 0.68)} {hem_y - wave * 0.4} {_x(hem * 0.48)} {hem_y} "
        f"C{_x(hem * 0.3)} {hem_y + wave} {_x(hem * 0.15)} {hem_y + wave} 300 {hem_y + 2}"
    )
    return Part(path, mirror=True, soft=26, folds=folds)


def hanger(y: float = 160) -> tuple[Part, ...]:
    """A wooden hanger whose neck is at height ``y``."""
    hook = f"M300 {y} L300 {y - 38} C300 {y - 56} 326 {y - 58} 326 {y - 78} C326 {y - 100} 292 {y - 102} 290 {y - 80}"
    bar = f"M300 {y - 6} C330 {y} 370 {y + 16} 400 {y + 34} L396 {y + 46} C366 {y + 32} 330 {y + 16} 300 {y + 14}"
    return (
        Part(hook, fill="steel", stroke=6, soft=3),
        Part(bar, fill="wood", mirror=True, soft=6),
    )

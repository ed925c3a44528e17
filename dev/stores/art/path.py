"""Outlines in a small subset of SVG path notation, flattened to points.

Commands are absolute: ``M x y``, ``L x y``, ``Q x y x y``, ``C x y x y x y``, ``Z``, and two of our
own: ``E cx cy rx ry`` (ellipse) and ``R x y w h r`` (rounded rectangle). Coordinates are those of
a 600 x 800 picture, whatever size it is drawn at.
"""

import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

Point = tuple[float, float]
Outline = tuple[Point, ...]

CENTRE_X = 300.0
_TOKEN = re.compile(r"[MLQCZER]|-?\d+\.?\d*")
_ARITY = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0, "E": 4, "R": 5}
_CURVE_STEPS = 14


class PathError(ValueError):
    """A path that does not follow the notation."""


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TOKEN.findall(path)
    position = 0
    command = ""
    while position < len(tokens):
        if tokens[position] in _ARITY:
            command = tokens[position]
            position += 1
        arity = _ARITY.get(command)
        numbers = tokens[position : position + (arity or 0)]
        if arity is None or len(numbers) < arity or any(n in _ARITY for n in numbers):
            raise PathError(f"bad path near {tokens[position - 1 : position + 6]}: {path[:60]}")
        yield command, [float(n) for n in numbers]
        position += arity


def _bezier(start: Point, numbers: list[float]) -> Iterator[Point]:
    controls = [start, *zip(numbers[::2], numbers[1::2], strict=True)]
    degree = len(controls) - 1
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        weights = [math.comb(degree, k) * (1 - t) ** (degree - k) * t**k for k in range(degree + 1)]
        yield (
            sum(w * p[0] for w, p in zip(weights, controls, strict=True)),
            sum(w * p[1] for w, p in zip(weights, controls, strict=True)),
        )


def _arc(centre: Point, radii: Point, start: int, end: int) -> Iterator[Point]:
    for degrees in range(start, end + 1, 6):
        angle = math.radians(degrees)
        yield centre[0] + radii[0] * math.cos(angle), centre[1] + radii[1] * math.sin(angle)


def _rounded(x: float, y: float, w: float, h: float, r: float) -> Iterator[Point]:
    r = min(r, w / 2, h / 2)
    corners = ((x + w - r, y + r, 270), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90))
    for cx, cy, start in (*corners, (x + r, y + r, 180)):
        yield from _arc((cx, cy), (r, r), start, start + 90)


@lru_cache(maxsize=4096)
def flatten(path: str) -> Outline:
    """Points of a path, in drawing order.

    Raises:
        PathError: the path does not follow the notation.
    """
    points: list[Point] = []
    for command, numbers in _commands(path):
        if command in "QC":
            if not points:
                raise PathError(f"a curve needs a start: {path[:60]}")
            points.extend(_bezier(points[-1], numbers))
        elif command == "E":
            points.extend(_arc((numbers[0], numbers[1]), (numbers[2], numbers[3]), 0, 354))
        elif command == "R":
            points.extend(_rounded(*numbers))
        elif command != "Z":
            points.append((numbers[0], numbers[1]))
    return tuple(points)


def reflect(outline: Outline) -> Outline:
    """The outline on the other side of the picture's vertical centre line."""
    return tuple((2 * CENTRE_X - x, y) for x, y in outline)


def close_by_reflection(outline: Outline) -> Outline:
    """A right half, from the centre line round to the centre line, made whole."""
    return outline + tuple(reversed(reflect(outline)))


def placed(scale: float, focus: Point, flip: bool = False) -> Callable[[Outline], Outline]:
    """A transform that enlarges about ``focus`` and brings it to the picture's centre."""
    sign = -1.0 if flip else 1.0

    def transform(outline: Outline) -> Outline:
        return tuple(
            (CENTRE_X + sign * (x - focus[0]) * scale, 400 + (y - focus[1]) * scale)
            for x, y in outline
        )

    return transform

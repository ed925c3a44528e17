"""`python -m tests.bench.capacity FILE…`: the table of capacity in docs/operations.md.

The files are those of `make bench N=10000 ARGS="--only capacity --keep FILE"`, one a size. What
lies beyond the largest is calculated, by the straight line through the two largest, and says so.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

BEYOND = (1_000_000, 3_000_000)
FREE = 0.5  # of a core's time, for what comes in bursts
HEAD = (
    "| Products | Database | Index | Rebuild | API | Heap in use | Search, new | repeated |"
    " Searches an hour and core |\n|---|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True, slots=True)
class Size:
    """What a number of products takes: MB, but `rebuild` in s and searches in ms of processor.

    None: it is not known.
    """

    products: float
    database: float | None
    index: float | None
    rebuild: float | None
    api: float | None
    heap: float | None
    new: float | None
    repeated: float | None


GROWING = ("database", "index")  # from nothing, with the products
NAMES = {"new": "search, new", "repeated": "search, repeated", "api": "API"}


def size_of(figures: Mapping[str, str]) -> Size:
    """Return the figures of the section `capacity`; raises KeyError or ValueError."""
    names = [one.name for one in fields(Size)]
    return Size(*(float(figures[NAMES.get(name, name)].split()[0]) for name in names))


def beyond(known: Sequence[Size], products: int) -> Size:
    """Return what so many products would take.

    By the line through the two largest known sizes; with one alone in proportion, where nothing
    takes nothing, and not known elsewhere.
    """
    ordered = sorted(known, key=lambda size: size.products)
    values: dict[str, float | None] = {}
    for name in (one.name for one in fields(Size) if one.name != "products"):
        points = [
            (size.products, value)
            for size in ordered[-2:]
            if (value := getattr(size, name)) is not None
        ]
        values[name] = _line(name, points, products)
    return Size(products, **values)


def _line(name: str, points: Sequence[tuple[float, float]], at: float) -> float | None:
    if len(points) == 1 and name in GROWING:
        return points[0][1] * at / points[0][0]
    if len(points) < 2:
        return None
    (first, low), (second, high) = points
    return low + (high - low) * (at - first) / (second - first)


def searches_an_hour(search_ms: float) -> float:
    """Return how many searches a core answers in an hour with some of its time kept free."""
    return 3_600_000 * (1 - FREE) / search_ms


def table(known: Sequence[Size], sizes: Sequence[int] = BEYOND) -> str:
    """Return the table: what was measured, then what is calculated of other sizes."""
    measured = sorted(known, key=lambda size: size.products)
    largest = measured[-1].products
    rows = [_row(size, "") for size in measured]
    rows += [_row(beyond(measured, one), " (calculated)") for one in sizes if one > largest]
    return "\n".join([HEAD, *rows])


def _row(size: Size, how: str) -> str:
    hours = size.new and searches_an_hour(size.new)
    cells = [
        f"{size.products:,.0f}{how}",
        *(_cell(value, " MB") for value in (size.database, size.index)),
        _cell(size.rebuild, " s"),
        *(_cell(value, " MB") for value in (size.api, size.heap)),
        *(_cell(value, " ms", 1) for value in (size.new, size.repeated)),
        _cell(hours, ""),
    ]
    return f"| {' | '.join(cells)} |"


def _cell(value: float | None, unit: str, digits: int = 0) -> str:
    return "to be measured" if value is None else f"{value:,.{digits}f}{unit}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.capacity", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args(arguments)
    print(table([size_of(json.loads(file.read_text())["capacity"]) for file in options.files]))
    return 0


if __name__ == "__main__":
    sys.exit(main())

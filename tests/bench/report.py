"""Figures and how they are printed."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tests.bench.stage import Stage


class Figure(NamedTuple):
    """One measured value. `aim` says what is wanted, `met` whether it was reached."""

    name: str
    value: str
    aim: str = ""
    met: bool | None = None

    def line(self) -> str:
        verdict = {True: " (met)", False: " (MISSED)", None: ""}[self.met]
        aim = f"   aim: {self.aim}{verdict}" if self.aim else ""
        return f"  {self.name:<58} {self.value:>22}{aim}"


Section = Callable[[Stage], Iterator[Figure]]  # its title is its docstring


def at_most(name: str, value: float, aim: float, unit: str = "") -> Figure:
    return Figure(name, f"{value:.2f}{unit}", f"at most {aim:g}{unit}", value <= aim)


def percentile(values: Sequence[float], percent: int) -> float:
    """Return a percentile of the values, 0 where there are none."""
    if len(values) < 2:
        return values[0] if values else 0.0
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def tell(line: str) -> None:
    print(f"[{time.strftime('%H:%M:%S')}] {line}", file=sys.stderr, flush=True)

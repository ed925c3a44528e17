"""Figures of a run beside those of an earlier one, so that a slower commit is seen. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tests.bench.report import Figure

# Measurements on one machine differ by less; a figure that is worse by more is told.
TOLERATED = 1.25
_NUMBER = re.compile(r"(?:(p\d+) +)?([\d,]+(?:\.\d+)?) *(documents/s|/s|ms|x)?(?!\w)")

Kept = Mapping[str, Mapping[str, str]]  # section to figure to its printed value


def compared(section: str, figure: Figure, earlier: Kept) -> Iterator[str]:
    """Give a line for each number of a figure that is worse than it was."""
    before = _numbers(earlier.get(section, {}).get(figure.name, ""))
    for (name, unit), now in _numbers(figure.value).items():
        was = before.get((name, unit))
        if not was or not now:
            continue
        worse = was / now if unit.endswith("/s") else now / was
        if worse > TOLERATED:
            label = " ".join(part for part in (figure.name, name) if part)
            yield f"SLOWER  {label}: {was:g} {unit} before, {now:g} now ({worse:.2f} times)"


def _numbers(value: str) -> dict[tuple[str, str], float]:
    """Return the numbers of a printed value that have a unit of speed, by their name and unit."""
    return {
        (match[1] or "", match[3]): float(match[2].replace(",", ""))
        for match in _NUMBER.finditer(value)
        if match[3] in {"documents/s", "/s", "ms"}
    }

"""How a panel is declared: once, for the screen and the tests.

Values alone, as `panels.toml` has them and pydantic checks them: what is counted (`Measure`,
`Ratio`), by what (`Terms`, `Dates`), of which documents (`Where`), from which source, and how it is
drawn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, ValidationInfo

Operation = Literal["count", "sum", "average", "median", "p95", "min", "max", "unique"]
Unit = Literal["number", "percent", "ms", "seconds", "ZAR", "date"]
Chart = Literal["metric", "bars", "share", "columns", "lines", "table"]
Dashboard = Literal["catalogue", "searches", "text", "stores", "scrapers"]
# Where a row of a table leads an operator: its value is what the page is opened for.
Action = Literal["", "synonym", "search", "product", "store", "run"]

DASHBOARDS: dict[Dashboard, str] = {key: key.capitalize() for key in get_args(Dashboard)}
DASHBOARDS["text"] = "One text"


CONDITION = re.compile(r"([\w.@]+)(?: (=|>=) (.+))?")


def _condition(given: Any) -> Any:
    """Read "field", "field = value", "field = one | another" or "field >= number"."""
    if not isinstance(given, str) or not (found := CONDITION.fullmatch(given)):
        raise ValueError(f"{given!r} is no condition")
    field, sign, value = found.groups()
    if sign == ">=":
        return Where(field, least=float(value))
    if value and len(values := tuple(value.split(" | "))) > 1:
        return Where(field, any_of=values)
    known = {"true": True, "false": False, None: None}
    return Where(field, int(value) if value and value.isdigit() else known.get(value, value))


def _named(given: Any, info: ValidationInfo) -> Any:
    """Return what a name stands for, by the kind of the field: a source or a measure."""
    known = (info.context or {})["sources" if info.field_name == "source" else "measures"]
    if not isinstance(given, str):
        return given
    if given not in known:
        raise ValueError(f"{given!r} is not declared")
    return known[given]


@dataclass(frozen=True, slots=True)
class Where:
    """A condition: a field is a value, or one of some, or at least `least`; else: it is there."""

    field: str
    value: str | bool | int | None = None
    least: float | None = None
    any_of: tuple[str, ...] = ()


Condition = Annotated[Where, BeforeValidator(_condition)]


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of documents, or of what a field of theirs holds, perhaps of some of them only."""

    label: str
    operation: Operation = "count"
    field: str = ""
    unit: Unit = "number"
    where: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Ratio:
    """A share, 0 to 1: one number by another; nothing where that is 0."""

    label: str
    part: Annotated[Measure, BeforeValidator(_named)]
    whole: Annotated[Measure, BeforeValidator(_named)]
    unit: Unit = "percent"


@dataclass(frozen=True, slots=True)
class Terms:
    """By the values of a keyword (or number) field, the most of the first measure first.

    `in_order`: by the values themselves, the least first.
    """

    label: str
    field: str
    size: int = 10
    in_order: bool = False


@dataclass(frozen=True, slots=True)
class Dates:
    """By time."""

    label: str = "Day"
    interval: Literal["day", "week"] = "day"
    field: str = "@timestamp"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a panel's documents are. `streams` are events; without any: the products now.

    `of_visitors`: each says on what device, and in which country, it happened.
    """

    name: str
    title: str
    streams: tuple[str, ...] = ()
    where: tuple[Condition, ...] = ()
    of_visitors: bool = False

    @property
    def timed(self) -> bool:
        """Return True if the documents have a time."""
        return bool(self.streams)

    def indices(self, prefix: str) -> list[str]:
        """Return the names that are searched."""
        return [f"{prefix}.{name}" for name in self.streams] or [prefix]


@dataclass(frozen=True, slots=True)
class Panel:
    """One question and its answer.

    `never`: the label of a measure that must be 0 in a shown row, of which `Terms.size` are looked
    through. `leads_to`: the dashboard that a click goes on to, with the value as filter. `action`:
    what an operator does with a row.
    """

    dashboard: Dashboard
    id: str
    title: str
    question: str
    source: Annotated[Source, BeforeValidator(_named)]
    chart: Chart
    measures: tuple[Annotated[Measure | Ratio, BeforeValidator(_named)], ...]
    by: Terms | Dates | None = None
    where: tuple[Condition, ...] = ()
    never: str = ""
    leads_to: Dashboard | None = None
    action: Action = ""

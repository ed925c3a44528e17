"""How a panel is declared: once, for the screen and the tests.

Values alone, as `panels.toml` has them and pydantic checks them: what is counted (`Measure`,
`Ratio`), by what (`Terms`, `Dates`), of which documents (`Where`), from which source, and how it is
drawn.
"""

import math
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, ConfigDict, TypeAdapter, ValidationInfo

from scrapers.attributes import ATTRIBUTES

Body = dict[str, Any]  # JSON as Elasticsearch and Kibana take it

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
    if not isinstance(given, str) or not (found := CONDITION.fullmatch(given)):
        raise ValueError(f"{given!r} is no condition")
    field, sign, value = found.groups()
    if sign == ">=":
        return Where(field, least=float(value))
    if value and len(values := tuple(value.split(" | "))) > 1:
        return Where(field, any_of=values)
    known = {"true": True, "false": False, None: None}
    return Where(field, int(value) if value and value.isdigit() else known.get(value, value))


def _resolve_name(given: Any, info: ValidationInfo) -> Any:
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
    part: Annotated[Measure, BeforeValidator(_resolve_name)]
    whole: Annotated[Measure, BeforeValidator(_resolve_name)]
    unit: Unit = "percent"


@dataclass(frozen=True, slots=True)
class Terms:
    """By the values of a keyword (or number) field, the most of the first measure first.

    `in_order`: by the values themselves, the least first. `least_first`: the least of the first
    measure first, and before it what has none of it.
    """

    label: str
    field: str
    size: int = 10
    in_order: bool = False
    least_first: bool = False


@dataclass(frozen=True, slots=True)
class Dates:
    """By time."""

    label: str = "Day"
    interval: Literal["day", "week"] = "day"
    field: str = "@timestamp"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a panel's documents are. `streams` are events; without any: the products now.

    `of_visitors`: each has its device and country. `ever`: they count whatever time is chosen.
    """

    name: str
    title: str
    streams: tuple[str, ...] = ()
    where: tuple[Condition, ...] = ()
    of_visitors: bool = False
    ever: bool = False

    @property
    def has_time(self) -> bool:
        """Return True if only documents of the chosen time count."""
        return bool(self.streams) and not self.ever

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
    source: Annotated[Source, BeforeValidator(_resolve_name)]
    chart: Chart
    measures: tuple[Annotated[Measure | Ratio, BeforeValidator(_resolve_name)], ...]
    by: Terms | Dates | None = None
    where: tuple[Condition, ...] = ()
    never: str = ""
    leads_to: Dashboard | None = None
    action: Action = ""


FILE = Path(__file__).with_name("panels.toml")
_DECLARATION = TypeAdapter(
    tuple[tuple[Source, ...], tuple[Panel, ...]], config=ConfigDict(extra="forbid")
)
EACH_ATTRIBUTE = "each attribute"  # a measure for each: the share of products that have it


def read(text: str) -> tuple[tuple[Source, ...], tuple[Panel, ...]]:
    """Return the sources and panels of a declaration; raises ValueError where it is none."""
    declared = tomllib.loads(text)
    sources = {name: {"name": name} | one for name, one in declared["sources"].items()}
    measures = {name: {"label": name} | one for name, one in declared["measures"].items()}
    for panel in declared["panels"]:
        panel["measures"] = [part for one in panel["measures"] for part in _parts(one)]
    found = _DECLARATION.validate_python(
        ([*sources.values()], declared["panels"]),
        context={"sources": sources, "measures": measures},
    )
    if len({panel.id for panel in found[1]}) < len(found[1]):
        raise ValueError("Two panels have the same id")
    return found


def _parts(measure: Any) -> list[Any]:
    if measure != EACH_ATTRIBUTE:
        return [measure]
    return [
        {
            "label": attribute.label,
            "part": {"label": f"with {attribute.label}", "where": [attribute.field]},
            "whole": "Products",
        }
        for attribute in ATTRIBUTES
    ]


SOURCES, PANELS = read(FILE.read_text("utf-8"))
BY_ID = {panel.id: panel for panel in PANELS}


ROWS = "rows"
MOST_NEVER = 25  # rows shown of a panel that looks through many
PRECISION = 40_000  # distinct values up to which their count is exact


@dataclass(frozen=True, slots=True)
class PanelQuery:
    """What an analyst chose: from when to when (ISO 8601 or date math), and stores by slug.

    `text`: one that was searched, for the panels that are about it. `demo`: made-up events count.
    `keys`: only these rows.
    """

    since: str = "now-7d"
    until: str = "now"
    stores: tuple[str, ...] = ()
    timezone: str = "Africa/Johannesburg"
    device: str = ""
    country: str = ""
    text: str = ""
    demo: bool = True
    keys: tuple[str, ...] | None = None


Row = dict[str, Any]


def body_of(panel: Panel, question: PanelQuery) -> Body:
    body: Body = {"size": 0, "track_total_hits": True, "query": _query(panel, question)}
    # A count is the bucket's own.
    measures = {name: _aggregation(measure) for name, measure in _measure_parts(panel.measures)}
    if isinstance(panel.by, Terms):
        way = "asc" if panel.by.least_first else "desc"
        most = [] if panel.by.in_order else [{_order(panel.measures[0]): way}]
        order = [*most, {"_key": "asc"}]
        terms = {"field": panel.by.field, "size": panel.by.size, "order": order}
        if question.keys is not None:
            terms["include"] = list(question.keys)
        body["aggs"] = {ROWS: {"terms": terms, "aggs": measures}}
    elif isinstance(panel.by, Dates):
        dates = {
            "field": panel.by.field,
            "calendar_interval": panel.by.interval,
            "time_zone": question.timezone,
            "min_doc_count": 0,
        }
        body["aggs"] = {ROWS: {"date_histogram": dates, "aggs": measures}}
    else:
        body["aggs"] = measures
    return body


def _query(panel: Panel, question: PanelQuery) -> Body:
    conditions = [clause(condition) for condition in (*panel.source.where, *panel.where)]
    if panel.source.has_time:
        conditions.append({"range": {"@timestamp": time_of(question)}})
    if question.stores:
        conditions.append({"terms": {"store": list(question.stores)}})
    if panel.source.of_visitors:
        chosen = {"device": question.device, "country": question.country}
        conditions += [{"term": {name: value}} for name, value in chosen.items() if value]
    if panel.dashboard == "text":
        conditions.append({"term": {"query": question.text}})
    query: Body = {"bool": {"filter": conditions}}
    if not question.demo:
        query["bool"]["must_not"] = [{"term": {"demo": True}}]
    return query


def time_of(question: PanelQuery) -> Body:
    """Return the time as a range: days are the site's, and the last one is whole."""
    return {"gte": question.since, "lte": question.until, "time_zone": question.timezone}


_LENGTH = re.compile(r"now-(\d+)([hdw])", re.ASCII)


def before(question: PanelQuery) -> PanelQuery | None:
    """Return the same question of the time before, as long; None where there is none."""
    if (found := _LENGTH.fullmatch(question.since)) and question.until == "now":
        number, unit = int(found[1]), found[2]
        return replace(question, since=f"now-{2 * number}{unit}", until=question.since)
    try:
        first, last = date.fromisoformat(question.since), date.fromisoformat(question.until)
    except ValueError:
        return None
    length = last - first + timedelta(days=1)
    return replace(question, since=str(first - length), until=str(first - timedelta(days=1)))


def clause(where: Where) -> Body:
    """Return a condition as a query."""
    if where.any_of:
        return {"terms": {where.field: list(where.any_of)}}
    if where.least is not None:
        return {"range": {where.field: {"gte": where.least}}}
    if where.value is None:
        return {"exists": {"field": where.field}}
    return {"term": {where.field: where.value}}


def _measure_parts(measures: Sequence[Measure | Ratio]) -> Iterator[tuple[str, Measure]]:
    for number, measure in enumerate(measures):
        if isinstance(measure, Ratio):
            yield f"m{number}p", measure.part
            yield f"m{number}w", measure.whole
        else:
            yield f"m{number}", measure


def _aggregation(measure: Measure) -> Body:
    conditions = [clause(condition) for condition in measure.where]
    body: Body = {"filter": {"bool": {"filter": conditions}}}
    if measure.operation != "count":
        body["aggs"] = {"value": _metric(measure)}
    return body


def _metric(measure: Measure) -> Body:
    field = measure.field
    if measure.operation == "unique":
        return {"cardinality": {"field": field, "precision_threshold": PRECISION}}
    if measure.operation in {"median", "p95"}:
        percent = 50.0 if measure.operation == "median" else 95.0
        return {"percentiles": {"field": field, "percents": [percent], "keyed": False}}
    names = {"average": "avg"}
    return {names.get(measure.operation, measure.operation): {"field": field}}


def _order(first: Measure | Ratio) -> str:
    measure = first.part if isinstance(first, Ratio) else first
    name = "m0p" if isinstance(first, Ratio) else "m0"
    if measure.operation == "count":
        return name if measure.where else "_count"
    return f"{name}>value"


def rows_of(panel: Panel, answer: Body) -> list[Row]:
    """Return the rows of an answer: each with its `key` (none without `by`) and `values`."""
    aggregations = answer.get("aggregations")
    if aggregations is None:  # none of the indices is there yet
        return []
    if panel.by is None:
        return [{"key": None, "values": _values(panel, aggregations)}]
    rows = [
        {"key": _key(panel, bucket), "values": _values(panel, bucket)}
        for bucket in aggregations[ROWS]["buckets"]
    ]
    return _never(panel, rows)


def _key(panel: Panel, bucket: Body) -> str:
    if isinstance(panel.by, Dates):
        return str(bucket["key_as_string"])[:10]
    return str(bucket.get("key_as_string", bucket["key"]))


def _values(panel: Panel, bucket: Body) -> list[float | None]:
    known = {
        name: _value(measure, bucket[name]) for name, measure in _measure_parts(panel.measures)
    }
    values: list[float | None] = []
    for number, measure in enumerate(panel.measures):
        if isinstance(measure, Ratio):
            part, whole = known[f"m{number}p"], known[f"m{number}w"]
            values.append((part or 0) / whole if whole else None)
        else:
            values.append(known[f"m{number}"])
    return values


def _value(measure: Measure, bucket: Body) -> float | None:
    if measure.operation == "count":
        return int(bucket["doc_count"])
    value = bucket["value"]
    if measure.operation in {"median", "p95"}:
        (only,) = value["values"]
        number = only["value"]
    else:
        number = value["value"]
    return None if number is None or math.isnan(number) else number


def _never(panel: Panel, rows: list[Row]) -> list[Row]:
    if not panel.never:
        return rows
    place = [measure.label for measure in panel.measures].index(panel.never)
    return [row for row in rows if not row["values"][place]][:MOST_NEVER]

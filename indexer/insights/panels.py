"""The panels of `panels.toml`, what each asks Elasticsearch, and the rows of its answer.

A panel is its declaration, with the conditions of its source and its own as queries (`where`), and
its measures in full: each with a label, a unit, and `parts`, one aggregation or the two of a share.
"""

import math
import re
import tomllib
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from scrapers.attributes import ATTRIBUTES

Body = dict[str, Any]  # JSON as Elasticsearch takes it
Panel = dict[str, Any]
Row = dict[str, Any]
Question = dict[str, Any]

DASHBOARDS = {
    "catalogue": "Catalogue",
    "searches": "Searches",
    "text": "One text",
    "stores": "Stores",
    "scrapers": "Scrapers",
}
CHARTS = ("metric", "bars", "share", "columns", "lines", "table")
UNITS = ("number", "percent", "ms", "seconds", "ZAR", "date")
# Where a row of a table leads an operator: its value is what the page is opened for.
ACTIONS = ("", "synonym", "search", "product", "store", "run")
# Operations that Elasticsearch has by other names; the rest are its own. Without one documents are
# counted, and a count is the bucket's own.
PRECISION = 40_000  # distinct values up to which their count is exact
OPERATIONS: dict[str, tuple[str, Body]] = {
    "average": ("avg", {}),
    "median": ("percentiles", {"percents": [50.0], "keyed": False}),
    "p95": ("percentiles", {"percents": [95.0], "keyed": False}),
    "unique": ("cardinality", {"precision_threshold": PRECISION}),
}
CONDITION = re.compile(r"([\w.@]+)(?: (=|>=) (.+))?")
EACH_ATTRIBUTE = "each attribute"  # a measure for each: the share of products that have it
ROWS = "rows"
SIZE = 10  # rows, where a panel does not name how many
MOST_NEVER = 25  # rows shown of a panel that looks through many

# What an analyst may choose: from when to when (ISO 8601 or date math), stores by slug; `text`: one
# that was searched, for the panels that are about it; `keys`: only these rows.
QUESTION: Question = {
    **{"since": "now-7d", "until": "now", "timezone": "Africa/Johannesburg"},
    **{"stores": (), "device": "", "country": "", "text": "", "demo": True, "keys": None},
}
FILE = Path(__file__).with_name("panels.toml")


def clause(condition: str) -> Body:
    """Return a condition as a query; raises ValueError where it is none."""
    found = CONDITION.fullmatch(condition)
    if found is None:
        raise ValueError(f"{condition!r} is no condition")
    field, sign, value = found.groups()
    if sign is None:
        return {"exists": {"field": field}}
    if sign == ">=":
        return {"range": {field: {"gte": float(value)}}}
    return {"terms": {field: value.split(" | ")}}


def read(text: str) -> list[Panel]:
    """Return the panels of a declaration; raises KeyError and ValueError where it is none."""
    declared = tomllib.loads(text)
    sources = {name: {"ever": False} | one for name, one in declared["sources"].items()}
    known = {name: {"label": name} | one for name, one in declared["measures"].items()}
    defaults: Panel = {"by": {}, "never": "", "leads_to": None, "action": ""}
    panels = []
    for panel in declared["panels"]:
        source = sources[panel["source"]]
        where = [clause(one) for one in (*source.get("where", ()), *panel.get("where", ()))]
        given = (part for one in panel["measures"] for part in _each_attribute(one))
        measures = [_measure(one, known) for one in given]
        panels.append(defaults | panel | {"source": source, "where": where, "measures": measures})
    return panels


def _each_attribute(measure: Any) -> list[Any]:
    if measure != EACH_ATTRIBUTE:
        return [measure]
    return [
        {"label": attribute.label, "part": {"where": [attribute.field]}, "whole": "Products"}
        for attribute in ATTRIBUTES
    ]


def _measure(given: Any, known: dict[str, Body]) -> Body:
    one = known[given] if isinstance(given, str) else given
    if "part" not in one:
        return {"unit": "number"} | one | {"parts": [_aggregation(one)]}
    sides = (known[one[side]] if isinstance(one[side], str) else one[side] for side in SHARE)
    return {"unit": "percent"} | one | {"parts": [*map(_aggregation, sides)]}


SHARE = ("part", "whole")


def _aggregation(measure: Body) -> Body:
    body: Body = {"filter": {"bool": {"filter": [*map(clause, measure.get("where", ()))]}}}
    if operation := measure.get("operation"):
        name, options = OPERATIONS.get(operation, (operation, {}))
        body["aggs"] = {"value": {name: {"field": measure["field"], **options}}}
    return body


PANELS = read(FILE.read_text("utf-8"))
BY_ID = {panel["id"]: panel for panel in PANELS}


def has_time(panel: Panel) -> bool:
    """Return True if only documents of the chosen time count."""
    return "streams" in panel["source"] and not panel["source"]["ever"]


def body_of(panel: Panel, question: Question) -> Body:
    body: Body = {"size": 0, "track_total_hits": True, "query": _query(panel, question)}
    measures, by = dict(_parts(panel)), panel["by"]
    if "interval" in by:
        dates = {"field": "@timestamp", "calendar_interval": by["interval"], "min_doc_count": 0}
        dates["time_zone"] = question["timezone"]
        body["aggs"] = {ROWS: {"date_histogram": dates, "aggs": measures}}
    elif by:
        # By the first measure, the most first; or by the values themselves.
        most = {_order(*next(_parts(panel))): "asc" if by.get("least_first") else "desc"}
        order = [*([] if by.get("in_order") else [most]), {"_key": "asc"}]
        terms = {"field": by["field"], "size": by.get("size", SIZE), "order": order}
        if question["keys"] is not None:
            terms["include"] = list(question["keys"])
        body["aggs"] = {ROWS: {"terms": terms, "aggs": measures}}
    else:
        body["aggs"] = measures
    return body


def _parts(panel: Panel) -> Iterator[tuple[str, Body]]:
    for number, measure in enumerate(panel["measures"]):
        for part, aggregation in enumerate(measure["parts"]):
            yield f"m{number}_{part}", aggregation


def _order(name: str, aggregation: Body) -> str:
    if "aggs" in aggregation:
        return f"{name}>value"
    return name if aggregation["filter"]["bool"]["filter"] else "_count"


def _query(panel: Panel, question: Question) -> Body:
    conditions = list(panel["where"])
    if has_time(panel):
        conditions.append({"range": {"@timestamp": time_of(question)}})
    if question["stores"]:
        conditions.append({"terms": {"store": list(question["stores"])}})
    own = ["device", "country"] if panel["source"].get("of_visitors") else []
    conditions += [{"term": {name: question[name]}} for name in own if question[name]]
    if panel["dashboard"] == "text":
        conditions.append({"term": {"query": question["text"]}})
    query: Body = {"bool": {"filter": conditions}}
    if not question["demo"]:
        query["bool"]["must_not"] = [{"term": {"demo": True}}]
    return query


def time_of(question: Question) -> Body:
    """Return the time as a range: days are the site's, and the last one is whole."""
    times = {"gte": question["since"], "lte": question["until"]}
    return times | {"time_zone": question["timezone"]}


_LENGTH = re.compile(r"now-(\d+)([hdw])", re.ASCII)


def before(question: Question) -> Question | None:
    """Return the same question of the time before, as long; None where there is none."""
    since, until = question["since"], question["until"]
    if (found := _LENGTH.fullmatch(since)) and until == "now":
        number, unit = int(found[1]), found[2]
        return question | {"since": f"now-{2 * number}{unit}", "until": since}
    try:
        first, last = date.fromisoformat(since), date.fromisoformat(until)
    except ValueError:
        return None
    length, day = last - first + timedelta(days=1), timedelta(days=1)
    return question | {"since": str(first - length), "until": str(first - day)}


def rows_of(panel: Panel, answer: Body) -> list[Row]:
    """Return the rows of an answer: each with its `key` (none without `by`) and `values`."""
    aggregations = answer.get("aggregations")
    if aggregations is None:  # none of the indices is there yet
        return []
    if not panel["by"]:
        return [{"key": None, "values": _values(panel, aggregations)}]
    rows = []
    for bucket in aggregations[ROWS]["buckets"]:
        key = str(bucket.get("key_as_string", bucket["key"]))
        key = key[:10] if "interval" in panel["by"] else key
        rows.append({"key": key, "values": _values(panel, bucket)})
    if not panel["never"]:
        return rows
    place = [measure["label"] for measure in panel["measures"]].index(panel["never"])
    return [row for row in rows if not row["values"][place]][:MOST_NEVER]


def _values(panel: Panel, bucket: Body) -> list[float | None]:
    """Return a bucket's number of each measure; of a share the part by the whole."""
    numbers = iter([_number(bucket[name]) for name, _ in _parts(panel)])
    values: list[float | None] = []
    for measure in panel["measures"]:
        number = next(numbers)
        if len(measure["parts"]) > 1:
            whole = next(numbers)
            number = (number or 0) / whole if whole else None
        values.append(number)
    return values


def _number(bucket: Body) -> float | None:
    if "value" not in bucket:
        return int(bucket["doc_count"])
    value = bucket["value"]
    number: float | None = value["values"][0]["value"] if "values" in value else value["value"]
    return None if number is None or math.isnan(number) else number

"""From a panel to the aggregation that answers it, and from the answer to rows. Pure."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from indexer.insights.dashboards import Body
from indexer.insights.dashboards.panel import Dates, Measure, Panel, Ratio, Terms, Where

ROWS = "rows"
MOST_NEVER = 25  # rows shown of a panel that looks through many
PRECISION = 40_000  # distinct values up to which their count is exact


@dataclass(frozen=True, slots=True)
class Asked:
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


def body_of(panel: Panel, asked: Asked) -> Body:
    """Return the search body of a panel."""
    body: Body = {"size": 0, "track_total_hits": True, "query": _query(panel, asked)}
    # A count is the bucket's own.
    measures = {name: _aggregation(measure) for name, measure in _parts(panel.measures)}
    if isinstance(panel.by, Terms):
        most = [] if panel.by.in_order else [{_order(panel.measures[0]): "desc"}]
        order = [*most, {"_key": "asc"}]
        terms = {"field": panel.by.field, "size": panel.by.size, "order": order}
        if asked.keys is not None:
            terms["include"] = list(asked.keys)
        body["aggs"] = {ROWS: {"terms": terms, "aggs": measures}}
    elif isinstance(panel.by, Dates):
        dates = {
            "field": panel.by.field,
            "calendar_interval": panel.by.interval,
            "time_zone": asked.timezone,
            "min_doc_count": 0,
        }
        body["aggs"] = {ROWS: {"date_histogram": dates, "aggs": measures}}
    else:
        body["aggs"] = measures
    return body


def _query(panel: Panel, asked: Asked) -> Body:
    conditions = [clause(condition) for condition in (*panel.source.where, *panel.where)]
    if panel.source.timed:
        conditions.append({"range": {"@timestamp": time_of(asked)}})
    if asked.stores:
        conditions.append({"terms": {"store": list(asked.stores)}})
    if panel.source.of_visitors:
        chosen = {"device": asked.device, "country": asked.country}
        conditions += [{"term": {name: value}} for name, value in chosen.items() if value]
    if panel.dashboard == "text":
        conditions.append({"term": {"query": asked.text}})
    query: Body = {"bool": {"filter": conditions}}
    if not asked.demo:
        query["bool"]["must_not"] = [{"term": {"demo": True}}]
    return query


def time_of(asked: Asked) -> Body:
    """Return the time as a range: days are the site's, and the last one is whole."""
    return {"gte": asked.since, "lte": asked.until, "time_zone": asked.timezone}


_LENGTH = re.compile(r"now-(\d+)([hdw])", re.ASCII)


def before(asked: Asked) -> Asked | None:
    """Return the same question of the time before, as long; None where there is none."""
    if (found := _LENGTH.fullmatch(asked.since)) and asked.until == "now":
        number, unit = int(found[1]), found[2]
        return replace(asked, since=f"now-{2 * number}{unit}", until=asked.since)
    try:
        first, last = date.fromisoformat(asked.since), date.fromisoformat(asked.until)
    except ValueError:
        return None
    length = last - first + timedelta(days=1)
    return replace(asked, since=str(first - length), until=str(first - timedelta(days=1)))


def clause(where: Where) -> Body:
    """Return a condition as a query."""
    if where.any_of:
        return {"terms": {where.field: list(where.any_of)}}
    if where.least is not None:
        return {"range": {where.field: {"gte": where.least}}}
    if where.value is None:
        return {"exists": {"field": where.field}}
    return {"term": {where.field: where.value}}


def _parts(measures: Sequence[Measure | Ratio]) -> Iterator[tuple[str, Measure]]:
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
    known = {name: _value(measure, bucket[name]) for name, measure in _parts(panel.measures)}
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

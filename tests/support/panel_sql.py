"""A panel's numbers once more, by SQL over PostgreSQL: another engine, asked another way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from elasticsearch.helpers import scan
from psycopg.types.json import Jsonb

from indexer.index.cluster.client import elasticsearch
from indexer.insights.dashboards.panel import SOURCES, Dates, Measure, Panel, Ratio, Where
from indexer.settings import Settings
from tests.support.database import plain

# ruff: noqa: S608 - what is put into statements are the panels' own declarations

# All different values of a field as text, NULL where it has none.
HELD = """
CREATE FUNCTION pg_temp.held(doc jsonb, field text) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(DISTINCT one #>> '{}')
  FROM jsonb_path_query(doc, ('$."' || replace(field, '.', '"."') || '"[*]')::jsonpath) one
  WHERE one <> 'null'
$$
"""
Values = list[float | None]
ZONE = "Africa/Johannesburg"
MOST_NEVER = 25


class PanelSql:
    """The documents of every source in one table, and what SQL says of them."""

    def __init__(self, settings: Settings) -> None:
        self._connection = psycopg.connect(plain(settings.database_url))
        self._connection.execute(HELD)
        self._connection.execute("CREATE TEMP TABLE told (source text, doc jsonb)")
        with self._connection.cursor().copy("COPY told FROM STDIN") as copy:
            for source in SOURCES:
                for doc in _documents(settings, source.indices(settings.index_prefix)):
                    copy.write_row((source.name, Jsonb(doc)))

    def agrees(self, panel: Panel, found: dict[str, Values]) -> bool:
        """Tell whether these numbers of a panel are SQL's; empty days between others may be told.

        Raises AssertionError with both where they are not.
        """
        said = self.rows(panel)
        if isinstance(panel.by, Dates):
            found = {key: values for key, values in found.items() if key in said or any(values)}
        assert list(found) == list(said)
        assert [*found.values()] == [_nearly(values) for values in said.values()]
        return True

    def close(self) -> None:
        """Forget the documents."""
        self._connection.close()

    def rows(self, panel: Panel) -> dict[str, Values]:
        """Return the numbers of a panel by key, "" where it has no rows of its own."""
        found = self._connection.execute(sql_of(panel).encode(), (panel.source.name,)).fetchall()
        rows = {str(key): [_number(one) for one in values] for key, *values in found}
        if not panel.never:
            return rows
        place = [one.label for one in panel.measures].index(panel.never)
        never = [(key, values) for key, values in rows.items() if not values[place]]
        return dict(never[:MOST_NEVER])


def sql_of(panel: Panel) -> str:
    """Return the statement that answers a panel: its key and its measures; %s is the source."""
    where = " AND ".join(["source = %s", *map(_condition, (*panel.source.where, *panel.where))])
    measures = ", ".join(map(_value, panel.measures))
    if panel.by is None:
        return f"SELECT '', {measures} FROM told WHERE {where}"
    if isinstance(panel.by, Dates):
        day = f"(doc ->> '{panel.by.field}')::timestamptz AT TIME ZONE '{ZONE}'"
        key = f"date_trunc('{panel.by.interval}', {day})::date::text"
        return f"SELECT {key}, {measures} FROM told WHERE {where} GROUP BY 1 ORDER BY 1"
    order = "key::float" if panel.by.in_order else f'{_order(panel)} DESC, key COLLATE "C"'
    return (
        f"SELECT key, {measures} FROM told, unnest({_all(panel.by.field)}) key WHERE {where}"
        f" GROUP BY key ORDER BY {order} LIMIT {panel.by.size}"
    )


def _documents(settings: Settings, indices: list[str]) -> Iterator[dict[str, Any]]:
    client = elasticsearch(settings.elasticsearch_url)
    for hit in scan(client, index=",".join(indices), preserve_order=False):
        yield hit["_source"]


def _all(field: str) -> str:
    return f"pg_temp.held(doc, '{field}')"


def _condition(where: Where) -> str:
    found = _all(where.field)
    if where.least is not None:
        return f"({found})[1]::float >= {where.least}"
    if where.value is None:
        return f"{found} IS NOT NULL"
    value = str(where.value).lower() if isinstance(where.value, bool) else str(where.value)
    return f"'{value}' = ANY({found})"


def _value(one: Measure | Ratio) -> str:
    if isinstance(one, Ratio):
        return f"{_measure(one.part)}::float / nullif({_measure(one.whole)}, 0)"
    return _measure(one)


def _measure(one: Measure) -> str:
    some = f" FILTER (WHERE {' AND '.join(map(_condition, one.where))})" if one.where else ""
    if one.operation == "count":
        return f"count(*){some}"
    first = f"({_all(one.field)})[1]"
    if one.operation == "unique":
        return f"count(DISTINCT {first}){some}"
    number = (
        f"floor(extract(epoch FROM {first}::timestamptz) * 1000)" if one.unit == "date" else first
    )
    number = f"({number})::float"
    if one.operation in {"median", "p95"}:
        share = 0.5 if one.operation == "median" else 0.95
        return f"percentile_cont({share}) WITHIN GROUP (ORDER BY {number}){some}"
    if one.operation == "sum":
        return f"coalesce(sum({number}){some}, 0)"
    name = {"average": "avg"}.get(one.operation, one.operation)
    return f"{name}({number}){some}"


def _order(panel: Panel) -> str:
    first = panel.measures[0]
    return _measure(first.part if isinstance(first, Ratio) else first)


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _nearly(values: Values) -> list[Any]:
    return [None if value is None else pytest.approx(value) for value in values]

"""A panel's numbers computed by SQL in PostgreSQL, to check those of Elasticsearch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from elasticsearch.helpers import scan
from psycopg.types.json import Jsonb

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.insights.panels import SOURCES, Dates, Measure, Panel, Ratio, Where
from tests.support.database import psycopg_url

# ruff: noqa: S608 - statements are built from the panels' own declarations

# All distinct values of a field as text, NULL where it has none.
VALUES_OF = """
CREATE FUNCTION pg_temp.values_of(doc jsonb, field text) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(DISTINCT value #>> '{}')
  FROM jsonb_path_query(doc, ('$."' || replace(field, '.', '"."') || '"[*]')::jsonpath) value
  WHERE value <> 'null'
$$
"""
NEXT_STEPS = """
WITH visit AS (
  SELECT doc, (doc ->> '@timestamp')::timestamptz AS at, doc ->> 'event' AS event,
         coalesce(doc ->> 'query', '') AS query
    FROM event
   WHERE source = 'traffic' AND doc ->> 'session' <> ''
     AND (doc ->> 'event' <> 'search' OR (doc ->> 'page')::int = 1)
), following AS (
  SELECT event, query, lead(doc) OVER w AS doc, lead(event) OVER w AS after_event,
         lead(query) OVER w AS after_query, lead(at) OVER w - at <= interval '30 minutes' AS soon
    FROM visit WINDOW w AS (PARTITION BY doc ->> 'session' ORDER BY at)
), step AS (
  SELECT CASE WHEN soon IS NOT TRUE THEN 'nothing'
              WHEN after_event = 'search' AND after_query = %(text)s THEN 'again'
              WHEN after_event = 'search' THEN 'search'
              WHEN after_event = 'view' THEN 'view'
              WHEN doc ->> 'kind' IN ('product', 'store') THEN 'click'
              ELSE doc ->> 'kind' END AS kind, doc, after_query
    FROM following WHERE event = 'search' AND query = %(text)s
)
SELECT kind,
       CASE kind WHEN 'search' THEN after_query
                 WHEN 'click' THEN coalesce(doc ->> 'productName', doc ->> 'store', '')
                 WHEN 'view' THEN coalesce(doc ->> 'productName', doc ->> 'store', '')
                 ELSE '' END,
       count(*) FROM step GROUP BY 1, 2
"""
Values = list[float | None]
TEXT = "dress"  # what panels about one text are asked for
ZONE = "Africa/Johannesburg"
MOST_NEVER = 25


class PanelSql:
    """The documents of every source in one table, for SQL."""

    def __init__(self, settings: Settings) -> None:
        self._connection = psycopg.connect(psycopg_url(settings.database_url))
        self._connection.execute(VALUES_OF)
        self._connection.execute("CREATE TEMP TABLE event (source text, doc jsonb)")
        with self._connection.cursor().copy("COPY event FROM STDIN") as copy:
            for source in SOURCES:
                for doc in _documents(settings, source.indices(settings.index_prefix)):
                    copy.write_row((source.name, Jsonb(doc)))

    def agrees(self, panel: Panel, numbers: dict[str, Values]) -> bool:
        """Assert that the panel's numbers are those of SQL; empty days may be left out.

        Raises AssertionError with both where they differ.
        """
        expected = self.rows(panel)
        if isinstance(panel.by, Dates):
            numbers = {
                key: values for key, values in numbers.items() if key in expected or any(values)
            }
        assert list(numbers) == list(expected)
        assert [*numbers.values()] == [_nearly(values) for values in expected.values()]
        return True

    def count(self, source: str, words: str, **values: Any) -> int:
        """Return how many first pages of a source's documents are as the words of SQL say."""
        where = f"source = %(source)s AND (doc ->> 'page')::int = 1 AND {words}"
        found = self._connection.execute(
            f"SELECT count(*) FROM event WHERE {where}".encode(), {"source": source} | values
        ).fetchone()
        return int(found[0]) if found else 0

    def next_steps(self) -> dict[tuple[str, str], int]:
        """Return what followed the searches for TEXT, by kind and label: the next row of a visitor.

        A visitor's rows are in one window, which `lead` looks forward in.
        """
        rows = self._connection.execute(NEXT_STEPS.encode(), {"text": TEXT}).fetchall()
        return {(kind, label): count for kind, label, count in rows}

    def close(self) -> None:
        """Forget the documents."""
        self._connection.close()

    def rows(self, panel: Panel) -> dict[str, Values]:
        """Return the numbers of a panel by key; the key is "" for a panel without rows."""
        fetched = self._connection.execute(sql_of(panel).encode(), (panel.source.name,)).fetchall()
        rows = {str(key): [_number(number) for number in values] for key, *values in fetched}
        if not panel.never:
            return rows
        place = [number.label for number in panel.measures].index(panel.never)
        never = [(key, values) for key, values in rows.items() if not values[place]]
        return dict(never[:MOST_NEVER])


def sql_of(panel: Panel) -> str:
    """Return the statement for a panel's keys and measures; %s is the source."""
    conditions = [*panel.source.where, *panel.where]
    conditions += [Where("query", TEXT)] if panel.dashboard == "text" else []
    where = " AND ".join(["source = %s", *map(_condition, conditions)])
    measures = ", ".join(map(_value, panel.measures))
    if panel.by is None:
        return f"SELECT '', {measures} FROM event WHERE {where}"
    if isinstance(panel.by, Dates):
        day = f"(doc ->> '{panel.by.field}')::timestamptz AT TIME ZONE '{ZONE}'"
        key = f"date_trunc('{panel.by.interval}', {day})::date::text"
        return f"SELECT {key}, {measures} FROM event WHERE {where} GROUP BY 1 ORDER BY 1"
    order = "key::float" if panel.by.in_order else f'{_order(panel)} DESC, key COLLATE "C"'
    return (
        f"SELECT key, {measures} FROM event, unnest({_all(panel.by.field)}) key WHERE {where}"
        f" GROUP BY key ORDER BY {order} LIMIT {panel.by.size}"
    )


def _documents(settings: Settings, indices: list[str]) -> Iterator[dict[str, Any]]:
    client = elasticsearch(settings.elasticsearch_url)
    for hit in scan(client, index=",".join(indices), preserve_order=False):
        yield hit["_source"]


def _all(field: str) -> str:
    return f"pg_temp.values_of(doc, '{field}')"


def _condition(where: Where) -> str:
    values = _all(where.field)
    if where.any_of:
        return f"{values} && ARRAY{list(where.any_of)}"
    if where.least is not None:
        return f"({values})[1]::float >= {where.least}"
    if where.value is None:
        return f"{values} IS NOT NULL"
    value = str(where.value).lower() if isinstance(where.value, bool) else str(where.value)
    return f"'{value}' = ANY({values})"


def _value(measure: Measure | Ratio) -> str:
    if isinstance(measure, Ratio):
        return f"{_measure(measure.part)}::float / nullif({_measure(measure.whole)}, 0)"
    return _measure(measure)


def _measure(measure: Measure) -> str:
    some = (
        f" FILTER (WHERE {' AND '.join(map(_condition, measure.where))})" if measure.where else ""
    )
    if measure.operation == "count":
        return f"count(*){some}"
    first = f"({_all(measure.field)})[1]"
    if measure.operation == "unique":
        return f"count(DISTINCT {first}){some}"
    number = (
        f"floor(extract(epoch FROM {first}::timestamptz) * 1000)"
        if measure.unit == "date"
        else first
    )
    number = f"({number})::float"
    if measure.operation in {"median", "p95"}:
        share = 0.5 if measure.operation == "median" else 0.95
        return f"percentile_cont({share}) WITHIN GROUP (ORDER BY {number}){some}"
    if measure.operation == "sum":
        return f"coalesce(sum({number}){some}, 0)"
    name = {"average": "avg"}.get(measure.operation, measure.operation)
    return f"{name}({number}){some}"


def _order(panel: Panel) -> str:
    first = panel.measures[0]
    return _measure(first.part if isinstance(first, Ratio) else first)


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _nearly(values: Values) -> list[Any]:
    return [None if value is None else pytest.approx(value) for value in values]

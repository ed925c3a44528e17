"""A panel's numbers computed over all documents by hand, to check those of Elasticsearch."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import fmean
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from elasticsearch.helpers import scan

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.insights.panels import SOURCES, Dates, Measure, Panel, Ratio, Terms, Where

Doc = dict[str, Any]
Values = list[float | None]
TEXT = "dress"  # what panels about one text are asked for
ZONE = "Africa/Johannesburg"
MOST_NEVER = 25
SOON = timedelta(minutes=30)


class PanelNumbers:
    """The documents of every source."""

    def __init__(self, settings: Settings) -> None:
        client = elasticsearch(settings.elasticsearch_url)
        self._docs: dict[str, list[Doc]] = {
            source.name: [
                hit["_source"]
                for hit in scan(client, index=",".join(source.indices(settings.index_prefix)))
            ]
            for source in SOURCES
        }

    def agree(self, panel: Panel, numbers: dict[str, Values]) -> None:
        """Raises AssertionError where a panel has other numbers; empty days may be left out."""
        expected = self.rows(panel)
        if isinstance(panel.by, Dates):
            numbers = {key: row for key, row in numbers.items() if key in expected or any(row)}
        assert list(numbers) == list(expected)
        nearly = [
            [None if one is None else pytest.approx(one) for one in row]
            for row in expected.values()
        ]
        assert [*numbers.values()] == nearly

    def searches(self, is_so: Callable[[Doc], bool]) -> int:
        """Return how many first pages of searches are so."""
        return sum(doc.get("page") == 1 and is_so(doc) for doc in self._docs["searches"])

    def next_steps(self) -> Counter[tuple[str, str]]:
        """Return what followed the searches for TEXT, by kind and label."""
        visits = [
            doc
            for doc in self._docs["traffic"]
            if doc.get("session") and (doc["event"] != "search" or doc["page"] == 1)
        ]
        visits.sort(key=lambda doc: (doc["session"], _at(doc)))
        steps: Counter[tuple[str, str]] = Counter()
        for doc, after in pairwise([*visits, {}]):
            if doc["event"] == "search" and doc.get("query") == TEXT:
                follows = after.get("session") == doc["session"] and _at(after) - _at(doc) <= SOON
                steps[_step(after) if follows else ("nothing", "")] += 1
        return steps

    def rows(self, panel: Panel) -> dict[str, Values]:
        """Return the numbers of a panel by key; the key is "" for a panel without rows."""
        conditions = [*panel.source.where, *panel.where]
        conditions += [Where("query", TEXT)] if panel.dashboard == "text" else []
        groups: dict[str, list[Doc]] = defaultdict(list) if panel.by else {"": []}
        for doc in self._docs[panel.source.name]:
            if _is(doc, conditions):
                for key in _keys(doc, panel.by):
                    groups[key].append(doc)
        keys = list(groups)
        if isinstance(panel.by, Dates):
            keys.sort()
        elif panel.by is not None:
            first = panel.measures[0]
            most = first.part if isinstance(first, Ratio) else first
            keys.sort()
            if panel.by.in_order:
                keys.sort(key=float)
            else:
                keys.sort(key=lambda key: -(_measure(most, groups[key]) or 0))
            keys = keys[: panel.by.size]
        rows = {key: [_value(one, groups[key]) for one in panel.measures] for key in keys}
        if not panel.never:
            return rows
        place = [one.label for one in panel.measures].index(panel.never)
        never = [(key, values) for key, values in rows.items() if not values[place]]
        return dict(never[:MOST_NEVER])


def _at(doc: Doc) -> datetime:
    return datetime.fromisoformat(doc["@timestamp"])


def _step(doc: Doc) -> tuple[str, str]:
    label = doc.get("productName") or doc.get("store") or ""
    if doc["event"] == "search":
        query = doc.get("query") or ""
        return ("again", "") if query == TEXT else ("search", query)
    if doc["event"] == "view":
        return "view", label
    return ("click", label) if doc["kind"] in {"product", "store"} else (doc["kind"], "")


def _keys(doc: Doc, by: Terms | Dates | None) -> list[str]:
    if by is None:
        return [""]
    if isinstance(by, Terms):
        return _all(doc, by.field)
    day = datetime.fromisoformat(doc[by.field]).astimezone(ZoneInfo(ZONE)).date()
    return [str(day - timedelta(days=day.weekday() if by.interval == "week" else 0))]


def _reached(found: Any, names: Sequence[str]) -> list[Any]:
    if isinstance(found, list):
        return [one for each in found for one in _reached(each, names)]
    if not names:
        return [] if found is None else [found]
    return _reached(found.get(names[0]), names[1:]) if isinstance(found, dict) else []


def _all(doc: Doc, field: str) -> list[str]:
    """Return all distinct values of a field as text."""
    return sorted({_text(one) for one in _reached(doc, field.split("."))})


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _is(doc: Doc, conditions: Sequence[Where]) -> bool:
    return all(_has(_all(doc, where.field), where) for where in conditions)


def _has(values: list[str], where: Where) -> bool:
    if where.any_of:
        return bool({*values} & {*where.any_of})
    if where.least is not None:
        return bool(values) and float(values[0]) >= where.least
    return bool(values) if where.value is None else _text(where.value) in values


def _value(one: Measure | Ratio, docs: Sequence[Doc]) -> float | None:
    if isinstance(one, Measure):
        return _measure(one, docs)
    part, whole = _measure(one.part, docs), _measure(one.whole, docs)
    return (part or 0) / whole if whole else None


def _measure(one: Measure, docs: Sequence[Doc]) -> float | None:
    docs = [doc for doc in docs if _is(doc, one.where)]
    firsts = [values[0] for doc in docs if (values := _all(doc, one.field))]
    if one.operation in {"count", "unique"}:
        return float(len(docs) if one.operation == "count" else len({*firsts}))
    numbers = sorted(map(_milliseconds if one.unit == "date" else float, firsts))
    if one.operation == "sum":
        return sum(numbers)
    if not numbers:
        return None
    if one.operation in {"median", "p95"}:
        place = (0.5 if one.operation == "median" else 0.95) * (len(numbers) - 1)
        below, above = numbers[int(place)], numbers[min(int(place) + 1, len(numbers) - 1)]
        return below + (above - below) * (place % 1)
    return fmean(numbers) if one.operation == "average" else numbers[-(one.operation == "max")]


def _milliseconds(text: str) -> float:
    return float(datetime.fromisoformat(text).timestamp() * 1000 // 1)

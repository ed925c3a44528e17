"""The dashboard and the table say what is declared, and the files are what follows from it."""

from __future__ import annotations

import re

from app.metrics.__main__ import dashboard, table, written
from app.metrics.declared import GROUPS, METRICS


def test_the_files_are_those_of_the_declarations() -> None:
    for path, content in written().items():
        assert path.read_text(encoding="utf-8") == content, "run: python -m app.metrics"


def test_each_metric_is_drawn_and_described_once() -> None:
    drawn = [panel["targets"][0]["expr"] for panel in dashboard()["panels"] if "targets" in panel]
    assert len(drawn) == len(METRICS)
    for metric in METRICS:
        assert metric.group in GROUPS
        assert sum(metric.name in expression for expression in drawn) == 1
        assert table().count(f"| `{metric.name}") == 1


def test_panels_lie_beside_one_another_and_name_labels_that_exist() -> None:
    panels = dashboard()["panels"]
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in panels}) == len(panels)
    for metric in METRICS:
        assert set(re.findall(r"\{\{(\w+)\}\}", metric.legend)) == set(metric.labels)

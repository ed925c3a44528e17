"""`python -m app.metrics`: write what is made of the declarations, the dashboard and the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.metrics.declared import GROUPS, METRICS, Metric
from indexer.core.settings import ROOT

DASHBOARD, TABLE = ROOT / "docs" / "grafana.json", ROOT / "docs" / "metrics.md"
WIDTH, HEIGHT, COLUMNS = 8, 7, 3  # of a panel, in Grafana's units, of which a row has 24
SOURCE = {"type": "prometheus", "uid": "${source}"}
HEAD = """# Metrics

Prometheus reads `/metrics` of each web server: on its own machine, or with the token of
`METRICS_TOKEN` as a bearer token. The front does not pass it to visitors. What web processes count
is added up over the processes of a server; all else is read when Prometheus asks, and is the same
on each of them. A part that does not answer leaves its metrics out: alert on `winkel_up` and
`winkel_well` too, and on what is absent. [grafana.json](grafana.json) is a dashboard of them, to be
imported in Grafana. This page and the dashboard are written by `python -m app.metrics`.
"""


def dashboard() -> dict[str, Any]:
    """Return Grafana's dashboard: a row for each group, a panel for each metric."""
    return {
        "title": "Winkel",
        "uid": "winkel",
        "schemaVersion": 39,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {
            "list": [{"name": "source", "type": "datasource", "query": "prometheus"}],
        },
        "panels": [{"id": number, **panel} for number, panel in enumerate(_panels(), 1)],
    }


def _panels() -> Iterator[dict[str, Any]]:
    top = 0
    for group in GROUPS:
        yield {"type": "row", "title": group, "gridPos": {"h": 1, "w": 24, "x": 0, "y": top}}
        metrics = [metric for metric in METRICS if metric.group == group]
        for place, metric in enumerate(metrics):
            row, column = divmod(place, COLUMNS)
            at = {"x": column * WIDTH, "y": top + 1 + row * HEIGHT, "w": WIDTH, "h": HEIGHT}
            yield _panel(metric, at)
        top += 1 + -(-len(metrics) // COLUMNS) * HEIGHT


def _panel(metric: Metric, at: dict[str, int]) -> dict[str, Any]:
    return {
        "type": "timeseries",
        "title": metric.name.removeprefix("winkel_").replace("_", " "),
        "description": metric.help,
        "datasource": SOURCE,
        "gridPos": at,
        "fieldConfig": {"defaults": {"unit": metric.unit, "min": 0}},
        "targets": [{"refId": "A", "expr": metric.drawn, "legendFormat": metric.legend}],
    }


def table() -> str:
    """Return the documentation: each group's metrics."""
    parts = [HEAD]
    for group in GROUPS:
        rows = [_row(metric) for metric in METRICS if metric.group == group]
        head = [f"## {group}\n", "| Metric | Kind | Says |", "|---|---|---|"]
        parts.append("\n".join([*head, *rows, ""]))
    return "\n".join(parts)


def _row(metric: Metric) -> str:
    labels = f"{{{', '.join(metric.labels)}}}" if metric.labels else ""
    return f"| `{metric.name}{labels}` | {metric.kind} | {metric.help} |"


def written() -> dict[Path, str]:
    """Return what each file holds."""
    return {DASHBOARD: json.dumps(dashboard(), indent=1) + "\n", TABLE: table()}


if __name__ == "__main__":
    for path, content in written().items():
        path.write_text(content, encoding="utf-8")

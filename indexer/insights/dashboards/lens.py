"""One panel as Kibana's Lens keeps it: columns, a drawing, and the data view they refer to. Pure.

A share is a formula with the columns that Kibana derives from it: it reads the derived ones and
shows the formula only in its editor, so both must say the same.
"""

from __future__ import annotations

import json

from indexer.insights.dashboards import Body
from indexer.insights.dashboards.panel import (
    Dates,
    Measure,
    Panel,
    Ratio,
    Source,
    Terms,
    Unit,
    Where,
)

LAYER = "layer"
BY = "by"
OPERATIONS = {"unique": "unique_count", "p95": "percentile"}
FORMATS: dict[Unit, Body] = {
    "percent": {"id": "percent", "params": {"decimals": 1}},
    "ms": {"id": "number", "params": {"decimals": 0, "suffix": " ms"}},
    "seconds": {"id": "number", "params": {"decimals": 0, "suffix": " s"}},
    "ZAR": {"id": "number", "params": {"decimals": 0}},
}
INTERVALS = {"day": "1d", "week": "1w"}
DRAWN = {"bars": "bar_horizontal", "columns": "bar_stacked", "lines": "line"}


def view_id(source: Source) -> str:
    """Return the id of a source's data view."""
    return f"winkel-view-{source.name}"


def lens_attributes(panel: Panel) -> Body:
    """Return the attributes of a by-value Lens panel."""
    columns = _columns(panel)
    layer = {"columns": columns, "columnOrder": _order(columns), "incompleteColumns": {}}
    return {
        "title": panel.title,
        "description": panel.question,
        "type": "lens",
        "visualizationType": _kind(panel),
        "references": [
            {
                "type": "index-pattern",
                "id": view_id(panel.source),
                "name": f"indexpattern-datasource-layer-{LAYER}",
            }
        ],
        "state": {
            "datasourceStates": {"formBased": {"layers": {LAYER: layer}}},
            "filters": [],
            "query": {"language": "kuery", "query": kql((*panel.source.where, *panel.where))},
            "visualization": _visualization(panel),
            "internalReferences": [],
            "adHocDataViews": {},
        },
    }


def kql(conditions: tuple[Where, ...]) -> str:
    """Return conditions in Kibana's query language."""
    return " and ".join(_kql(condition) for condition in conditions)


def _kql(where: Where) -> str:
    if where.least is not None:
        return f"{where.field} >= {where.least:g}"
    if where.value is None:
        return f"{where.field}: *"
    if isinstance(where.value, str):
        return f"{where.field}: {json.dumps(where.value, ensure_ascii=False)}"
    return f"{where.field}: {json.dumps(where.value)}"


def _columns(panel: Panel) -> Body:
    columns: Body = {}
    if panel.by is not None:
        columns[BY] = _by(panel.by)
    for number, measure in enumerate(panel.measures):
        columns |= _measure(f"m{number}", measure)
    return columns


def _order(columns: Body) -> list[str]:
    """Return the columns' order: what rows are made by first, as Kibana writes it."""
    return [name for name in columns if name == BY] + [name for name in columns if name != BY]


def _by(by: Terms | Dates) -> Body:
    base = {"label": by.label, "customLabel": True, "sourceField": by.field, "isBucketed": True}
    if isinstance(by, Dates):
        return base | {
            "dataType": "date",
            "operationType": "date_histogram",
            "scale": "interval",
            "params": {
                "interval": INTERVALS[by.interval],
                "includeEmptyRows": True,
                "dropPartials": False,
            },
        }
    return base | {
        "dataType": "number" if by.field == "position" else "string",
        "operationType": "terms",
        "scale": "ordinal",
        "params": {
            "size": min(by.size, 100),
            "orderBy": {"type": "alphabetical", "fallback": False}
            if by.in_order
            else {"type": "column", "columnId": "m0"},
            "orderDirection": "asc" if by.in_order else "desc",
            "otherBucket": False,
            "missingBucket": False,
            "parentFormat": {"id": "terms"},
        },
    }


def _measure(name: str, measure: Measure | Ratio) -> Body:
    if isinstance(measure, Measure):
        return {name: _column(measure, measure.label)}
    part = f"Part of {measure.label}"
    text = f"{_formula(measure.part)} / {_formula(measure.whole)}"
    names = [f"{name}X0", f"{name}X1"]
    divided = {
        "type": "function",
        "name": "divide",
        "args": names,
        "location": {"min": 0, "max": len(text)},
        "text": text,
    }
    base = {"dataType": "number", "isBucketed": False, "scale": "ratio", "customLabel": True}
    return {
        names[0]: _column(measure.part, part),
        names[1]: _column(measure.whole, part),
        f"{name}X2": base
        | {
            "label": part,
            "operationType": "math",
            "params": {"tinymathAst": divided},
            "references": names,
        },
        name: base
        | {
            "label": measure.label,
            "operationType": "formula",
            "params": {
                "formula": text,
                "isFormulaBroken": False,
                "format": FORMATS[measure.unit],
            },
            "references": [f"{name}X2"],
        },
    }


def _column(measure: Measure, label: str) -> Body:
    counts = measure.operation == "count"
    params: Body = {"emptyAsNull": False} if counts else {}
    if measure.operation == "p95":
        params["percentile"] = 95
    if measure.unit in FORMATS:
        params["format"] = FORMATS[measure.unit]
    column = {
        "label": label,
        "customLabel": True,
        "dataType": "date" if measure.unit == "date" else "number",
        "operationType": OPERATIONS.get(measure.operation, measure.operation),
        "sourceField": "___records___" if counts else measure.field,
        "isBucketed": False,
        "scale": "ratio",
        "params": params,
    }
    if measure.where:
        column["filter"] = {"language": "kuery", "query": kql(measure.where)}
    return column


def _formula(measure: Measure) -> str:
    name = OPERATIONS.get(measure.operation, measure.operation)
    words = [measure.field] if measure.operation != "count" else []
    if measure.where:
        words.append(f"kql='{kql(measure.where)}'")
    return f"{name}({', '.join(words)})"


def _kind(panel: Panel) -> str:
    if panel.chart == "metric":
        return "lnsMetric" if len(panel.measures) == 1 else "lnsDatatable"
    return {"table": "lnsDatatable", "share": "lnsPie"}.get(panel.chart, "lnsXY")


def _visualization(panel: Panel) -> Body:
    measures = [f"m{number}" for number in range(len(panel.measures))]
    base: Body = {"layerId": LAYER, "layerType": "data"}
    kind = _kind(panel)
    if kind == "lnsMetric":
        return base | {"metricAccessor": measures[0]}
    if kind == "lnsDatatable":
        names = [BY, *measures] if panel.by else measures
        return base | {"columns": [{"columnId": name} for name in names]}
    if kind == "lnsPie":
        pie: Body = base | {
            "primaryGroups": [BY],
            "metrics": measures,
            "numberDisplay": "percent",
            "categoryDisplay": "default",
            "legendDisplay": "default",
        }
        return {"shape": "donut", "layers": [pie]}
    layer = base | {
        "accessors": measures,
        "xAccessor": BY,
        "seriesType": DRAWN[panel.chart],
        "position": "top",
        "showGridlines": False,
    }
    return {
        "layers": [layer],
        "preferredSeriesType": DRAWN[panel.chart],
        "legend": {"isVisible": len(measures) > 1, "position": "right"},
        "valueLabels": "show" if panel.chart == "bars" else "hide",
        "fittingFunction": "None",
        "axisTitlesVisibilitySettings": {"x": False, "yLeft": False, "yRight": False},
        "tickLabelsVisibilitySettings": {"x": True, "yLeft": True, "yRight": True},
        "gridlinesVisibilitySettings": {"x": True, "yLeft": True, "yRight": True},
    }

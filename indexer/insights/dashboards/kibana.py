"""The panels as Kibana's saved objects: data views and dashboards of by-value Lens panels.

`kibana.json` has their parts, in the format of Kibana's own sample data at 9.4
(`home/server/services/sample_data`): a dashboard of typeMigrationVersion 8.7.0 and data views of
7.11.0, which Kibana migrates as it imports them. A share is a formula with the columns that Kibana
derives from it: it reads the derived ones and shows the formula only in its editor, so both must
say the same. Pure: ids are made of names, so that importing twice replaces and adds nothing.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from indexer.insights.dashboards import Body
from indexer.insights.dashboards.panel import (
    DASHBOARDS,
    Dashboard,
    Dates,
    Measure,
    Panel,
    Ratio,
    Source,
    Terms,
    Where,
)
from indexer.insights.dashboards.panels import PANELS, SOURCES

PARTS: Body = json.loads(Path(__file__).with_name("kibana.json").read_text("utf-8"))
BY = "by"
OPERATIONS = {"unique": "unique_count", "p95": "percentile"}
INTERVALS = {"day": "1d", "week": "1w"}
DRAWN = {"bars": "bar_horizontal", "columns": "bar_stacked", "lines": "line"}
COLUMNS, WIDE, METRIC_HEIGHT, HEIGHT = 48, 24, 8, 15  # Kibana's grid
_SPACE = uuid.UUID("5a3b8b39-2c0c-4a3f-9d4e-5b7f0a1c1d15")
CONTROLS = {
    "query": "Text",
    "store": "Store",
    "demo": "Made up",
    "device": "Device",
    "country": "Country",
}
DRILLDOWN = "DASHBOARD_TO_DASHBOARD_DRILLDOWN"


def saved_objects(prefix: str) -> list[Body]:
    """Return all saved objects for the indices of a prefix, references first."""
    views = [_view(source, prefix) for source in SOURCES]
    return views + [_dashboard(key, title) for key, title in DASHBOARDS.items()]


def ndjson(prefix: str) -> str:
    """Return the saved objects as the file that Kibana imports."""
    return "".join(_json(saved) + "\n" for saved in saved_objects(prefix))


def _made(part: str, **values: Any) -> Body:
    """Return a part of `kibana.json` with its values; a key whose value is None is left out."""
    made: Body = _filled(PARTS[part], values)
    return made


def _filled(part: Any, values: Body) -> Any:
    """Put values in place of "$name"; {"$json": …} is Kibana's JSON in a text."""
    if isinstance(part, str) and part.startswith("$"):
        return values[part[1:]]
    if isinstance(part, list):
        return [_filled(one, values) for one in part]
    if not isinstance(part, dict):
        return part
    if "$json" in part:
        return _json(_filled(part["$json"], values))
    filled = {name: _filled(one, values) for name, one in part.items()}
    return {name: one for name, one in filled.items() if one is not None}


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _id(name: str) -> str:
    return str(uuid.uuid5(_SPACE, name))


def _reference(name: str, kind: str, number: str) -> Body:
    return _made("reference", name=name, type=kind, id=number)


def _to_view(name: str, source: Source) -> Body:
    return _reference(name, "index-pattern", f"winkel-view-{source.name}")


def _view(source: Source, prefix: str) -> Body:
    return _made(
        "index-pattern",
        id=f"winkel-view-{source.name}",
        title=",".join(source.indices(prefix)),
        name=f"Winkel: {source.title}",
        time="@timestamp" if source.timed else None,
    )


def _dashboard(key: Dashboard, title: str) -> Body:
    panels = [panel for panel in PANELS if panel.dashboard == key]
    chosen = {_id(f"{key}-{field}"): field for field in _controls(key, panels)}
    references = [reference for panel in panels for reference in _references(panel)]
    views = [
        _to_view(f"controlGroup_{control}:optionsListDataView", _with(field, panels))
        for control, field in chosen.items()
    ]
    return _made(
        "dashboard",
        id=f"winkel-{key}",
        title=f"Winkel: {title}",
        description=" ".join(panel.question for panel in panels[:2]),
        references=[*references, *views],
        controls={
            control: _made("control", id=control, order=order, field=field, title=CONTROLS[field])
            for order, (control, field) in enumerate(chosen.items())
        },
        panels=[_panel(panel, place) for panel, place in zip(panels, _places(panels), strict=True)],
    )


def _controls(key: Dashboard, panels: Sequence[Panel]) -> list[str]:
    """Return the fields that a dashboard can be narrowed by, as /insights can."""
    timed = any(panel.source.timed for panel in panels)
    visitors = all(panel.source.of_visitors for panel in panels)
    fields = {"query": key == "text", "store": True, "demo": timed}
    fields |= {"device": visitors, "country": visitors}
    return [field for field, has in fields.items() if has]


def _with(field: str, panels: Sequence[Panel]) -> Source:
    """Return a source whose documents have the field; all have a store."""
    timed = [panel.source for panel in panels if panel.source.timed]
    return timed[0] if timed and field != "store" else panels[0].source


def _references(panel: Panel) -> Iterator[Body]:
    yield _to_view(f"{panel.id}:indexpattern-datasource-layer-layer", panel.source)
    if panel.leads_to:
        event = _id(f"{panel.id}-drilldown")
        name = f"{panel.id}:drilldown:{DRILLDOWN}:{event}:dashboardId"
        yield _reference(name, "dashboard", f"winkel-{panel.leads_to}")


def _places(panels: Sequence[Panel]) -> Iterator[Body]:
    """Yield each panel's place: numbers at the top, two charts a row below."""
    metrics = sum(panel.chart == "metric" for panel in panels)
    width, top = COLUMNS // max(1, metrics), METRIC_HEIGHT if metrics else 0
    x = charts = 0
    for panel in panels:
        if panel.chart == "metric":
            yield {"x": x, "y": 0, "w": width, "h": METRIC_HEIGHT, "i": panel.id}
            x += width
            continue
        row, column = divmod(charts, 2)
        y = top + row * HEIGHT
        yield {"x": column * WIDE, "y": y, "w": WIDE, "h": HEIGHT, "i": panel.id}
        charts += 1


def _panel(panel: Panel, place: Body) -> Body:
    columns = _columns(panel)
    event = _id(f"{panel.id}-drilldown")
    return _made(
        "panel",
        place=place,
        id=panel.id,
        title=panel.title,
        question=panel.question,
        kind=_kind(panel),
        reference=_to_view("indexpattern-datasource-layer-layer", panel.source),
        columns=columns,
        order=sorted(columns, key=lambda name: name != BY),  # as Kibana writes it
        kql=kql((*panel.source.where, *panel.where)),
        drawing=_drawing(panel),
        enhancements=_made("drilldown", id=event, name=f"Go to {DASHBOARDS[panel.leads_to]}")
        if panel.leads_to
        else {},
    )


def kql(conditions: tuple[Where, ...]) -> str:
    """Return conditions in Kibana's query language."""
    return " and ".join(_kql(condition) for condition in conditions)


def _kql(where: Where) -> str:
    if where.any_of:
        return f"{where.field}: ({' or '.join(map(_json, where.any_of))})"
    if where.least is not None:
        return f"{where.field} >= {where.least:g}"
    return f"{where.field}: {'*' if where.value is None else _json(where.value)}"


def _columns(panel: Panel) -> Body:
    columns: Body = {} if panel.by is None else {BY: _by(panel.by)}
    for number, measure in enumerate(panel.measures):
        columns |= _measure(f"m{number}", measure)
    return columns


def _by(by: Terms | Dates) -> Body:
    if isinstance(by, Dates):
        interval = INTERVALS[by.interval]
        return _made("date_histogram", label=by.label, field=by.field, interval=interval)
    most = {"type": "column", "columnId": "m0"}
    return _made(
        "terms",
        label=by.label,
        field=by.field,
        data="number" if by.field == "position" else "string",
        size=min(by.size, 100),
        order={"type": "alphabetical", "fallback": False} if by.in_order else most,
        direction="asc" if by.in_order else "desc",
    )


def _measure(name: str, measure: Measure | Ratio) -> Body:
    if isinstance(measure, Measure):
        return {name: _column(measure, measure.label)}
    label, text = f"Part of {measure.label}", f"{_call(measure.part)} / {_call(measure.whole)}"
    names = [f"{name}X0", f"{name}X1"]
    math, form = f"{name}X2", PARTS["formats"][measure.unit]
    return {
        names[0]: _column(measure.part, label),
        names[1]: _column(measure.whole, label),
        math: _made("math", label=label, parts=names, text=text, end=len(text)),
        name: _made("formula", label=measure.label, math=math, text=text, format=form),
    }


def _column(measure: Measure, label: str) -> Body:
    counts = measure.operation == "count"
    params: Body = {"emptyAsNull": False} if counts else {}
    if measure.operation == "p95":
        params["percentile"] = 95
    if measure.unit in PARTS["formats"]:
        params["format"] = PARTS["formats"][measure.unit]
    return _made(
        "measure",
        label=label,
        data="date" if measure.unit == "date" else "number",
        operation=OPERATIONS.get(measure.operation, measure.operation),
        field="___records___" if counts else measure.field,
        params=params,
        filter={"language": "kuery", "query": kql(measure.where)} if measure.where else None,
    )


def _call(measure: Measure) -> str:
    """Return a number as Kibana's formulas call it."""
    words = [measure.field] if measure.operation != "count" else []
    words += [f"kql='{kql(measure.where)}'"] if measure.where else []
    return f"{OPERATIONS.get(measure.operation, measure.operation)}({', '.join(words)})"


def _kind(panel: Panel) -> str:
    if panel.chart == "metric":
        return "lnsMetric" if len(panel.measures) == 1 else "lnsDatatable"
    return {"table": "lnsDatatable", "share": "lnsPie"}.get(panel.chart, "lnsXY")


def _drawing(panel: Panel) -> Body:
    measures = [f"m{number}" for number in range(len(panel.measures))]
    return _made(
        _kind(panel),
        first=measures[0],
        measures=measures,
        shown=[{"columnId": name} for name in ([BY] if panel.by else []) + measures],
        series=DRAWN.get(panel.chart),
        several=len(measures) > 1,
        labels="show" if panel.chart == "bars" else "hide",
    )

"""The panels as Kibana's saved objects: data views and dashboards of by-value Lens panels.

The format is that of Kibana's own sample data at 9.4 (`home/server/services/sample_data`): a
dashboard of typeMigrationVersion 8.7.0 and data views of 7.11.0, which Kibana migrates as it
imports them. Pure: ids are made of names, so that importing twice replaces and adds nothing.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from indexer.insights.dashboards import Body
from indexer.insights.dashboards.lens import lens_attributes, view_id
from indexer.insights.dashboards.panel import DASHBOARDS, Dashboard, Panel, Source
from indexer.insights.dashboards.panels import PANELS, SOURCES

CORE, DASHBOARD_TYPE, VIEW_TYPE, PANEL_VERSION = "8.8.0", "8.7.0", "7.11.0", "8.11.0"
COLUMNS, WIDE, METRIC_HEIGHT, HEIGHT = 48, 24, 8, 15  # Kibana's grid
_SPACE = uuid.UUID("5a3b8b39-2c0c-4a3f-9d4e-5b7f0a1c1d15")
DRILLDOWN = "DASHBOARD_TO_DASHBOARD_DRILLDOWN"


def saved_objects(prefix: str) -> list[Body]:
    """Return all saved objects for the indices of a prefix, references first."""
    views = [_view(source, prefix) for source in SOURCES]
    return views + [_dashboard(key, title) for key, title in DASHBOARDS.items()]


def ndjson(prefix: str) -> str:
    """Return the saved objects as the file that Kibana imports."""
    return "".join(
        json.dumps(saved, sort_keys=True, ensure_ascii=False) + "\n"
        for saved in saved_objects(prefix)
    )


def dashboard_id(key: Dashboard) -> str:
    """Return a dashboard's id."""
    return f"winkel-{key}"


def _view(source: Source, prefix: str) -> Body:
    attributes = {
        "title": ",".join(source.indices(prefix)),
        "name": f"Winkel: {source.title}",
        "fieldAttrs": "{}",
        "fieldFormatMap": "{}",
        "fields": "[]",
        "runtimeFieldMap": "{}",
        "sourceFilters": "[]",
        "typeMeta": "{}",
    }
    if source.timed:
        attributes["timeFieldName"] = "@timestamp"
    return _object("index-pattern", view_id(source), VIEW_TYPE, attributes, [])


def _object(
    kind: str, number: str, migrated: str, attributes: Body, references: list[Body]
) -> Body:
    return {
        "type": kind,
        "id": number,
        "attributes": attributes,
        "references": references,
        "coreMigrationVersion": CORE,
        "typeMigrationVersion": migrated,
        "managed": False,
    }


def _dashboard(key: Dashboard, title: str) -> Body:
    panels = [panel for panel in PANELS if panel.dashboard == key]
    references: list[Body] = []
    drawn = []
    for panel, place in zip(panels, _places(panels), strict=True):
        drawn.append(_panel(panel, place))
        references += _references(panel)
    control = str(uuid.uuid5(_SPACE, f"{key}-store"))
    view = panels[0].source  # every source has the field
    references.append(
        _reference(f"controlGroup_{control}:optionsListDataView", "index-pattern", view_id(view))
    )
    attributes = {
        "title": f"Winkel: {title}",
        "description": " ".join(panel.question for panel in panels[:2]),
        "version": 1,
        "timeRestore": True,
        "timeFrom": "now-7d",
        "timeTo": "now",
        "refreshInterval": {"pause": True, "value": 60000},
        "kibanaSavedObjectMeta": {
            "searchSourceJSON": _json({"query": {"language": "kuery", "query": ""}, "filter": []})
        },
        "optionsJSON": _json(
            {
                "useMargins": True,
                "syncColors": False,
                "syncCursor": True,
                "syncTooltips": False,
                "hidePanelTitles": False,
            }
        ),
        "controlGroupInput": _controls(control),
        "panelsJSON": _json(drawn),
    }
    return _object("dashboard", dashboard_id(key), DASHBOARD_TYPE, attributes, references)


def _controls(number: str) -> Body:
    """Return the control of the store; the time's is the dashboard's own."""
    control = {
        "order": 0,
        "width": "medium",
        "grow": True,
        "type": "optionsListControl",
        "explicitInput": {
            "id": number,
            "fieldName": "store",
            "title": "Store",
            "enhancements": {},
        },
    }
    return {
        "controlStyle": "oneLine",
        "chainingSystem": "HIERARCHICAL",
        "panelsJSON": _json({number: control}),
        "ignoreParentSettingsJSON": _json(
            {
                "ignoreFilters": False,
                "ignoreQuery": False,
                "ignoreTimerange": False,
                "ignoreValidations": False,
            }
        ),
    }


def _places(panels: Sequence[Panel]) -> Iterator[Body]:
    """Yield each panel's place: numbers at the top, two charts a row below."""
    metrics = [panel for panel in panels if panel.chart == "metric"]
    width = COLUMNS // max(1, len(metrics))
    x = y = 0
    for panel in panels:
        if panel.chart == "metric":
            yield {"x": x, "y": 0, "w": width, "h": METRIC_HEIGHT, "i": panel.id}
            x += width
            continue
        row, column = divmod(y, 2)
        top = METRIC_HEIGHT if metrics else 0
        yield {
            "x": column * WIDE,
            "y": top + row * HEIGHT,
            "w": WIDE,
            "h": HEIGHT,
            "i": panel.id,
        }
        y += 1


def _panel(panel: Panel, place: Body) -> Body:
    events = [_drilldown(panel, panel.leads_to)] if panel.leads_to else []
    return {
        "version": PANEL_VERSION,
        "type": "lens",
        "gridData": place,
        "panelIndex": panel.id,
        "title": panel.title,
        "embeddableConfig": {
            "attributes": lens_attributes(panel),
            "hidePanelTitles": False,
            "enhancements": {"dynamicActions": {"events": events}} if events else {},
        },
    }


def _event_id(panel: Panel) -> str:
    return str(uuid.uuid5(_SPACE, f"{panel.id}-drilldown"))


def _drilldown(panel: Panel, target: Dashboard) -> Body:
    return {
        "eventId": _event_id(panel),
        "triggers": ["FILTER_TRIGGER"],
        "action": {
            "factoryId": DRILLDOWN,
            "name": f"Go to {DASHBOARDS[target]}",
            "config": {
                "useCurrentFilters": True,
                "useCurrentDateRange": True,
                "openInNewTab": False,
            },
        },
    }


def _references(panel: Panel) -> list[Body]:
    references = [
        reference | {"name": f"{panel.id}:{reference['name']}"}
        for reference in lens_attributes(panel)["references"]
    ]
    if panel.leads_to:
        name = f"{panel.id}:drilldown:{DRILLDOWN}:{_event_id(panel)}:dashboardId"
        references.append(_reference(name, "dashboard", dashboard_id(panel.leads_to)))
    return references


def _reference(name: str, kind: str, number: str) -> Body:
    return {"name": name, "type": kind, "id": number}


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)

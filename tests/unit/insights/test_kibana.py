"""The saved objects fit Kibana's format, as its own sample data shows it at 9.4."""

from __future__ import annotations

import json
from operator import itemgetter
from typing import Any

import pytest

from indexer.insights.dashboards.kibana import saved_objects
from indexer.insights.dashboards.panel import DASHBOARDS
from indexer.insights.dashboards.panels import BY_ID, PANELS

OBJECTS = saved_objects("products")
VIEWS = [one for one in OBJECTS if one["type"] == "index-pattern"]
BOARDS = [one for one in OBJECTS if one["type"] == "dashboard"]
# What Lens calls its operations; a column of another one is drawn as an error.
OPERATIONS = {"count", "sum", "average", "median", "percentile", "min", "max", "unique_count"}
OPERATIONS |= {"terms", "date_histogram", "formula", "math"}


def panels(board: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(board["attributes"]["panelsJSON"])
    return found


def layer_of(panel: dict[str, Any]) -> dict[str, Any]:
    state = panel["embeddableConfig"]["attributes"]["state"]
    (layer,) = state["datasourceStates"]["formBased"]["layers"].values()
    assert isinstance(layer, dict)
    return layer


def test_each_panel_stands_on_the_dashboard_that_it_names() -> None:
    assert [board["attributes"]["title"] for board in BOARDS] == [
        f"Winkel: {title}" for title in DASHBOARDS.values()
    ]
    drawn = [panel["panelIndex"] for board in BOARDS for panel in panels(board)]
    assert drawn == [panel.id for panel in PANELS]
    assert len(BY_ID) == len(PANELS)


def test_every_reference_resolves_and_none_is_missing() -> None:
    known = {(one["type"], one["id"]) for one in OBJECTS}
    for one in OBJECTS:
        assert {(ref["type"], ref["id"]) for ref in one["references"]} <= known
        names = [ref["name"] for ref in one["references"]]
        assert len(set(names)) == len(names)
    for board in BOARDS:
        held = {ref["name"] for ref in board["references"]}
        for panel in panels(board):
            attributes = panel["embeddableConfig"]["attributes"]
            own = {f"{panel['panelIndex']}:{ref['name']}" for ref in attributes["references"]}
            assert own <= held
            events = panel["embeddableConfig"]["enhancements"].get("dynamicActions", {})
            for event in events.get("events", []):
                factory = event["action"]["factoryId"]
                wanted = f"drilldown:{factory}:{event['eventId']}:dashboardId"
                assert f"{panel['panelIndex']}:{wanted}" in held


def test_dashboards_lead_to_one_another_and_have_a_control_for_store_and_time() -> None:
    led = {panel.dashboard: panel.leads_to for panel in PANELS if panel.leads_to}
    assert set(led) == set(DASHBOARDS)
    assert {panel.leads_to for panel in PANELS} - {None} == set(DASHBOARDS)
    for board in BOARDS:
        attributes = board["attributes"]
        assert (attributes["timeRestore"], attributes["timeFrom"]) == (True, "now-7d")
        controls = json.loads(attributes["controlGroupInput"]["panelsJSON"])
        names = {f"controlGroup_{number}:optionsListDataView" for number in controls}
        assert names <= {ref["name"] for ref in board["references"]}
        ordered = sorted(controls.values(), key=itemgetter("order"))
        fields = [control["explicitInput"]["fieldName"] for control in ordered]
        assert "store" in fields
        assert [control["order"] for control in ordered] == [*range(len(fields))]
        if board["id"] == "winkel-text":
            assert fields == ["query", "store", "demo", "device", "country"]


@pytest.mark.parametrize("board", BOARDS, ids=lambda one: str(one["id"]))
def test_a_panel_has_the_parts_that_lens_reads(board: dict[str, Any]) -> None:
    for panel in panels(board):
        assert (panel["type"], panel["version"]) == ("lens", "8.11.0")
        attributes = panel["embeddableConfig"]["attributes"]
        assert attributes["visualizationType"] in {"lnsXY", "lnsMetric", "lnsDatatable", "lnsPie"}
        layer = layer_of(panel)
        assert sorted(layer["columnOrder"]) == sorted(layer["columns"])
        for name, column in layer["columns"].items():
            assert column["operationType"] in OPERATIONS, name
            assert column["isBucketed"] is (name == "by")
            assert set(column.get("references", [])) <= set(layer["columns"])
            if column["operationType"] == "terms":
                order = column["params"]["orderBy"]
                assert order.get("columnId", "m0") in layer["columns"]
                assert order["type"] in {"column", "alphabetical"}
            if column["operationType"] == "math":
                assert column["params"]["tinymathAst"]["args"] == column["references"]
        shown = json.dumps(attributes["state"]["visualization"])
        assert all(f'"m{at}"' in shown for at in range(len(BY_ID[panel["panelIndex"]].measures)))


def test_a_data_view_has_a_time_where_its_documents_have_one() -> None:
    times = {one["attributes"]["title"]: one["attributes"].get("timeFieldName") for one in VIEWS}
    assert times["products"] is None
    assert times["products.searches"] == "@timestamp"
    assert times["products.searches,products.clicks,products.views"] == "@timestamp"


# What Kibana's own schema of a dashboard takes (`dashboard_saved_object/schema/v1` of its plugin,
# which later ones only add to): an attribute of another name or type is refused at the import.
TEXTS = "title", "description", "timeFrom", "timeTo", "panelsJSON", "optionsJSON"
TAKEN: dict[str, Any] = {
    **dict.fromkeys(
        ("title", "description", "timeFrom", "timeTo", "panelsJSON", "optionsJSON"), str
    ),
    "timeRestore": bool,
    "version": int,
    "kibanaSavedObjectMeta": {"searchSourceJSON": str},
    "refreshInterval": {"pause": bool, "value": int, "display": str, "section": int},
    "controlGroupInput": dict.fromkeys(
        ("panelsJSON", "controlStyle", "chainingSystem", "ignoreParentSettingsJSON"), str
    ),
}


def refused(value: Any, taken: Any) -> list[str]:
    if not isinstance(taken, dict):
        return [] if type(value) is taken else [f"{value!r} is no {taken.__name__}"]
    return [
        why
        for name, part in value.items()
        for why in (refused(part, taken[name]) if name in taken else [f"{name} is unknown"])
    ]


def test_a_dashboard_has_what_kibanas_schema_takes_and_nothing_else() -> None:
    for board in BOARDS:
        assert refused(board["attributes"], TAKEN) == []
        assert board["attributes"]["title"]
        for panel in panels(board):
            assert panel["gridData"].keys() == {"x", "y", "w", "h", "i"}
    assert refused({"title": "a", "sections": [], "version": "1"}, TAKEN) == [
        "sections is unknown",
        "'1' is no int",
    ]

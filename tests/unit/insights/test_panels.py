"""A declaration of panels is checked when it is loaded."""

from __future__ import annotations

import json

import pytest

from indexer.index.cluster.mapping import FOLDER
from indexer.insights.panels import (
    ACTIONS,
    BY_ID,
    CHARTS,
    DASHBOARDS,
    FILE,
    PANELS,
    QUESTION,
    UNITS,
    Question,
    before,
    read,
)
from scrapers.attributes import ATTRIBUTES
from tests.support.data import rows

TEXT = FILE.read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('source = "runs"', 'source = "walks"', "walks"),
        ('measures = ["Up", "Down"]', 'measures = ["Aside"]', "Aside"),
        ('where = ["zero = true"]', 'where = ["zero is true"]', "'zero is true' is no condition"),
    ],
)
def test_what_is_no_panel_is_refused(old: str, new: str, why: str) -> None:
    assert old in TEXT
    with pytest.raises((KeyError, ValueError), match=why):
        read(TEXT.replace(old, new))


def test_each_panel_is_declared_in_words_that_are_read() -> None:
    names = "dashboard id title question source chart measures by where never leads_to action"
    places = "label field size interval in_order least_first"
    measures = "label operation field unit where part whole parts"
    assert len(BY_ID) == len(PANELS)
    for panel in PANELS:
        assert panel.keys() == {*names.split()}, panel["id"]
        assert panel["by"].keys() <= {*places.split()}, panel["id"]
        assert (panel["chart"] in CHARTS, panel["action"] in ACTIONS) == (True, True), panel["id"]
        assert {panel["dashboard"], panel["leads_to"] or "text"} <= DASHBOARDS.keys(), panel["id"]
        for measure in panel["measures"]:
            assert measure.keys() <= {*measures.split()}, panel["id"]
            assert measure["unit"] in UNITS, panel["id"]


def test_kibana_has_the_same_panels() -> None:
    lines = (FOLDER / "kibana.ndjson").read_text("utf-8").splitlines()
    boards = [json.loads(line)["attributes"].get("panelsJSON", "[]") for line in lines]
    assert [panel["panelIndex"] for board in boards for panel in json.loads(board)] == [*BY_ID]


def test_completeness_is_asked_of_each_attribute() -> None:
    labels = [measure["label"] for measure in BY_ID["coverage"]["measures"]]
    assert labels[-len(ATTRIBUTES) :] == [attribute.label for attribute in ATTRIBUTES]


@pytest.mark.parametrize(("asked", "earlier"), rows("earlier_periods"))
def test_the_period_before_is_as_long_and_ends_where_the_period_begins(
    asked: tuple[str, str], earlier: tuple[str, str]
) -> None:
    def question(since: str, until: str) -> Question:
        return QUESTION | {"since": since, "until": until, "device": "phone"}

    assert before(question(*asked)) == question(*earlier)
    assert before(question("2026-03-01", "now")) is None

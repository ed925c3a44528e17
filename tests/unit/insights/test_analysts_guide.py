"""docs/analysts.md names every field that is kept, and panels and settings that there are."""

from __future__ import annotations

import re
from pathlib import Path

from indexer.insights.dashboards.panel import DASHBOARDS
from indexer.insights.dashboards.panels import PANELS
from indexer.insights.streams import STREAMS, fields_of
from indexer.settings import Settings

GUIDE = (Path(__file__).resolve().parents[3] / "docs" / "analysts.md").read_text("utf-8")


def test_every_field_of_every_stream_is_explained() -> None:
    named = set(re.findall(r"`([@\w.]+)`", GUIDE))
    for stream in STREAMS:
        assert set(fields_of(stream)) - named == set(), stream.name
        assert stream.retention.upper() in named


def test_the_ten_questions_name_panels_of_their_dashboards() -> None:
    rows = [line.split("|")[2] for line in GUIDE.splitlines() if line.startswith("| ")][1:11]
    titles = {(DASHBOARDS[panel.dashboard], panel.title) for panel in PANELS}
    named = [
        (row.split(",")[0].strip(), title) for row in rows for title in re.findall(r'"(.+?)"', row)
    ]
    assert len(rows) == 10
    assert set(named) <= titles


def test_every_setting_that_is_named_is_one() -> None:
    known = {name.upper() for name in Settings.model_fields}
    assert set(re.findall(r"`([A-Z]+_[A-Z_]+)`", GUIDE)) <= known

"""A newcomer finds a screen's files: the map names all screens, and what it names is there."""

from __future__ import annotations

import re

from dev.prepare import ROOT

FEATURES = ROOT / "frontend" / "src" / "features"


def _map() -> list[list[str]]:
    text = (ROOT / "docs" / "architecture.md").read_text()
    (table,) = re.findall(r"## From a screen to its files\n(.*?)\n## ", text, re.DOTALL)
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")]
    return rows[1:]


def test_the_map_of_screens_names_each_and_files_that_are_there() -> None:
    rows = _map()
    routes = (ROOT / "frontend" / "src" / "app" / "routes.tsx").read_text()
    addresses = {*re.findall(r'^  "(/[^"]+)": lazyScreen', routes, re.MULTILINE)}
    named = {word for row in rows for word in re.findall(r"`(/[^`]*)`", row[0])}
    assert len(addresses) > 10
    assert addresses <= named
    folders = {word.partition("/")[0] for row in rows for word in re.findall(r"`(\S+/)`", row[1])}
    assert folders == {folder.name for folder in FEATURES.iterdir()}
    for row in rows:
        for cell, base in ((row[1], FEATURES), (row[2], ROOT), (row[3], ROOT)):
            for path in re.findall(r"`(\w[^`]*)`", cell):
                assert (base / path).exists(), path

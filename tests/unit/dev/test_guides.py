"""The guide's tables are true: each screen's files, and how many ways there are for a thing."""

from __future__ import annotations

import re

from dev.stop import ROOT

FEATURES = ROOT / "frontend" / "src" / "features"


# What of a module's text shows that it is one of the ways to do this.
SIGNS = {
    "hands mail to a server": r"^import smtplib",
    "says when what ended is started again": r"^class Restarts",
    "writes many documents": r"\.bulk\(",
    "keeps small tables in a web process": r"^class (Snapshots|(Reference|Language)Cache)\b",
    "loads data in the browser": r"new QueryClient\(|<InstantSearch$",
}


def _table(title: str) -> list[list[str]]:
    text = (ROOT / "docs" / "architecture.md").read_text()
    (table,) = re.findall(rf"## {title}\n(.*?)\n## ", text, re.DOTALL)
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")]
    return rows[1:]


def test_the_map_of_screens_names_each_and_files_that_are_there() -> None:
    rows = _table("From a screen to its files")
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


def test_there_are_as_many_ways_as_the_table_says() -> None:
    rows = {row[0].strip(): row for row in _table("One way for each thing")}
    rooms = ("app", "indexer", "scrapers", "dev", "frontend/src")
    files = [file for room in rooms for file in (ROOT / room).rglob("*.*")]
    sources = {
        str(file.relative_to(ROOT)): file.read_text()
        for file in files
        if file.suffix in {".py", ".ts", ".tsx"} and ".test." not in file.name
    }
    for what, (_, count, where) in rows.items():
        named = re.findall(r"`([^`]+)`", where)
        assert all((ROOT / path).is_file() for path in named), what
        assert int(count) <= len(named), what
    for what, sign in SIGNS.items():
        found = {path for path, text in sources.items() if re.search(sign, text, re.MULTILINE)}
        _, count, where = rows[what]
        assert len(found) == int(count), (what, found)
        assert all(f"`{path}`" in where for path in found), (what, found)

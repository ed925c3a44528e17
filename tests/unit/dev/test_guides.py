"""The guides for contributors name files that exist and commands that the Makefile has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from indexer.models.alert import OF_NO_BRAND, TROUBLES

ROOT = Path(__file__).resolve().parents[3]
GUIDES = [
    "CONTRIBUTING.md",
    "docs/architecture.md",
    "README.md",
    "docs/analysts.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "docs/operations.md",
]
SKIPPED = {"node_modules", "dist", "__pycache__"}
ROOMS = "app|indexer|scrapers|frontend|es_mappings|dev|tests|docs"


@pytest.mark.parametrize("guide", GUIDES)
def test_every_path_in_a_guide_exists(guide: str) -> None:
    text = (ROOT / guide).read_text()
    paths = re.findall(rf"`((?:{ROOMS})/[\w./-]*)`", text)
    assert paths, "it names no file"
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_file_that_the_code_names_exists() -> None:
    files = [path for room in ROOMS.split("|") for path in (ROOT / room).rglob("*")]
    sources = [
        path
        for path in files
        if path.suffix in {".py", ".ts", ".tsx", ".css", ".json"} and not SKIPPED & {*path.parts}
    ]
    named = rf"(?<![\w/.*])((?:{ROOMS})/[\w/-]+\.(?:py|tsx?|css|json))\b"
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources
        for name in re.findall(named, path.read_text("utf-8"))
        if not (ROOT / name).exists()
    ]
    assert missing == []


@pytest.mark.parametrize("guide", GUIDES[:4])
def test_every_command_in_a_guide_is_one_of_the_makefiles(guide: str) -> None:
    goals = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / guide).read_text(), re.MULTILINE)
    assert named
    assert set(named) <= set(goals)


def test_operators_are_told_of_each_alert_what_to_do() -> None:
    kinds = (*TROUBLES, *OF_NO_BRAND)
    said = (ROOT / "docs" / "operations.md").read_text()
    assert set(re.findall(r"^### (\w+)$", said, re.MULTILINE)) == set(kinds)

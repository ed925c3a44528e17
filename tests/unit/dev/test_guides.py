"""The guides' commands are the Makefile's, and each alert has its paragraph for operators."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from indexer.models.alert import OF_NO_BRAND, TROUBLES

ROOT = Path(__file__).resolve().parents[3]
GUIDES = ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/analysts.md"]


@pytest.mark.parametrize("guide", GUIDES)
def test_every_command_in_a_guide_is_one_of_the_makefiles(guide: str) -> None:
    goals = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / guide).read_text(), re.MULTILINE)
    assert named
    assert set(named) <= set(goals)


def test_operators_are_told_of_each_alert_what_to_do() -> None:
    kinds = (*TROUBLES, *OF_NO_BRAND)
    said = (ROOT / "docs" / "operations.md").read_text()
    assert set(re.findall(r"^### (\w+)$", said, re.MULTILINE)) == set(kinds)

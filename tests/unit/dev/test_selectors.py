"""Browser tests find things by role, label or data attribute: classes are the stylesheets' own."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
BY_CLASS = re.compile(r"\[class[*^$~|]?=|contains\(@class|By\.CLASS_NAME")


def test_no_browser_test_reaches_into_a_class_name() -> None:
    places = [*(TESTS / "e2e").rglob("*.py"), TESTS / "support" / "browser.py"]
    assert len(places) > 10
    assert [str(path) for path in places if BY_CLASS.search(path.read_text())] == []

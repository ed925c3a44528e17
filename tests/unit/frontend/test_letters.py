"""Letters follow the browser's own size (WCAG 1.4.4): no style sheet gives them one in px."""

from __future__ import annotations

import re

from tests.support.site import FRONTEND

SIZE = re.compile(r"(?<![\w-])font(?:-size)?:\s*([^;}]+)")
FIXED = re.compile(r"\d(?:px|pt|cm|v[wh])\b")


def test_1_4_4_no_letters_have_a_size_of_their_own() -> None:
    sheets = (FRONTEND / "src").rglob("*.css")
    sizes = [(path.name, size) for path in sheets for size in SIZE.findall(path.read_text("utf-8"))]
    assert len(sizes) > 40
    assert [one for one in sizes if FIXED.search(one[1])] == []

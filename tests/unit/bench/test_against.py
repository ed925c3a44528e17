from __future__ import annotations

import pytest

from tests.bench.against import compared
from tests.bench.report import Figure

BEFORE = {
    "search": {
        "landing, 1 client": "   400/s  p50    2.0 ms  p95    4.0 ms  cache hits  99%",
        "--fast, whole rebuild": "4,500 documents/s",
    }
}


def lines(name: str, value: str) -> list[str]:
    return list(compared("search", Figure(name, value), BEFORE))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("landing, 1 client", "   390/s  p50    2.1 ms  p95    4.2 ms", []),
        ("landing, 1 client", "   800/s  p50    1.0 ms  p95    2.0 ms", []),
        ("landing, 1 client", "   200/s  p50    2.0 ms  p95    4.0 ms", ["400 /s before, 200 now"]),
        (
            "landing, 1 client",
            "   400/s  p50    2.0 ms  p95    8.0 ms",
            ["p95: 4 ms before, 8 now"],
        ),
        ("--fast, whole rebuild", "2,000 documents/s", ["4500 documents/s before, 2000 now"]),
        ("a new figure", "1 ms", []),
    ],
)
def test_what_became_slower_is_told(name: str, value: str, told: list[str]) -> None:
    found = lines(name, value)
    assert len(found) == len(told)
    assert all(words in line for words, line in zip(told, found, strict=True))

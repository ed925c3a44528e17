"""Tables of cases, in tests/data: a row is a line of JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "data"


def rows(name: str) -> list[Any]:
    """Return the rows of a table."""
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]

"""Tables of cases, in tests/data or beside a test: a row is a line of JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "data"


def rows(name: str, beside: str = "") -> list[Any]:
    """Return the rows of a table, of the folder of the test that is `beside` it where given.

    Lines that begin with # are comments.
    """
    folder = Path(beside).parent if beside else DATA
    lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if not line.startswith("#")]

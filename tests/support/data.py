"""Tables of cases in tests/data, a row a line of JSON, and texts beside a test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "data"


def rows(name: str) -> list[Any]:
    """Return the rows of a table; lines that begin with # are comments."""
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if not line.startswith("#")]


def beside(file: str, name: str) -> str:
    """Return the text of the file that lies beside a module."""
    return Path(file).with_name(name).read_text(encoding="utf-8")

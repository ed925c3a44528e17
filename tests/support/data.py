"""Tables of cases in tests/data, a row a line of JSON, and texts beside a test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "data"


def rows(name: str) -> list[Any]:
    """Return the rows of a table; lines that begin with # are comments."""
    return _read(DATA / f"{name}.jsonl")


def rows_beside(file: str, name: str) -> list[Any]:
    """Return the rows of the table that lies beside a module."""
    return _read(Path(file).parent / name)


def _read(table: Path) -> list[Any]:
    lines = table.read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines if not line.startswith("#")]
    assert found, f"{table} is empty: nothing would be tested"
    return found


def beside(file: str, name: str) -> str:
    """Return the text of the file that lies beside a module."""
    return (Path(file).parent / name).read_text(encoding="utf-8")

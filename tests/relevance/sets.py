"""The files of the judged queries: one per catalogue, with a JSON object per line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tests.relevance.need import Need, Query

FOLDER = Path(__file__).with_name("sets")


def read_set(catalogue: str) -> list[Query]:
    """Return the queries of a catalogue."""
    lines = (FOLDER / f"{catalogue}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = (json.loads(line) for line in lines)
    return [
        Query(
            catalogue,
            row["kind"],
            row["text"],
            Need.from_json(row["need"]),
            tuple(row.get("filters", ())),
        )
        for row in rows
    ]


def write_set(catalogue: str, queries: Iterable[Query]) -> None:
    """Write the queries of a catalogue."""
    rows = (
        {"kind": query.kind, "text": query.text, "need": query.need.as_json()} for query in queries
    )
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{catalogue}.jsonl").write_text(text, encoding="utf-8")

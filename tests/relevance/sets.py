"""The files of the judged queries: one per catalogue, with a JSON object per line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.relevance.need import Need, Query

FOLDER = Path(__file__).with_name("sets")


def read_set(catalogue: str) -> list[Query]:
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

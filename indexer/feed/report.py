"""The report of refused rows: one JSON object a line with line number, id and reason."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from indexer.feed.survey import Refusal


def write_report(path: Path, refusals: Sequence[Refusal]) -> None:
    """Write the refused rows, in the order of the feed; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(asdict(refusal), ensure_ascii=False) for refusal in refusals)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")

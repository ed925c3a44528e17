"""Each room's lines stand in a ledger, which rises only by hand and with the reason."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LEDGER = ROOT / "tests" / "ledger.tsv"
SLACK = 150  # lines that a room may have lost before its line is lowered


def _counted() -> Counter[str]:
    """Return the lines of Python by room: `app/search`, or `tests/unit`, or `indexer` itself."""
    names = subprocess.check_output(["git", "ls-files", "-z", "*.py"], cwd=ROOT, text=True)
    lines: Counter[str] = Counter()
    for name in filter(None, names.split("\0")):
        if (file := ROOT / name).is_file():  # one that a change deletes is listed until its commit
            room = "/".join(Path(name).parts[:-1][:2]) or "."
            lines[room] += len(file.read_text("utf-8").splitlines())
    return lines


def _ledger() -> dict[str, int]:
    rows = [line.split("\t") for line in LEDGER.read_text("utf-8").splitlines()[1:]]
    return {room: int(most) for room, most, _ in rows}


def test_no_room_holds_more_lines_than_the_ledger_allows() -> None:
    ledger = _ledger()
    heavier = [
        f"{room}: {lines} lines, {ledger.get(room, 0)} allowed: make something needless, or raise"
        f" its line in tests/ledger.tsv and give the reason"
        for room, lines in sorted(_counted().items())
        if lines > ledger.get(room, 0)
    ]
    assert not heavier, "\n".join(heavier)


def test_the_ledger_follows_a_room_that_became_lighter() -> None:
    counted = _counted()
    stale = [
        f"{room}: {counted[room]} lines, {most} allowed: lower its line in tests/ledger.tsv"
        for room, most in _ledger().items()
        if counted[room] < most - SLACK
    ]
    assert not stale, "\n".join(stale)

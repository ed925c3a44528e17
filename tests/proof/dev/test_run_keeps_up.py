"""Fault 31: a service dies under `make run` (the whole: tests/proof/dev/test_make_run.py)."""

from __future__ import annotations

from pathlib import Path

from dev.services.process import Process
from indexer.core.restarts import FIRST_PAUSE_S, LONGEST_PAUSE_S, SETTLED_S


def test_fault_31_what_dies_again_and_again_is_started_with_growing_pauses(tmp_path: Path) -> None:
    said = list[str]()
    dying = Process(name="it", root=tmp_path, command=["false"])
    dying.start()
    now, pauses = dying.restarts.since, []
    for _ in range(9):
        dying.popen.wait()
        dying.keep(said.append, now)
        ended, since = dying.popen, now
        while dying.popen is ended:
            now += 0.25
            dying.keep(said.append, now)
        pauses.append(now - since)
    assert pauses[0] == FIRST_PAUSE_S
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_S
    assert "exit code 1" in said[0]
    dying.popen.wait()
    dying.keep(said.append, now + SETTLED_S + 1)
    assert said[-1].endswith(f"again in {FIRST_PAUSE_S:g} s.")

"""Fault 31: a service dies under `make run` (the whole: tests/integration/dev/test_make_run.py)."""

from __future__ import annotations

import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from dev.run.keeping import Keeper
from dev.services.process import Process
from indexer.background import FIRST_PAUSE_S, LONGEST_PAUSE_S, SETTLED_S

pytestmark = [pytest.mark.faults]


@dataclass
class Dying:
    """A process that ends each time as soon as it is started."""

    name: str
    process: Process
    starts: int = 0

    def start_again(self) -> None:
        self.starts += 1
        popen = subprocess.Popen(["false"])
        popen.wait()
        self.process = Process(self.name, popen, signal.SIGTERM, Path("log"), Path("pid"))


def test_fault_31_what_dies_again_and_again_is_started_with_growing_pauses() -> None:
    now, said = [0.0], list[str]()
    keeper = Keeper(said.append, clock=lambda: now[0])
    popen = subprocess.Popen(["false"])
    popen.wait()
    dying = Dying("it", Process("it", popen, signal.SIGTERM, Path("log"), Path("pid")))
    pauses = []
    for _ in range(9):
        keeper.look(dying)
        starts, since = dying.starts, now[0]
        while dying.starts == starts:
            now[0] += 0.25
            keeper.look(dying)
        pauses.append(now[0] - since)
    assert pauses[0] == FIRST_PAUSE_S
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_S
    assert "exit code 1" in said[0]
    now[0] += SETTLED_S + 1
    keeper.look(dying)
    assert said[-1].endswith(f"again in {FIRST_PAUSE_S:g} s.")

"""Run one of the project's command modules to its end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from dev.files import tail
from dev.run.errors import StepError

DETAIL_LENGTH = 110


def run_module(
    words: Sequence[str], env: Mapping[str, str], cwd: Path, logs: Path, advice: str
) -> str:
    """Run `python -m WORDS` with its output in a log; returns its output as one short line.

    Raises StepError with the log's end and the advice when it fails.
    """
    log = logs / f"{words[0]}.log"
    logs.mkdir(parents=True, exist_ok=True)
    with log.open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", *words],
            check=False,
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=out,
            text=True,
        )
        out.write(done.stdout)
    if done.returncode:
        said = tail(log)
        raise StepError(f"`python -m {' '.join(words)}` failed. {log} ends:\n{said}\n{advice}")
    short = ", ".join(" ".join(line.split()) for line in done.stdout.splitlines() if line.strip())
    return short if len(short) <= DETAIL_LENGTH else short[: DETAIL_LENGTH - 1] + "…"

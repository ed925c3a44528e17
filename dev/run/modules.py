"""Runs the project's command modules, in the environment of what `make run` starts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from dev.files import tail
from dev.services.errors import StepError
from dev.services.local import VARIABLES, ServiceUrls

DETAIL_LENGTH = 110


def run_module(
    command: Sequence[str], env: Mapping[str, str], cwd: Path, logs: Path, advice: str
) -> str:
    """Run `python -m COMMAND` with its output in a log; returns its output as one short line.

    Raises StepError with the log's end and the advice when it fails.
    """
    log = logs / f"{command[0]}.log"
    logs.mkdir(parents=True, exist_ok=True)
    with log.open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", *command],
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
        ending = tail(log)
        raise StepError(f"`python -m {' '.join(command)}` failed. {log} ends:\n{ending}\n{advice}")
    short = ", ".join(" ".join(line.split()) for line in done.stdout.splitlines() if line.strip())
    return short if len(short) <= DETAIL_LENGTH else short[: DETAIL_LENGTH - 1] + "…"


def services_needed(env: Mapping[str, str]) -> set[str]:
    """Return the services whose address is not in the environment."""
    return {service for service, variable in VARIABLES.items() if not env.get(variable)}


def winkel_environment(services: ServiceUrls, env: Mapping[str, str]) -> dict[str, str]:
    """Return the variables to set; those of the caller win.

    The server is bound to loopback, so operator calls need no token, and the demo stores, which
    are on loopback too, may be scraped.
    """
    defaults = {**services.environment(), "OPERATOR_OPEN": "1", "ALLOW_LOOPBACK_STORES": "1"}
    variables = {name: env.get(name) or value for name, value in defaults.items()}
    return variables | {name: env[name] for name in VARIABLES.values() if env.get(name)}

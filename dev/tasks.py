"""`make import`, `reindex`, `bench`, `relevance`, ….

They use the services of this folder's running `make run`, or start their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from dev.files import ServiceError, read_exports, run_logged, step
from dev.prepare import GOALS
from dev.services.servers import VARIABLES, local_services
from dev.stop import LOCAL, ROOT, main_pid

ENV_FILE = LOCAL / "env"
DATA = {
    "database schema": ["indexer.migrate"],
    "reference data": ["indexer.catalogue.tables"],
    "index": ["indexer.index", "ensure"],
}


def main(arguments: list[str]) -> int:
    """Run the task with its arguments; returns the exit code."""
    goal, rest = GOALS[arguments[0]], arguments[1:]
    if goal.alone and main_pid() is not None:
        print("Failed: Winkel runs in this folder. Stop it first: make stop", file=sys.stderr)
        return 1
    try:
        with _environment() as env:
            command = [sys.executable, "-m", goal.module, *goal.arguments, *rest]
            return subprocess.run(command, check=False, cwd=ROOT, env=env).returncode
    except ServiceError as error:
        print(f"\nFailed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


@contextmanager
def _environment() -> Iterator[dict[str, str]]:
    """Yield the environment of the running `make run`, or of services started for this task."""
    if main_pid() is not None and ENV_FILE.exists():
        yield {**os.environ, **read_exports(ENV_FILE)}
        return
    with local_services(LOCAL, services_needed(os.environ)) as (urls, _):
        env = {**os.environ, **winkel_environment(urls, os.environ)}
        prepare_data(env)
        yield env


def prepare_data(env: Mapping[str, str]) -> None:
    """Update the schema, the reference data and the index."""
    for title, command in DATA.items():
        with step(title) as details:
            advice = "If the data of this folder may go: make stop CLEAN=1, then make run."
            details.append(run_module(command, env, advice))


def run_module(command: list[str], env: Mapping[str, str], advice: str = "") -> str:
    """Run `python -m COMMAND`; return its last line. Raises ServiceError with the advice."""
    log = LOCAL / "logs" / f"{command[0]}.log"
    return run_logged([sys.executable, "-m", *command], log, ROOT, env, advice)


def services_needed(env: Mapping[str, str]) -> set[str]:
    """Return the services whose address is not in the environment."""
    return {service for service, variable in VARIABLES.items() if not env.get(variable)}


def winkel_environment(urls: Mapping[str, str], env: Mapping[str, str]) -> dict[str, str]:
    """Return the variables to set; those of the caller win.

    The server is bound to loopback, so operator calls need no token, and the demo stores, which
    are on loopback too, may be scraped.
    """
    defaults = {**urls, "OPERATOR_OPEN": "1", "ALLOW_LOOPBACK_STORES": "1"}
    variables = {name: env.get(name) or value for name, value in defaults.items()}
    return variables | {name: env[name] for name in VARIABLES.values() if env.get(name)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`make import`, `reindex`, `bench`, `relevance`, `export`, ….

They use the services of this folder's running `make run`, or start their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dev.files import read_exports
from dev.goals import GOALS
from dev.run.modules import run_module, services_needed, winkel_environment
from dev.services.errors import ServiceError, StepError
from dev.services.local import local_services
from dev.stop import running_pid

ROOT = Path(__file__).resolve().parent.parent
LOCAL = ROOT / ".local"
ENV_FILE = LOCAL / "env"


def main(arguments: list[str]) -> int:
    """Run the task with its arguments; returns the exit code."""
    goal, rest = GOALS[arguments[0]], arguments[1:]
    if goal.alone and running_pid() is not None:
        print("Failed: Winkel runs in this folder. Stop it first: make stop", file=sys.stderr)
        return 1
    try:
        with task_environment() as env:
            command = [sys.executable, "-m", goal.module, *goal.arguments, *rest]
            return subprocess.run(command, check=False, cwd=ROOT, env=env).returncode
    except (ServiceError, StepError) as error:
        print(f"\nFailed: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


@contextmanager
def task_environment() -> Iterator[dict[str, str]]:
    """Yield the environment of the running `make run`, or of services started for this task."""
    if running_pid() is not None and ENV_FILE.exists():
        yield {**os.environ, **read_exports(ENV_FILE)}
        return
    with local_services(LOCAL, services_needed(os.environ)) as services:
        env = {**os.environ, **winkel_environment(services, os.environ)}
        prepare_data(env)
        yield env


def prepare_data(env: dict[str, str]) -> None:
    """Update the schema, the reference data and the index for the task."""
    for command in (["indexer.migrate"], ["indexer.catalogue"], ["indexer.index", "ensure"]):
        run_module(command, env, ROOT, LOCAL / "logs", "See the log above.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

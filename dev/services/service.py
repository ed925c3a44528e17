"""What the three services have in common: one description, read by `local.py`."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dev.services.account import Account


@dataclass(frozen=True, slots=True)
class Place:
    """Where a service lives: its own folder and the account it runs as.

    `brief`: it serves for minutes, so a quick start is worth more than top speed later.
    """

    folder: Path
    account: Account
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Service:
    """How one service is prepared, started, asked whether it is ready, and stopped.

    `prepare` and `complete` run on every start and do nothing the second time; `environment`
    is the process's whole environment; `complete` runs once the service answers.
    """

    name: str
    stop_signal: signal.Signals
    prepare: Callable[[Place], None]
    command: Callable[[Place, int], list[str]]
    environment: Callable[[Place], dict[str, str]]
    ready: Callable[[int], bool]
    complete: Callable[[Place, int], None]
    url: Callable[[int], str]
    start_timeout_s: float = 120.0

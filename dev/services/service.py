"""The description of a service, which `dev/services/local.py` reads."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dev.services.account import Account


@dataclass(frozen=True, slots=True)
class Place:
    """A service's own folder and the account it runs as.

    `brief`: it is used for minutes, so a quick start matters more than speed.
    """

    folder: Path
    account: Account
    brief: bool = False


def environment(_place: Place) -> dict[str, str]:
    """Return the complete environment of a service that needs no more."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LANG": "C.UTF-8"}


@dataclass(frozen=True, slots=True)
class Service:
    """How a service is prepared, started, checked and stopped.

    `prepare` runs before every start, `complete` once the service answers; both are idempotent.
    `environment` is the process's complete environment.
    """

    name: str
    stop_signal: signal.Signals
    prepare: Callable[[Place], None]
    command: Callable[[Place, int], list[str]]
    ready: Callable[[int], bool]
    url: Callable[[int], str]
    complete: Callable[[Place, int], None] | None = None
    environment: Callable[[Place], dict[str, str]] = environment
    start_timeout_s: float = 120.0

"""The environment of everything that `make run` starts, and the file that others find it in."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path

from dev.services import ServiceUrls
from dev.services.local import VARIABLES


def services_needed(env: Mapping[str, str]) -> set[str]:
    """Return the services whose address is not given."""
    return {service for service, variable in VARIABLES.items() if not env.get(variable)}


def winkel_environment(services: ServiceUrls, given: Mapping[str, str]) -> dict[str, str]:
    """Return the variables to set: what the caller gave stays as it is.

    The server is bound to loopback, so operator calls need no token, and the demo stores, which
    are on loopback too, may be scraped.
    """
    defaults = {**services.environment(), "OPERATOR_OPEN": "1", "ALLOW_LOOPBACK_STORES": "1"}
    found = {name: given.get(name) or value for name, value in defaults.items()}
    return found | {name: given[name] for name in VARIABLES.values() if given.get(name)}


def write_env_file(path: Path, variables: Mapping[str, str]) -> None:
    """Write export lines that only the caller may read (an address may hold a password)."""
    lines = [f"export {name}={shlex.quote(value)}" for name, value in sorted(variables.items())]
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as out:
        out.write("\n".join(lines) + "\n")


def read_env_file(path: Path) -> dict[str, str]:
    """Return the variables of such a file."""
    found = {}
    for line in path.read_text().splitlines():
        name, _, value = line.removeprefix("export ").partition("=")
        words = shlex.split(value)
        found[name] = words[0] if words else ""
    return found

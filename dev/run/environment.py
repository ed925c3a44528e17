"""The environment of the programs that `make run` starts."""

from __future__ import annotations

from collections.abc import Mapping

from dev.services.local import VARIABLES, ServiceUrls


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

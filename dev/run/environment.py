"""The environment of everything that `make run` starts."""

from __future__ import annotations

from collections.abc import Mapping

from dev.services.local import VARIABLES, ServiceUrls


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

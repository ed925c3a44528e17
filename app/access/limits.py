"""How often one address may ask: Flask-Limiter over Redis, in memory while Redis is away."""

import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from flask import Flask, current_app, request
from flask.typing import ResponseReturnValue
from flask_limiter import Limiter, RateLimitExceeded
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from app.errors import TooManyRequests, respond
from indexer.core.settings import Settings

_KEY = "winkel-limits"
TIMEOUT_S = 0.25  # of Redis: a limit is never worth a visitor's wait
_REDIS: dict[str, Any] = {
    "socket_timeout": TIMEOUT_S,
    "socket_connect_timeout": TIMEOUT_S,
    "retry": Retry(NoBackoff(), 0),
}
IPV6_NETWORK = 64  # bits: what one subscriber has


@dataclass(frozen=True, slots=True)
class Rule:
    """A limit that some calls share; `cost` is what the present request takes of it."""

    name: str
    allowed: str
    endpoints: tuple[str, ...]
    cost: Callable[[], int] | int = 1
    free: Callable[[], bool] | None = None


LOG_INS = parse("10 per minute")  # wrong tokens of one address


class Limits:
    """The limits of one application."""

    def __init__(self, app: Flask, settings: Settings, rules: Sequence[Rule]) -> None:
        self._on = settings.rate_limits
        self._memory = FixedWindowRateLimiter(MemoryStorage())
        self._limiter = Limiter(
            client_address,
            app=app,
            enabled=settings.rate_limits,
            storage_uri=settings.redis_url,
            storage_options=_REDIS,
            in_memory_fallback_enabled=True,
            swallow_errors=True,
            key_prefix=f"limits:{settings.index_prefix}",
        )
        for rule in rules:
            self._apply(app, rule)

    def _apply(self, app: Flask, rule: Rule) -> None:
        limit: Any = self._limiter.shared_limit(
            rule.allowed, scope=rule.name, cost=rule.cost, exempt_when=rule.free
        )
        for endpoint in rule.endpoints:
            app.view_functions[endpoint] = limit(app.view_functions[endpoint])

    def take(self, item: RateLimitItem, *names: str) -> bool:
        """Take one of a limit; returns whether there was one left."""
        if not self._on:
            return True
        try:
            return self._limiter.limiter.hit(item, *names)
        except RedisError:
            return self._memory.hit(item, *names)


def client_address() -> str:
    """Return what a limit counts by: the address, of IPv6 the network of one subscriber."""
    address = request.remote_addr or ""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if ip.version == 4:
        return address
    return str(ipaddress.ip_network((ip, IPV6_NETWORK), strict=False))


def _refused(error: RateLimitExceeded) -> ResponseReturnValue:
    return respond(TooManyRequests(error.limit.limit.get_expiry()))


def register_limits(app: Flask, settings: Settings, rules: Sequence[Rule]) -> None:
    """Limit the calls of the rules; all views must be registered already."""
    app.extensions[_KEY] = Limits(app, settings, rules)
    app.register_error_handler(RateLimitExceeded, _refused)


def limits() -> Limits:
    """Return the current application's limits."""
    return cast(Limits, current_app.extensions[_KEY])

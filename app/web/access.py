"""Who may call what, and how often: operators, limits, and the notes of what operators do."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast
from urllib.parse import urlsplit

from flask import Flask, current_app, g, request
from flask_limiter import Limiter, RateLimitExceeded
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from sqlalchemy.orm import Session

from app.live.context import context
from app.product.brand import BRAND_PREFIX as BRANDS
from app.product.related import PRODUCT_PREFIX as PRODUCTS
from app.product.view import PATHS as DEALS
from app.search.filters import BY_ATTRIBUTE, MAX_REQUESTS
from app.web.errors import NotJson, OperatorOnly, TokenNeeded, TooManyRequests, respond
from indexer.catalogue.audit import Subject, record
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


def register_limits(app: Flask, settings: Settings, rules: Sequence[Rule]) -> None:
    """Limit the calls of the rules; all views must be registered already."""
    app.extensions[_KEY] = Limits(app, settings, rules)
    app.register_error_handler(
        RateLimitExceeded, lambda error: respond(TooManyRequests(error.limit.limit.get_expiry()))
    )


def limits() -> Limits:
    return cast(Limits, current_app.extensions[_KEY])


P = ParamSpec("P")
R = TypeVar("R")
NAMELESS = "operator"
# A request with one of these headers was forwarded for a client that may be anywhere.
FORWARDED = frozenset(
    "forwarded via x-real-ip x-client-ip x-cluster-client-ip x-original-url x-rewrite-url"
    " true-client-ip cf-connecting-ip fastly-client-ip".split()
)


def bearer_token() -> bytes | None:
    """Return the token of the Authorization header; None where none is sent as "Bearer …"."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip().encode() if scheme.lower() == "bearer" else None


def is_operator() -> bool:
    """Return True if the caller is an operator: the token as bearer, or an open server (design)."""
    settings = context().settings
    if settings.operator_open:
        return is_of_this_machine()
    tokens = named_tokens(settings)
    if not tokens:
        return False
    sent = bearer_token()
    if sent is None:
        return False
    # All are compared, so that the time taken does not reveal which one matches. Before the limit
    # of wrong ones: an address may be shared, and what others try must not lock an operator out.
    names = [name for name, own in tokens.items() if hmac.compare_digest(sent, own.encode())]
    if names:
        g.operator_name = names[0]
        return True
    if not limits().take(LOG_INS, "log-ins", client_address()):
        raise TooManyRequests(LOG_INS.get_expiry())
    return False


def named_tokens(settings: Settings) -> dict[str, str]:
    """Return the operators' tokens by their names; the token without a name is `operator`'s."""
    parts = (part.partition("=") for part in settings.operator_tokens.split(",") if part)
    tokens = {name.strip(): token.strip() for name, _, token in parts}
    return ({NAMELESS: settings.operator_token} if settings.operator_token else {}) | tokens


def operator_name() -> str:
    """Return who the operator of this call is, by the name of the token."""
    return str(g.get("operator_name", NAMELESS))


def is_of_this_machine() -> bool:
    """Return True if a call comes from this machine: from its own pages, or from no page at all.

    Being bound to loopback keeps other machines out, but neither a proxy on this machine nor the
    other sites in the operator's browser: a proxy adds its headers, the sites name their own host
    or origin, or the browser's header marks another site.
    """
    if not is_loopback(request.remote_addr or "") or not is_loopback(_host_of(f"//{request.host}")):
        return False
    if any(_is_forwarding(name) for name in request.headers.keys()):  # noqa: SIM118
        return False
    if request.headers.get("Sec-Fetch-Site", "none") not in {"none", "same-origin"}:
        return False
    origin = request.headers.get("Origin")
    return origin is None or origin == f"{request.scheme}://{request.host}"


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Return True if a host's name or address is this machine's own."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_forwarding(name: str) -> bool:
    name = name.lower()
    return name in FORWARDED or name.startswith("x-forwarded-")


def _refusal() -> OperatorOnly:
    """Return the error for callers who are no operators; it requires a token if there is one."""
    settings = context().settings
    if settings.operator_open or not named_tokens(settings):
        return OperatorOnly()
    return TokenNeeded("Authorization" in request.headers)


def operator_only(view: Callable[P, R]) -> Callable[P, R]:
    """Refuse a view to everybody but operators, before anything else of it runs."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not is_operator():
            raise _refusal()
        return view(*args, **kwargs)

    guarded.operator_only = True  # type: ignore[attr-defined]
    return guarded


def json_only(view: Callable[P, R]) -> Callable[P, R]:
    """Take no body but JSON.

    A form or a script of another site can send a body without the browser asking us first only as
    text or as a form. A call without a body and its type ("start all") names its origin.
    """

    @wraps(view)
    def strict(*args: P.args, **kwargs: P.kwargs) -> R:
        has_body = bool(request.content_length) or "Transfer-Encoding" in request.headers
        if request.mimetype != "application/json" and (request.mimetype or has_body):
            raise NotJson()
        return view(*args, **kwargs)

    return strict


def note(
    session: Session,
    action: str,
    subject: Subject,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Note a change by the operator of this call, in the change's own transaction."""
    record(session, operator_name(), action, subject, before, after)


def _searches() -> int:
    """Return how many searches the present request is: an array of 20 costs 20."""
    sent = request.get_json(force=True, silent=True)
    return min(len(sent), MAX_REQUESTS) if isinstance(sent, list) and sent else 1


def _page_searches() -> int:
    """Return how many searches a page makes: its results, or the landing's, are inside it."""
    query = list(request.args.items(multi=True))
    chosen = {name for name, value in query if name in BY_ATTRIBUTE and value}
    return 1 + len(chosen)


def _shows_no_products() -> bool:
    shows = request.path == "/" or request.path.rstrip("/") in DEALS
    return not shows and not request.path.startswith((PRODUCTS, BRANDS))


# A person never comes near these; an office behind one address does not either.
_SEARCHES = "2400 per minute"
RULES = (
    Rule("search", _SEARCHES, ("search.search",), _searches),
    Rule("search", _SEARCHES, ("pages.page",), _page_searches, _shows_no_products),
    Rule(
        "search",
        _SEARCHES,
        (
            *("images.images", "images.all_images", "images.all_flat", "images.count"),
            *("images.all_grouped", "landing.landing", "landing.landing_more", "landing.suggest"),
            *("brands.product_brands", "products.product", "products.products"),
            *("pages.sitemap", "pages.sitemap_part", "pages.search_news", "brands.about"),
            *("deals.deals", "pages.deals_feed"),
        ),
    ),
    # Not of what searches may: who looks whether the site is well learns it in a flood, too.
    Rule("health", _SEARCHES, ("health.health", "health.ready", "metrics")),
    Rule(
        "clicks",
        "120 per minute; 2000 per day",
        ("interactions.save_item_click", "interactions.save_item_view"),
    ),
    Rule("submissions", "5 per minute; 30 per day", ("submissions.submit",)),
    Rule("newsletter", "5 per minute; 30 per day", ("subscriptions.subscribe",)),
    Rule("alerts", "10 per minute; 60 per day", ("priceAlerts.set_alert",)),
    Rule(
        "own alerts",
        "60 per minute",
        (
            *("priceAlerts.own_alerts", "priceAlerts.confirm"),
            *("priceAlerts.change", "priceAlerts.remove"),
            *("sharedLists.bought", "sharedLists.mark"),
        ),
    ),
)

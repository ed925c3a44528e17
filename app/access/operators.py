"""Who is an operator: the bearer of the token, or this machine's own pages on an open server."""

import hmac
import ipaddress
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

from flask import g, request

from app.access.limits import LOG_INS, client_address, limits
from app.context import context
from app.errors import NotJson, OperatorOnly, TokenNeeded, TooManyRequests
from indexer.core.settings import Settings

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
    or origin, or the browser says that they are another site.
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
    """Return the error for callers who are no operators; it asks for a token if there is one."""
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
        if request.mimetype != "application/json" and (request.mimetype or _has_body()):
            raise NotJson()
        return view(*args, **kwargs)

    return strict


def _has_body() -> bool:
    return bool(request.content_length) or "Transfer-Encoding" in request.headers

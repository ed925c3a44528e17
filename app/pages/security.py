"""The headers that tell a browser what a page, or an answer, may do."""

from flask import Response, request

from app.context import context
from indexer.core.settings import Settings

# The pin widget brings its own scripts, frames, fonts and answers; its page alone may run them.
_PINS = "https://*.pinterest.com https://*.pinimg.com"
# What is no page needs no permissions, should a browser be made to show it as one.
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_DATA = ("application/json", "text/plain", "application/xml", "application/problem+json")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # Stores see that a visitor came from here, and not what was searched for.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
HSTS = "max-age=31536000"


def secure(response: Response) -> Response:
    """Add what is missing to an answer; what a view has set itself stays."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    settings = context().settings
    if request.is_secure or settings.public_url.startswith("https:"):
        response.headers.setdefault("Strict-Transport-Security", HSTS)
    if response.mimetype == "text/html":
        policy = page_policy(request.path, settings)
        response.headers.setdefault("Content-Security-Policy", policy)
    elif response.mimetype in _DATA:
        response.headers.setdefault("Content-Security-Policy", NOTHING)
    return response


def runs_widget(path: str) -> bool:
    """Return True if the page at a path runs the pin widget (spec §2.6)."""
    return path.startswith("/style/")


def page_policy(path: str, settings: Settings, nonce: str = "") -> str:
    """Return the content security policy of the page at a path.

    `nonce` allows the widget's style sheet, which it writes into its page.
    """
    pins = f" {_PINS}" if runs_widget(path) else ""
    sheet = f" 'nonce-{nonce}'" if nonce else ""
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self'{pins}",
            f"style-src 'self'{sheet}",
            f"img-src 'self' data: https:{_demo_stores(settings)}",
            f"font-src 'self'{pins}",
            f"connect-src 'self'{pins}",
            "frame-src" + (pins or " 'none'"),
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def _demo_stores(settings: Settings) -> str:
    """Return the origins of the local demo stores: theirs are the only pictures without TLS.

    Pictures of real stores come with TLS or from our own copy.
    """
    ports = settings.loopback()
    if ports is True:
        return " http://127.0.0.1:*"
    return "".join(f" http://127.0.0.1:{port}" for port in sorted(ports or ()))

"""The headers that tell a browser what a page may do."""

from __future__ import annotations

from flask import Response, request

# The pin widget brings its own scripts, frames and answers; its page alone may run them.
_PINS = "https://*.pinterest.com https://*.pinimg.com"
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # Stores see that a visitor came from here, and not what was searched for.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def secure(response: Response) -> Response:
    """Add what is missing to an answer; what a view has set itself stays."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers.setdefault("Content-Security-Policy", page_policy(request.path))
    return response


def page_policy(path: str) -> str:
    """Return the content security policy of the page at a path."""
    pins = f" {_PINS}" if path.startswith("/style/") else ""
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self'{pins}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob: http: https:",
            f"connect-src 'self'{pins}",
            "frame-src" + (pins or " 'none'"),
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )

"""Small pages of our own, without scripts: what a link in a mail leads to."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from flask import Response, render_template
from markupsafe import Markup

# The frontend's own tokens; these pages are small enough to do without its files.
STYLE = (Path(__file__).parents[1] / "templates/note.css").read_text(encoding="utf-8")
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


def note(title: str, words: str, button: str = "") -> Response:
    """Return a page; its button, where it has one, posts to the page's own address.

    The address holds a secret, so it is neither kept nor told to the next page.
    """
    page = render_template(
        "note.html",
        title=title,
        words=words,
        button=button,
        style=Markup(STYLE),  # noqa: S704
    )
    response = Response(page, mimetype="text/html")
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response

"""Small pages of our own, without scripts: what a link in a mail leads to."""

from __future__ import annotations

import base64
import hashlib
import html

from flask import Response

# The frontend's own tokens; these pages are small enough to do without its files.
STYLE = (
    ":root{color-scheme:light dark;--bg:#fbfaf7;--text:#1b1a18;--link:#0b5d5e}"
    "@media(prefers-color-scheme:dark){:root{--bg:#121211;--text:#f2f0eb;--link:#6cc7c4}}"
    "body{margin:0;background:var(--bg);color:var(--text);font:16px/24px system-ui,sans-serif}"
    "main{max-width:560px;margin:0 auto;padding:64px 16px}"
    "h1{font-size:28px;line-height:34px;margin:0 0 16px}a{color:var(--link)}"
    "button{font:inherit;padding:8px 20px;border:0;border-radius:8px;cursor:pointer;"
    "background:var(--link);color:var(--bg)}"
)
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


def note(title: str, words: str, button: str = "") -> Response:
    """Return a page; its button, where it has one, posts to the page's own address.

    The address holds a secret, so it is neither kept nor told to the next page.
    """
    form = f"<form method=post><button>{html.escape(button)}</button></form>" if button else ""
    made = Response(
        "<!doctype html><html lang=en-ZA><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width, initial-scale=1">'
        "<meta name=robots content=noindex>"
        f"<title>{html.escape(title)} – Winkel</title><style>{STYLE}</style>"
        f"<main><h1>{html.escape(title)}</h1><p>{html.escape(words)}</p>{form}"
        '<p><a href="/">To the shop</a></p></main></html>',
        mimetype="text/html",
    )
    made.headers["Content-Security-Policy"] = POLICY
    made.headers["Cache-Control"] = "no-store"
    made.headers["Referrer-Policy"] = "no-referrer"
    return made

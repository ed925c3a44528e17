"""`/api/docs`: Swagger's page over `/api/openapi.json`, from our own server alone."""

from __future__ import annotations

from pathlib import Path

import flask_swagger_ui
from flask import Blueprint, Flask, Response, send_from_directory

ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"
# Swagger's page draws its icons from data: addresses.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Winkel API</title>
<link rel="icon" href="/api/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
"""
_START = """window.ui = SwaggerUIBundle({
  url: "/api/openapi.json", dom_id: "#docs", deepLinking: true, persistAuthorization: false,
});
"""


def register_docs(app: Flask) -> None:
    """Serve the interactive page and its assets."""
    docs = Blueprint("docs", __name__, url_prefix="/api/docs")

    @docs.get("")
    def page() -> Response:
        made = Response(_PAGE, mimetype="text/html")
        made.headers["Content-Security-Policy"] = POLICY
        return made

    @docs.get("/start.js")
    def start() -> Response:
        return Response(_START, mimetype="text/javascript")

    @docs.get("/assets/<path:name>")
    def assets(name: str) -> Response:
        return send_from_directory(ASSETS, name, max_age=86_400)

    app.register_blueprint(docs)

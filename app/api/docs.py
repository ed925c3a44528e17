"""`/api/docs`: Swagger's page over `/api/openapi.json`, from our own server alone."""

from __future__ import annotations

from pathlib import Path

import flask_swagger_ui
from flask import Blueprint, Flask, Response, render_template, send_from_directory

ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"
# Swagger's page draws its icons from data: addresses.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def register_docs(app: Flask) -> None:
    """Serve the interactive page and its assets."""
    docs = Blueprint("docs", __name__, url_prefix="/api/docs")

    @docs.get("")
    def docs_page() -> Response:
        page = Response(render_template("docs.html"), mimetype="text/html")
        page.headers["Content-Security-Policy"] = POLICY
        return page

    @docs.get("/start.js")
    def start() -> Response:
        return Response(render_template("docs.js"), mimetype="text/javascript")

    @docs.get("/assets/<path:name>")
    def assets(name: str) -> Response:
        return send_from_directory(ASSETS, name, max_age=86_400)

    app.register_blueprint(docs)

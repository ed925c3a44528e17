"""Puts the application together.

Each request has an id, the front's: it stands in the answer, logs, jobs and runs.
"""

from flask import Flask, Response, request
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from app.api.areas import AREAS
from app.api.declare.area import document, register_docs
from app.api.declare.caching import BROTLI_QUALITY, GZIP_LEVEL, SMALL
from app.api.health import metrics
from app.live.context import Context, attach
from app.live.metrics import count_requests
from app.pages import register_pages
from app.version import VERSION
from app.web.access import RULES, register_limits
from app.web.errors import register_errors
from app.web.wire import OrjsonProvider
from indexer.core.logs import REQUEST, request_id
from indexer.core.settings import Settings

HEADER = "X-Request-ID"
MAX_BODY_BYTES = 1_000_000


def register_request_ids(app: Flask, settings: Settings) -> None:
    """Name every request; a client's id counts only where a trusted front forwards it."""

    def begin() -> None:
        sent = request.headers.get(HEADER, "") if settings.trusted_proxies else ""
        REQUEST.set(request_id(sent))

    def end(response: Response) -> Response:
        response.headers[HEADER] = REQUEST.get()
        return response

    app.before_request(begin)
    app.after_request(end)


def create_app(settings: Settings) -> Flask:
    """Return the application; it connects to nothing before the first request."""
    app = Flask("app", static_folder=None)
    app.json = OrjsonProvider(app)
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES,
        API_TITLE="Winkel",
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/api",
        OPENAPI_JSON_PATH="openapi.json",
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=BROTLI_QUALITY,
        COMPRESS_LEVEL=GZIP_LEVEL,
        COMPRESS_MIN_SIZE=SMALL,
    )
    app.url_map.strict_slashes = False
    services = Context(settings)
    attach(app, services)
    register_request_ids(app, settings)
    count_requests(app, services.counted, services.engine.breaker)
    api = document(app)
    for area in AREAS:
        api.register_blueprint(area)
    register_docs(app)
    app.add_url_rule("/metrics", "metrics", metrics)
    register_pages(app)
    register_errors(app)
    register_limits(app, settings, RULES)
    Compress(app)
    hops = settings.trusted_proxies
    if hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    return app

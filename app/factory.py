"""Puts the application together."""

from __future__ import annotations

from flask import Flask
from flask_compress import Compress
from flask_smorest import Api
from werkzeug.middleware.proxy_fix import ProxyFix

from app.api import (
    alerts,
    brand_edit,
    brand_list,
    brand_versions,
    brands,
    curation,
    export,
    filters,
    health,
    history,
    images,
    insights,
    interactions,
    landing,
    reference,
    scraper,
    search,
    subscriptions,
    takedowns,
    tryout,
)
from app.api.docs import register_docs
from app.api.schemas import SCHEMAS
from app.context import Context, attach
from app.errors import register_errors
from app.json import OrjsonProvider
from app.limited import RULES
from app.limits import register_limits
from app.pages import register_pages
from app.version import VERSION
from indexer.settings import Settings

MAX_BODY_BYTES = 1_000_000
# Modules that add calls to another's area: their import declares them.
EXTENSIONS = (alerts, brand_edit, brand_list, brand_versions, curation, export, history, tryout)
AREAS = (
    search.AREA,
    filters.AREA,
    landing.AREA,
    health.AREA,
    brands.AREA,
    images.AREA,
    reference.CATEGORIES,
    reference.COLORS,
    reference.STYLES,
    reference.COUNTRIES,
    interactions.AREA,
    insights.AREA,
    subscriptions.AREA,
    takedowns.AREA,
    scraper.AREA,
)


def create_app(settings: Settings) -> Flask:
    """Return the application; it connects to nothing until it is asked something."""
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
        COMPRESS_BR_LEVEL=3,
        COMPRESS_LEVEL=3,
        COMPRESS_MIN_SIZE=1400,
    )
    app.url_map.strict_slashes = False
    attach(app, Context.of(settings))
    api = Api(app)
    for name, schema in SCHEMAS.items():
        api.spec.components.schema(name, schema)
    api.spec.components.security_scheme("operator", {"type": "http", "scheme": "bearer"})
    for area in AREAS:
        api.register_blueprint(area)
    register_docs(app)
    register_pages(app)
    register_errors(app)
    register_limits(app, settings, RULES)
    Compress(app)
    hops = settings.trusted_proxies
    if hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    return app

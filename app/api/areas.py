"""All areas of the API, in the order of its document."""

from __future__ import annotations

from app.api import health
from app.api.brands import edit, overview, submissions, versions
from app.api.catalogue import lists, stores
from app.api.images import calls as images
from app.api.operator import certificates, curation, insights, takedowns
from app.api.product import calls as product
from app.api.scraper import alerts, export, history, runs, tryout
from app.api.search import calls as search
from app.api.search import filters, landing
from app.api.visitor import interactions, newsletter, price_alerts

AREAS = (
    search.AREA,
    filters.AREA,
    landing.AREA,
    product.AREA,
    health.AREA,
    stores.AREA,
    edit.AREA,
    overview.AREA,
    versions.AREA,
    submissions.AREA,
    images.AREA,
    curation.AREA,
    certificates.AREA,
    lists.CATEGORIES,
    lists.COLORS,
    lists.STYLES,
    lists.COUNTRIES,
    interactions.AREA,
    insights.AREA,
    newsletter.AREA,
    price_alerts.AREA,
    takedowns.AREA,
    runs.AREA,
    history.AREA,
    export.AREA,
    tryout.AREA,
    alerts.AREA,
)

"""All areas of the API, in the order of its document."""

from app.api import deals, health
from app.api.brands import archive, edit, listed, overview, submissions, versions
from app.api.catalogue import lists, stores
from app.api.images import calls as images
from app.api.operator import (
    actions,
    curation,
    insights,
    offers,
    review,
    session,
    synonyms,
    takedowns,
)
from app.api.product import calls as product
from app.api.scraper import alerts, decisions, export, history, runs, trends, tryout
from app.api.search import calls as search
from app.api.search import filters, landing
from app.api.visitor import interactions, newsletter, shared_lists, visitor_alerts

AREAS = (
    search.AREA,
    filters.AREA,
    landing.AREA,
    product.AREA,
    deals.AREA,
    health.AREA,
    stores.AREA,
    edit.AREA,
    overview.AREA,
    archive.AREA,
    listed.AREA,
    versions.AREA,
    submissions.AREA,
    images.AREA,
    curation.AREA,
    lists.CATEGORIES,
    lists.COLORS,
    lists.STYLES,
    lists.COUNTRIES,
    interactions.AREA,
    session.AREA,
    insights.AREA,
    synonyms.AREA,
    review.AREA,
    offers.AREA,
    newsletter.AREA,
    visitor_alerts.AREA,
    shared_lists.AREA,
    takedowns.AREA,
    actions.AREA,
    runs.AREA,
    history.AREA,
    decisions.AREA,
    trends.AREA,
    export.AREA,
    tryout.AREA,
    alerts.AREA,
)

"""All areas of the API, in the order of its document."""

from app.api import catalogue, health, images, product
from app.api.brands import adding, edit, overview
from app.api.operator import content, insights, review
from app.api.scraper import decisions, history, runs, trends
from app.api.search import calls as search
from app.api.visitor import interactions, visitor_alerts

AREAS = (
    search.AREA,
    search.PANEL,
    search.LANDING,
    product.PRODUCT,
    product.DEALS,
    health.AREA,
    catalogue.AREA,
    edit.EDIT,
    overview.OVERVIEW,
    edit.ARCHIVE,
    overview.LISTED,
    edit.VERSIONS,
    adding.AREA,
    images.AREA,
    content.CURATION,
    catalogue.CATEGORIES,
    catalogue.COLORS,
    catalogue.STYLES,
    catalogue.COUNTRIES,
    interactions.INTERACTIONS,
    insights.SESSION,
    insights.INSIGHTS,
    content.SYNONYMS,
    review.AREA,
    content.OFFERS,
    interactions.NEWSLETTER,
    visitor_alerts.AREA,
    interactions.SHARED_LISTS,
    content.TAKEDOWNS,
    insights.ACTIONS,
    runs.RUNS,
    history.HISTORY,
    decisions.DECISIONS,
    trends.AREA,
    history.EXPORT,
    runs.TRYOUT,
    decisions.ALERTS,
)

"""What analysts ask, for operators: the panels, their numbers, and new synonyms."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote_plus

from redis.exceptions import RedisError
from sqlalchemy import select

from app.access.operators import operator_name
from app.api.declare import Area
from app.api.declare.cached import private
from app.api.declare.schema import With
from app.api.operator import schemas
from app.context import context
from app.errors import Invalid, NotFound
from app.search.vocabulary.synonyms import add as add_synonym
from indexer.index.cluster.changed import say_changed
from indexer.insights.buffer import Buffer
from indexer.insights.dashboards.ask import Asked, Row, body_of, rows_of
from indexer.insights.dashboards.panel import DASHBOARDS, Panel
from indexer.insights.dashboards.panels import BY_ID, PANELS
from indexer.models import Product

AREA = Area("insights", "insights", "What visitors search and click, for operators")
TIMEOUT_MS = 30_000


@AREA.get("/panels", operator=True)
@AREA.response(schemas.InsightPanels)
def panels() -> dict[str, Any]:
    """List the dashboards' panels, and how many events wait to be counted"""
    return {
        "dashboards": [{"id": key, "title": title} for key, title in DASHBOARDS.items()],
        "panels": [declared(panel) for panel in PANELS],
        "stores": sorted(context().reference.stores, key=lambda store: store.name.lower()),
        "waiting": _waiting(),
    }


def declared(panel: Panel) -> With:
    """Return a panel as the screen draws it."""
    by = panel.by.label if panel.by else None
    return With(panel, by=by, timed=panel.source.timed)


def _waiting() -> int | None:
    try:
        return Buffer(context().settings).waiting().events
    except RedisError:
        return None  # unknown


@AREA.get("/panels/<panel_id>", operator=True)
@AREA.query(schemas.PanelQuery)
@private
@AREA.response(schemas.InsightRows)
def panel_rows(
    panel_id: str, since: str = "now-7d", until: str = "now", stores: list[str] | None = None
) -> dict[str, Any]:
    """Answer one panel: its rows, each with a value for every measure"""
    panel = BY_ID.get(panel_id)
    if panel is None:
        raise NotFound("There is no such panel")
    services = context()
    question = Asked(
        since=since,
        until=until,
        stores=_known_stores(stores or []),
        timezone=services.settings.schedule_timezone,
    )
    indices = panel.source.indices(services.settings.index_prefix)
    answer = services.engine.aggregate(indices, body_of(panel, question), TIMEOUT_MS)
    return {"rows": _labelled(panel, rows_of(panel, answer))}


def _known_stores(slugs: list[str]) -> tuple[str, ...]:
    known = {store.slug for store in context().reference.stores}
    if not known.issuperset(slugs):
        raise Invalid.field("store", "there is no such store")
    return tuple(slugs)


def _labelled(panel: Panel, rows: list[Row]) -> list[Row]:
    """Return rows with what they are called, and the page of this site that they lead to."""
    names = _product_names(rows) if panel.action == "product" else {}
    stores = {store.slug: (store.id, store.name) for store in context().reference.stores}
    is_store = getattr(panel.by, "field", "") == "store"
    for row in rows:
        key = row["key"] or ""
        row["label"] = names.get(key) or (stores.get(key, (0, key))[1] if is_store else key)
        row["href"] = _address(panel, row, stores.get(key, (0, ""))[0])
    return rows


def _product_names(rows: list[Row]) -> dict[str, str]:
    ids = [int(row["key"]) for row in rows if str(row["key"]).isdigit()]
    with context().session() as session:
        products = session.execute(select(Product.id, Product.name).where(Product.id.in_(ids)))
        return {str(row.id): row.name for row in products}


def _address(panel: Panel, row: Row, brand_id: int) -> str | None:
    """Return the page where an operator goes on with a row."""
    if panel.action in {"search", "synonym"}:
        return f"/?q={quote_plus(row['key'])}"
    if panel.action == "product":
        return f"/?q={quote_plus(row['label'])}"
    if panel.action == "store":
        return f"/?store={quote_plus(row['key'])}"
    if panel.action == "run" and brand_id:
        return f"/scraper?tab=history&brandId={brand_id}"
    return None


@AREA.post("/synonyms", operator=True)
@AREA.arguments(schemas.SynonymInput, example={"words": "smockie", "means": "dress"})
@AREA.response(schemas.SynonymAdded)
def synonyms(words: str, means: str) -> dict[str, str]:
    """Have some words read as others in every search, from now on

    Words that have a meaning already get the new one.
    """
    services = context()
    with services.session() as session:
        words, means = add_synonym(session, words, means, operator_name())
    say_changed(services.settings)
    return {"words": words, "means": means, "href": f"/?q={quote_plus(words)}"}

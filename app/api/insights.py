"""What analysts ask, for operators: the panels, their numbers, and new synonyms."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote_plus

from flask import Response, jsonify, request
from redis.exceptions import RedisError
from sqlalchemy import select

from app.api.route import answer, blueprint, body, parameter, route
from app.api.schemas.parts import array, ref
from app.api.values import json_object, text
from app.context import context
from app.errors import Invalid, NotFound
from app.operators import operator_name
from indexer.index.cluster.changed import say_changed
from indexer.insights.buffer import Buffer
from indexer.insights.dashboards.ask import Asked, Row, body_of, rows_of
from indexer.insights.dashboards.panel import DASHBOARDS, Panel
from indexer.insights.dashboards.panels import BY_ID, PANELS
from indexer.models import Product

AREA = blueprint("insights", "insights", "What visitors search and click, for operators")

TIMEOUT_MS = 30_000
MOST_STORES = 50
MOST_WORDS = 100  # characters of one side of a synonym
_TIME = re.compile(r"now|now-\d{1,4}[hdw]|\d{4}-\d{2}-\d{2}", re.ASCII)
TIME = {"type": "string", "pattern": r"^(now|now-\d{1,4}[hdw]|\d{4}-\d{2}-\d{2})$"}


@route(AREA, "GET", "/panels", operator=True, response=answer(ref("InsightPanels")))
def panels() -> Response:
    """List the dashboards' panels, and how many events wait to be counted"""
    stores = [{"slug": one.slug, "name": one.name} for one in context().reference.stores]
    return jsonify(
        {
            "dashboards": [{"id": key, "title": title} for key, title in DASHBOARDS.items()],
            "panels": [declared(panel) for panel in PANELS],
            "stores": sorted(stores, key=lambda one: one["name"].lower()),
            "waiting": _waiting(),
        }
    )


def declared(panel: Panel) -> dict[str, Any]:
    """Return a panel as the screen draws it."""
    return {
        "id": panel.id,
        "dashboard": panel.dashboard,
        "title": panel.title,
        "question": panel.question,
        "chart": panel.chart,
        "by": panel.by.label if panel.by else None,
        "measures": [{"label": one.label, "unit": one.unit} for one in panel.measures],
        "timed": panel.source.timed,
        "leadsTo": panel.leads_to,
        "action": panel.action,
    }


def _waiting() -> int | None:
    try:
        return Buffer(context().settings).waiting()
    except RedisError:
        return None  # unknown


@route(
    AREA,
    "GET",
    "/panels/<panel_id>",
    operator=True,
    parameters=[
        parameter("since", TIME, "From when on: a day, or such as now-7d", "now-7d"),
        parameter("until", TIME, "Until when; now where absent", "now"),
        parameter("store", array({"type": "string"}), "Only these stores, by slug"),
    ],
    response=answer(ref("InsightRows")),
)
def panel_rows(panel_id: str) -> Response:
    """Answer one panel: its rows, each with a value for every measure"""
    panel = BY_ID.get(panel_id)
    if panel is None:
        raise NotFound("There is no such panel")
    asked = Asked(
        since=_time("since", "now-7d"),
        until=_time("until", "now"),
        stores=_stores(),
        timezone=context().settings.schedule_timezone,
    )
    here = context()
    indices = panel.source.indices(here.settings.index_prefix)
    found = here.engine.aggregate(indices, body_of(panel, asked), TIMEOUT_MS)
    made = jsonify({"rows": _led(panel, rows_of(panel, found))})
    made.headers["Cache-Control"] = "no-store"
    return made


def _time(name: str, absent: str) -> str:
    sent = request.args.get(name, absent)
    if not _TIME.fullmatch(sent):
        raise Invalid.field(name, "must be a day (2026-01-31), now, or such as now-7d")
    return sent


def _stores() -> tuple[str, ...]:
    sent = request.args.getlist("store")
    if len(sent) > MOST_STORES:
        raise Invalid.field("store", f"must be at most {MOST_STORES} stores")
    known = {one.slug for one in context().reference.stores}
    for slug in sent:
        if slug not in known:
            raise Invalid.field("store", "there is no such store")
    return tuple(sent)


def _led(panel: Panel, rows: list[Row]) -> list[Row]:
    """Return rows with what they are called, and the page of this site that they lead to."""
    names = _product_names(rows) if panel.action == "product" else {}
    stores = {one.slug: (one.id, one.name) for one in context().reference.stores}
    is_store = getattr(panel.by, "field", "") == "store"
    for row in rows:
        key = row["key"] or ""
        row["label"] = names.get(key) or (stores.get(key, (0, key))[1] if is_store else key)
        row["href"] = _address(panel, row, stores.get(key, (0, ""))[0])
    return rows


def _product_names(rows: list[Row]) -> dict[str, str]:
    ids = [int(row["key"]) for row in rows if str(row["key"]).isdigit()]
    with context().session() as session:
        found = session.execute(select(Product.id, Product.name).where(Product.id.in_(ids)))
        return {str(row.id): row.name for row in found}


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


@route(
    AREA,
    "POST",
    "/synonyms",
    operator=True,
    request=body(ref("SynonymInput"), {"words": "smockie", "means": "dress"}),
    response=answer(ref("SynonymAdded")),
)
def synonyms() -> Response:
    """Have some words read as others in every search, from now on

    Words that have a meaning already get the new one.
    """
    sent = json_object()
    words = text(sent.get("words"), "words", MOST_WORDS)
    means = text(sent.get("means"), "means", MOST_WORDS)
    here = context()
    words, means = here.synonyms.add(words, means, operator_name())
    say_changed(here.settings)
    return jsonify({"words": words, "means": means, "href": f"/?q={quote_plus(words)}"})

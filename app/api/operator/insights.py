"""Insights for operators: the panels, their numbers, and new synonyms."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote_plus

from redis.exceptions import RedisError
from sqlalchemy import ColumnElement, select

from app.api.declare import Answer, Area
from app.api.declare.caching import private
from app.api.declare.fields import PAGE, Day, Paged, Text, about, one_of, page_of, within
from app.api.operator import schemas
from app.live.context import context
from app.product.related import product_path
from app.search.wire.address import text_search
from app.web.access import operator_name
from app.web.errors import Invalid, NotFound
from app.web.visitors import DEVICES
from indexer.catalogue.audit import SUBJECTS
from indexer.insights.learning import STREAMS as STEP_STREAMS
from indexer.insights.learning import next_steps, searches_body, visits_body
from indexer.insights.panels import (
    BY_ID,
    DASHBOARDS,
    PANELS,
    QUESTION,
    Body,
    Panel,
    Question,
    Row,
    body_of,
    has_time,
    rows_of,
    time_of,
)
from indexer.insights.panels import before as before_of
from indexer.insights.write import STREAMS, Buffer
from indexer.models import OperatorAction, Product

INSIGHTS = Area("insights", "insights", "What visitors search and click, for operators")
TIMEOUT_MS = 30_000


@INSIGHTS.get("/panels", operator=True)
@INSIGHTS.response(schemas.InsightPanels)
def panels() -> dict[str, Any]:
    """List the dashboards' panels, and how many events wait to be counted or were made up"""
    return {
        "dashboards": [{"id": key, "title": title} for key, title in DASHBOARDS.items()],
        "panels": [panel_view(panel) for panel in PANELS],
        "stores": sorted(context().reference.stores, key=lambda store: store.name.lower()),
        "devices": DEVICES,
        "waiting": _waiting(),
        "made_up": _count_demo_events(),
    }


def panel_view(panel: Panel) -> Panel:
    """Return a panel as the screen draws it."""
    of_visitors = panel["source"].get("of_visitors", False)
    shown = {"by": panel["by"].get("label"), "timed": has_time(panel), "of_visitors": of_visitors}
    return panel | shown


def _waiting() -> int | None:
    try:
        return Buffer(context().settings).waiting().events
    except RedisError:
        return None  # unknown


def _count_demo_events() -> int:
    """Return how many made-up events were added."""
    body = {"size": 0, "track_total_hits": True, "query": {"term": {"demo": True}}}
    answer = _search([stream.name for stream in STREAMS], body)
    return int(answer["hits"]["total"]["value"])


def _search(streams: Iterable[str], body: Body) -> Body:
    """Search streams of events; without any the products."""
    services = context()
    prefix = services.settings.index_prefix
    indices = [f"{prefix}.{name}" for name in streams] or [prefix]
    return services.engine.aggregate(indices, body, TIMEOUT_MS)


@INSIGHTS.get("/panels/<panel_id>", operator=True)
@INSIGHTS.query(schemas.PanelQuery)
@private
@INSIGHTS.response(schemas.InsightRows)
def panel_rows(
    panel_id: str, before: bool = False, stores: list[str] | None = None, **chosen: Any
) -> dict[str, Any]:
    """Answer one panel: its rows, each with a value for every measure"""
    panel = BY_ID.get(panel_id)
    if panel is None:
        raise NotFound("There is no such panel")
    zone = context().settings.schedule_timezone
    question = QUESTION | chosen | {"stores": _check_stores(stores or []), "timezone": zone}
    if panel["source"]["ever"]:  # not of stores that are read no more
        question["keys"] = [store.slug for store in context().reference.active_stores]
    rows = _with_labels(panel, _query_rows(panel, question))
    earlier = _earlier(panel, question, rows) if before and has_time(panel) else [None] * len(rows)
    for row, values in zip(rows, earlier, strict=True):
        row["before"] = values
    return {"rows": rows}


def _query_rows(panel: Panel, question: Question) -> list[Row]:
    return rows_of(panel, _search(panel["source"].get("streams", ()), body_of(panel, question)))


def _earlier(panel: Panel, question: Question, rows: list[Row]) -> list[list[float | None] | None]:
    """Return the rows' values in the time before: days by their place, others by key."""
    earlier = before_of(question)
    if earlier is None:
        raise Invalid.field("before", "there is no time before one that ends now")
    if "field" in panel["by"]:
        earlier["keys"] = [str(row["key"]) for row in rows]
    found = _query_rows(panel | {"never": ""}, earlier)
    if "interval" in panel["by"]:
        # Of two lists that end together the shorter one lacks its first days.
        values = [row["values"] for row in found][-len(rows) :] if rows else []
        return [*[None] * (len(rows) - len(values)), *values]
    known = {row["key"]: row["values"] for row in found}
    return [known.get(row["key"]) for row in rows]


@INSIGHTS.get("/next", operator=True)
@INSIGHTS.query(schemas.NextQuery)
@private
@INSIGHTS.response(schemas.NextSteps)
def next_of_text(
    text: str, since: str = "now-7d", until: str = "now", demo: bool = True
) -> dict[str, Any]:
    """Show what visitors did next after they searched for a text: its newest 500 searches"""
    zone = context().settings.schedule_timezone
    time = time_of({"since": since, "until": until, "timezone": zone})
    searches = _events(["searches"], searches_body(text, time, demo=demo))
    if not searches:
        return {"searches": 0, "steps": []}
    visits = _events(STEP_STREAMS, visits_body(searches, demo=demo))
    steps = next_steps(text, visits).most_common()
    return {
        "searches": sum(count for _, count in steps),
        "steps": [
            {"kind": kind, "label": label, "href": _leads_to(kind, label, product), "count": count}
            for (kind, label, product), count in steps
        ],
    }


def _events(streams: Iterable[str], body: Body) -> list[Body]:
    """Return events; those of nobody's key, where Redis was away, cannot be followed."""
    hits = (hit["_source"] for hit in _search(streams, body)["hits"]["hits"])
    return [event for event in hits if event["session"]]


def _leads_to(kind: str, label: str, product: str) -> str | None:
    if kind == "search" and label:
        return text_search(label)
    return product_path(label, int(product)) if product.isdigit() else None


def _check_stores(slugs: list[str]) -> tuple[str, ...]:
    known = {store.slug for store in context().reference.stores}
    if not known.issuperset(slugs):
        raise Invalid.field("store", "there is no such store")
    return tuple(slugs)


def _with_labels(panel: Panel, rows: list[Row]) -> list[Row]:
    """Return rows with what they are called, and the page of this site that they lead to."""
    names = _product_names(rows) if panel["action"] == "product" else {}
    stores = {store.slug: (store.id, store.name) for store in context().reference.stores}
    is_store = panel["by"].get("field") == "store"
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
    if panel["action"] in {"search", "synonym"}:
        return text_search(row["key"])
    if panel["action"] == "product":
        return text_search(row["label"])
    if panel["action"] == "store":
        return f"/?store={quote_plus(row['key'])}"
    if panel["action"] == "run" and brand_id:
        return f"/scraper?tab=history&brandId={brand_id}"
    return None


ACTIONS = Area("operator_actions", "operators/actions", "Who changed what, when (operators)")


class ActionsQuery(Paged):
    """Which changes are listed. Days are of the site's zone; `until` is one of them."""

    actor = Text(100)
    action = Text(100)
    kind = one_of(*SUBJECTS)
    key = Text(200, about="The id of what was changed, with its kind")
    subject = Text(200, about="Words of its name")
    since = Day()
    until = Day()


class OperatorActionRow(
    Answer, of=OperatorAction, columns="id actor action subject before after at"
):
    """A change by an operator."""

    kind: str = one_of(*SUBJECTS, attribute="subject_kind")
    key: str = about(attribute="subject_key")


class OperatorActions(Answer):
    """A page of changes, how many there are, and what they can be filtered by."""

    rows: list[OperatorActionRow]
    total: int
    actors: list[str]
    actions: list[str]
    kinds: list[str]
    time_zone: str


@ACTIONS.get("", operator=True)
@ACTIONS.query(ActionsQuery)
@ACTIONS.response(OperatorActions)
def actions(page: int = 1, page_size: int = PAGE, **wanted: Any) -> dict[str, Any]:
    """List what operators changed, the newest first, a page at a time"""
    zone = context().settings.schedule_timezone
    where = _conditions(wanted, zone)
    newest = select(OperatorAction).where(*where).order_by(OperatorAction.id.desc())
    with context().session() as session:
        rows, total = page_of(session, newest, page, page_size)
        names, words = (
            session.scalars(select(column).distinct().order_by(column)).all()
            for column in (OperatorAction.actor, OperatorAction.action)
        )
    return {
        "rows": rows,
        "total": total,
        "actors": names,
        "actions": words,
        "kinds": SUBJECTS,
        "time_zone": zone,
    }


def _conditions(wanted: dict[str, Any], zone: str) -> list[ColumnElement[bool]]:
    row = OperatorAction
    columns = {
        "actor": row.actor,
        "action": row.action,
        "kind": row.subject_kind,
        "key": row.subject_key,
    }
    found = [columns[name] == wanted[name] for name in columns if wanted.get(name)]
    if text := wanted.get("subject"):
        found.append(row.subject.icontains(text, autoescape=True))
    return [*found, *within(row.at, zone, wanted.get("since"), wanted.get("until"))]


SESSION = Area("session", "operator", "Who is logged in (operators)")


@SESSION.get("/session", operator=True)
@SESSION.response(schemas.Session)
def session() -> dict[str, Any]:
    """Return who the operator of this call is, and the site's time zone"""
    settings = context().settings
    return {
        "name": operator_name(),
        "is_open": settings.operator_open,
        "time_zone": settings.schedule_timezone,
    }

"""What each call asks: not more often where there is more, and Elasticsearch within a limit.

Each is called on a small and a grown catalogue.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask, request, request_finished
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from app import create_app
from app.live.context import context
from app.live.snapshot import FRESH_S
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.models import (
    Brand,
    BrandPage,
    BrandSubmission,
    BrandVersion,
    FailedPage,
    Incident,
    Product,
    ProductImage,
    RunChange,
    ScrapeRun,
    Style,
    TakeDown,
    VisitorAlert,
    VisitorAlertAddress,
)
from tests.integration.app.shop import stocked_database
from tests.support.data import rows
from tests.support.queries import Queries, count_queries
from tests.support.redis_database import redis_database
from tests.support.services import TestServices

RUN, OPEN_RUN = 1, 2
FEW, MANY = 2, 9
NOW = datetime(2026, 6, 1, tzinfo=UTC)
BRAND = {"id": 1, "pages": [{"pageUrl": f"https://karoo-cotton.example/{n}"} for n in range(3)]}
OWN = {"token": "none"}
# What the API's own document cannot know of this catalogue: the values of paths and bodies.
PATH = {"panel_id": "searches", "token": "none", "name": "none.log", "job_id": "none"}
PATH |= {"slug": "karoo-cotton"}
QUERY = {
    "/api/scraper/compareRuns": f"?from={RUN + 2}&to={RUN + 3}",
    "/api/brands/schedule": "?hours=4",
    "/api/products": "?ids=1,2",
    "/api/insights/next": "?text=dress",
}
BODIES: dict[str, Any] = dict(rows("calls_bodies"))
_PLACE = re.compile(r"\{(\w+)\}")
# No job, log or token is there that these could know.
REFUSED = dict(rows("calls_refused"))
# What is no operation of the document, with a page as a build has it.
PAGES = (
    *("/", "/?q=dress", "/about", "/robots.txt", "/sitemap.xml", "/media/favicons/1.png"),
    *("/sitemap/pages.xml", "/sitemap/products-1.xml", "/?category=women"),
    *("/brand/karoo-cotton", "/decide/1/mark", "/deals", "/deals.atom", "/feed.atom?q=dress"),
    "/metrics",
    *("/api/openapi.json", "/api/docs", "/api/docs/start.js", "/api/docs/assets/none.js"),
)
# They start one run a brand, each claimed and enqueued by itself.
A_BRAND_EACH = {"POST /api/scraper/startAll", "POST /api/scraper/stopAll"}


def _grow(session: Session, many: int) -> None:
    """Add as many brands, products of brand 1, runs, take-downs and the like."""
    styles = list(session.scalars(select(Style)))[:2]
    brand_id = 1
    for n in range(many):
        website = f"https://store-{n}.example"
        pages = [BrandPage(page_url=f"{website}/{page}") for page in range(2)]
        row = Brand(slug=f"store-{n}", name=f"Store {n}", website=website, feed_url=website)
        row.styles, row.pages = styles, pages
        picture = {"image_url": f"{website}/{n}.jpg", "canonical_url": f"{website}/{n}.jpg"}
        images = [ProductImage(position=0, **picture)]
        product = {"brand_id": brand_id, "group_key": f"more-{n}", "name": "Linen dress"}
        session.add_all([row, Product(**product, currency="ZAR", price=100, images=images)])
        session.add(BrandSubmission(website=website))
        session.add(BrandVersion(brand_id=brand_id, author="a", action="edited", values=BRAND))
        session.add(TakeDown(domain=f"fakes-{n}.example"))
        session.flush()
        session.add(Incident(brand_id=row.id, kind="failed", words="It failed"))
    _add_runs(session, many)
    _add_alerts(session, many)


def _add_alerts(session: Session, many: int) -> None:
    address = VisitorAlertAddress(email="sipho@example.org", token=OWN["token"])
    session.add(address)
    session.flush()
    for n in range(many):
        wish = {"kind": "below", "product_id": n + 1, "amount": 100 + n, "currency": "ZAR"}
        session.add(VisitorAlert(address_id=address.id, **wish))


def _add_runs(session: Session, many: int) -> None:
    products = list(session.scalars(select(Product.id).order_by(Product.id).limit(many)))
    images = list(session.scalars(select(ProductImage.id).order_by(ProductImage.id).limit(many)))
    for n in range(many + 2):
        at = NOW + timedelta(hours=n)
        run = ScrapeRun(
            brand_id=5 if n + 1 == RUN else 2,
            kind="scrape",
            logfile_name=f"run-{n}.log",
            start_time=at,
        )
        if n + 1 != OPEN_RUN:
            run.state, run.end_time = "finished", at
            run.result = "suspect" if n + 1 == RUN else "success"
        run.complete, run.new_image_ids = True, images
        session.add(run)
        session.flush()
        for product_id in products:
            change = {"kind": "changed", "before": {"price": 1}, "after": {"price": 2}}
            session.add(RunChange(run_id=run.id, product_id=product_id, **change))
            page = f"https://proudly-bo-kaap.example/{product_id}"
            session.add(FailedPage(run_id=run.id, page_url=page, reason="It timed out"))


@dataclass(frozen=True, slots=True)
class Call:
    """An operation of the API's document, or a page, as it is called here."""

    name: str  # method and path of the document
    method: str
    address: str
    body: Any = None
    operator: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """What a call did. `asks`: its own thread; `searches`: Elasticsearch's part, of any thread."""

    status: int
    endpoint: str
    operator: bool
    limited: bool
    asks: Queries
    searches: list[str]


def _calls(api: FlaskClient) -> list[Call]:
    document = api.get("/api/openapi.json").get_json()
    calls = [Call(f"GET {page}", "GET", page) for page in PAGES]
    for path, operations in document["paths"].items():
        for method in {"get", "post", "delete"} & set(operations):
            words = operations[method]
            address = _PLACE.sub(lambda place: PATH.get(place[1], "1"), path)
            sent = words.get("requestBody", {}).get("content", {}).get("application/json", {})
            body = BODIES.get(path, sent.get("example"))
            name = f"{method.upper()} {path}"
            address += QUERY.get(path, "")
            calls.append(Call(name, method.upper(), address, body, "security" in words))
    return sorted(calls, key=_turn)


def _turn(call: Call) -> tuple[bool, bool, str, str]:
    """Return what orders the calls: what leaves nothing to do for others comes last."""
    return call.method == "DELETE", "All" in call.name, call.method, call.address


def _counted(own: Settings, many: int) -> dict[str, Answered]:
    with session_scope(own.database_url) as session:
        _grow(session, many)
    rebuild(own, fast=True)
    app = create_app(own)
    api = app.test_client()
    for warm in ("filters", "suggest?q=lin"):  # what is read once a process
        assert api.get(f"/api/{warm}").status_code == 200
    with patch.dict(FRESH_S, dict.fromkeys(FRESH_S, float("inf"))):  # nothing is read by itself
        return {call.name: _answered(app, call) for call in _calls(api)}


def _answered(app: Flask, call: Call) -> Answered:
    with app.app_context():
        _ = context().completer  # what the call before has changed
    (limiter,) = app.extensions["limiter"]
    noted: list[tuple[str, bool]] = []

    def note(_: Flask, **__: Any) -> None:
        noted.append((request.endpoint or "", bool(limiter.current_limits)))

    with (
        count_queries() as asks,
        count_queries(every_thread=True) as all_asks,
        request_finished.connected_to(note, app),
    ):
        answer = app.test_client().open(call.address, method=call.method, json=call.body)
    ((endpoint, limited),) = noted
    return Answered(answer.status_code, endpoint, call.operator, limited, asks, all_asks.requests)


CountedCalls = tuple[dict[str, Answered], dict[str, Answered]]


@pytest.fixture(scope="module")
def counted_calls(services: TestServices, settings: Settings, bare_build: Path) -> CountedCalls:
    counts = []
    for many in (FEW, MANY):
        with (
            stocked_database(services.database_url) as url,
            redis_database(services.redis_url) as redis_url,
        ):
            own = settings.but(
                database_url=url,
                redis_url=redis_url,
                index_prefix=f"{settings.index_prefix}-cost-{many}",
                frontend_dir=bare_build,
                rate_limits=True,
            )
            counts.append(_counted(own, many))
    return counts[0], counts[1]


def test_no_call_asks_more_often_where_there_is_more(counted_calls: CountedCalls) -> None:
    few, many = (
        {name: call.asks.counts for name, call in counted.items()} for counted in counted_calls
    )
    more = {
        name: (few[name], counts, _most_asked(counted_calls[1][name].asks))
        for name, counts in many.items()
        if name not in A_BRAND_EACH and any(map(int.__gt__, counts, few[name]))
    }
    assert not more


def _most_asked(asks: Queries) -> list[str]:
    return sorted(asks.statements, key=asks.statements.count)[-1:]


def test_the_calls_are_answered_and_so_counted(counted_calls: CountedCalls) -> None:
    for counted in counted_calls:
        refused = {name: call.status for name, call in counted.items() if call.status >= 400}
        assert refused == REFUSED


def test_every_view_is_called(counted_calls: CountedCalls, settings: Settings) -> None:
    views = {rule.endpoint for rule in create_app(settings).url_map.iter_rules()}
    assert views == {call.endpoint for call in counted_calls[0].values()}


def test_fault_34_what_visitors_ask_of_elasticsearch_is_limited(
    counted_calls: CountedCalls,
) -> None:
    for counted in counted_calls:
        searching = {name for name, call in counted.items() if call.searches and not call.operator}
        assert {"POST /api/search", "GET /", "GET /?q=dress", "GET /api/health"} <= searching
        assert {name for name in searching if not counted[name].limited} == set()

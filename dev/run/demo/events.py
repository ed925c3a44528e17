"""A week of generated searches, clicks, alerts, prices and runs for `make run`.

`python -m dev.run.demo.events add` and `… remove`. The searches are answered by the catalogue;
visitors, times and clicks are random. Their field `demo` is true, by which analysts can filter.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product, takewhile
from typing import Any

from sqlalchemy import select

from app import create_app
from app.api.search.calls import answer_all
from app.search.facts import SearchFacts
from app.search.wire.asked import parse
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.ingest.verdict.reason_codes import codes_of
from indexer.insights.project import project
from indexer.insights.streams import STREAMS
from indexer.insights.write import index_events
from indexer.models import Brand, Product
from indexer.models.visitor_alert import ALERT_KINDS, SEARCH

Event = dict[str, Any]

DAYS = 7
A_DAY = 90  # searches, more at the weekend
SEED = 2_026
# Search texts with their frequency; some are misspelt, some have no products.
TEXTS = {
    "dress": 9,
    "linen shirt": 6,
    "leather boots": 6,
    "blue jeans": 5,
    "jersey": 5,
    "takkies": 4,
    "vase": 4,
    "sandals under r500": 3,
    "red dress": 5,
    "blanket": 3,
    "cussion": 2,
    "jaket": 3,
    "braai tongs": 3,
    "kids raincoat": 2,
    "shweshwe skirt": 3,
    "velskoene": 3,
    "wedding guest outfit": 2,
    "gold earrings": 3,
    "crocs": 3,
    "lapa lamp": 2,
}
FILTERS = ([["colour:blue"]], [["saOnly:true"]], [["stock:in-stock"]])
FILTERED = 4  # texts that are searched with filters too; each search takes time
DEVICES = {"phone": 62, "desktop": 30, "tablet": 8}
COUNTRIES = {"ZA": 80, "": 8, "GB": 6, "NA": 4, "US": 2}
REASONS = (
    "12 products were found, 40 the last time: 70% fewer, 20% is allowed",
    "only 1 of 3 pages were read: the next page did not open",
    "price was found on 55% of the items, 98% was expected",
)


@dataclass(frozen=True, slots=True)
class AnsweredSearch:
    """A search with the catalogue's answer, and its weight for the random choice."""

    facts: SearchFacts
    hits: list[dict[str, Any]]
    weight: int


def add(settings: Settings, now: datetime | None = None) -> int:
    """Index a week of events, in place of earlier ones; return their number."""
    now = now or datetime.now(UTC)
    remove(settings)
    rng = random.Random(SEED)
    events = [*_visits(_searches(settings), rng, now), *_facts(settings, rng, now)]
    index_events(settings, events)
    for stream in STREAMS:
        elasticsearch(settings.elasticsearch_url).indices.refresh(
            index=stream.alias(settings.index_prefix), ignore_unavailable=True
        )
    return len(events)


def counted(settings: Settings) -> dict[str, int]:
    """Return how many demo events there are, by stream."""
    client, query = elasticsearch(settings.elasticsearch_url), {"term": {"demo": True}}
    return {
        stream.name: int(
            client.count(index=stream.alias(settings.index_prefix), query=query)["count"]
        )
        for stream in STREAMS
    }


def remove(settings: Settings) -> int:
    """Delete all demo events; return their number."""
    done = elasticsearch(settings.elasticsearch_url).delete_by_query(
        index=[stream.alias(settings.index_prefix) for stream in STREAMS],
        query={"term": {"demo": True}},
        ignore_unavailable=True,
        conflicts="proceed",
        refresh=True,
    )
    return int(done.body["deleted"])


def _searches(settings: Settings) -> list[AnsweredSearch]:
    app = create_app(settings)
    searches: list[AnsweredSearch] = []
    with app.test_request_context():
        for text, weight in TEXTS.items():
            searches += _search(text, [], 4 * weight)
        for text, chosen in product(list(TEXTS)[:FILTERED], FILTERS):
            searches += _search(text, chosen, TEXTS[text])
    return searches


def _search(text: str, chosen: list[list[str]], weight: int) -> list[AnsweredSearch]:
    params = {"query": text, "hitsPerPage": 24, "facetFilters": chosen}
    with_all = params | {"attributesToRetrieve": ["*"]}  # events name the store
    answered = answer_all(parse([{"indexName": "products", "params": with_all}]))
    if answered.facts is None:
        return []
    return [AnsweredSearch(answered.facts, answered.value["results"][0]["hits"], weight)]


def _drawn(rng: random.Random, weights: dict[str, int]) -> str:
    return rng.choices(list(weights), list(weights.values()))[0]


def _visits(searches: list[AnsweredSearch], rng: random.Random, now: datetime) -> Iterator[Event]:
    number, weights = 0, [search.weight for search in searches]
    for day in range(DAYS):
        midnight = (now - timedelta(days=day)).replace(hour=0, minute=0, second=0, microsecond=0)
        weekend = 1.4 if midnight.weekday() >= 5 else 1.0
        for _ in range(int(A_DAY * weekend * rng.uniform(0.85, 1.15))):
            # People search in the evening.
            at = midnight + timedelta(hours=min(23.9, max(0.1, rng.gauss(16, 4))))
            number += 1
            if at < now:
                visit = _visit(rng.choices(searches, weights)[0], rng, at, number)
                yield from takewhile(lambda event: _at(event) <= now, visit)  # clicks take time


def _visit(asked: AnsweredSearch, rng: random.Random, at: datetime, number: int) -> Iterator[Event]:
    """Yield a search, and perhaps its clicks and a view."""
    search = f"demo-search-{number:06}"
    session = hashlib.blake2b(f"{at:%j}{number // 3}".encode(), digest_size=9).hexdigest()
    who = {"session": session, "device": _drawn(rng, DEVICES), "demo": True, "search": search}
    who["country"] = _drawn(rng, COUNTRIES)
    took = round(rng.lognormvariate(3.2, 0.6) * (8 if rng.random() < 0.02 else 1), 1)
    yield {**asked.facts.event, **who, **_own("search", at, search), "took": took}
    common = who | {"query": asked.facts.event["query"]}
    later = at
    while asked.hits and rng.random() < 0.42:
        place = min(int(rng.expovariate(0.28)), len(asked.hits) - 1)
        later += timedelta(seconds=rng.uniform(5, 60))
        kind = "view" if rng.random() < 0.25 else "click"
        name = f"{search}-{kind}-{later:%H%M%S%f}"
        of = _of(asked.hits[place]) | {"kind": "colour" if kind == "view" else "product"}
        yield {**common, **of, **_own(kind, later, name), "position": place + 1}


def _own(kind: str, at: datetime, name: str) -> Event:
    return {"event": kind, "@timestamp": at.isoformat(), "_id": name, "demo": True}


def _at(event: Event) -> datetime:
    return datetime.fromisoformat(event["@timestamp"])


def _of(hit: dict[str, Any]) -> Event:
    return {
        "product": hit["objectID"],
        "productName": hit["name"],
        "brand": hit["brand"],
        "store": hit["store"],
    }


def _facts(settings: Settings, rng: random.Random, now: datetime) -> Iterator[Event]:
    """Yield prices and alerts of the catalogue's products, and runs of its stores."""
    with session_scope(settings.database_url) as session:
        brands = list(session.execute(select(Brand.slug, Brand.name)))
        query = (
            select(
                Product.id, Product.name, Product.price, Product.currency, Brand.slug, Brand.name
            )
            .join(Brand)
            .where(Product.price > 0)
            .order_by(Product.id)
        )
        rows = [tuple(row) for row in session.execute(query)]
    for number, row in enumerate(rng.sample(rows, min(len(rows), 60))):
        yield _move(row, rng, now, number)
    for number, row in enumerate(rng.sample(rows, min(len(rows), 20))):
        yield _lost(row, rng, now, number)
        yield from _alert(row, rng, now, number)
    for slug, name in brands:
        for day in range(DAYS):
            yield _run(slug, name, rng, now - timedelta(days=day, minutes=rng.uniform(1, 700)))


def _product(row: tuple[Any, ...]) -> Event:
    number, name, _, _, slug, brand = row
    return {"product": str(number), "productName": name, "brand": brand, "store": slug}


def _lost(row: tuple[Any, ...], rng: random.Random, now: datetime, number: int) -> Event:
    own = _own("price", now - timedelta(days=rng.uniform(0, DAYS - 0.5)), f"demo-lost-{number}")
    return {**own, **_product(row), "currency": row[3], "old": float(row[2]), "direction": "lost"}


def _alert(row: tuple[Any, ...], rng: random.Random, now: datetime, number: int) -> Iterator[Event]:
    """Yield what became of an alert: each step leads to the next for most."""
    at, kind = now - timedelta(days=rng.uniform(1, DAYS - 0.5)), rng.choice(ALERT_KINDS)
    for action in ("set", "confirmed", "mailed", "followed", "removed"):
        own = _own("alert", at, f"demo-alert-{number}-{action}")
        about = {} if kind == SEARCH else _product(row)
        known = {"alert": number, "kind": kind, "confirmed": action != "set", "action": action}
        if action != "followed":
            yield {**own, **about, **known}
        elif about:
            yield {**_own("view", at, f"demo-alert-{number}-view"), **about, "kind": "alert"}
        at += timedelta(hours=rng.uniform(0, 8))
        if rng.random() > 0.8:
            return


def _move(row: tuple[Any, ...], rng: random.Random, now: datetime, number: int) -> Event:
    new = float(row[2])
    old = round(new * rng.choice((1.15, 1.25, 1.4, 0.9, 0.95)), 2)
    at = now - timedelta(days=rng.uniform(0, DAYS - 0.5))
    return {
        **_own("price", at, f"demo-price-{number}"),
        **_product(row),
        "currency": row[3],
        "old": old,
        "new": new,
        "share": round(new / old - 1, 4),
        "direction": "up" if new > old else "down",
    }


def _run(slug: str, name: str, rng: random.Random, at: datetime) -> Event:
    failed = rng.random() < 0.1
    reason = rng.choice(REASONS) if failed else None
    products = rng.randint(30, 60)
    return {
        **_own("run", at, f"demo-run-{slug}-{at:%Y%m%d}"),
        "brand": name,
        "store": slug,
        "kind": "scrape+classify",
        "result": "suspect" if failed else "success",
        "reason": reason,
        "gate": list(codes_of(reason)),
        "complete": not failed,
        "duration": round(rng.uniform(15, 90), 1),
        "waited": round(rng.uniform(0, 3), 1),
        "found": products // 3 if failed else products,
        "new": 0 if failed else rng.randint(0, 4),
        "changed": rng.randint(0, 8),
        "gone": 0 if failed else rng.randint(0, 3),
        "rejected": rng.randint(0, 2),
        "pages": 3,
        "pagesDone": 1 if failed else 3,
        "coverage": {
            "image": round(rng.uniform(0.94, 1), 3),
            "price": 0.55 if failed else round(rng.uniform(0.96, 1), 3),
            "href": 1.0,
        },
    }


def main(arguments: list[str]) -> int:
    """Add or remove the events; returns the exit code."""
    settings = Settings.from_env()
    if arguments == ["remove"]:
        print(f"{remove(settings):,} made-up events are taken away; the real ones stay.")
        return 0
    print(
        f"Making up {DAYS} days of events: {len(TEXTS)} texts are searched in the catalogue, and"
        " visitors, clicks, alerts, prices and runs are invented. No product or run changes."
    )
    project(settings)  # the real runs so far
    add(settings)
    for kind, count in counted(settings).items():
        print(f"  {count:>6,} of {kind}")
    print(
        "They replace earlier made-up ones, and show at /insights, marked as made up: a switch"
        " there leaves them out. Take them away: make demo-events REMOVE=1"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

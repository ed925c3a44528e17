"""A week of plausible searches, clicks, price moves and runs, for `make run`: `demo` is true.

`python -m dev.run.demo.events add` and `… remove`. The searches are real ones on the catalogue as
it is; who asked, when, and what was clicked is drawn by lot. An analyst tells them by `demo`.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

from sqlalchemy import select

from app import create_app
from app.api.search.calls import answer_all
from app.search.facts import SearchFacts
from app.search.wire.instantsearch import parse
from indexer.db import session_scope
from indexer.index.cluster.client import elasticsearch
from indexer.insights.project import project
from indexer.insights.streams import STREAMS
from indexer.insights.write import index_events
from indexer.models import Brand, Product
from indexer.settings import Settings

Event = dict[str, Any]

DAYS = 7
A_DAY = 90  # searches, more at the weekend
SEED = 2_026
# What people type, with how often; some of it misspelt, some of it not for sale.
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
FILTERED = 4  # texts, the most frequent: each search is a real one, and people wait for this
DEVICES = {"phone": 62, "desktop": 30, "tablet": 8}
COUNTRIES = {"ZA": 80, "": 8, "GB": 6, "NA": 4, "US": 2}
REASONS = (
    ("12 products were found, 40 the last time: 70% fewer, 20% is allowed", "fewer products"),
    ("only 1 of 3 pages were read: the next page did not open", "pages unread"),
    ("price was found on 55% of the items, 98% was expected", "fields missing"),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A search as the catalogue answers it, with its weight in the lot."""

    facts: SearchFacts
    hits: list[dict[str, Any]]
    weight: int


def add(settings: Settings, now: datetime | None = None) -> int:
    """Index a week of events; return how many. A second time replaces them."""
    now = now or datetime.now(UTC)
    remove(settings)
    lot = random.Random(SEED)
    events = [*_visits(_asked(settings), lot, now), *_facts(settings, lot, now)]
    index_events(settings, events)
    for stream in STREAMS:
        elasticsearch(settings.elasticsearch_url).indices.refresh(
            index=stream.alias(settings.index_prefix), ignore_unavailable=True
        )
    return len(events)


def remove(settings: Settings) -> int:
    """Delete all demo events; return how many."""
    done = elasticsearch(settings.elasticsearch_url).delete_by_query(
        index=[stream.alias(settings.index_prefix) for stream in STREAMS],
        query={"term": {"demo": True}},
        ignore_unavailable=True,
        conflicts="proceed",
        refresh=True,
    )
    return int(done.body["deleted"])


def _asked(settings: Settings) -> list[Asked]:
    app = create_app(settings)
    found: list[Asked] = []
    with app.test_request_context():
        for text, weight in TEXTS.items():
            found += _answered(text, [], 4 * weight)
        for text, chosen in product(list(TEXTS)[:FILTERED], FILTERS):
            found += _answered(text, chosen, TEXTS[text])
    return found


def _answered(text: str, chosen: list[list[str]], weight: int) -> list[Asked]:
    params = {"query": text, "hitsPerPage": 24, "facetFilters": chosen}
    whole = params | {"attributesToRetrieve": ["*"]}  # events name the store
    answered = answer_all(parse([{"indexName": "products", "params": whole}]))
    if answered.facts is None:
        return []
    return [Asked(answered.facts, answered.value["results"][0]["hits"], weight)]


def _drawn(lot: random.Random, weights: dict[str, int]) -> str:
    return lot.choices(list(weights), list(weights.values()))[0]


def _visits(asked: list[Asked], lot: random.Random, now: datetime) -> Iterator[Event]:
    number, weights = 0, [one.weight for one in asked]
    for day in range(DAYS):
        midnight = (now - timedelta(days=day)).replace(hour=0, minute=0, second=0, microsecond=0)
        weekend = 1.4 if midnight.weekday() >= 5 else 1.0
        for _ in range(int(A_DAY * weekend * lot.uniform(0.85, 1.15))):
            # People search in the evening.
            at = midnight + timedelta(hours=min(23.9, max(0.1, lot.gauss(16, 4))))
            number += 1
            if at < now:
                yield from _visit(lot.choices(asked, weights)[0], lot, at, number)


def _visit(asked: Asked, lot: random.Random, at: datetime, number: int) -> Iterator[Event]:
    """Yield a search, and perhaps its clicks and a view."""
    search = f"demo-search-{number:06}"
    session = hashlib.blake2b(f"{at:%j}{number // 3}".encode(), digest_size=9).hexdigest()
    who = {"session": session, "device": _drawn(lot, DEVICES), "demo": True, "search": search}
    who["country"] = _drawn(lot, COUNTRIES)
    took = round(lot.lognormvariate(3.2, 0.6) * (8 if lot.random() < 0.02 else 1), 1)
    yield {**asked.facts.event, **who, **_own("search", at, search), "took": took}
    said = who | {"query": asked.facts.event["query"]}
    later = at
    while asked.hits and lot.random() < 0.42:
        place = min(int(lot.expovariate(0.28)), len(asked.hits) - 1)
        later += timedelta(seconds=lot.uniform(5, 60))
        kind = "view" if lot.random() < 0.25 else "click"
        name = f"{search}-{kind}-{later:%H%M%S%f}"
        of = _of(asked.hits[place]) | {"kind": "colour" if kind == "view" else "product"}
        yield {**said, **of, **_own(kind, later, name), "position": place + 1}


def _own(kind: str, at: datetime, name: str) -> Event:
    return {"event": kind, "@timestamp": at.isoformat(), "_id": name, "demo": True}


def _of(hit: dict[str, Any]) -> Event:
    return {
        "product": hit["objectID"],
        "productName": hit["name"],
        "brand": hit["brand"],
        "store": hit["store"],
    }


def _facts(settings: Settings, lot: random.Random, now: datetime) -> Iterator[Event]:
    """Yield price moves of the catalogue's products and runs of its stores."""
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
    for number, row in enumerate(lot.sample(rows, min(len(rows), 60))):
        yield _move(row, lot, now, number)
    for slug, name in brands:
        for day in range(DAYS):
            yield _run(slug, name, lot, now - timedelta(days=day, minutes=lot.uniform(1, 700)))


def _move(row: tuple[Any, ...], lot: random.Random, now: datetime, number: int) -> Event:
    number_of, name, price, currency, slug, brand = row
    new = float(price)
    old = round(new * lot.choice((1.15, 1.25, 1.4, 0.9, 0.95)), 2)
    at = now - timedelta(days=lot.uniform(0, DAYS - 0.5))
    return {
        **_own("price", at, f"demo-price-{number}"),
        "product": str(number_of),
        "productName": name,
        "brand": brand,
        "store": slug,
        "currency": currency,
        "old": old,
        "new": new,
        "share": round(new / old - 1, 4),
        "direction": "up" if new > old else "down",
    }


def _run(slug: str, name: str, lot: random.Random, at: datetime) -> Event:
    failed = lot.random() < 0.1
    reason, gate = lot.choice(REASONS) if failed else (None, None)
    found = lot.randint(30, 60)
    return {
        **_own("run", at, f"demo-run-{slug}-{at:%Y%m%d}"),
        "brand": name,
        "store": slug,
        "kind": "scrape+classify",
        "result": "suspect" if failed else "success",
        "reason": reason,
        "gate": gate,
        "complete": not failed,
        "duration": round(lot.uniform(15, 90), 1),
        "waited": round(lot.uniform(0, 3), 1),
        "found": found // 3 if failed else found,
        "new": 0 if failed else lot.randint(0, 4),
        "changed": lot.randint(0, 8),
        "gone": 0 if failed else lot.randint(0, 3),
        "rejected": lot.randint(0, 2),
        "pages": 3,
        "pagesDone": 1 if failed else 3,
        "coverage": {
            "image": round(lot.uniform(0.94, 1), 3),
            "price": 0.55 if failed else round(lot.uniform(0.96, 1), 3),
            "href": 1.0,
        },
    }


def main(words: list[str]) -> int:
    """Add or remove them; returns the exit code."""
    settings = Settings.from_env()
    if words == ["remove"]:
        print(f"{remove(settings)} demo events are removed")
        return 0
    project(settings)  # the true runs so far beside them
    print(f"{add(settings)} demo events of a week")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

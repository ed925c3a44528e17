"""A week of made-up searches, clicks, alerts, prices and runs for `make run`.

`events.jsonl` has those of a day, of which each day gets most: products by their names in
the demo stores (in another catalogue any), stores by number, `ago` in minutes. Analysts can filter
by their field `demo`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import select

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.insights.project import project
from indexer.insights.streams import STREAMS
from indexer.insights.write import index_events
from indexer.models import Brand, Product

Event = dict[str, Any]

FILE = Path(__file__).with_name("events.jsonl")
DAYS = 7
LEFT_OUT = 5  # each day one search in so many, with its clicks
NUMBERED = ("search", "session", "alert")  # of each day its own


def add(settings: Settings, now: datetime | None = None) -> int:
    """Index a week of events, in place of earlier ones; return their number."""
    remove(settings)
    made = [*_events(settings, now or datetime.now(UTC))]
    added = index_events(settings, made)
    elasticsearch(settings.elasticsearch_url).indices.refresh(index=_aliases(settings))
    return added


def remove(settings: Settings) -> int:
    """Delete all demo events; return their number."""
    done = elasticsearch(settings.elasticsearch_url).delete_by_query(
        index=_aliases(settings),
        query={"term": {"demo": True}},
        ignore_unavailable=True,
        conflicts="proceed",
        refresh=True,
    )
    return int(done.body["deleted"])


def _aliases(settings: Settings) -> list[str]:
    return [stream.alias(settings.index_prefix) for stream in STREAMS]


def _events(settings: Settings, now: datetime) -> Iterator[Event]:
    with session_scope(settings.database_url) as session:
        brands = session.execute(select(Brand.slug, Brand.name).order_by(Brand.id)).all()
        columns = (Product.id, Product.name, Brand.slug, Brand.name)
        products = session.execute(select(*columns).join(Brand).order_by(Product.id)).all()
    by_name = {row[1]: row for row in products}
    lines = [orjson.loads(line) for line in FILE.read_bytes().splitlines()]
    for day in range(DAYS if products else 0):
        for number, line in enumerate(lines):
            if (int(line.get("search", number)) + day) % LEFT_OUT == 0:
                continue
            event = line | {"demo": True, "_id": f"demo-{day}-{number}"}
            event["@timestamp"] = (now - timedelta(days=day, minutes=event.pop("ago"))).isoformat()
            event |= {name: f"{day}{line[name]}" for name in NUMBERED if name in line}
            if "store" in line:
                event["store"], event["brand"] = brands[line["store"] % len(brands)]
            names = line.get("product", [])
            found = [
                by_name.get(name) or products[(number + place * 7) % len(products)]
                for place, name in enumerate([names] if isinstance(names, str) else names)
            ]
            if isinstance(names, str):
                id_, title, store, brand = found[0]
                event |= {"product": str(id_), "productName": title, "store": store, "brand": brand}
            elif line["event"] == "search":
                event["product"] = [str(row[0]) for row in found]
                event["store"] = sorted({row[2] for row in found})
            yield event


if __name__ == "__main__":
    own = Settings.from_env()
    project(own)  # the real runs so far
    print(
        f"{add(own):,} made-up events of {DAYS} days are at /insights, marked as made up: a"
        " switch there leaves them out"
    )

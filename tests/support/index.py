"""A small generated catalogue and queries of its index."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

import psycopg

from indexer.catalogue.outbox import enqueue
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.models import Rate, RateSet
from tests.bench.generate import generate
from tests.support.database import psycopg_url


def generated(database_url: str) -> None:
    """Fill a template of databases: what is generated once is copied for each test."""
    generate(database_url, 300)


def with_catalogue(
    settings: Settings, database_url: str, prefix: str, products: int = 300
) -> Settings:
    """Return settings for this database, filled with products, and this index prefix."""
    generate(database_url, products)
    return settings.but(database_url=database_url, index_prefix=prefix)


def execute(settings: Settings, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Run a statement in a transaction of its own; return its rows, if it has any."""
    with psycopg.connect(psycopg_url(settings.database_url)) as connection:
        cursor = connection.execute(statement.encode(), values or None)
        return cursor.fetchall() if cursor.description else []


def rename(settings: Settings, product_id: int, name: str) -> None:
    """Change a product's name as an operator's edit does, with its outbox row."""
    with session_scope(settings.database_url) as session:
        execute_in = session.connection().exec_driver_sql
        execute_in("UPDATE product SET name = %s WHERE id = %s", (name, product_id))
        enqueue(session, [product_id])


def end_pauses(settings: Settings) -> None:
    """Let the time have passed after which refused changes are tried again."""
    execute(settings, "UPDATE outbox SET retry_at = now() WHERE retry_at IS NOT NULL")


def refreshed_count(settings: Settings, query: dict[str, Any] | None = None) -> int:
    """Return how many documents the live index holds."""
    client = elasticsearch(settings.elasticsearch_url)
    client.indices.refresh(index=settings.index_prefix)
    return int(client.count(index=settings.index_prefix, query=query).body["count"])


def source(settings: Settings, product_id: int, index: str = "") -> dict[str, Any] | None:
    """Return a product's document in the live index (or another), None when it has none."""
    client = elasticsearch(settings.elasticsearch_url)
    document = client.mget(index=index or settings.index_prefix, ids=[str(product_id)]).body[
        "docs"
    ][0]
    return document["_source"] if document.get("found") else None


class Held(NamedTuple):
    """A document and its version, which is its product's revision."""

    version: int
    source: dict[str, Any]


def documents(settings: Settings) -> dict[int, Held]:
    """Return all documents of a small catalogue's live index, by product id."""
    client = elasticsearch(settings.elasticsearch_url)
    client.indices.refresh(index=settings.index_prefix)
    found = client.search(index=settings.index_prefix, size=10_000, version=True)
    return {
        int(hit["_id"]): Held(hit["_version"], hit["_source"]) for hit in found.body["hits"]["hits"]
    }


PRICED_IN = "SELECT id FROM product WHERE currency = %s AND price IS NOT NULL"


def store_rates(settings: Settings, day: date, per_euro: Mapping[str, Decimal]) -> None:
    """Store a day's exchange rates, which are in force until newer ones are stored."""
    rates = [Rate(currency=code, per_euro=rate) for code, rate in per_euro.items()]
    with session_scope(settings.database_url) as session:
        session.add(RateSet(day=day, source="test", rates=rates))


@contextmanager
def bare_index(own: Settings) -> Iterator[None]:
    """An index without a document behind the alias, for what only asks whether there is one."""
    client = elasticsearch(own.elasticsearch_url)
    name = f"{own.index_prefix}-bare"
    client.indices.create(index=name, aliases={own.index_prefix: {}})
    try:
        yield
    finally:
        client.indices.delete(index=name)

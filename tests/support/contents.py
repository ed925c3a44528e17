"""All that a site holds, for comparison: each table, each stream of events, the pictures."""

from __future__ import annotations

import hashlib
from pathlib import Path

from elasticsearch.helpers import scan

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.insights.write import STREAMS
from tests.support.index import execute

Contents = dict[str, object]


def contents(settings: Settings, *without: str) -> Contents:
    """Return count and checksum of each table but these and the backups' own, and the rest."""
    return tables(settings, *without) | events(settings) | pictures(settings)


def tables(settings: Settings, *without: str) -> Contents:
    """Return count and checksum of each table but these."""
    names = execute(settings, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    summed = "SELECT count(*), sum(hashtextextended(t::text, 0)) FROM public.{} AS t"
    return {
        name: execute(settings, summed.format(name))[0]
        for (name,) in names
        if name not in {"backup", *without}
    }


def events(settings: Settings) -> Contents:
    """Return the events of each stream."""
    client, found = elasticsearch(settings.elasticsearch_url), Contents()
    for stream in STREAMS:
        alias = stream.alias(settings.index_prefix)
        client.indices.refresh(index=alias)
        hits = scan(client, index=alias, query={"version": True})
        found[stream.name] = sorted(
            (hit["_id"], hit["_version"], str(sorted(hit["_source"].items()))) for hit in hits
        )
    return found


def pictures(settings: Settings) -> Contents:
    """Return the checksum of each picture."""
    place = Path(settings.bucket_location)
    files = [path for path in place.rglob("*") if path.is_file()]
    return {
        str(path.relative_to(place)): hashlib.sha256(path.read_bytes()).digest() for path in files
    }

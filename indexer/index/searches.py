"""The index `<prefix>.searches`: what people search for, for Kibana, which reads nothing else.

The web process only adds to it. Making it, and forgetting what is too old, is the indexer's.
"""

from __future__ import annotations

import json
from pathlib import Path

from indexer.index.client import elasticsearch
from indexer.settings import ROOT, Settings

MAPPING = ROOT / "es_mappings" / "searches.json"


def searches_alias(prefix: str) -> str:
    """Return the alias that searches are added through."""
    return f"{prefix}.searches"


def ensure_searches(settings: Settings) -> bool:
    """Make the index where it is not there; tell whether it was made."""
    client, alias = elasticsearch(settings.elasticsearch_url), searches_alias(settings.index_prefix)
    if client.indices.exists(index=alias):
        return False
    body = json.loads(Path(MAPPING).read_text(encoding="utf-8"))
    body["aliases"] = {alias: {}}
    client.options(ignore_status=400).indices.create(index=f"{alias}-1", **body)  # made meanwhile
    return True


def forget_searches(settings: Settings) -> int:
    """Delete the searches that are older than clicks may be; return how many."""
    ensure_searches(settings)
    oldest = f"now-{settings.click_retention_days}d"
    done = elasticsearch(settings.elasticsearch_url).delete_by_query(
        index=searches_alias(settings.index_prefix),
        query={"range": {"at": {"lt": oldest}}},
        conflicts="proceed",
    )
    return int(done.body["deleted"])

"""The streams of events, out of Elasticsearch and back."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from elasticsearch import Elasticsearch
from elasticsearch.helpers import bulk, scan

from dev.backup.manifest import BackupError, Content, Manifest, Sum
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.insights.streams import BY_NAME, STREAMS, Stream, ensure_streams, make_index
from indexer.insights.write import write_events

FOLDER = "events"
LEVEL = 4  # of compression
PAGE = 2_000
Event = dict[str, Any]


def write(settings: Settings, folder: Path) -> dict[str, Content]:
    """Write each stream to a file; return what was written. What waits in Redis is indexed first.

    Raises BulkUnavailableError, RedisError and Elasticsearch's errors.
    """
    ensure_streams(settings)
    while write_events(settings):
        pass
    (folder / FOLDER).mkdir()
    return {stream.name: _write(settings, stream, folder) for stream in STREAMS}


def _write(settings: Settings, stream: Stream, folder: Path) -> Content:
    total = Sum()
    with gzip.open(_file(folder, stream.name), "wt", compresslevel=LEVEL, encoding="utf-8") as out:
        for event in _present(settings, stream):
            total.add(_line(event))
            out.write(_line(event) + "\n")
    return total.content


def content_of(settings: Settings, stream: Stream) -> Content:
    """Return how many events a stream has now, and their checksum."""
    total = Sum()
    for event in _present(settings, stream):
        total.add(_line(event))
    return total.content


def replace(settings: Settings, folder: Path, manifest: Manifest) -> None:
    """Replace the streams; raises BackupError where one is not what was saved."""
    client, prefix = elasticsearch(settings.elasticsearch_url), settings.index_prefix
    for name in manifest.streams.keys() & BY_NAME.keys():
        stream = BY_NAME[name]
        alias = stream.alias(prefix)
        if client.indices.exists_alias(name=alias):
            for index in client.indices.get_alias(name=alias).body:
                client.indices.delete(index=index)
        bulk(client, _operations(client, prefix, stream, folder), chunk_size=PAGE)
    ensure_streams(settings)
    if wrong := differences(settings, manifest):
        raise BackupError(f"The events are not what was saved: {', '.join(wrong)}")


def differences(settings: Settings, manifest: Manifest) -> list[str]:
    """Return the streams whose content is not the backup's, as it is now."""
    wrong = [f"{name} (unknown)" for name in manifest.streams.keys() - BY_NAME.keys()]
    for name in sorted(manifest.streams.keys() & BY_NAME.keys()):
        found, saved = content_of(settings, BY_NAME[name]), manifest.streams[name]
        if found != saved:
            wrong.append(f"{name} ({found.count} events, {saved.count} saved)")
    return wrong


def _operations(
    client: Elasticsearch, prefix: str, stream: Stream, folder: Path
) -> Iterator[Event]:
    made: set[str] = set()
    with gzip.open(_file(folder, stream.name), "rt", encoding="utf-8") as lines:
        for line in lines:
            event = json.loads(line)
            index = stream.index(prefix, event["source"]["@timestamp"])
            if index not in made:
                make_index(client, prefix, stream, index)
                made.add(index)
            yield {
                "_index": index,
                "_id": event["id"],
                "version": event["version"],
                "version_type": "external_gte",
                "_source": event["source"],
            }


def _present(settings: Settings, stream: Stream) -> Iterator[Event]:
    client, alias = elasticsearch(settings.elasticsearch_url), stream.alias(settings.index_prefix)
    client.indices.refresh(index=alias)
    for hit in scan(client, index=alias, query={"version": True}, size=PAGE):
        yield {"id": hit["_id"], "version": hit["_version"], "source": hit["_source"]}


def _line(event: Event) -> str:
    return json.dumps(event, sort_keys=True)


def _file(folder: Path, name: str) -> Path:
    return folder / FOLDER / f"{name}.jsonl.gz"

"""New synonyms without a rebuild, where the cluster can take them up."""

from __future__ import annotations

import shutil
from pathlib import Path

from elasticsearch import Elasticsearch

from indexer.index.cluster.client import elasticsearch
from indexer.index.cluster.mapping import FOLDER, synonym_rules
from indexer.index.errors import IndexingError
from indexer.settings import Settings


def reload_synonyms(settings: Settings, node_folder: Path | None) -> None:
    """Have searches use es_mappings/synonyms.txt as it is now.

    `node_folder`: the node's `config/analysis`, where the file is put (mode `file`). Raises
    IndexingError in mode `inline`: there the rules are part of the index.
    """
    client = elasticsearch(settings.elasticsearch_url)
    if settings.synonyms_mode == "inline":
        raise IndexingError("Synonyms are part of this index (SYNONYMS_MODE=inline): rebuild it.")
    if settings.synonyms_mode == "api":
        put_synonyms(client, settings)
    elif node_folder is not None:
        shutil.copyfile(FOLDER / "synonyms.txt", node_folder / "synonyms.txt")
    client.indices.reload_search_analyzers(index=settings.index_prefix)
    client.indices.clear_cache(index=settings.index_prefix, request=True)


def put_synonyms(client: Elasticsearch, settings: Settings) -> None:
    """Set the synonyms of the API to the shipped rules."""
    rules = [{"synonyms": rule} for rule in synonym_rules()]
    client.synonyms.put_synonym(id=settings.index_prefix, synonyms_set=rules)

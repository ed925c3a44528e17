"""Fault 46: one of three nodes dies under load, and during a rebuild with what was built."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from elasticsearch import Elasticsearch

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.cluster.mapping import building_alias
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import index_status
from tests.proof.search.test_index_rebuild import Searcher
from tests.support.cluster import Node, cluster
from tests.support.index import with_catalogue

PRODUCTS = 3000


@pytest.fixture
def nodes() -> Iterator[list[Node]]:
    with cluster(3) as running:
        yield running


@dataclass
class Murder:
    """Kills the node that has what is being built, once, when some of it is written."""

    nodes: list[Node]
    client: Elasticsearch
    building: str
    killed: list[Node] = field(default_factory=list)
    began: list[str] = field(default_factory=list)

    def progress(self, done: int, total: int) -> None:
        index = next(iter(self.client.indices.get_alias(name=self.building).body))
        self.began += [] if index in self.began else [index]
        if not self.killed and done * 2 > total:
            shards = self.client.search_shards(index=index).body
            (on,) = shards["nodes"].values()
            victim = self.nodes[int(on["name"].removeprefix("node-"))]
            victim.kill()
            self.killed.append(victim)


@pytest.mark.parametrize("fast", [True, False])
def test_fault_46_a_node_that_dies_in_a_rebuild_fails_no_search_and_the_rebuild_ends(
    settings: Settings, own_database_url: str, nodes: list[Node], fast: bool
) -> None:
    own = settings.but(elasticsearch_url=",".join(node.url for node in nodes))
    own = with_catalogue(own, own_database_url, "shop", PRODUCTS)
    first = rebuild(own, fast=True)
    client = elasticsearch(own.elasticsearch_url)
    assert client.cluster.health(index="shop").body["status"] == "green", "swapped with its copy"
    murder = Murder(nodes, client, building_alias("shop"))
    with Searcher(own) as visitor:
        report = rebuild(own, fast=fast, progress=murder.progress)
    assert len(murder.killed) == 1
    assert len(murder.began) == 2, "it started anew, once"
    assert visitor.errors == []
    assert min(visitor.counts) == max(visitor.counts) == first.documents
    assert (report.documents, report.success) == (PRODUCTS, True)
    status = index_status(own)
    assert (status["live"], status["previous"], status["orphans"]) == (
        report.index,
        first.index,
        (),
    )
    assert client.cluster.health(index=report.index).body["status"] == "green"

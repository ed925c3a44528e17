"""Elasticsearch with security: searches ask as a user who may only read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from elasticsearch import AuthorizationException, Elasticsearch

from app import create_app
from app.search.engine import Engine
from indexer.core.settings import Settings
from indexer.index.__main__ import ANALYST, main
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import index_status, reconcile
from indexer.index.writer import write_pending
from indexer.insights.write import BY_NAME, ensure_streams
from tests.support.cluster import ADMIN, ADMIN_PASSWORD, SECURED, cluster
from tests.support.index import rename, source, with_catalogue
from tests.support.worker import environment

SEARCH = [{"indexName": "products", "params": {"query": "", "facets": ["*"]}}]


@pytest.fixture
def secured(settings: Settings, own_database_url: str, clean_redis: str) -> Iterator[Settings]:
    """A catalogue whose Elasticsearch asks for a password, without the two users yet."""
    with cluster(1, SECURED) as (node,):
        own = settings.but(
            redis_url=clean_redis,
            elasticsearch_url=node.as_user("winkel-index", "writes%2Fit%3A%201"),
            search_url=node.as_user("winkel-search", "reads%20it"),
        )
        yield with_catalogue(own, own_database_url, "shop", 20)


def test_the_site_works_with_two_users_who_may_no_more_than_they_need(
    secured: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    variables = environment(secured) | {"SEARCH_URL": secured.search_url}
    passwords = {"ELASTIC_PASSWORD": ADMIN_PASSWORD, "ANALYST_PASSWORD": "looks at it"}
    for name, value in (variables | passwords).items():
        monkeypatch.setenv(name, value)
    for _ in range(2):  # a second time it changes nothing
        assert main(["accounts", "--administrator", ADMIN]) == 0
    assert rebuild(secured, fast=True).documents == 20
    ensure_streams(secured)
    rename(secured, 1, "Renamed")
    assert write_pending(secured, refresh=True).success
    document = source(secured, 1)
    assert document is not None
    assert document["name"] == "Renamed"
    assert reconcile(secured) is not None
    assert rebuild(secured).success
    api = create_app(secured).test_client()
    assert api.post("/api/search", json=SEARCH).get_json()["results"][0]["nbHits"] > 0
    engine = Engine(secured.search_url, secured.index_prefix, 2000)
    assert engine.ping()
    assert engine.refreshes()
    events = BY_NAME["searches"].alias(secured.index_prefix)
    assert engine.aggregate([events], {"size": 0}, 2000)["hits"]["total"]["value"] == 0
    _may_no_more(secured)
    _may_look(secured, events)


def _may_no_more(secured: Settings) -> None:
    live = index_status(secured)["live"]
    assert live is not None
    with Elasticsearch(secured.search_url) as reader:
        _refused(lambda: reader.index(index=live, id="1", document={}))
        _refused(lambda: reader.indices.delete(index=live))
        _refused(lambda: reader.search(index=".security"))
        _refused(
            lambda: reader.cluster.put_settings(transient={"indices.id_field_data.enabled": 1})
        )
    with Elasticsearch(secured.elasticsearch_url) as writer:
        _refused(lambda: writer.indices.create(index="somebody-elses"))
        _refused(lambda: writer.search(index=".security"))
        _refused(writer.security.get_user)


def _may_look(secured: Settings, events: str) -> None:
    live = index_status(secured)["live"]
    assert live is not None
    own = secured.search_url.replace("winkel-search:reads%20it", f"{ANALYST}:looks%20at%20it")
    with Elasticsearch(own) as analyst:
        assert analyst.search(index=[live, events], size=0).body["hits"]["total"]["value"] == 20
        kibana = {"application": "kibana-.kibana", "resources": ["space:default"]}
        for privilege, has in (("read", True), ("all", False)):
            asked = [{**kibana, "privileges": [privilege]}]
            answer = analyst.security.has_privileges(application=asked).body
            assert answer["has_all_requested"] is has, privilege
        _refused(lambda: analyst.index(index=live, id="1", document={}))
        _refused(lambda: analyst.delete_by_query(index=events, query={"match_all": {}}))
        for index in (live, events, ".kibana"):
            _refused(lambda index=index: analyst.indices.delete(index=index))  # type: ignore[misc]
        _refused(lambda: analyst.search(index=".security"))
        _refused(analyst.security.get_user)


def _refused(call: Callable[[], object]) -> None:
    with pytest.raises(AuthorizationException):
        call()

"""A cluster of several addresses: what one does not answer another does."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.search.engine import Engine
from app.web.errors import SearchUnavailable
from indexer.core.settings import Settings
from indexer.index import writer
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild
from indexer.index.writer import OPERATOR, write_pending
from tests.integration.app.fixtures import shop_settings
from tests.support.authority import certificate
from tests.support.forwarder import Forwarder
from tests.support.index import rename, source

__all__ = ["shop_settings"]

ALL = {"size": 0, "track_total_hits": True}
TIMES = 8  # a node that is asked in its turn is asked


@pytest.fixture
def doors(elasticsearch_url: str) -> Iterator[list[Forwarder]]:
    """Two addresses, behind which the same Elasticsearch answers."""
    opened = [Forwarder(elasticsearch_url) for _ in range(2)]
    yield opened
    for door in opened:
        door.kill()


def _cluster(doors: list[Forwarder]) -> str:
    return ", ".join(door.url for door in doors)


@pytest.mark.parametrize("how", ["kill", "hang"])
def test_a_node_that_dies_or_hangs_costs_no_search(
    shop_settings: Settings,
    doors: list[Forwarder],
    how: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.search.engine.PROBE_TIMEOUT_S", 0.5)
    engine = Engine(_cluster(doors), shop_settings.index_prefix, timeout_ms=2000)
    whole = [_count(engine) for _ in range(2)]
    getattr(doors[0], how)()
    with caplog.at_level(logging.WARNING, "elastic_transport.node_pool"):
        answers = [_count(engine) for _ in range(TIMES)]
    assert set(answers) == set(whole)
    assert not engine.breaker.is_open
    failed = [line for line in caplog.messages if "has failed" in line]
    assert 1 <= len(failed) < TIMES / 2, "it is asked in its turn no more"
    assert engine.ping()


def _count(engine: Engine) -> int:
    (found,), _ = engine.search([ALL])
    return int(found["hits"]["total"]["value"])


@pytest.mark.parametrize("how", ["kill", "hang"])
def test_a_change_is_written_at_once_while_a_node_is_away(
    shop: Settings, doors: list[Forwarder], how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rebuild(shop, fast=True)
    monkeypatch.setattr(writer, "OPERATOR", OPERATOR)
    own = shop.but(elasticsearch_url=_cluster(doors))
    getattr(doors[0], how)()
    for number in range(3):  # one of them begins at the dead node
        rename(shop, 1, f"Renamed {number}")
        report = write_pending(own, refresh=True)
        assert (report.why, report.left) == ("", 0)
        document = source(shop, 1)
        assert document is not None
        assert document["name"] == f"Renamed {number}"


def test_a_nodes_certificate_is_verified_by_the_authority_that_is_named(
    shop_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = Forwarder(shop_settings.elasticsearch_url, certificate(tmp_path, "127.0.0.1"))
    try:
        with pytest.raises(SearchUnavailable):
            _count(Engine(door.url, shop_settings.index_prefix, timeout_ms=2000))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "127.0.0.1-False.pem"))
        assert _count(Engine(door.url, shop_settings.index_prefix, timeout_ms=2000)) > 0
        assert elasticsearch(door.url).ping()
    finally:
        door.kill()

"""The bench at its smallest: what only a long command runs rots unseen."""

from __future__ import annotations

import pytest

from indexer.core.settings import Settings
from tests.bench import serving
from tests.bench.stage import Stage
from tests.support.index import with_catalogue

PRODUCTS = 300


def test_a_section_measures(
    settings: Settings,
    own_database_url: str,
    own_index_prefix: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "WARMED", 5)
    own = with_catalogue(settings, own_database_url, own_index_prefix, PRODUCTS).but(
        rate_limits=False, search_timeout_ms=20_000
    )
    figures = {one.name: one for one in serving.capacity(Stage(own, PRODUCTS, 0.1, print))}
    assert float(figures["search, new"].value.split()[0]) > 0
    assert len(figures) == 8

"""A section of the bench at its smallest: what only a long command runs rots unseen."""

from __future__ import annotations

import os

from indexer.settings import Settings
from tests.bench.__main__ import find_sections
from tests.bench.stage import Stage
from tests.support.index import with_catalogue
from tests.support.worker import environment

PRODUCTS = 300


def test_a_section_measures(
    settings: Settings, own_database_url: str, own_index_prefix: str
) -> None:
    own = with_catalogue(settings, own_database_url, own_index_prefix, PRODUCTS).but(
        rate_limits=False, search_timeout_ms=20_000
    )
    env = {**os.environ, **environment(own), "RATE_LIMITS": "0", "SEARCH_TIMEOUT_MS": "20000"}
    stage = Stage(own, env, PRODUCTS, 0.1, lambda _line: None)
    assert [figure.value for figure in find_sections()["understand"].run(stage)]

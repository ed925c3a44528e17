"""The shop window's own shop: a database, an index and a server that no other test changes."""

from __future__ import annotations

import urllib.request
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.index.client import elasticsearch
from indexer.settings import Settings
from tests.e2e.window.wardrobe import fill
from tests.support.database import database_from_template
from tests.support.services import TestServices
from tests.support.site import served


@pytest.fixture(scope="session")
def window_shop(services: TestServices, settings: Settings) -> Iterator[Settings]:
    """Settings for a database and an index of these tests alone, both removed after."""
    prefix = f"test-{uuid.uuid4().hex[:12]}"
    with database_from_template(services.database_url) as url:
        yield replace(settings, database_url=url, index_prefix=prefix)
    client = elasticsearch(settings.elasticsearch_url)
    for name in client.indices.get(index=f"{prefix}*").body:
        client.indices.delete(index=name)


@pytest.fixture(scope="session")
def site(window_shop: Settings, frontend_dir: Path) -> Iterator[str]:
    """The address of the site with the shop of wardrobe.py."""
    with served(replace(window_shop, frontend_dir=frontend_dir)) as address:
        fill(window_shop, f"{address}/styles")
        urllib.request.urlopen(f"{address}/api/health", timeout=30).close()
        yield address

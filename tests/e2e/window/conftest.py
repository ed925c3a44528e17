"""The shop window's own shop: a database, an index and a server that no other test changes."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.images.store import PictureStore
from indexer.settings import Settings
from tests.e2e.window.wardrobe import fill, photographs
from tests.support.own_shop import own_shop
from tests.support.services import TestServices
from tests.support.site import served


@pytest.fixture(scope="session")
def window_shop(
    services: TestServices, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Settings]:
    """Settings for a database and an index of these tests alone, removed after, and a bucket."""
    with own_shop(services, settings) as own:
        yield own.but(bucket_location=str(tmp_path_factory.mktemp("bucket")))


@pytest.fixture(scope="session")
def site(window_shop: Settings, frontend_dir: Path) -> Iterator[str]:
    """The address of the site with the shop of wardrobe.py."""
    with served(window_shop.but(frontend_dir=frontend_dir)) as address:
        fill(window_shop, photographs(PictureStore(window_shop.bucket_location)))
        urllib.request.urlopen(f"{address}/api/health", timeout=30).close()
        yield address

"""The shop window's own shop: a database, an index and a server that no other test changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.catalogue.images import PictureStore
from indexer.core.settings import Settings
from tests.e2e.conftest import shop_site
from tests.proof.journeys.window.wardrobe import fill, photographs
from tests.support.services import TestServices
from tests.support.stock import own_shop


@pytest.fixture(scope="session")
def site(
    services: TestServices,
    settings: Settings,
    frontend_dir: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """The address of the site with the shop of wardrobe.py, and a bucket."""
    bucket = str(tmp_path_factory.mktemp("bucket"))
    with own_shop(services, settings) as empty:
        own = empty.but(bucket_location=bucket, frontend_dir=frontend_dir)
        with shop_site(own, lambda _: fill(own, photographs(PictureStore(bucket)))) as address:
            yield address

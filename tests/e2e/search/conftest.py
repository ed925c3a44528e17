"""The search's own shop: a database, an index and a server that no other test changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from tests.e2e.conftest import shop_site
from tests.e2e.search.catalogue import fill
from tests.support.services import TestServices
from tests.support.site import served
from tests.support.stock import own_shop

PICTURES = ("minimal.svg", "boho.svg")  # served by the site itself


@pytest.fixture(scope="session")
def shop(services: TestServices, settings: Settings) -> Iterator[Settings]:
    with own_shop(services, settings) as own:
        yield own


@pytest.fixture(scope="session")
def site(shop: Settings, frontend_dir: Path) -> Iterator[str]:
    """The address of the site with the shop of catalogue.py."""
    own = shop.but(frontend_dir=frontend_dir)
    with shop_site(own, lambda at: fill(shop, [f"{at}/styles/{n}" for n in PICTURES])) as address:
        yield address


@pytest.fixture(scope="session")
def dev_site(shop: Settings, site: str, dev_frontend_dir: Path) -> Iterator[str]:
    """The same shop with a frontend in development mode; `site` has filled it."""
    with served(shop.but(frontend_dir=dev_frontend_dir)) as address:
        yield address

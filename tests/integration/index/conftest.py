from __future__ import annotations

import pytest

from indexer.core.settings import Settings


@pytest.fixture
def shop(generated_shop: Settings) -> Settings:
    """Settings for a generated catalogue of 300 products and an index prefix of its own."""
    return generated_shop

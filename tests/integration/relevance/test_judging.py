"""A catalogue is loaded and searched as the product does it, and nothing of it stays."""

from __future__ import annotations

import psycopg
import pytest

from indexer.index.cluster.client import elasticsearch
from tests.relevance.__main__ import judge
from tests.relevance.items import items
from tests.relevance.need import Need, Query
from tests.relevance.searching import baseline_search, product_search
from tests.relevance.stage import loaded
from tests.support.database import psycopg_url
from tests.support.services import TestServices


@pytest.fixture
def environment(services: TestServices, redis_url: str) -> dict[str, str]:
    return {
        "DATABASE_URL": services.database_url,
        "ELASTICSEARCH_URL": services.elasticsearch_url,
        "REDIS_URL": redis_url,
    }


def test_the_bazaar_is_judged_through_the_api_and_beside_the_baseline(
    environment: dict[str, str],
) -> None:
    query = Query("bazaar", "garment", "bicycle", Need(product_types=("bicycle",)))
    nonsense = Query("bazaar", "garment", "qqqq wwww", Need(product_types=("bicycle",)))
    with (
        loaded("bazaar", environment) as settings,
        baseline_search(settings, "bazaar") as baseline,
        product_search(settings) as search,
    ):
        client = elasticsearch(settings.elasticsearch_url)
        assert client.count(index=settings.index_prefix).body["count"] == len(items("bazaar"))
        found = judge(query, search, baseline)
        assert found.product.ndcg > 0.5
        assert 0 < found.baseline.ndcg < found.product.ndcg  # it puts helmets first
        assert judge(nonsense, search, baseline).product.ndcg == 0
        assert {item.key for item in items("bazaar")} >= set(search("leather belt"))
    assert not client.indices.get(index=f"{settings.index_prefix}*", expand_wildcards="all").body
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(psycopg_url(settings.database_url))

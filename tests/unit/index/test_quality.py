"""What a shopper wants to see first among equals, added up when a document is written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.search.query import results as ranking
from indexer.catalogue.document import BEST, WEIGHTS, quality
from indexer.index.cluster.mapping import FOLDER
from tests.support.data import rows

ORDINARY: dict[str, Any] = {
    "sold_out": False,
    "pictured": True,
    "place_of_name": 1,
    "place_of_brand": 4,
    "popularity": 2,
}


@pytest.mark.parametrize(("better", "worse"), rows("quality_pairs"))
def test_each_makes_a_product_better(better: dict[str, Any], worse: dict[str, Any]) -> None:
    assert quality(**(ORDINARY | better)) > quality(**(ORDINARY | worse))


def test_all_of_it_is_less_than_one_step_of_what_is_understood() -> None:
    first: dict[str, Any] = {"place_of_name": 0, "place_of_brand": 0, "popularity": 99}
    assert quality(sold_out=False, pictured=True, **first) == pytest.approx(BEST)
    assert BEST + sum(weight for _, weight in ranking.FRESH) < ranking.STEP


def test_other_weights_are_another_mapping() -> None:
    """An index holds the numbers of its weights: the next start must rebuild it."""
    body = json.loads((FOLDER / "products.json").read_text(encoding="utf-8"))
    assert body["mappings"]["properties"]["quality"]["meta"] == {"weights": WEIGHTS}

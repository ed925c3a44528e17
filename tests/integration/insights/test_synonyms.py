"""From a search that found nothing to a synonym, which every search reads at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.search.filters import MAX_TEXT
from indexer.core.settings import Settings
from tests.support.data import rows
from tests.support.index import execute


@pytest.fixture(autouse=True)
def without_synonyms(shop_settings: Settings, api: FlaskClient) -> Iterator[None]:
    yield
    execute(shop_settings, "DELETE FROM synonym")
    api.application.extensions["winkel"].snapshots.invalidate()


def found(api: FlaskClient, text: str, **more: Any) -> int:
    params = {"query": text, "hitsPerPage": 1, **more}
    answer = api.post("/api/search", json=[{"indexName": "products", "params": params}])
    return int(answer.get_json()["results"][0]["nbHits"])


def add(api: FlaskClient, words: str, means: str) -> Any:
    return api.post("/api/insights/synonyms", json={"words": words, "means": means})


def test_a_synonym_finds_what_its_meaning_finds_at_once(api: FlaskClient) -> None:
    assert found(api, "zzkaftanie") == 0
    answer = add(api, " ZZkaftanie ", "Dress")
    assert answer.get_json() == {"words": "zzkaftanie", "means": "dress", "href": "/?q=zzkaftanie"}
    assert found(api, "zzkaftanie") == found(api, "dress") > 0
    assert found(api, "red zzKaftanie") == found(api, "red dress") > 0
    assert found(api, "zzkaftanies") == 0


@pytest.mark.parametrize(("words", "means", "field"), rows("synonyms_refused"))
def test_what_is_no_synonym_is_refused_by_field(
    api: FlaskClient, words: str, means: str, field: str
) -> None:
    answer = add(api, words, means)
    assert answer.status_code == 400
    assert list(answer.get_json()["errors"]) == [field]


def test_what_words_mean_makes_no_text_longer_than_may_be_typed(api: FlaskClient) -> None:
    """Fault 48: a letter that means a sentence made 50 times the text of what was typed."""
    add(api, "q", "vase " * 19)
    params = {"query": "q " * 500, "hitsPerPage": 1}
    answer = api.post("/api/search", json=[{"indexName": "products", "params": params}])
    used = answer.get_json()["results"][0]["understanding"]["used"]
    assert used.startswith("vase vase")
    assert len(used) <= MAX_TEXT

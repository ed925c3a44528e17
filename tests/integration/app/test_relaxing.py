"""A text is read as loosely as it must be."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from app import create_app
from app.search.query import relaxing
from app.search.query.relaxing import FEW
from indexer.core.settings import Settings
from tests.integration.app.fixtures import search

# What is found of each as it stands: enough, nothing, a few.
KNOWN = ("dress", "red vase", "boots ships to namibia", "women's dress or boots")
WITH_WORDS = ("striped dress", "linen winter vase", "hand-woven tent")


@pytest.fixture
def unkept(shop_settings: Settings) -> Flask:
    """The application without kept answers: each search is made."""
    return create_app(shop_settings.but(kept_answers_mb=0))


def found(app: Flask, text: str, colour: str = "") -> Any:
    filters: dict[str, Any] = {"facetFilters": [[f"colour:{colour}"]]} if colour else {}
    answer = search(app.test_client(), text, facets=["*"], currency="ZAR", **filters)
    return answer | {"processingTimeMS": 0}


@pytest.mark.parametrize("colour", ["", "red"])
@pytest.mark.parametrize("text", [*KNOWN, *WITH_WORDS])
def test_what_is_found_does_not_depend_on_how_often_is_asked(
    unkept: Flask, monkeypatch: pytest.MonkeyPatch, text: str, colour: str
) -> None:
    answers = []
    for guess in (0, 1, FEW):
        monkeypatch.setattr(relaxing, "estimate_hits", lambda *_, guess=guess: guess)
        answers.append(found(unkept, text, colour))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["hits"]


@pytest.mark.parametrize("text", ["best sellers", "what do you sell", "buy online"])
def test_a_text_that_only_asks_finds_all_products_and_lacks_none(unkept: Flask, text: str) -> None:
    everything = found(unkept, "")
    result = found(unkept, text)
    assert result["nbHits"] == everything["nbHits"] > 0
    assert (result["understanding"]["exact"], result["understanding"]["wished"]) == (None, [])

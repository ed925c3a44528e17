"""When the words of the index are read anew: before the next search after a change was said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.errors import SearchUnavailable
from app.search import Body
from app.search.engine import Answer, Engine
from app.search.vocabulary.language import LanguageCache
from indexer.catalogue.document.keys import KEYS


class Index:
    """Stands in for the engine; `words` are those that documents hold, None while it is away."""

    def __init__(self, *words: str) -> None:
        self.words: tuple[str, ...] | None = words
        self.asked = 0

    def msearch(self, _bodies: list[Body], _timeout_ms: int) -> Answer:
        """Count the words."""
        self.asked += 1
        if self.words is None:
            raise SearchUnavailable
        counted: dict[str, Any] = {name: {"buckets": []} for name in ("words", "categories", *KEYS)}
        counted["words"] = {"buckets": [{"key": word, "doc_count": 1} for word in self.words]}
        return Answer([{"aggregations": counted}], 1)


@pytest.fixture
def index() -> Index:
    return Index("snorkel")


@pytest.fixture
def heard() -> list[str]:
    """What other processes have said and no search has heard."""
    return []


@pytest.fixture
def words(index: Index, heard: list[str], monkeypatch: pytest.MonkeyPatch) -> LanguageCache:
    """The words of that index, read once; they never grow old."""
    for name in ("FRESH_S", "AGAIN_S"):
        monkeypatch.setattr(f"app.search.vocabulary.language.{name}", float("inf"))
    labels: dict[str, dict[str, str]] = {"category": {}, "colour": {}}
    reference: Any = SimpleNamespace(active_stores=(), synonyms={}, labels=labels)

    def hear() -> None:
        while heard:
            heard.pop()
            cache.forget()

    cache = LanguageCache(cast(Engine, index), lambda: reference, hear)
    assert cache.get().counts == {"snorkel": 1}
    return cache


def test_a_search_after_a_change_was_said_knows_its_words(
    index: Index, words: LanguageCache, heard: list[str]
) -> None:
    index.words = ("snorkel", "wobbegong")
    assert "wobbegong" not in words.get().counts
    assert index.asked == 1
    heard.append("changed")
    assert "wobbegong" in words.get().counts
    assert words.get() is words.told
    assert index.asked == 2


def test_while_the_index_is_away_the_last_words_serve_and_no_search_waits_twice(
    index: Index, words: LanguageCache, heard: list[str]
) -> None:
    index.words = None
    heard.append("changed")
    assert words.get().counts == words.get().counts == {"snorkel": 1}
    assert index.asked == 2
    index.words = ("wobbegong",)
    heard.append("changed")
    assert words.get().counts == {"wobbegong": 1}

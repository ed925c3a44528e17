"""Searches through the product's API, and the frozen baseline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from app import create_app
from app.live.context import context
from indexer.core.settings import Settings
from tests.bench.searches import request

PAGE = 126  # what a search's first page shows (spec §9)


Search = Callable[[str, Sequence[str]], list[str]]  # text and facet filters; keys in their order


@contextmanager
def product_search(settings: Settings) -> Iterator[Search]:
    """Yield a search through the product's own API; it returns keys in the order of the page."""
    app = create_app(settings)
    client = app.test_client()

    def search(text: str, filters: Sequence[str]) -> list[str]:
        body = request(text, _refinements(filters), PAGE)
        answer = client.post("/api/search", json=body)
        if answer.status_code != 200:
            raise RuntimeError(f"{text!r}: {answer.status_code} {answer.get_data(as_text=True)}")
        return [hit["groupKey"] for hit in answer.get_json()["results"][0]["hits"]]

    with app.app_context():
        recorder = context().recorder
    try:
        yield search
    finally:
        recorder.close()  # before its database is dropped


def _refinements(filters: Sequence[str]) -> dict[str, list[str]]:
    chosen: dict[str, list[str]] = {}
    for name, _, value in (item.partition(":") for item in filters):
        chosen.setdefault(name, []).append(value)
    return chosen

"""What one web process has saved, the next call on any process reads: every kind of edit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from tests.support.asking import call
from tests.support.production import gunicorn

WRITES = 48
NO_REDIS = "redis://127.0.0.1:9/0"


class Sites:
    """Two servers of two processes each: one is written to, the other is read at once.

    Each call has a connection of its own, so that it may come to either process of its server.
    """

    def __init__(self, ports: list[int]) -> None:
        self._turns = cycle([ports, ports[::-1]])
        self.turn()

    def turn(self) -> None:
        self.writer, self.reader = next(self._turns)

    def write(self, path: str, body: Any) -> Any:
        return _call(self.writer, f"/api/{path}", body)

    def read(self, path: str) -> Any:
        return _call(self.reader, f"/api/{path}")

    def hits(self, text: str) -> list[dict[str, Any]]:
        params = {"query": text, "hitsPerPage": 50}
        body = [{"indexName": "products", "params": params}]
        hits: list[dict[str, Any]] = _call(self.reader, "/api/search", body)["results"][0]["hits"]
        return hits


def _call(port: int, path: str, body: Any = None) -> Any:
    answer = call(port, path, body)
    assert answer.status == 200, answer.body
    is_text = answer.headers["Content-Type"].startswith("text/plain")
    return answer.body.decode() if is_text else answer.json


@pytest.fixture
def start(shop: Settings, clean_redis: str, tmp_path: Path) -> Iterator[Callable[[str], Sites]]:
    """Return what starts both servers with a Redis."""
    rebuild(shop, fast=True)
    with ExitStack() as stack:

        def started(redis_url: str) -> Sites:
            own = shop.but(
                redis_url=redis_url,
                operator_open=True,
                kept_answers_mb=8,
                frontend_dir=tmp_path,
                evidence_location=str(tmp_path / "evidence"),
            )
            folders = [tmp_path / name for name in ("one", "two")]
            for folder in folders:
                folder.mkdir()
            served = (stack.enter_context(gunicorn(own, one)) for one in folders)
            return Sites([one.port for one in served])

        yield started


def a_brand(sites: Sites, number: int) -> None:
    name = f"Brand {number}"
    brand = {"name": name, "website": f"https://b{number}.example", "styles": [1]}
    saved = sites.write("brands/add", brand)
    assert sites.read(f"brands/{saved['id']}")[0]["name"] == name
    assert [style["styleId"] for style in sites.read(f"styles/getBrandStyles/{saved['id']}")] == [1]
    assert name in {row["name"] for row in sites.read("brands")}


def its_styles(sites: Sites, number: int) -> None:
    wanted = [2 + number % 3]
    sites.write("brands/add", {"id": 1, "styles": wanted})
    assert [style["styleId"] for style in sites.read("styles/getBrandStyles/1")] == wanted
    assert 1 in {row["id"] for row in sites.read(f"brands/getByStyleId/{wanted[0]}")}


def a_synonym(sites: Sites, number: int) -> None:
    words = f"zz{'abcdefghij'[number // 10 % 10]}{'abcdefghij'[number % 10]}kaftan"
    sites.hits(words)  # and answers are kept
    sites.write("insights/synonyms", {"words": words, "means": "dress"})
    assert sites.hits(words)
    assert sites.hits(words) == sites.hits("dress")


def a_take_down(sites: Sites, number: int) -> None:
    gone = sites.hits("")[0]["productId"]
    sites.write("takeDowns", {"productId": gone, "reason": f"no. {number}"})
    assert gone not in {hit["productId"] for hit in sites.hits("")}
    assert sites.read("takeDowns")[0]["reason"] == f"no. {number}"


def a_curation(sites: Sites, number: int) -> None:
    edited = sites.hits("")[-1]
    wanted = not edited.get("unisex", False)
    said = sites.write("images/save", {"productId": edited["productId"], "unisex": wanted})
    assert said.startswith("Saved ")
    assert ";" not in said
    (now,) = [hit for hit in sites.hits("") if hit["productId"] == edited["productId"]]
    assert now.get("unisex", False) is wanted


def a_closed_brand(sites: Sites, number: int) -> None:
    brand = sites.hits("")[0]["brandId"]
    for is_active in (False, True):
        sites.write("brands/setActive", {"brandId": brand, "isActive": is_active})
        assert (brand in {hit["brandId"] for hit in sites.hits("")}) is is_active
        assert (brand in {row["id"] for row in sites.read("brands/getStores")}) is is_active


KINDS = (a_brand, its_styles, a_synonym, a_take_down, a_curation, a_closed_brand)


@pytest.mark.parametrize("redis", [True, False])
def test_whatever_is_saved_is_read_by_the_next_call_on_any_process(
    start: Callable[[str], Sites], clean_redis: str, redis: bool
) -> None:
    sites = start(clean_redis if redis else NO_REDIS)
    for number in range(WRITES if redis else 5 * len(KINDS)):
        sites.turn()
        KINDS[number % len(KINDS)](sites, number)

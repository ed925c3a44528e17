"""A run says of pictures what loaded as one, and not which addresses stand there."""

from __future__ import annotations

import pytest

from indexer.index.cluster.client import elasticsearch
from indexer.ingest.pictures.fetching import fetch_missing
from tests.support.crawling import grid
from tests.support.own_store import OwnStore
from tests.support.saved_store import PICTURE, Answer, a_picture

NAMES = [f"n{number}" for number in range(20)]
PAGE = Answer(b"<!doctype html><h1>n1</h1>")


@pytest.fixture(autouse=True)
def listed(store: OwnStore) -> None:
    """The store shows twenty products."""
    store.answers["/all"] = Answer(grid(*NAMES))


def pictures(store: OwnStore, answer: Answer, *names: str) -> None:
    store.answers |= {f"/i/{name}.jpg": answer for name in names}


def shown(store: OwnStore) -> dict[str, list[str]]:
    """Return the pictures in the index, by the product's name."""
    index, client = store.settings.index_prefix, elasticsearch(store.settings.elasticsearch_url)
    client.indices.refresh(index=index)
    found = client.search(index=index, size=100)
    documents = [hit["_source"] for hit in found.body["hits"]["hits"]]
    return {one["name"]: [image["url"] for image in one["images"]] for one in documents}


def test_pictures_that_load_are_kept_by_the_run_and_asked_for_once(store: OwnStore) -> None:
    pictures(store, PICTURE, *NAMES)
    run = store.scrape()
    assert (run.result, (run.coverage or {})["image"]) == ("success", 1.0)
    assert {len(urls) for urls in shown(store).values()} == {1}
    assert all(urls[0].startswith("/media/") for urls in shown(store).values())
    assert fetch_missing(store.settings) == 0
    store.scrape()
    assert store.visits.count("/i/n0.jpg") == 1


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (PAGE, "cannot be read as a picture"),
        (Answer(b'["/i/a.png"]', content_type="application/json"), "cannot be read as a picture"),
        (Answer(a_picture(1, 1), content_type="image/png"), "it is only 1 × 1 pixels"),
    ],
)
def test_what_is_fetched_and_is_no_picture_is_told_and_not_shown(
    store: OwnStore, answer: Answer, why: str
) -> None:
    pictures(store, answer, "n1")
    run = store.scrape()
    assert (run.result, (run.coverage or {})["image"]) == ("success", 0.95)
    told = "the picture of 1 of 20 products is not understood, such as"
    assert told in (run.failure_reason or "")
    assert f"{store.base}/i/n1.jpg: " in store.log(run)
    assert why in store.log(run)
    assert shown(store)["n1"] == []
    pictures(store, PICTURE, "n1")
    again = store.scrape()
    assert ((again.coverage or {})["image"], again.failure_reason) == (1.0, None)
    assert len(shown(store)["n1"]) == 1


def test_a_run_whose_pictures_are_pages_publishes_nothing(store: OwnStore) -> None:
    assert store.scrape().result == "success"
    before = shown(store)
    store.answers["/all"] = Answer(grid(*NAMES).replace(b"/i/", b"/p/"))
    store.answers |= {f"/p/{name}.jpg": PAGE for name in NAMES[:10]}
    run = store.scrape()
    assert (run.result, (run.coverage or {})["image"]) == ("suspect", 0.5)
    assert "image was found on 50% of the items, 100% was expected" in (run.failure_reason or "")
    assert "the picture of 10 of 20 products is not understood" in (run.failure_reason or "")
    assert shown(store) == before


def test_a_picture_that_was_none_keeps_the_known_one(store: OwnStore) -> None:
    store.scrape()
    before = shown(store)["n1"]
    store.answers["/all"] = Answer(grid(*NAMES).replace(b"/i/n1.jpg", b"/j/n1.jpg"))
    store.answers["/j/n1.jpg"] = PAGE
    run = store.scrape()
    assert (run.result, (run.coverage or {})["image"]) == ("success", 0.95)
    assert shown(store)["n1"] == before != []

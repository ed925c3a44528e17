"""What the first visitors ask is answered before they come."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from app import create_app
from app.live.context import context
from app.serving.process import keep_warm
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild
from tests.integration.app.desk import Desk
from tests.support.worker import eventually

PATHS = ("/api/landing", "/api/landing/more")


def _searches(settings: Settings) -> int:
    client = elasticsearch(settings.elasticsearch_url)
    indices = client.indices.stats(index=settings.index_prefix, metric="search").body["indices"]
    return int(sum(index["primaries"]["search"]["query_total"] for index in indices.values()))


@pytest.fixture
def warm(desk: Desk) -> Iterator[tuple[Flask, list[bool]]]:
    app = create_app(desk.settings.but(kept_answers_mb=8))
    settled: list[bool] = []
    keep_warm(app, then=lambda: settled.append(True))
    assert len(settled) == 1, "it is warm before anybody is answered"
    yield app, settled
    with app.app_context():
        context().changes.close()


def test_the_landing_screen_is_kept_before_anybody_asked_and_again_after_a_swap(
    warm: tuple[Flask, list[bool]], desk: Desk
) -> None:
    app, settled = warm
    with app.app_context():
        changes, kept = context().changes, context().responses
    assert kept.bytes > 0
    number = changes.number()
    answers = [app.test_client().get(path, headers={"Accept-Encoding": "br"}) for path in PATHS]
    are_kept = all(answer.headers["Server-Timing"].startswith("kept;") for answer in answers)
    assert are_kept or changes.number() != number  # a refresh came between
    rebuild(desk.settings, fast=True)
    eventually(lambda: len(settled) == 2, "the second warm-up")
    assert _searches(desk.settings) > 0  # of the new index, perhaps before this process went on

"""What waited while Elasticsearch was away is written soon, and edits meanwhile show at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from app import create_app
from indexer.catalogue.outbox import enqueue_brand
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index import writer
from indexer.index.building.rebuild import rebuild
from indexer.index.writer import OPERATOR, write_pending
from indexer.models import Brand
from tests.support.forwarder import Forwarder
from tests.support.index import execute, source
from tests.support.worker import eventually

# Of an Elasticsearch that has just come back: the backlog in one bulk takes longer than an edit
# waits (5 s) and shorter than the periodic job does (30 s), and one document some milliseconds.
PACE = 60_000  # bytes a second


@dataclass
class Operator:
    """Edits one product after the other, until told to end."""

    settings: Settings
    first: int
    edited: list[int] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def edit(self) -> None:
        client = create_app(self.settings).test_client()
        while not self.ended.is_set():
            product_id = self.first + len(self.edited) % 20
            is_unisex = len(self.edited) // 20 % 2 == 0
            sent = {"productId": product_id, "unisex": is_unisex}
            said = client.post("/api/images/save", json=sent).text
            seen: Any = source(self.settings, product_id)
            if "wait" in said or seen["unisex"] is not is_unisex:
                self.unseen.append(said)
            self.edited.append(product_id)


@pytest.fixture
def slow(shop: Settings, clean_redis: str) -> Iterator[tuple[Settings, Forwarder]]:
    rebuild(shop, fast=True)
    forwarder = Forwarder(shop.elasticsearch_url, pace=PACE)
    own = shop.but(redis_url=clean_redis, elasticsearch_url=forwarder.url)
    try:
        yield own, forwarder
    finally:
        forwarder.kill()


def test_edits_hold_back_nothing_that_waits_and_show_at_once(
    slow: tuple[Settings, Forwarder], monkeypatch: pytest.MonkeyPatch
) -> None:
    own, forwarder = slow
    monkeypatch.setattr(writer, "OPERATOR", OPERATOR)
    forwarder.kill()
    with session_scope(own.database_url) as session:
        brands = session.query(Brand.id).all()
        waits = sum(enqueue_brand(session, brand_id) for (brand_id,) in brands)
    assert write_pending(own).written == 0
    ((last,),) = execute(own, "SELECT max(id) FROM outbox")
    execute(own, "UPDATE outbox SET created_at = created_at - interval '10 minutes'")
    forwarder.start()
    operators = [Operator(own, 1), Operator(own, 101)]
    editing = [threading.Thread(target=operator.edit) for operator in operators]
    for one in editing:
        one.start()
    try:
        eventually(lambda: operators[0].edited and operators[1].edited, "edits are going on")
        eventually(lambda: _periodic(own, last), "what waited is written")
        before = len(operators[0].edited)
        eventually(lambda: len(operators[0].edited) > before, "edits are still going on")
    finally:
        for operator, one in zip(operators, editing, strict=True):
            operator.ended.set()
            one.join()
    assert waits >= 300
    for operator in operators:  # where the machine stands still one may wait, and not each
        assert len(operator.unseen) <= len(operator.edited) // 10, operator.unseen


def _periodic(own: Settings, last: int) -> bool:
    """Write as the worker does each five seconds; return whether nothing old waits any more."""
    write_pending(own)
    time.sleep(0.2)
    left = "SELECT count(*) FROM outbox WHERE written_at IS NULL AND id <= %s"
    return execute(own, left, last) == [(0,)]

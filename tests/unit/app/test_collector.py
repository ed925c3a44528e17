from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from app.serving.server import settle


class Ring:
    """What only the collector can free."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_collections_pass_over_what_was_there() -> None:
    before = len(gc.get_objects())
    settle()
    assert gc.get_freeze_count() > before / 2
    assert len(gc.get_objects()) < before / 2


def test_what_was_let_go_of_is_freed_when_the_process_settles_again() -> None:
    ring = Ring()
    seen = weakref.ref(ring)
    settle()
    del ring
    gc.collect()
    assert seen() is not None
    settle()
    assert seen() is None

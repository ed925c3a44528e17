"""Changes of all rows: by the workers, in batches, once, after the release."""

from __future__ import annotations

from re import findall

import pytest

from indexer.core.settings import ROOT, Settings
from indexer.jobs.periodic_jobs import PLAN
from indexer.migrations import backfills
from indexer.migrations.backfills import STEPS, do_steps
from tests.support.index import execute, with_catalogue

SHOUTED = (
    "product",
    "UPDATE product SET name = upper(name)"
    " WHERE id > :after AND id <= :upto AND name <> upper(name)",
)
STATE = "SELECT after, rows, done_at IS NOT NULL FROM data_step WHERE name = 'shouted'"
QUIET = "SELECT count(*) FROM product WHERE name <> upper(name)"


@pytest.fixture
def left(
    settings: Settings,
    own_database_url: str,
    own_index_prefix: str,
    monkeypatch: pytest.MonkeyPatch,
) -> Settings:
    """A catalogue of 300 products with a step that a release left, in batches of 70."""
    monkeypatch.setattr(backfills, "BATCH", 70)
    shop = with_catalogue(settings, own_database_url, own_index_prefix)
    execute(shop, "INSERT INTO data_step (name) VALUES ('shouted')")
    return shop


def _rest(_seconds: float) -> None:
    """Rest for no time."""


def test_a_step_changes_all_rows_once_and_is_noted(left: Settings) -> None:
    assert do_steps(left, {"shouted": SHOUTED}, rest=_rest) == 300
    assert execute(left, QUIET) == [(0,)]
    assert execute(left, STATE) == [(300, 300, True)]
    execute(left, "UPDATE product SET name = 'Later' WHERE id = 1")
    assert do_steps(left, {"shouted": SHOUTED}, rest=_rest) == 0
    assert execute(left, QUIET) == [(1,)]


def test_a_worker_that_dies_in_a_step_leaves_whole_batches_and_another_goes_on(
    left: Settings,
) -> None:
    def die(_seconds: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        do_steps(left, {"shouted": SHOUTED}, rest=die)
    assert execute(left, STATE) == [(70, 70, False)]
    assert execute(left, QUIET) == [(230,)]
    assert do_steps(left, {"shouted": SHOUTED}, rest=_rest) == 230


def test_workers_look_for_steps_and_know_those_that_revisions_leave() -> None:
    assert "change_all_rows" in PLAN
    assert _left() <= set(STEPS)


def _left() -> set[str]:
    versions = (ROOT / "indexer/migrations/versions").glob("*.py")
    return {
        name for one in versions for name in findall(r'after_release\("(\w+)"', one.read_text())
    }

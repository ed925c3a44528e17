"""A run's log is PostgreSQL's: read on another machine than the one that does the run."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import pytest

from indexer.core.settings import Settings
from indexer.ingest.runs.finish import finish
from indexer.ingest.runs.log import TAIL_CHARS, RunLog, read_log, tail
from indexer.ingest.runs.start import open_run
from indexer.ingest.runs.working import Ending, Work, work_on
from indexer.models import ScrapeRun
from tests.support.catalogue import add_to_log
from tests.support.worker import eventually
from tests.support.world import World, empty_world


class Logged(World):
    """A store with a run that begins; its log as the pulse writes it, and as anybody reads it."""

    @cached_property
    def begun(self) -> ScrapeRun:
        return self.do(lambda session: open_run(session, self.brand_id, "scrape"))

    def work(self, body: Callable[[Work], Ending]) -> None:
        work_on(self.settings, self.begun.id, body)

    def write(self, log: RunLog) -> None:
        """Write as the pulse does."""
        log.drop_until(self.do(log.write))

    def entries(self) -> list[str]:
        return [line.partition(" ")[2] for line in self.log(self.begun).split("\r\n")[:-1]]


@pytest.fixture
def shop(settings: Settings, clean_database: str) -> Logged:
    made = empty_world(settings, Logged)
    assert made.begun
    return made


def test_another_machine_reads_the_log_of_a_run_that_is_on(shop: Logged) -> None:
    def body(work: Work) -> Ending:
        work.log("half of it")
        eventually(lambda: "half of it" in shop.log(shop.begun), "the log is there")
        return Ending("success")

    shop.work(body)
    assert shop.entries()[-1] == f"Run {shop.begun.id} ends: success."


def test_a_run_that_goes_on_elsewhere_goes_on_in_its_log(shop: Logged) -> None:
    for machine in ("first", "second"):
        log = RunLog(shop.begun.id)
        log(machine)
        shop.write(log)
    assert shop.entries() == ["first", "second"]


def test_a_run_that_was_closed_meanwhile_still_tells_what_it_did(shop: Logged) -> None:
    def body(work: Work) -> Ending:
        with shop.session() as session:
            finish(session, shop.begun.id, "failed")
        eventually(work.stop, "it hears that it is closed")
        work.log("ended by that")
        return Ending("stopped")

    shop.work(body)
    assert shop.run(shop.begun.id).result == "failed"
    assert "ended by that" in shop.entries()


def test_a_tail_is_the_last_characters_and_empty_before_the_first_line(shop: Logged) -> None:
    with shop.session() as session:
        assert tail(session, shop.begun.logfile_name) == ""
    line = "2026-01-01T00:00:00.000Z \r\n"
    for _ in range(2 * TAIL_CHARS // len(line)):
        add_to_log(shop.settings, shop.begun.id, line)
    add_to_log(shop.settings, shop.begun.id, "the éénd")
    with shop.session() as session:
        assert tail(session, shop.begun.logfile_name, 5) == " éénd"
        assert (
            tail(session, shop.begun.logfile_name)
            == read_log(session, shop.begun.logfile_name)[-TAIL_CHARS:]
        )

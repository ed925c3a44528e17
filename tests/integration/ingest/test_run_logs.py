"""A run's log is PostgreSQL's: read on another machine than the one that does the run."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import pytest
from sqlalchemy import delete
from sqlalchemy.exc import OperationalError

from indexer.core.settings import Settings
from indexer.ingest.runs.finish import finish
from indexer.ingest.runs.log import TAIL_CHARS, RunLog, read_log, tail
from indexer.ingest.runs.start import open_run
from indexer.ingest.runs.working import Ending, Work, work_on
from indexer.models import RunLogPart, ScrapeRun
from tests.integration.ingest.shop import Shop, new_shop
from tests.support.catalogue import add_to_log
from tests.support.worker import eventually


class Logged(Shop):
    """A store with a run that begins; its log as the pulse writes it, and as anybody reads it."""

    @cached_property
    def begun(self) -> ScrapeRun:
        return self.do(lambda session: open_run(session, self.brand_id, "scrape"))

    def work(self, body: Callable[[Work], Ending]) -> None:
        work_on(self.settings, self.begun.id, body)

    def write(self, log: RunLog, *, known: bool = True) -> None:
        """Write as the pulse does; not `known`: the commit's answer was lost."""
        written = self.do(log.write)
        if known:
            log.forget(written)

    def parts(self) -> int:
        return len(self.rows(RunLogPart))

    def entries(self) -> list[str]:
        return [line.partition(" ")[2] for line in self.log(self.begun).split("\r\n")[:-1]]


@pytest.fixture
def shop(settings: Settings, clean_database: str) -> Logged:
    made = new_shop(settings, Logged)
    assert made.begun
    return made


def test_a_log_is_whole_and_in_order_though_answers_of_commits_are_lost(shop: Logged) -> None:
    log = RunLog(shop.begun.id)
    log("one")
    shop.write(log, known=False)
    log("two")
    shop.write(log)
    assert (shop.entries(), shop.parts()) == (["one", "two"], 1)
    shop.write(log)
    log("three")
    shop.write(log)
    assert (shop.entries(), shop.parts()) == (["one", "two", "three"], 2)


def test_a_part_that_comes_late_takes_nothing_away(shop: Logged) -> None:
    """A connection that hung does its work after that of the next beat."""
    log = RunLog(shop.begun.id)
    log("one")
    with shop.session() as session:
        log.write(session)
        session.rollback()
    late = log.unwritten()
    log("two")
    shop.write(log, known=False)
    older = RunLog(shop.begun.id)
    older._entries = [(log._entries[0][0], late)]
    shop.write(older)
    assert shop.entries() == ["one", "two"]


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


def test_a_run_that_is_gone_hears_of_it_and_has_no_log(shop: Logged) -> None:
    """All was restored from an older backup while it ran."""

    def body(work: Work) -> Ending:
        with shop.session() as session:
            session.execute(delete(ScrapeRun))
        work.log("for nobody")
        eventually(work.stop, "it hears that it is gone")
        return Ending("stopped")

    shop.work(body)
    assert shop.parts() == 0


def test_what_cannot_be_written_is_told_by_the_process(
    shop: Logged, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("indexer.ingest.runs.working.DATABASE_PATIENCE_S", 0.0)

    def away(*_: object) -> None:
        raise OperationalError("", {}, Exception("the server closed the connection"))

    def body(work: Work) -> Ending:
        monkeypatch.setattr(RunLog, "write", away)
        work.log("the last words")
        return Ending("success")

    with pytest.raises(OperationalError):
        shop.work(body)
    assert f"Run {shop.begun.id} could not be closed" in caplog.text
    assert f"Run {shop.begun.id} ends: success." in caplog.text


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

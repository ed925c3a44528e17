"""A run's log is PostgreSQL's: read on another machine than the one that does the run."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, func, select
from sqlalchemy.exc import OperationalError

from indexer.db import session_scope
from indexer.models import RunLogPart, ScrapeRun
from indexer.runs.finish import finish
from indexer.runs.log import TAIL_CHARS, RunLog, read_log, tail
from indexer.runs.start import open_run
from indexer.runs.working import Ending, Work, work_on
from indexer.settings import Settings
from tests.support.catalogue import add_to_log, log_of, make_brand, read_run
from tests.support.worker import eventually


@pytest.fixture
def run(settings: Settings, clean_database: str) -> ScrapeRun:
    brand_id = make_brand(settings)
    with session_scope(settings.database_url) as session:
        return open_run(session, brand_id, "scrape")


def write(settings: Settings, log: RunLog, *, known: bool = True) -> None:
    """Write as the pulse does; not `known`: the commit's answer was lost."""
    with session_scope(settings.database_url) as session:
        written = log.write(session)
    if known:
        log.forget(written)


def parts(settings: Settings) -> int:
    with session_scope(settings.database_url) as session:
        return session.scalars(select(func.count()).select_from(RunLogPart)).one()


def entries(settings: Settings, run: ScrapeRun) -> list[str]:
    return [line.partition(" ")[2] for line in log_of(settings, run).split("\r\n")[:-1]]


def test_a_log_is_whole_and_in_order_though_answers_of_commits_are_lost(
    settings: Settings, run: ScrapeRun
) -> None:
    log = RunLog(run.id)
    log("one")
    write(settings, log, known=False)
    log("two")
    write(settings, log)
    assert (entries(settings, run), parts(settings)) == (["one", "two"], 1)
    write(settings, log)
    log("three")
    write(settings, log)
    assert (entries(settings, run), parts(settings)) == (["one", "two", "three"], 2)


def test_a_part_that_comes_late_takes_nothing_away(settings: Settings, run: ScrapeRun) -> None:
    """A connection that hung does its work after that of the next beat."""
    log = RunLog(run.id)
    log("one")
    with session_scope(settings.database_url) as session:
        log.write(session)
        session.rollback()
    late = log.unwritten()
    log("two")
    write(settings, log, known=False)
    (older,) = (RunLog(run.id) for _ in range(1))
    older._entries = [(log._entries[0][0], late)]
    write(settings, older)
    assert entries(settings, run) == ["one", "two"]


def test_another_machine_reads_the_log_of_a_run_that_is_on(
    settings: Settings, run: ScrapeRun
) -> None:
    def body(work: Work) -> Ending:
        work.log("half of it")
        eventually(lambda: "half of it" in log_of(settings, run), "the log is there")
        return Ending("success")

    work_on(settings, run.id, body)
    assert entries(settings, run)[-1] == f"Run {run.id} ends: success."


def test_a_run_that_goes_on_elsewhere_goes_on_in_its_log(
    settings: Settings, run: ScrapeRun
) -> None:
    for machine in ("first", "second"):
        log = RunLog(run.id)
        log(machine)
        write(settings, log)
    assert entries(settings, run) == ["first", "second"]


def test_a_run_that_was_closed_meanwhile_still_tells_what_it_did(
    settings: Settings, run: ScrapeRun
) -> None:
    def body(work: Work) -> Ending:
        with session_scope(settings.database_url) as session:
            finish(session, run.id, "failed", "Its worker died: no heartbeat.")
        eventually(work.stop, "it hears that it is closed")
        work.log("ended by that")
        return Ending("stopped")

    work_on(settings, run.id, body)
    assert read_run(settings, run.id).result == "failed"
    assert "ended by that" in entries(settings, run)


def test_a_run_that_is_gone_hears_of_it_and_has_no_log(settings: Settings, run: ScrapeRun) -> None:
    """All was restored from an older backup while it ran."""

    def body(work: Work) -> Ending:
        with session_scope(settings.database_url) as session:
            session.execute(delete(ScrapeRun))
        work.log("for nobody")
        eventually(work.stop, "it hears that it is gone")
        return Ending("stopped")

    work_on(settings, run.id, body)
    assert parts(settings) == 0


def test_what_cannot_be_written_is_told_by_the_process(
    settings: Settings,
    run: ScrapeRun,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("indexer.runs.working.DATABASE_PATIENCE_S", 0.0)

    def away(*_: object) -> None:
        raise OperationalError("", {}, Exception("the server closed the connection"))

    def body(work: Work) -> Ending:
        monkeypatch.setattr(RunLog, "write", away)
        work.log("the last words")
        return Ending("success")

    with pytest.raises(OperationalError):
        work_on(settings, run.id, body)
    assert f"Run {run.id} could not be closed" in caplog.text
    assert f"Run {run.id} ends: success." in caplog.text


def test_a_tail_is_the_last_characters_and_empty_before_the_first_line(
    settings: Settings, run: ScrapeRun
) -> None:
    with session_scope(settings.database_url) as session:
        assert tail(session, run.logfile_name) == ""
    line = "2026-01-01T00:00:00.000Z \r\n"
    for _ in range(2 * TAIL_CHARS // len(line)):
        add_to_log(settings, run.id, line)
    add_to_log(settings, run.id, "the éénd")
    with session_scope(settings.database_url) as session:
        assert tail(session, run.logfile_name, 5) == " éénd"
        assert tail(session, run.logfile_name) == read_log(session, run.logfile_name)[-TAIL_CHARS:]

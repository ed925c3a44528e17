"""A run's log, in PostgreSQL: any machine may do the run, and any may show its log.

One line an entry, whatever the entry holds (faults 22, 27).
"""

import re
import threading
from datetime import UTC, datetime, timedelta
from itertools import takewhile

from sqlalchemy import Select, func, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from indexer.ingest.runs.finish import UnknownFileError
from indexer.models import RunLogPart, ScrapeRun

PREFIX = "scrape/status/"
NAME = re.compile(r"(?:scrape/status/)?([a-z0-9-]{1,200}\.log)")
ENTRY_LIMIT = 2_000  # characters
TAIL_CHARS = 5_000  # spec §3, "Scraper process"
TAIL_PARTS = 250  # a part has a line at least, and a line its time: more than TAIL_CHARS
# Prices carry these spaces; all other characters that do not print are escaped.
PRINTED_SPACES = frozenset("\u00a0\u202f\u2009")


def log_name(subject: str, run_id: int) -> str:
    """Return a run's log name, as its row, its process and the calls of spec §7 carry it."""
    return f"{PREFIX}{subject}-{run_id}.log"


def read_log(session: Session, name: str) -> str:
    """Return a log, named with or without its prefix; "" before its first line.

    Its lines end in CRLF, as spec §4 reads them. Raises UnknownFileError for what is not the name
    of a log (fault 22).
    """
    return "".join(session.scalars(_parts(name).order_by(RunLogPart.at)))


def tail(session: Session, name: str, chars: int = TAIL_CHARS) -> str:
    """Return the last characters of a log, as `read_log` returns all."""
    newest = session.scalars(_parts(name).order_by(RunLogPart.at.desc()).limit(TAIL_PARTS)).all()
    return "".join(reversed(newest))[-chars:]


def short_name(name: str) -> str:
    """Return a log's name without its prefix; raises UnknownFileError."""
    match = NAME.fullmatch(name)
    if match is None:
        raise UnknownFileError(f"{name[:100]!r} is not the name of a log.")
    return match.group(1)


def _parts(name: str) -> Select[str]:
    run = ScrapeRun.logfile_name == PREFIX + short_name(name)
    return select(RunLogPart.lines).join(ScrapeRun).where(run)


def escape(text: str) -> str:
    """Return the text on one line: what does not print is written as its escape."""
    shown = "".join(
        char if char.isprintable() or char in PRINTED_SPACES else _escape(char)
        for char in text[:ENTRY_LIMIT]
    )
    more = len(text) - ENTRY_LIMIT
    return f"{shown}… ({more} more characters)" if more > 0 else shown


def _escape(char: str) -> str:
    return char.encode("unicode_escape", "backslashreplace").decode("ascii")


class RunLog:
    """Takes entries as they come, from any thread; who does the run has them written.

    With a process that is killed goes what it had not written yet: `indexer.ingest.runs.working`
    writes each two seconds, and the end of the run with its result.
    """

    def __init__(self, run_id: int) -> None:
        self._run_id = run_id
        self._lock = threading.Lock()
        self._entries: list[tuple[datetime, str]] = []
        self._last = datetime.min.replace(tzinfo=UTC)

    def __call__(self, entry: str) -> None:
        """Take one entry."""
        with self._lock:
            self._last = max(datetime.now(UTC), self._last + timedelta(microseconds=1))
            stamp = self._last.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
            self._entries.append((self._last, f"{stamp}Z {escape(entry)}\r\n"))

    def write(self, session: Session) -> datetime | None:
        """Write what is not known to be written; return the argument of `forget` after the commit.

        Safe to repeat: the same entries make one row, which only grows.
        """
        with self._lock:
            entries = list(self._entries)
        if not entries:
            return None
        part = literal(entries[0][0]), literal("".join(line for _, line in entries))
        run = select(ScrapeRun.id, *part).where(ScrapeRun.id == self._run_id)  # or it is gone
        row = insert(RunLogPart).from_select(["run_id", "at", "lines"], run)
        session.execute(
            row.on_conflict_do_update(
                index_elements=[RunLogPart.run_id, RunLogPart.at],
                set_={"lines": row.excluded.lines},
                where=func.length(RunLogPart.lines) < func.length(row.excluded.lines),
            )
        )
        return entries[-1][0]

    def drop_until(self, written: datetime | None) -> None:
        """Let go of the entries up to this one, whose row is committed."""
        with self._lock:
            done = takewhile(lambda entry: written and entry[0] <= written, self._entries)
            del self._entries[: len(list(done))]

    def unwritten(self) -> str:
        """Return the lines that are not known to be written."""
        with self._lock:
            return "".join(line for _, line in self._entries)

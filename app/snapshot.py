"""What a web process holds of the catalogue's small tables and of the index's words: one value."""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial

from sqlalchemy.exc import OperationalError, SQLAlchemyError

from app.errors import ApiError, CatalogueUnavailable, SearchUnavailable
from app.reference import Reference, State, load, state_of
from app.search.engine import Engine
from app.search.suggest.completer import Completer
from app.search.understand import Language
from app.search.vocabulary.language import read_language
from indexer.core.background import start
from indexer.core.db import session_scope

log = logging.getLogger(__name__)

AGAIN_S = 2.0  # after a failed reading


class Part(IntEnum):
    """What a snapshot is made of, in this order: each is built from the ones before."""

    TABLES, WORDS, COMPLETER = range(3)


# Without news each is looked at so often. A completer is built when what it is made of is another.
FRESH_S = {Part.TABLES: 2.0, Part.WORDS: 30.0, Part.COMPLETER: 0.0}
# That a request waits where nothing was ever read. Elasticsearch has its own time-out; then it is
# computing, which takes long where all processes of a busy machine begin.
FIRST_S = {Part.TABLES: 10.0, Part.WORDS: 60.0, Part.COMPLETER: 60.0}
# That a request waits for news. Tables take some milliseconds, on a very busy machine a second;
# words and their completions a second where very much is new.
PATIENCE_S = {Part.TABLES: 2.0, Part.WORDS: 5.0, Part.COMPLETER: 5.0}


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """One generation. Where something has changed there is another one, which equals itself alone.

    Without a language Elasticsearch never answered; without a completer none was ever asked for.
    While one is built that of before serves, which reads by its own words.
    """

    state: State  # of the tables
    reference: Reference
    language: Language | None = None
    completer: Completer | None = None

    def has(self, part: Part) -> bool:
        """Return True if the part was ever read."""
        return (True, self.language is not None, self.completer is not None)[part]

    @property
    def is_completer_old(self) -> bool:
        """Return True if the completer is made of other words than those that are held."""
        completer = self.completer
        return completer is None or (
            completer.language is not self.language
            or completer.popular is not self.reference.popular
        )


Change = Callable[[Snapshot | None], Snapshot]  # what was read, put into the present snapshot


@dataclass(slots=True, eq=False)
class _Hand:
    """A thread that reads some parts, while it is needed: tables never wait for Elasticsearch."""

    parts: tuple[Part, ...]
    is_working: bool = False
    began: float = 0.0  # its present reading, in monotonic seconds


@dataclass(slots=True)
class _Turn:
    """When a part is read, in monotonic seconds.

    `asked`, `answered`: how often it was wanted anew, and how often when it was read; `told`: of
    how many changes had been said by then.
    """

    asked: int = 0
    answered: int = 0
    told: int = 0
    old_at: float = 0.0  # from then on it is read without being asked for
    error: Exception | None = None  # why the last reading failed
    again_at: float = 0.0  # it is not read before


class Snapshots:
    """The present snapshot, made anew beside the requests: its tables, and what is made of words.

    A request waits for it only where there is none, or a change was said (`forget`), or changes are
    not heard (`hear` says so), and no longer than PATIENCE_S. While PostgreSQL or Elasticsearch is
    down or hangs the last one serves. Nothing is read that nobody has asked for.
    """

    def __init__(self, database_url: str, engine: Engine, hear: Callable[[], bool]) -> None:
        self._database_url, self._engine, self._hear = database_url, engine, hear
        self._news = threading.Condition()
        self._turns = {part: _Turn() for part in Part}
        self._held: Snapshot | None = None
        self._said = 0  # changes
        self._hands = (_Hand((Part.TABLES,)), _Hand((Part.WORDS, Part.COMPLETER)))
        self._readers: dict[Part, tuple[str, Callable[[Snapshot | None], Change]]] = {
            Part.TABLES: ("Reading the reference data", self._tables),
            Part.WORDS: ("Reading the index's words", self._words),
            Part.COMPLETER: ("Building the completer", self._completer),
        }

    def get(self, part: Part, *, is_heard: bool | None = None) -> Snapshot:
        """Return the snapshot with a part and those before it, as new as all that was said.

        `is_heard`: whether changes are, of who has just listened; None: it is found out. Raises
        CatalogueUnavailable, SearchUnavailable or the database's error where one of them was never
        read.
        """
        if is_heard is None:
            is_heard = self._hear()
        with self._news:
            self._turns[Part.TABLES].asked += not is_heard
            for needed in list(Part)[: part + 1]:
                self._wait(needed)
                held = self._known(needed)
            self._wake()
        return held

    def look(self) -> None:
        """Have read what is old, so that the first visitor after a pause has it; do not wait."""
        with self._news:
            self._wake()

    def forget(self) -> None:
        """Have all read anew before its next use: something was changed."""
        with self._news:
            self._said += 1
            for turn in self._turns.values():
                turn.asked += turn.asked > 0

    def _wait(self, part: Part) -> None:
        """Wait until a part is as new as it is wanted by now, while that may be soon."""
        turn, is_first = self._turns[part], not self._has(part)
        if is_first and turn.answered == turn.asked:
            turn.asked += 1
        wanted, patience = turn.asked, FIRST_S[part] if is_first else PATIENCE_S[part]
        while turn.answered < wanted and time.monotonic() >= turn.again_at:
            self._wake()
            left = self._hand(part).began + patience - time.monotonic()
            if left <= 0 or not self._news.wait(left):
                return

    def _has(self, part: Part) -> bool:
        return self._held is not None and self._held.has(part)

    def _known(self, part: Part) -> Snapshot:
        if self._held is not None and self._held.has(part):
            return self._held
        error = self._turns[part].error
        if isinstance(error, ApiError | SQLAlchemyError):
            raise error
        raise (SearchUnavailable if part else CatalogueUnavailable)() from error

    def _hand(self, part: Part) -> _Hand:
        return next(hand for hand in self._hands if part in hand.parts)

    def _wake(self) -> None:
        for hand in self._hands:
            if not hand.is_working and any(map(self._is_due, hand.parts)):
                hand.began = time.monotonic()
                start("snapshot", partial(self._work, hand))  # it waits for the lock
                hand.is_working = True

    def _is_due(self, part: Part) -> bool:
        turn, held, now = self._turns[part], self._held, time.monotonic()
        if not turn.asked or now < turn.again_at or (part and held is None):
            return False
        if part and self._turns[Part(part - 1)].told < self._said:
            return False  # it would be made of what was before the change
        if part is not Part.COMPLETER:
            return turn.answered < turn.asked or now >= turn.old_at
        if held is None or held.language is None or self._is_due(Part.WORDS):
            return False
        return turn.answered < turn.asked or held.is_completer_old

    def _work(self, hand: _Hand) -> None:
        """Read what is due, one part after the other, until nothing is."""
        for part in itertools.cycle(hand.parts):
            with self._news:
                if not any(map(self._is_due, hand.parts)):
                    hand.is_working = False
                    return
                is_due, asked, said = self._is_due(part), self._turns[part].asked, self._said
                hand.began = time.monotonic()
            if is_due:
                self._read(part, asked, said)

    def _read(self, part: Part, asked: int, said: int) -> None:
        turn = self._turns[part]
        change, error = self._attempt(part)
        with self._news:
            now, turn.error, turn.told = time.monotonic(), error, said
            if change is not None:
                self._held = change(self._held)
                turn.answered, turn.old_at = asked, now + FRESH_S[part]
            else:  # nobody waits in vain
                turn.answered, turn.old_at = turn.asked, now + AGAIN_S
                # Elasticsearch has a breaker: it is asked by each search until it has answered.
                is_tried_at_once = part is Part.WORDS and not self._has(part)
                turn.again_at = now if is_tried_at_once else turn.old_at
            self._wake()  # other parts may be made of this one
            self._news.notify_all()

    def _attempt(self, part: Part) -> tuple[Change | None, Exception | None]:
        """Read a part; return also why there is none, whatever it is."""
        what, read = self._readers[part]
        try:
            return read(self._held), None
        except (SearchUnavailable, OperationalError) as away:
            log.warning("%s failed; it is tried again: %s", what, away)
            return None, away
        except Exception as error:
            log.exception("%s failed; it is tried again", what)
            return None, error

    def _tables(self, held: Snapshot | None) -> Change:
        with session_scope(self._database_url) as session:
            # The state first: what changes between the two is seen by the next reading.
            state = state_of(session)
            if held is not None and held.state == state:
                return _there
            return partial(_with_tables, state, load(session))

    def _words(self, held: Snapshot | None) -> Change:
        before = _there(held)
        language = read_language(self._engine, before.reference, before.language)
        return _there if language is before.language else partial(_with_words, language)

    def _completer(self, held: Snapshot | None) -> Change:
        before = _there(held)
        if before.language is None or not before.is_completer_old:
            return _there
        completer = Completer(before.language, before.reference.popular)
        return lambda now: replace(_there(now), completer=completer)


def _with_tables(state: State, reference: Reference, held: Snapshot | None) -> Snapshot:
    if held is None:
        return Snapshot(state, reference)
    if reference.popular == held.reference.popular:
        reference = replace(reference, popular=held.reference.popular)
    language = held.language and _by_tables(held.language, reference)
    return replace(held, state=state, reference=reference, language=language)


def _with_words(language: Language, held: Snapshot | None) -> Snapshot:
    now = _there(held)
    return replace(now, language=_by_tables(language, now.reference))


def _by_tables(language: Language, reference: Reference) -> Language:
    """Return a language that has the synonyms of these tables, which may be newer than it."""
    if language.synonyms.means == reference.synonyms:
        return language
    return language.with_synonyms(reference.synonyms)


def _there(held: Snapshot | None) -> Snapshot:
    if held is None:
        raise CatalogueUnavailable()
    return held

"""The one sender: takes what is due from the table and sends it, several at a time.

What is being sent is leased and not locked: no transaction is open while a server takes its ten
minutes. A lease is renewed for as long as its sender lives; what a dead one had in hand another
takes a minute later, with the same Message-ID. A server that is slow keeps nobody waiting: what
waits for its answer for some seconds no longer counts to what is sent at once.
"""

import logging
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias
from uuid import uuid4

from sqlalchemy import Row, TextClause, text
from sqlalchemy.exc import SQLAlchemyError

from indexer.core.db import session_scope
from indexer.core.mail_addresses import AddressError, recipient, sender
from indexer.core.settings import Settings
from indexer.core.smtp import (
    Line,
    LostConnectionError,
    MailError,
    RefusedMailError,
    UnusableServerError,
)
from indexer.core.stopflag import SHUTDOWN
from indexer.models.message import CHAT, MAIL, WEBHOOK
from indexer.notify import post as chat
from indexer.notify.messages import MOST_REFUSALS, OPERATOR_KINDS, refusals
from indexer.notify.post import PostError, post

log = logging.getLogger(__name__)

AT_ONCE = 8  # messages, beside those that wait for a slow server
SLOW_S = 0.5
# What is lost with a server that takes 40 s for each, and dies, is under way again within a minute.
MOST_AT_ONCE = 200
EXCHANGE_S = 3_600.0  # longer than all of RFC 5321's waits: one that drips is cut
LEASE_S, RENEW_S = 60.0, 15.0
TICK_S = 0.25
GRACE_S = 5.0  # of what is under way when the worker shall end
# After a passing refusal, of one mail: 15 s, twice as long each time, six hours at most.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=15), timedelta(hours=6)
AWAY_PAUSE, WRONG_PAUSE = timedelta(seconds=10), timedelta(minutes=10)  # for all mails
# A connection that is lost is the server's fault for so long, and then the mail's that it was for.
LOST_FOR = timedelta(hours=1)
MOST_POSTS = 10  # of one message to the webhook or a chat, over about a day
POST_PAUSE = timedelta(minutes=2)
NO_MORE = "Its server has refused {count} mails to this address for good: it gets no more"

_WAITS = "sent_at IS NULL AND gave_up_at IS NULL"
# Nor is what a clock that was ahead has put off, or leased, for longer than anything is. By the
# statement's clock: now() is when a transaction began, and one that began a moment later may have
# leased the row meanwhile, for longer than a lease counted from here.
_FREE = f"""{_WAITS} AND (leased_until IS NULL OR leased_until
                 NOT BETWEEN clock_timestamp() AND clock_timestamp() + interval '{LEASE_S} s')"""
_LONGEST = f"interval '{LONGEST_PAUSE.total_seconds()} s'"
_IS_DUE = f"due_at NOT BETWEEN clock_timestamp() AND clock_timestamp() + {_LONGEST}"
CLAIM = text(f"""
UPDATE message m SET leased_by = :me, leased_until = now() + make_interval(secs => :lease)
 WHERE id IN (SELECT id FROM message
               WHERE {_FREE} AND {_IS_DUE} AND channel = :channel
                 AND (CAST(:kinds AS text[]) IS NULL OR kind = ANY(:kinds))
               ORDER BY due_at, id LIMIT :most FOR UPDATE SKIP LOCKED)
RETURNING id, kind, channel, recipient, message_id, subject, body, tries, now() - made_at AS age,
          {refusals("m.recipient")} AS refusals
""")  # noqa: S608 - words of our own
_RENEW = text(f"""
UPDATE message SET leased_until = now() + make_interval(secs => :lease)
 WHERE leased_by = :me AND {_WAITS}
""")  # noqa: S608
_UNLEASED = "leased_by = NULL, leased_until = NULL, tried_at = now()"
# A yes counts whoever holds the lease by now; a no is that of who was in charge.
_SENT = text(f"""
UPDATE message SET {_UNLEASED}, sent_at = now(), why = NULL, body = NULL
 WHERE id = :id AND sent_at IS NULL AND gave_up_at IS NULL
""")  # noqa: S608
_GIVEN_UP = text(f"""
UPDATE message SET {_UNLEASED}, gave_up_at = now(), tries = tries + 1, why = :why,
       refused = :refused, body = NULL
 WHERE id = :id AND leased_by = :me AND {_WAITS}
""")  # noqa: S608
_LATER = text(f"""
UPDATE message SET {_UNLEASED}, due_at = now() + :pause, tries = tries + :tried, why = :why
 WHERE id = :id AND leased_by = :me AND {_WAITS}
""")  # noqa: S608
_HOLD = text(f"""
UPDATE message SET due_at = now() + :pause, why = :why
 WHERE {_FREE} AND {_IS_DUE} AND channel = 'mail'
""")  # noqa: S608
_EXPIRE = text(f"""
UPDATE message SET gave_up_at = now(), body = NULL,
       why = concat_ws(': ', 'It waited for ' || CAST(:days AS text) || ' days', why)
 WHERE {_FREE} AND made_at < now() - make_interval(days => :days)
""")  # noqa: S608


# What became of a message; no error: it was taken.
_Outcome: TypeAlias = tuple[Row[Any], Line | None, Exception | None]


def send_due(settings: Settings, kinds: Collection[str] | None = None) -> int:
    """Send what is due, of all kinds or some, until nothing is; return how many were sent."""
    expire(settings)
    return _Sender(settings, kinds).run()


def expire(settings: Settings) -> int:
    """Give up what waits for longer than rows are kept; return how many those are."""
    with session_scope(settings.database_url) as session:
        gone: Any = session.execute(_EXPIRE, {"days": settings.message_retention_days})
    if gone.rowcount:
        log.error("%d messages could not be sent in time and were given up", gone.rowcount)
    return int(gone.rowcount)


class _Sender:
    """One turn. Its own thread alone speaks to PostgreSQL; each message has one of its own."""

    def __init__(self, settings: Settings, kinds: Collection[str] | None) -> None:
        self._settings = settings
        self._kinds = None if kinds is None else list(kinds)
        self._me = {"me": uuid4().hex}
        self._channels = [MAIL] * bool(settings.smtp_url) + [WEBHOOK, CHAT]
        self._idle: list[Line] = []
        # By id: its channel, since when (s) it is under way, and a mail's connection.
        self._busy: dict[int, tuple[str, float, Line | None]] = {}
        self._done: SimpleQueue[_Outcome] = SimpleQueue()
        self._ended: list[_Outcome] = []  # and not noted yet
        self._most = MOST_AT_ONCE
        self._sent = 0

    def run(self) -> int:
        """Send until nothing is due or under way; return how many were sent."""
        renewed, stop = time.monotonic(), 0.0
        try:
            while True:
                now = time.monotonic()
                stop = stop or (now if SHUTDOWN.is_set() else 0.0)
                with self._database():
                    self._note_all()
                    if now - renewed > RENEW_S:
                        self._execute(_RENEW, lease=LEASE_S)
                        renewed = now
                    if not stop:
                        self._claim()
                if not (self._busy or self._ended) or (stop and now - stop > GRACE_S):
                    return self._sent
                self._wait()
        finally:
            self._hang_up()

    @contextmanager
    def _database(self) -> Iterator[None]:
        """Go on without PostgreSQL while messages are under way: a yes is noted when it is back."""
        try:
            yield
        except SQLAlchemyError as error:
            if not (self._busy or self._ended):
                raise
            log.error("PostgreSQL: %s; %d messages are under way", error, len(self._busy))

    def _execute(self, statement: TextClause, **values: Any) -> Sequence[Row[Any]]:
        with session_scope(self._settings.database_url) as session:
            result: Any = session.execute(statement, self._me | values)
            return result.all() if result.returns_rows else []

    def _claim(self) -> None:
        """Begin as many of what is due as may be under way."""
        now = time.monotonic()
        for channel in self._channels:
            if (free := self._free(channel, now)) < 1:
                continue
            only = {"channel": channel, "kinds": self._kinds, "most": free, "lease": LEASE_S}
            for row in self._execute(CLAIM, **only):
                line = None
                if channel == MAIL:
                    line = self._idle.pop() if self._idle else Line(self._settings.smtp_url)
                self._busy[row.id] = channel, now, line
                threading.Thread(target=self._send, args=(row, line), daemon=True).start()

    def _free(self, channel: str, now: float) -> int:
        """Return how many more of a channel may begin: one mail, until the server answers."""
        busy = [at for of, at, _ in self._busy.values() if of == channel]
        quick = sum(now - at < SLOW_S for at in busy)
        most = self._most if channel != MAIL or self._answers() else 1
        return min(AT_ONCE - quick, most - len(busy))

    def _answers(self) -> bool:
        lines = [*self._idle, *(line for _, _, line in self._busy.values())]
        return any(line is not None and line.is_open for line in lines)

    def _send(self, row: Row[Any], line: Line | None) -> None:
        error = None
        try:
            if line is not None:
                self._mail(row, line)
            elif row.channel == CHAT:
                self._chat(row)
            else:
                self._post(row)
        except Exception as failed:
            error = failed
        self._done.put((row, line, error))

    def _mail(self, row: Row[Any], line: Line) -> None:
        found = recipient(row.recipient, within=True)
        if row.refusals >= MOST_REFUSALS and row.kind not in OPERATOR_KINDS:
            raise RefusedMailError(NO_MORE.format(count=row.refusals), by_recipient=False)
        from_ = sender(self._settings.mail_from).addr_spec
        line.send(from_, found.smtp, bytes(row.body))

    def _post(self, row: Row[Any]) -> None:
        own = self._settings
        if not own.alert_webhook_url:
            raise RefusedMailError("ALERT_WEBHOOK_URL is not set any more", by_recipient=False)
        post(
            own.alert_webhook_url,
            bytes(row.body),
            delivery_id=row.message_id,
            secret=own.alert_webhook_secret,
            allow_loopback=own.loopback(),
        )

    def _chat(self, row: Row[Any]) -> None:
        known = chat.chats(self._settings.alert_chats)
        if row.recipient not in known:
            raise RefusedMailError("ALERT_CHATS does not name it any more", by_recipient=False)
        text, loopback = bytes(row.body).decode(), self._settings.loopback()
        chat.post_to_chat(known[row.recipient], row.subject, text, loopback)

    def _wait(self) -> None:
        """Take what ends, in a moment at most; cut what never does."""
        with suppress(Empty):
            self._ended.append(self._done.get(timeout=TICK_S))
            while True:
                self._ended.append(self._done.get_nowait())
        for _, at, line in self._busy.values():
            if line is not None and time.monotonic() - at > EXCHANGE_S:
                line.cut()

    def _note_all(self) -> None:
        while self._ended:
            self._note(self._ended[0])
            row, line, _ = self._ended.pop(0)
            del self._busy[row.id]
            if line is not None and line.is_open:
                self._idle.append(line)

    def _note(self, outcome: _Outcome) -> None:
        row, line, error = outcome
        own = {"id": row.id, "why": str(error)}
        if error is None:
            self._execute(_SENT, id=row.id)
            self._sent += 1
        elif isinstance(error, UnusableServerError):
            self._unusable(row, line, error)
        elif isinstance(error, RefusedMailError | AddressError) or (
            isinstance(error, PostError) and row.tries + 1 >= MOST_POSTS
        ):
            by_recipient = isinstance(error, RefusedMailError) and error.by_recipient
            self._execute(_GIVEN_UP, **own, refused=by_recipient)
            log.warning("%s is given up: %s", row.message_id, error)
        else:
            if not isinstance(error, MailError | PostError):
                log.error("%s could not be sent", row.message_id, exc_info=error)
            is_lost = isinstance(error, LostConnectionError) and row.age < LOST_FOR
            pause = AWAY_PAUSE if is_lost else _pause(row)
            self._execute(_LATER, **own, tried=int(not is_lost), pause=pause)

    def _unusable(self, row: Row[Any], line: Line | None, error: UnusableServerError) -> None:
        """Have all mails wait; of one connection too many only the mail that it was for."""
        others = [one for _, _, one in self._busy.values() if one is not line]
        if error.answers:
            others += self._idle
        else:
            self._hang_up()
        open_ = 0 if error.wrong else sum(one is not None and one.is_open for one in others)
        pause, why = (WRONG_PAUSE if error.wrong else AWAY_PAUSE), None if open_ else str(error)
        self._execute(_LATER, id=row.id, tried=0, pause=pause, why=why)
        if open_:
            self._most = open_
        else:
            self._execute(_HOLD, pause=pause, why=why)
            log.warning("Mails wait: %s", error)

    def _hang_up(self) -> None:
        while self._idle:
            self._idle.pop().hang_up()


def _pause(row: Row[Any]) -> timedelta:
    first = FIRST_PAUSE if row.channel == MAIL else POST_PAUSE
    doubled: int = 2 ** min(row.tries, 20)
    return min(first * doubled, LONGEST_PAUSE)

"""Messages that wait are any worker's, on any machine, and each is sent by one; real servers."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import text

from indexer.core.db import engine, session_scope
from indexer.core.settings import ROOT, Settings
from indexer.notify import sender
from indexer.notify.messages import MOST_REFUSALS, is_refused, mails
from indexer.notify.sender import send_due
from tests.support.mailbox import Mailbox, smtp_server
from tests.support.messages import later, messages, write_to
from tests.support.worker import environment, eventually

ADDRESSES = tuple(f"{name}@example.org" for name in ("one", "two", "three"))
PATIENT_S = 600.0
ALIVE = f"{sender.LEASE_S + 1} s"  # longer than a sender that was killed is taken for alive


@dataclass
class Meeting:
    """A mail server at which something happens while the first mail is being taken."""

    settings: Settings
    box: Mailbox

    def send(self) -> int:
        return send_due(self.settings)

    def ids(self) -> list[str]:
        return [self.box.read(place)["Message-ID"] for place in range(len(self.box.mails))]

    def meanwhile(self, happens: Callable[[], object], answer: str = "250 OK") -> None:
        taking, firsts = self.box.handle_DATA, [True]

        async def first(server: SMTP, session: Session, envelope: Envelope) -> str:
            taken = await taking(server, session, envelope)
            if not firsts:
                return taken
            firsts.clear()
            await asyncio.to_thread(happens)
            if answer == "none" and server.transport is not None:
                server.transport.close()
            return taken if answer.startswith("250") else answer

        self.box.handle_DATA = first  # type: ignore[method-assign,assignment]


@pytest.fixture
def meeting(
    settings: Settings, clean_database: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Meeting]:
    """Three mails wait, written while there was no server, which is slow to nobody's clock.

    Otherwise a busy machine has a sender begin more, as it does beside a server that is slow.
    """
    monkeypatch.setattr(sender, "TICK_S", PATIENT_S)
    monkeypatch.setattr(sender, "SLOW_S", PATIENT_S)
    write_to(settings, *ADDRESSES)
    assert send_due(settings.but(smtp_url="")) == 0
    with smtp_server() as (box, url):
        yield Meeting(settings.but(smtp_url=url), box)


def test_what_one_worker_sends_another_leaves_to_it_and_sends_the_rest(meeting: Meeting) -> None:
    other: list[int] = []
    meeting.meanwhile(lambda: other.append(meeting.send()))
    assert meeting.send() == 1
    assert other == [2]
    assert sorted(meeting.box.recipients) == sorted(ADDRESSES)
    assert mails(meeting.settings)["mails_waiting"] == 0


@contextmanager
def held(settings: Settings) -> Iterator[None]:
    """Nobody can write what has become of a message."""
    with engine(settings.database_url).connect() as holder:
        holder.execute(text("SELECT id FROM message FOR UPDATE"))
        yield
        holder.rollback()


def test_fault_55_a_worker_killed_between_the_servers_yes_and_its_own_note_sends_it_as_the_same(
    meeting: Meeting,
) -> None:
    """Receivers merge by the Message-ID, of which a second one had another."""
    say = (
        f"from indexer.notify import sender; sender.TICK_S = {PATIENT_S};"
        "from indexer.jobs.tasks import do_periodic; do_periodic('send_messages')"
    )
    env = environment(meeting.settings) | {"SMTP_URL": meeting.settings.smtp_url}
    process = subprocess.Popen([sys.executable, "-c", say], cwd=ROOT, env={**os.environ, **env})
    hold, is_held = held(meeting.settings), threading.Event()

    def begin() -> None:
        hold.__enter__()
        is_held.set()

    meeting.meanwhile(begin)
    eventually(lambda: meeting.box.mails and is_held.is_set())
    process.send_signal(signal.SIGKILL)
    process.wait()
    hold.__exit__(None, None, None)
    assert mails(meeting.settings)["mails_waiting"] == 3
    assert meeting.send() == 2, "it may be alive"
    later(meeting.settings, ALIVE)
    assert meeting.send() == 1
    assert len(meeting.ids()) == 4
    assert len(set(meeting.ids())) == 3


def test_fault_55_a_refusal_for_good_ends_one_mail_and_three_end_all_of_the_address(
    meeting: Meeting,
) -> None:
    own, (bad, *_) = meeting.settings, ADDRESSES
    meeting.box.answers = {bad: "550 5.1.1 Nobody here"}
    for count in range(1, MOST_REFUSALS + 1):
        meeting.send()
        with session_scope(own.database_url) as session:
            assert is_refused(session, bad.upper()) == (count == MOST_REFUSALS)
        write_to(own, bad)
    meeting.box.answers = {}
    assert meeting.send() == 0
    *_, last = messages(own)
    assert (last.state, last.tries) == ("gave up", 1)
    assert "refused 3 mails to this address for good" in (last.why or "")
    assert mails(own)["mails_given_up"] == MOST_REFUSALS + 1
    assert sorted(meeting.box.recipients) == sorted(ADDRESSES[1:])


def test_fault_55_a_refusal_that_passes_puts_off_one_mail_each_time_longer(
    meeting: Meeting,
) -> None:
    own, (busy, *others) = meeting.settings, ADDRESSES
    meeting.box.answers = {busy: "451 Try again later"}
    assert meeting.send() == 2
    assert sorted(meeting.box.recipients) == sorted(others)
    write_to(own, "four@example.org")
    assert meeting.send() == 1, "who comes later does not wait for it"
    waits = []
    for _ in range(3):
        (row,) = [one for one in messages(own) if one.state == "waiting"]
        assert "(451, Try again later)" in (row.why or "")
        assert row.tried_at is not None
        waits.append(round((row.due_at - row.tried_at).total_seconds()))
        later(own, "1 hour")
        meeting.send()
    assert waits == [15, 30, 60]
    meeting.box.answers = {}
    later(own, "1 hour")
    assert meeting.send() == 1


@pytest.mark.parametrize("answer", ["550 5.7.1 Who are you", "451 Not now"])
def test_fault_55_a_refused_sender_is_the_sites_fault_and_no_recipients(
    meeting: Meeting, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    async def refuse(*_given: object) -> str:
        return answer

    monkeypatch.setattr(meeting.box, "handle_MAIL", refuse, raising=False)
    assert meeting.send() == 0
    known = mails(meeting.settings)
    assert (known["mails_waiting"], known["mails_given_up"]) == (3, 0)
    assert answer[4:] in (known["mail_error"] or "")
    monkeypatch.undo()
    later(meeting.settings, "10 min")
    assert meeting.send() == 3

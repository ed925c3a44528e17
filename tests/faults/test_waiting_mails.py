"""Mails that wait are any worker's, on whatever machine, and each is sent by one; a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from indexer.db import engine, session_scope
from indexer.mail import new_message, send, send_waiting, waiting
from indexer.settings import Settings
from tests.support.mailbox import Mailbox, smtp_server

pytestmark = pytest.mark.faults

SUBJECTS = ("one", "two", "three")


@dataclass
class Meeting:
    """A mail server at which something happens while the first mail is being taken."""

    settings: Settings
    box: Mailbox

    def subjects(self) -> list[str]:
        return [self.box.read(place)["Subject"] for place in range(len(self.box.mails))]

    def meanwhile(self, happens: Callable[[], object], answer: str) -> None:
        taking = self.box.handle_DATA

        async def first(_server: SMTP, session: Session, envelope: Envelope) -> str:
            self.box.handle_DATA = taking  # type: ignore[method-assign]
            await asyncio.to_thread(happens)
            if answer.startswith("250"):
                return await taking(_server, session, envelope)
            return answer

        self.box.handle_DATA = first  # type: ignore[method-assign]


@pytest.fixture
def meeting(settings: Settings, clean_database: str) -> Iterator[Meeting]:
    """Three mails wait, kept while there was no server."""
    for subject in SUBJECTS:
        mail = new_message()
        mail["To"], mail["Subject"] = "thandi@example.org", subject
        mail.set_content("Hello")
        assert send(mail, settings.but(smtp_url=""))
    with smtp_server() as (box, url):
        yield Meeting(settings.but(smtp_url=url), box)


def test_what_one_worker_sends_another_leaves_to_it_and_sends_the_rest(meeting: Meeting) -> None:
    other: list[int] = []
    meeting.meanwhile(lambda: other.append(send_waiting(meeting.settings)), "250 OK")
    assert send_waiting(meeting.settings) == 1
    assert other == [2]
    assert sorted(meeting.subjects()) == sorted(SUBJECTS)
    assert waiting(meeting.settings).count == 0


def test_a_retention_of_no_days_deletes_no_mail_that_has_just_begun_to_wait(
    meeting: Meeting, caplog: pytest.LogCaptureFixture
) -> None:
    settings = meeting.settings.but(newsletter_retention_days=0)
    with session_scope(settings.database_url) as session:
        session.execute(
            text("UPDATE waiting_mail SET created_at = now() - interval '2 days' WHERE id % 3 = 0")
        )
    assert send_waiting(settings) == 2
    assert "1 mail that could not be sent" in caplog.text


@pytest.mark.parametrize(("hangs_up", "connections"), [(False, 1), (True, 3)])
def test_all_go_over_one_connection_and_over_another_where_the_server_hangs_up(
    meeting: Meeting, hangs_up: bool, connections: int
) -> None:
    meeting.box.hangs_up = hangs_up
    assert send_waiting(meeting.settings) == 3
    assert meeting.subjects() == list(SUBJECTS)
    assert len(meeting.box.connections) == connections


def test_what_a_worker_had_in_hand_when_its_machine_was_lost_is_sent_by_another(
    meeting: Meeting,
) -> None:
    """PostgreSQL ends the lost machine's transaction, and with it its lock."""

    def lose() -> None:
        with session_scope(meeting.settings.database_url) as session:
            session.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND state = 'idle in transaction'"
                )
            )

    meeting.meanwhile(lose, "451 Try again later")
    with pytest.raises(DBAPIError):
        send_waiting(meeting.settings)
    assert (meeting.subjects(), waiting(meeting.settings).count) == ([], 3)
    assert send_waiting(meeting.settings) == 3
    assert sorted(meeting.subjects()) == sorted(SUBJECTS)


def test_a_mail_server_that_takes_its_time_is_not_asked_twice(
    meeting: Meeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL ended the transaction of a worker that waited for the server's yes: the mail had
    left, stayed noted as waiting, and left once more with each round."""
    monkeypatch.setattr("indexer.db.IDLE_S", 0.1)
    engine(meeting.settings.database_url).dispose()

    def wait_longer() -> None:
        with session_scope(meeting.settings.database_url) as session:
            session.execute(text("SELECT pg_sleep(0.5)"))

    meeting.meanwhile(wait_longer, "250 OK")
    assert send_waiting(meeting.settings) == 3
    assert meeting.subjects() == list(SUBJECTS)
    engine(meeting.settings.database_url).dispose()

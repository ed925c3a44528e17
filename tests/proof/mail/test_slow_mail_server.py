"""Fault 55: a mail server that is slow, refuses some for good, and dies.

Time goes faster here, for the server's waits as for the sender's own before its next try. What is
measured stands still where the machine does.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from indexer.core.settings import Settings
from indexer.notify import sender
from indexer.notify.messages import mails
from indexer.notify.sender import send_due
from tests.support.mailbox import Mailbox, smtp_server
from tests.support.messages import messages, write_to

DATA_S, DOWN_S, MINUTE_S = 40, 2, 60
EVERY_REFUSED, DIES_AFTER = 3, 10
TICK_S = 0.02


class Harsh(Mailbox):
    """Takes its time for each mail; after some it dies, with all it has in hand, and comes back."""

    def __init__(self, faster: int) -> None:
        super().__init__()
        self.data_s, self.down_s = DATA_S / faster, DOWN_S / faster
        self.now = 0.0  # s
        self.asked: dict[str, list[float]] = defaultdict(list)  # when, by recipient
        self.deaths = 0
        self._open: set[SMTP] = set()
        self._alive_for = DIES_AFTER  # mails

    async def tick(self) -> None:
        """Count the time, of each tick no more than twice what it should have taken."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(TICK_S)
            self.now += min(time.monotonic() - before, 2 * TICK_S)

    async def handle_RCPT(self, server: SMTP, *given: Any) -> str:
        self._open.add(server)
        self.asked[given[2]].append(self.now)
        return await super().handle_RCPT(server, *given)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        await asyncio.sleep(self.data_s)
        if server not in self._open:  # it has died meanwhile, and says no more
            await asyncio.sleep(self.data_s)
        answer = await super().handle_DATA(server, session, envelope)
        self._alive_for -= 1
        if self._alive_for == 0:
            asyncio.get_running_loop().create_task(self._die())
        return answer

    async def _die(self) -> None:
        assert self.controller is not None
        assert self.controller.server is not None
        self.deaths += 1
        self.controller.server.close()
        open_, self._open = self._open, set()
        for server in open_:
            if server.transport is not None:
                server.transport.close()
        await asyncio.sleep(self.down_s)
        self.controller.server = await self.controller._create_server()
        self._alive_for = DIES_AFTER


def turns(settings: Settings) -> None:
    """Do what the worker does, until nothing waits."""
    while mails(settings)["mails_waiting"]:
        send_due(settings)


def test_fault_55_each_mail_is_sent_once_or_given_up_and_none_waits_for_anothers_fault(
    settings: Settings, clean_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alerts, faster = 60, 16
    for name in ("SLOW_S", "TICK_S", "AWAY_PAUSE", "FIRST_PAUSE"):
        monkeypatch.setattr(sender, name, getattr(sender, name) / faster)
    addresses = [f"a{number}@example.org" for number in range(alerts)]
    harsh = Harsh(faster)
    harsh.answers = {one: f"550 5.1.1 {one} is not here" for one in addresses[::EVERY_REFUSED]}
    with smtp_server(box=harsh) as (_, url):
        own = settings.but(smtp_url=url)
        write_to(own, *addresses)
        assert harsh.controller is not None
        ticking = asyncio.run_coroutine_threadsafe(harsh.tick(), harsh.controller.loop)
        turns(own)
        ticking.cancel()
    assert Counter(harsh.recipients) == Counter(set(addresses) - harsh.answers.keys())
    assert harsh.deaths >= len(harsh.recipients) // (2 * DIES_AFTER)
    for message in messages(own):
        if message.recipient in harsh.answers:
            assert message.state == "gave up"
            assert "(550, 5.1.1" in (message.why or "")
        else:
            assert (message.state, message.why) == ("sent", None)
    waited = [harsh.asked[one][0] for one in addresses]
    for tries in harsh.asked.values():
        waited += [again - before - harsh.data_s for before, again in pairwise(tries)]
    assert max(waited) < MINUTE_S / faster, sorted(waited)[-10:]

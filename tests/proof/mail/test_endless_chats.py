"""A chat's server that answers for ever costs a message its turn, and nothing else."""

from __future__ import annotations

import pytest

from indexer.notify import post as chat
from tests.integration.watch.test_chats import TOKEN, Chat, room
from tests.support.hostile_server import ENDLESS, hostile

__all__ = ["room"]


@pytest.mark.parametrize("kind", ["headers in drips", "a body in drips", "a body without end"])
def test_a_chat_whose_answer_never_ends_is_left(
    room: Chat, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "TIMEOUT_S", 6.0)
    with hostile(ENDLESS[kind]) as base:  # which ends once nobody is connected
        url = f"mmost://{base.removeprefix('http://')}/{TOKEN}"
        failed = room.write(alert_chats=url)
    assert failed.state == "waiting"
    assert (failed.why or "").startswith(f"{chat.name_of(url)} did not take it")

"""Fault 56: an address is one recipient as written, or is refused with what to do about it.

The composed ones are parts put together: each part is right or wrong by itself, and an address with
a wrong part is wrong.
"""

from __future__ import annotations

import json
from email import message_from_string
from email.policy import SMTPUTF8
from email.utils import getaddresses
from itertools import product
from pathlib import Path

import pytest

from indexer.core.mail_addresses import AddressError, recipient, sender
from indexer.notify.messages import POLICY, new_mail
from tests.support.data import rows

# What stands before the @ and after it, each as it goes over SMTP: null for what is refused.
PARTS = json.loads(Path(__file__).with_name("addresses.json").read_text(encoding="utf-8"))
COMPOSED = [
    (f"{local}@{domain}", f"{said}@{where}" if said and where else None)
    for (local, said), (domain, where) in product(PARTS["locals"].items(), PARTS["domains"].items())
    if said or where  # of two wrong parts one is enough
]


def read(text: str) -> str | None:
    try:
        return recipient(text).smtp
    except AddressError:
        return None


def test_fault_56_each_composed_address_is_its_recipient_or_refused() -> None:
    assert len(COMPOSED) > 400
    assert [(text, read(text)) for text, _ in COMPOSED] == COMPOSED


@pytest.mark.parametrize("around", ["{}", " {} ", "\t{}"])
def test_fault_56_what_is_taken_reads_back_as_one_recipient_and_itself(around: str) -> None:
    for text, right in COMPOSED:
        if right is None:
            continue
        found = recipient(around.format(text))
        assert (found.smtp, recipient(found.written), recipient(found.smtp)) == (
            (right, found, found)
        )
        mail = new_mail("Hello", "Some words")
        mail["To"] = found.header
        raw = mail.as_bytes(policy=POLICY.clone(utf8=found.needs_utf8))
        (line,) = [one for one in raw.split(b"\r\n") if one.startswith(b"To:")]
        assert line.decode() == f"To: {right}"
        read_back = message_from_string(raw.decode(), policy=SMTPUTF8)["To"].addresses
        assert [one.addr_spec for one in read_back] == [right]
        assert getaddresses([line.decode().removeprefix("To: ")]) == [("", right)]


@pytest.mark.parametrize("decoration", PARTS["decorated"])
def test_fault_56_what_stands_around_an_address_is_refused(decoration: str) -> None:
    for text in ("kim@example.org", "kim+deals@bücher.example"):
        with pytest.raises(AddressError):
            recipient(decoration.replace("{}", text))


@pytest.mark.parametrize(("text", "words"), rows("address_refusals"))
def test_fault_56_a_refusal_names_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(AddressError) as refused:
        recipient(text)
    assert words in str(refused.value)


def test_an_operators_own_relay_may_have_a_domain_of_one_label() -> None:
    assert recipient("root@localhost", within=True).smtp == "root@localhost"
    with pytest.raises(AddressError, match="without a dot"):
        recipient("root@localhost")


def test_a_sender_may_have_a_name() -> None:
    assert str(sender("Winkel <news@bücher.example>")) == "Winkel <news@xn--bcher-kva.example>"
    for text in ("Winkel", "a@b.yy, c@d.yy", "Win\nkel <a@b.yy>", "<a@b.yy> <c@d.yy>"):
        with pytest.raises(AddressError):
            sender(text)

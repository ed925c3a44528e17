"""The record of what operators change: who, what, on what, before and after, when."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from indexer.models import OperatorAction

# What operators change. The page filters by these.
SUBJECTS = ("brand", "stores", "run", "alert", "synonym", "take-down", "product", "website")
MOST = 2_000  # characters of a value; what is longer is cut


class Subject(NamedTuple):
    """What is changed: its kind of `SUBJECTS`, its id or words, and what people call it."""

    kind: str
    key: object
    name: str


def record(  # noqa: PLR0913, PLR0917 - who, what, on what, before and after
    session: Session,
    actor: str,
    action: str,
    subject: Subject,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> OperatorAction:
    """Note a change in the transaction that makes it: neither is there without the other.

    `action` is a word in the past, such as "edited". `before` and `after` hold what differs, as
    JSON has it; the caller hides what may be a password.
    """
    row = OperatorAction(
        actor=actor,
        action=action,
        subject_kind=subject.kind,
        subject_key=str(subject.key),
        subject=subject.name,
        before=_short(before),
        after=_short(after),
    )
    session.add(row)
    return row


def _short(values: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if values is None:
        return None
    return {name: _cut(value) for name, value in values.items()}


def _cut(value: Any) -> Any:
    return f"{value[:MOST]}…" if isinstance(value, str) and len(value) > MOST else value

"""Signs what the operator of a call changes."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from app.access.operators import operator_name
from indexer.catalogue.audit import Subject, record


def note(
    session: Session,
    action: str,
    subject: Subject,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Note a change by the operator of this call, in the change's own transaction."""
    record(session, operator_name(), action, subject, before, after)

"""Who changed what, when: one row a change that an operator made."""

from typing import Any

from sqlalchemy import Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, BigId, Created


class OperatorAction(Base):
    """A change by an operator, written with the change itself (`indexer.catalogue.audit`).

    `subject` is what was changed, as people called it then: it may be gone since.
    """

    __tablename__ = "operator_action"
    __table_args__ = (
        Index("ix_operator_action_actor", "actor", "id"),
        Index("ix_operator_action_subject", "subject_kind", "subject_key", "id"),
    )

    id: Mapped[BigId]
    actor: Mapped[str]  # the name of the operator's token
    action: Mapped[str]  # a word in the past: "edited", "started"
    subject_kind: Mapped[str]
    subject_key: Mapped[str]  # its id or words; "": all of the kind
    subject: Mapped[str]
    before: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    after: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    at: Mapped[Created]

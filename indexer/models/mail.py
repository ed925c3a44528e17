"""Mails that no server has taken yet."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, BigId, Created


class WaitingMail(Base):
    """A whole mail (RFC 5322), why the last try failed, and when that was."""

    __tablename__ = "waiting_mail"

    id: Mapped[BigId]
    message: Mapped[bytes]
    why: Mapped[str]
    created_at: Mapped[Created]
    tried_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp())

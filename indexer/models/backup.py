"""What is known of backups; each installation's own, so that no backup holds it."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, BigId, Created


class Backup(Base):
    """A backup from its beginning on. It is whole where it has ended and `error` is NULL.

    `began_at`: the moment whose content it has. `counts`: how much of each part there is in it.
    """

    __tablename__ = "backup"

    id: Mapped[BigId]
    file: Mapped[str]  # its path where it was made
    began_at: Mapped[Created]
    ended_at: Mapped[datetime | None]
    size: Mapped[int | None] = mapped_column(BigInteger)  # bytes
    counts: Mapped[dict[str, Any] | None]
    error: Mapped[str | None]

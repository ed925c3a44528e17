"""Changes of all rows of a table that a revision leaves to the workers."""

from datetime import datetime

from sqlalchemy import BigInteger
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, Created


class DataStep(Base):
    """How far a step is: rows up to the id `after` are done; all, where `done_at` is set."""

    __tablename__ = "data_step"

    name: Mapped[str] = mapped_column(primary_key=True)
    after: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    rows: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    created_at: Mapped[Created]
    done_at: Mapped[datetime | None]

"""Synonyms that operators entered, so that searching for these words gives results."""

from __future__ import annotations

from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, Created


class Synonym(Base):
    """Words as visitors type them, in small letters, and those that are read instead."""

    __tablename__ = "synonym"

    words: Mapped[str] = mapped_column(primary_key=True)
    means: Mapped[str]
    added_by: Mapped[str] = mapped_column(default="", server_default="")
    created_at: Mapped[Created]

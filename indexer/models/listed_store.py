"""Stores of a list that an operator gave: looked at one after another, and added."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from indexer.models.base import Base, Created

# Waits for its look; is looked at; was found and is added next; is a brand by this list, or was
# one before; or needs a person.
WAITING, LOOKING, FOUND = "waiting", "looking", "found"
ADDED, KNOWN, NEEDS = "added", "known", "needs"
LISTED_STATES = (WAITING, LOOKING, FOUND, ADDED, KNOWN, NEEDS)
OPEN = (WAITING, LOOKING, FOUND)


class ListedStore(Base):
    """A store of a list, with all that was worked out of it.

    `found` is what the look gave (indexer.ingest.tryout.suggest); `need` is the kind of thing a
    person is needed for, `reason` why. `heartbeat_at`: a look that is silent was killed, and begins
    anew.
    """

    __tablename__ = "listed_store"
    __table_args__ = (
        CheckConstraint(
            "state IN ('waiting', 'looking', 'found', 'added', 'known', 'needs')",
            name="state_known",
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    site: Mapped[str] = mapped_column(unique=True)  # its host, by which stores differ
    website: Mapped[str]
    state: Mapped[str] = mapped_column(default=WAITING, server_default=WAITING)
    reason: Mapped[str] = mapped_column(default="", server_default="")
    need: Mapped[str] = mapped_column(default="", server_default="")
    added_by: Mapped[str]
    brand_id: Mapped[int | None] = mapped_column(
        ForeignKey("brand.id", ondelete="SET NULL"), index=True
    )
    found: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    attempts: Mapped[int] = mapped_column(default=0, server_default="0")
    heartbeat_at: Mapped[datetime | None]
    created_at: Mapped[Created]
    looked_at: Mapped[datetime | None]

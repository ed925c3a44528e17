"""Changes that the index has not taken: those that wait, and those it refuses for good."""

from datetime import datetime, timedelta
from typing import LiteralString, NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from indexer.catalogue.rows import Connection

# The outbox is written every five seconds, and a batch of a large change in some of them.
LATE = timedelta(seconds=75)
# A row that its product has left behind is no evidence of what can be found now.
_REFUSALS: LiteralString = """
SELECT count(*) FILTER (WHERE written_at IS NULL),
       count(DISTINCT product_id) FILTER (WHERE written_at IS NOT NULL),
       min(created_at) FILTER (WHERE written_at IS NULL),
       (array_agg(error ORDER BY id DESC) FILTER (WHERE written_at IS NULL))[1],
       (array_agg(error ORDER BY id DESC) FILTER (WHERE written_at IS NOT NULL))[1],
       (SELECT count(DISTINCT product_id) FROM outbox WHERE written_at IS NULL),
       (SELECT min(created_at) FROM outbox WHERE written_at IS NULL)
  FROM (SELECT o.* FROM outbox o LEFT JOIN product p ON p.id = o.product_id
         WHERE o.error IS NOT NULL AND o.revision >= coalesce(p.revision, 0)) present
"""
# What was refused is tried again: the index may have another mapping, the code may be mended, and
# older rows do not separate a document's fault from the server's.
REOPEN: LiteralString = """
UPDATE outbox o SET written_at = NULL, retry_at = NULL
 WHERE o.error IS NOT NULL AND o.written_at IS NOT NULL
   AND o.revision >= coalesce((SELECT p.revision FROM product p WHERE p.id = o.product_id), 0)
"""


class Refusals(NamedTuple):
    """`deferred`: rows that were refused for the server's sake and are tried again.

    `refused`: products whose document is refused for its own fault; `pending`: products with any
    change that is not written, the first since `oldest`.
    """

    deferred: int = 0
    refused: int = 0
    since: datetime | None = None
    why_deferred: str | None = None
    why_refused: str | None = None
    pending: int = 0
    oldest: datetime | None = None

    def late(self, now: datetime) -> str:
        """Describe that changes have not been written for too long; empty where they are."""
        if self.oldest is None or now - self.oldest < LATE:
            return ""
        waiting = f"{self.pending} changed product{'s' * (self.pending != 1)}"
        since = (now - self.oldest).total_seconds()
        return f"{waiting} wait to be written to the search index, the first for {since:.0f} s"

    @property
    def waits(self) -> str:
        """Describe why changes wait; empty where the index takes them."""
        if not self.deferred:
            return ""
        waiting = f"{self.pending} changed product{'s' * (self.pending != 1)}"
        return f"{waiting} wait for the search index, which does not take them: {self.why_deferred}"

    @property
    def lacks(self) -> str:
        """Describe why documents are refused for good; empty where none is."""
        if not self.refused:
            return ""
        refused = f"{self.refused} product{'s' * (self.refused != 1)}"
        return f"the search index refuses {refused}: {self.why_refused}"

    def __str__(self) -> str:
        """Describe both."""
        return "; ".join(words for words in (self.waits, self.lacks) if words)


def refusals_of(connection: Connection) -> Refusals:
    """Return what the index has not taken."""
    row = connection.execute(_REFUSALS).fetchone()
    return Refusals(*row) if row else Refusals()


def refusals_in(session: Session) -> Refusals:
    """Return what the index has not taken."""
    return Refusals(*session.execute(text(_REFUSALS)).one())

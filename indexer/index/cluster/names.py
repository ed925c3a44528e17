"""Index names: `<prefix>-<mapping hash>-<UTC timestamp>`, and the aliases that give them roles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

STAMP = "%Y%m%d%H%M%S%f"


@dataclass(frozen=True, slots=True)
class Aliases:
    """The roles of an index: searches and writers use `live`."""

    live: str

    @property
    def building(self) -> str:
        """Return the alias that a rebuild fills its new index through."""
        return f"{self.live}-building"

    @property
    def previous(self) -> str:
        """Return the alias of the index that a rollback goes back to."""
        return f"{self.live}-previous"


def index_name(prefix: str, mapping_hash: str, at: datetime | None = None) -> str:
    """Return a new index's name."""
    stamp = (at or datetime.now(UTC)).astimezone(UTC).strftime(STAMP)
    return f"{prefix}-{mapping_hash}-{stamp}"


def built_at(name: str) -> datetime | None:
    """Return when an index's building began, by its name; None for a name that is none of ours."""
    try:
        return datetime.strptime(name.rpartition("-")[2], STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def is_index_name(prefix: str, name: str) -> bool:
    """Return True if this is the name of an index of ours, not of a longer prefix's."""
    return re.fullmatch(rf"{re.escape(prefix)}-[0-9a-f]{{8}}-\d{{20}}", name) is not None

"""What a reader answers: read, absent, or not understood."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """A value with the text that it was read from.

    Without a text the value is absent; with a text and no value it is not understood, which is
    never taken for a default: it is counted and reported.
    """

    value: T | None = None
    text: str = ""

    @property
    def not_understood(self) -> bool:
        """Return True if there was something to read without a known meaning."""
        return self.value is None and bool(self.text)

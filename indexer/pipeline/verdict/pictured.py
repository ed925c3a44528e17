"""What a run's items show as pictures, once these were fetched. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from indexer.runs.working import Work
from scrapers.product import Product


@dataclass(frozen=True, slots=True)
class Pictured:
    """Items whose main pictures were tried.

    `shown`: how many items have one that loads. `unread`: what was fetched and is none, by item;
    `notes`: what could not be had.
    """

    items: Sequence[Product]
    shown: float
    unread: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def untried(cls, items: Sequence[Product]) -> Pictured:
        """Take each address for a picture."""
        return cls(items, sum(bool(item.images) for item in items))

    def coverage(self) -> dict[str, float]:
        """Return the share of the items that show a picture; empty without items."""
        return {"image": round(self.shown / len(self.items), 4)} if self.items else {}


Prove = Callable[[Work, Sequence[Product]], Pictured]


def take_all(_: Work, items: Sequence[Product]) -> Pictured:
    """Stand in for fetching: each address counts as a picture."""
    return Pictured.untried(items)

"""The comparison of two readings of a brand: of two runs, or of a source with the other one.

A check reads the other source, keeps what it read to be compared, and publishes nothing.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from indexer.ingest.runs.working import Ending
from indexer.ingest.verdict.gates import Verdict
from indexer.models.run import Reason

SHARE = 0.02  # of the products that both have may differ, and of each one's may be missing


class Shown(Protocol):
    """What a reading says of a product; None: nothing, or what is not understood."""

    @property
    def name(self) -> str:
        """Return its name."""

    @property
    def currency(self) -> str:
        """Return the currency of its price."""

    @property
    def price(self) -> Decimal | None:
        """Return what a visitor pays."""

    @property
    def sold_out(self) -> bool | None:
        """Return True if nobody can buy it."""


def differing(was: Shown, now: Shown) -> set[str]:
    """Return what two readings of a product say otherwise: its name, price or stock."""
    return {
        what
        for what, one, other in (
            ("name", was.name, now.name),
            ("price", _money(was), _money(now)),
            ("stock", was.sold_out, now.sold_out),
        )
        if one != other
    }


def _money(shown: Shown) -> tuple[Decimal, str] | None:
    return None if shown.price is None else (shown.price, shown.currency)


@dataclass(slots=True)
class Difference:
    """How what a run reads differs from what its brand has on offer, in products."""

    read: int = 0
    known: int = 0
    both: int = 0
    prices: int = 0
    stock: int = 0
    example: str = ""

    def add(self, now: Shown, was: Shown | None) -> None:
        """Compare a product with what is known of it; what is not said is no difference."""
        self.read += 1
        if was is None:
            return
        self.both += 1
        found = differing(was, now)
        self.stock += "stock" in found and now.sold_out is not None
        if "price" in found and now.price is not None:
            self.prices += 1
            self.example = self.example or (
                f"{was.name}: {was.currency} {was.price} here, {now.currency} {now.price} there"
            )

    @property
    def is_small(self) -> bool:
        """Return True if the two say the same, but for what changes between two readings."""
        most = max(self.prices, self.stock, self.read - self.both, self.known - self.both)
        return self.both > 0 and most <= SHARE * self.both

    def text(self, source: str) -> str:
        """Return it as a sentence."""
        example = f" (such as {self.example})" if self.example else ""
        return (
            f"{self.both} products stand in the {source}, too; of them {self.prices} at another"
            f" price{example}, {self.stock} with other stock; {self.read - self.both} only there,"
            f" {self.known - self.both} missing there"
        )

    def ending(self, source: str, verdict: Verdict, failures: tuple[Reason, ...]) -> Ending:
        """Return what a check ends with that was not stopped."""
        if verdict.result == "failed":
            return Ending("failed", verdict.reasons)
        part = Reason("pages unread", "it was read in part")
        read = () if verdict.complete else (part, *failures)
        is_right = verdict.complete and self.is_small
        reasons = (Reason("sources differ", self.text(source)), *read)
        return Ending("success" if is_right else "suspect", reasons)

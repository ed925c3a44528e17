"""The check of a brand's source by its other one: read, kept to be compared, never published."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.pipeline.verdict.gates import Verdict
from indexer.pipeline.writing.diff import Stored
from indexer.runs.working import Ending
from scrapers.product import Product

SHARE = 0.02  # of the products that both have may differ, and of each one's may be missing


@dataclass(slots=True)
class Difference:
    """How what a run reads differs from what its brand has on offer, in products."""

    read: int = 0
    known: int = 0
    both: int = 0
    prices: int = 0
    stock: int = 0
    example: str = ""

    def add(self, product: Product, stored: Stored | None, source: str) -> None:
        """Compare a product with its row."""
        self.read += 1
        if stored is None or stored.gone_at is not None or stored.values["source"] != source:
            return
        self.both += 1
        row = stored.values
        self.stock += product.sold_out not in {None, row["sold_out"]}
        here, there = (row["price"], row["currency"]), (product.price, product.currency)
        if product.price is not None and here != there:
            self.prices += 1
            self.example = self.example or (
                f"{row['name']}: {here[1]} {here[0]} here, {there[1]} {there[0]} there"
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

    def ending(self, source: str, verdict: Verdict, failures: tuple[str, ...]) -> Ending:
        """Return what a check ends with that was not stopped."""
        if verdict.result == "failed":
            return Ending("failed", "; ".join(verdict.reasons))
        read = () if verdict.complete else ("it was read in part", *failures)
        is_right = verdict.complete and self.is_small
        words = "; ".join((self.text(source), *read))
        return Ending("success" if is_right else "suspect", words)

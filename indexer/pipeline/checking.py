"""The check of a brand's source by its other one: read, kept to be compared, never published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.models import FailedPage, Product
from indexer.pipeline.items.collecting import Crawled
from indexer.pipeline.items.held import forget_held, hold
from indexer.pipeline.items.staging import clear_stage
from indexer.pipeline.verdict.gates import Verdict
from indexer.pipeline.verdict.outcome import seen_of
from indexer.runs.finish import is_written, record_written
from indexer.runs.working import Ending, Work
from scrapers.product import Product as Found

Keys = Mapping[str, str]  # known products' keys, by those that they were found under
SHARE = 0.02  # of the products that both have may differ, and of each one's may be missing


@dataclass(frozen=True, slots=True)
class Difference:
    """How two readings of a brand differ, in products."""

    both: int = 0
    prices: int = 0
    stock: int = 0
    only_there: int = 0  # in the source that was read now
    only_here: int = 0
    example: str = ""

    @property
    def is_small(self) -> bool:
        """Return True if the two say the same, but for what changes between two readings."""
        most = max(self.prices, self.stock, self.only_there, self.only_here)
        return self.both > 0 and most <= SHARE * self.both

    def text(self, source: str) -> str:
        """Return it as a sentence."""
        example = f" (such as {self.example})" if self.example else ""
        return (
            f"{self.both} products stand in the {source}, too; of them {self.prices} at another"
            f" price{example}, {self.stock} with other stock; {self.only_there} only there,"
            f" {self.only_here} missing there"
        )


def difference(session: Session, brand_id: int, items: Sequence[Found], keys: Keys) -> Difference:
    """Compare items with the brand's products that are on offer; `keys`: theirs by the items'."""
    rows = session.execute(
        select(
            Product.group_key, Product.name, Product.price, Product.currency, Product.sold_out
        ).where(Product.brand_id == brand_id, Product.source == "scrape", Product.gone_at.is_(None))
    )
    known = {row.group_key: row for row in rows}
    pairs = [
        (known[key], item)
        for item in items
        if (key := keys.get(item.group_key)) is not None and key in known
    ]
    priced = [
        (row, item)
        for row, item in pairs
        if (row.price, row.currency) != (item.price, item.currency) and item.price is not None
    ]
    examples = (
        f"{row.name}: {row.currency} {row.price} here, {item.currency} {item.price} there"
        for row, item in priced
    )
    return Difference(
        both=len(pairs),
        prices=len(priced),
        stock=sum(item.sold_out not in {None, row.sold_out} for row, item in pairs),
        only_there=len(items) - len(pairs),
        only_here=len(known) - len(pairs),
        example=next(examples, ""),
    )


def end_check(  # noqa: PLR0913, PLR0917 - what a reading gives
    work: Work,
    source: str,
    crawled: Crawled,
    items: Sequence[Found],
    keys: Keys,
    verdict: Verdict,
    counts: Mapping[str, Any],
    session: Session,
) -> Ending:
    """Keep what was read under the run, and say how it differs; nothing is committed."""
    assert work.brand_id is not None  # noqa: S101 - a check is of a brand
    found = difference(session, work.brand_id, items, keys)
    if not is_written(session, work.run_id):
        seen = seen_of(session, work.brand_id, keys.values())
        clear_stage(session, work.run_id)
        forget_held(session, work.brand_id, work.run_id)
        hold(session, work.run_id, crawled.products())
        session.add_all(FailedPage(run_id=work.run_id, **row) for row in crawled.failed_rows)
        columns = {"found_count": len(items), "complete": verdict.complete}
        record_written(session, work.run_id, seen.columns() | columns | dict(counts))
    stopped = work.stop.reason
    if stopped:
        return Ending(stopped.result, stopped.text)
    if verdict.result == "failed":
        return Ending("failed", "; ".join(verdict.reasons))
    read = () if verdict.complete else ("it was read in part", *crawled.failures())
    is_right = verdict.complete and found.is_small
    words = "; ".join((found.text(source), *read))
    return Ending("success" if is_right else "suspect", words)

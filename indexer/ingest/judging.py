"""What a run has read, looked at once, a batch at a time, beside what is known; nothing is written.

Its figures are kept, not its products: a run of a million takes as little memory as one of ten.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.core.db import session_scope
from indexer.ingest.checking import Difference
from indexer.ingest.items.collecting import Crawled, disagreement
from indexer.ingest.items.staging import in_batches
from indexer.ingest.runs.working import Work
from indexer.ingest.verdict.coverage import CoverageCount
from indexer.ingest.verdict.fields import FieldCount
from indexer.ingest.verdict.image_coverage import Pictures
from indexer.ingest.verdict.tally import Texts
from indexer.ingest.verdict.values import Known, ValueCount, ValueFacts
from indexer.ingest.writing.context import WriteContext
from indexer.ingest.writing.products import compared, count_fields
from indexer.ingest.writing.stored import FIRST_IMAGE, fetched_of, known_of, load_stored
from indexer.models import Product
from scrapers.product import Product as Found

AT_ONCE = 2_000  # known products that a cursor brings


@dataclass(slots=True)
class Figures:
    """What the gates look at."""

    values: ValueCount = field(default_factory=ValueCount)
    coverage: CoverageCount = field(default_factory=CoverageCount)
    carried: FieldCount = field(default_factory=FieldCount)
    difference: Difference = field(default_factory=Difference)
    not_understood: dict[str, Texts] = field(default_factory=dict)
    zero_prices: int = 0
    checked: int = 0
    disagreeing: int = 0
    disagreement: str = ""

    def add(self, product: Found) -> None:
        """Count what a product says of itself."""
        self.zero_prices += product.zero_price
        self.checked += product.checked
        if product.disagreements:
            self.disagreeing += 1
            self.disagreement = self.disagreement or disagreement(product)
        for name, text in product.not_understood.items():
            self.unread(name, text)

    def unread(self, name: str, text: str) -> None:
        """Count what stands for a field and is not understood."""
        self.not_understood.setdefault(name, Texts()).add(text)

    def facts(self, crawled: Crawled) -> ValueFacts:
        """Return what the values say, those with them that gave no product."""
        return replace(
            self.values.facts(self.zero_prices),
            checked=self.checked,
            disagreeing=self.disagreeing,
            disagreement=self.disagreement,
            not_understood=_joined(self.not_understood, crawled.not_understood),
            unread_rows=crawled.unread_rows,
            shared=crawled.shared,
        )


def _joined(one: Mapping[str, Texts], other: Mapping[str, Texts]) -> dict[str, Texts]:
    both = {name: Texts() for name in (*one, *other)}
    for texts in (one, other):
        for name, some in texts.items():
            both[name].join(some)
    return both


def look_at(work: Work, context: WriteContext, pictures: Pictures) -> Figures:
    """Look at all that the run has staged, and at all that its source has on offer."""
    figures = Figures()
    for batch in in_batches(work.settings, work.run_id):
        with session_scope(work.settings.database_url) as session:
            _look_at_batch(session, context, pictures, batch, figures)
        work.step("Comparing", figures.values.items, work.progress.found_count)
    with session_scope(work.settings.database_url) as session:
        for was in _known(session, context):
            figures.values.add_known(was)
    figures.difference.known = figures.values.known
    return figures


def _look_at_batch(
    session: Session,
    context: WriteContext,
    pictures: Pictures,
    batch: Sequence[Found],
    figures: Figures,
) -> None:
    keys = [product.group_key for product in batch]
    stored = load_stored(session, context.brand_id, keys, context.moves, lock=False)
    shown = []
    for product in batch:
        row = stored.get(product.group_key)
        figures.add(product)
        before = fetched_of(row)
        if unread := pictures.unread(product, before):
            figures.unread("picture", unread)
        one = pictures.applied(product, before)
        figures.coverage.add(one, pictures.shown(one, before))
        was = known_of(row)
        figures.values.add(one, was)
        is_own = row is not None and row.values["source"] == context.source
        figures.difference.add(one, was if is_own else None)
        shown.append(one)
    count_fields(figures.carried, compared(context, stored, shown))


def _known(session: Session, context: WriteContext) -> Iterator[Known]:
    rows = session.execute(
        select(
            Product.name,
            Product.currency,
            Product.price,
            Product.ordinary_price,
            Product.sold_out,
            FIRST_IMAGE,
        )
        .where(
            Product.brand_id == context.brand_id,
            Product.source == context.source,
            Product.gone_at.is_(None),
        )
        .execution_options(yield_per=AT_ONCE)
    )
    for was in rows:
        yield Known(*was)

"""The publishing of what a run has staged: in batches, each a short transaction, whoever does it.

What was decided of the run lies in its row, and what is published leaves the stage in the same
transaction: who goes on after a kill, or delivers the job twice, publishes each product once. No
transaction holds the outbox's lock for long: an edit of a brand is let through between two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, is_thing_of
from indexer.catalogue.prices import note_read
from indexer.catalogue.takedowns import load_blocklist
from indexer.core.settings import Settings
from indexer.core.wording import counted
from indexer.ingest.gates.fields import changes_of, describe_changes
from indexer.ingest.gates.gates import ODD
from indexer.ingest.gates.image_coverage import Pictures
from indexer.ingest.runs.finish import note_run
from indexer.ingest.runs.working import with_retries
from indexer.ingest.staging import delete_staged, mark, take
from indexer.ingest.writing.columns import (
    FIRST_PRICE,
    BrandGoneError,
    WriteContext,
    context_of,
    load_bounds,
    load_pages,
)
from indexer.ingest.writing.moving import hide_missing
from indexer.ingest.writing.products import Outcome, write_items
from indexer.language.classify.product import Hints
from indexer.models import Brand, BrandPage, Product, ScrapeRun
from indexer.models.run import Reason
from scrapers.product import Product as Found

SAMPLES = 3
BATCH = 250  # products a transaction: an operator's edit waits for one of them


@dataclass(frozen=True, slots=True)
class Decision:
    """What is published of a run, and how.

    `listed`: the addresses of the brand's pages by id, as the run knew them. `result` and
    `reasons`: what the run ends with once all is published.
    """

    result: str
    reasons: tuple[Reason, ...] = ()
    trusted: bool = True  # what a product lacks it has lost
    counts: bool = True  # its prices are readings
    hides: bool = False  # what the run did not see is gone
    ships: bool = False  # the brand ships elsewhere now, which all its products show
    after_runs: int = 1
    total: int = 0  # products
    listed: dict[int, str] = field(default_factory=dict)
    pictures: Pictures = field(default_factory=Pictures)
    columns: dict[str, Any] = field(default_factory=dict)  # the run's row, at the end
    is_new: bool = True  # nothing of it was published before


@dataclass(frozen=True, slots=True)
class Progress:
    """What came of it so far, besides what the run's row counts."""

    carried: dict[str, int] = field(default_factory=dict)  # known products' fields
    returned: int = 0
    odd: int = 0  # products whose first price is far outside of what their kind costs, …
    odd_samples: list[str] = field(default_factory=list)  # … and some of them
    # How far each step is, by the ids of staged rows and of products.
    staged_to: int = 0
    shipped_to: int = 0
    hidden_to: int = 0

    def losses(self) -> list[str]:
        """Return a sentence for each field that known products lost."""
        return describe_changes(changes_of(self.carried))

    def notes(self) -> tuple[Reason, ...]:
        """Return which prices were held back."""
        if not self.odd:
            return ()
        words = (
            f"the first price of {counted(self.odd, 'product')} is far outside of what such things"
            f" cost and is held back, such as {', '.join(self.odd_samples)}"
        )
        return (Reason(ODD, words, FIRST_PRICE, self.odd),)

    def plus(self, outcome: Outcome) -> Progress:
        """Return it with what another batch did."""
        return replace(
            self,
            carried=Counter(self.carried) + outcome.carried,
            returned=self.returned + outcome.returned,
            odd=self.odd + len(outcome.odd),
            odd_samples=[*self.odd_samples, *outcome.odd][:SAMPLES],
        )


DECISION = TypeAdapter(Decision)
PUBLISHED = TypeAdapter(Progress)
Step = Callable[[str, int, int], None]


def decide(session: Session, run_id: int, decision: Decision) -> None:
    """Note what is to be published; nothing is committed. Raises RunLostError."""
    kept = DECISION.dump_python(decision, mode="json")
    note_run(session, run_id, publishing=kept, published={})


def decision_of(session: Session, run_id: int) -> Decision | None:
    """Return what is being published of a run; None where nothing is."""
    kept = session.scalar(
        select(ScrapeRun.publishing).where(ScrapeRun.id == run_id, ScrapeRun.written_at.is_(None))
    )
    return DECISION.validate_python(kept) if kept else None


def publish(settings: Settings, run_id: int, step: Step) -> Progress | None:
    """Publish what is staged and decided; return what came of it, None where it is done already.

    Raises BrandGoneError and RunLostError.
    """
    context = with_retries(settings, lambda session: context_of(session, run_id))
    bounds = with_retries(settings, lambda session: load_bounds(session, run_id, context.brand_id))
    context = replace(context, bounds=bounds)
    if context.classify:
        context.classify("", Hints())  # its words are read before anybody waits for a lock
    done = 0
    while written := with_retries(settings, partial(_publish, context)):
        done += written[0]
        step("Writing", done, written[1])
    for more in (_ship, _hide):
        while with_retries(settings, partial(more, context)):
            step("Finishing", done, done)
    return with_retries(settings, partial(_end, context))


def _publish(context: WriteContext, session: Session) -> tuple[int, int] | None:
    """Publish the next batch; return how many of how many, None where nothing is left."""
    decision, published = _lock_run(session, context.run_id)
    if decision is None:
        return None
    _lock_brand(session, context.brand_id, decision.total)
    rows = take(session, context.run_id, published.staged_to, BATCH)
    if not rows:
        return None
    products = _current_products(session, context, decision, [product for _, product in rows])
    context = replace(
        context,
        trusted=decision.trusted,
        pages=load_pages(session, context.brand_id),
        blocks=load_blocklist(session, context.brand_id, context.website),
    )
    outcome = write_items(session, context, products, decision.pictures)
    opened = [product.group_key for product in products if product.own_page_read]
    mark(session, context.brand_id, opened, details_at=context.seen_at)
    if decision.counts:
        note_read(session, outcome.priced, context.seen_at, "success")
    delete_staged(session, [id_ for id_, _ in rows])
    _note(session, context, published.plus(outcome), staged_to=rows[-1][0])
    counts = {"new_count": outcome.new, "changed_count": outcome.changed}
    more = {name: getattr(ScrapeRun, name) + count for name, count in counts.items()}
    note_run(session, context.run_id, **more)
    return len(rows), decision.total


def _ship(context: WriteContext, session: Session) -> bool:
    """Have the next products written anew that show where the brand ships; True if any is left.

    The brand's row is committed: what is written from now on shows it, and no lock of its own is
    needed, as in an edit.
    """
    decision, published = _lock_run(session, context.run_id)
    if decision is None or not decision.ships:
        return False
    own = Product.brand_id == context.brand_id, Product.id > published.shipped_to
    ids = session.scalars(select(Product.id).where(*own).order_by(Product.id).limit(BATCH)).all()
    elsewhere = session.scalars(select(Product.id).where(is_thing_of(Product.id.in_(ids))))
    enqueue(session, {*ids, *elsewhere}, alone=True)
    _note(session, context, published, shipped_to=ids[-1] if ids else published.shipped_to)
    return bool(ids)


def _hide(context: WriteContext, session: Session) -> bool:
    """Hide the next products that are gone; return True if there may be more."""
    decision, published = _lock_run(session, context.run_id)
    if decision is None or not decision.hides:
        return False
    ids = hide_missing(session, context, decision.after_runs, published.hidden_to)
    _note(session, context, published, hidden_to=ids[-1] if ids else published.hidden_to)
    note_run(session, context.run_id, gone_count=ScrapeRun.gone_count + len(ids))
    return bool(ids)


def _note(session: Session, context: WriteContext, published: Progress, **step: Any) -> None:
    """Note in the run's row how far it is."""
    done = PUBLISHED.dump_python(replace(published, **step))
    note_run(session, context.run_id, published=done)


def _end(context: WriteContext, session: Session) -> Progress | None:
    """Note in the run's row what it has published; None where an earlier attempt has."""
    decision, published = _lock_run(session, context.run_id)
    if decision is None:
        return None
    values = {"brand": context.brand_id, "seen": context.seen_at, "run": context.run_id}
    session.execute(_IDS, values | {"is_new": decision.is_new})
    changes = [asdict(one) for one in changes_of(published.carried)]
    columns = {
        **({"field_changes": changes} if decision.is_new else {}),
        **decision.columns,
        "published": None,
        "written_at": func.clock_timestamp(),
    }
    note_run(session, context.run_id, **columns)
    return published


_OF_IMAGES = """
    SELECT i.id FROM product_image i JOIN product p ON p.id = i.product_id
     WHERE p.brand_id = :brand AND {} ORDER BY i.id"""
_SEEN = "p.last_seen_at = :seen AND i.gone_at IS NULL"
_GONE = "(p.last_seen_at, i.gone_at) = (:seen, :seen) OR p.gone_at = :seen AND i.gone_at IS NULL"
_IDS = text(f"""
UPDATE scrape_run SET
       found_group_ids = CASE WHEN :is_new THEN ARRAY(
           SELECT id FROM product WHERE brand_id = :brand AND last_seen_at = :seen ORDER BY id)
           ELSE found_group_ids END,
       found_image_ids = CASE WHEN :is_new THEN ARRAY({_OF_IMAGES.format(_SEEN)})
           ELSE found_image_ids END,
       new_image_ids = CASE WHEN :is_new THEN ARRAY(
           {_OF_IMAGES.format(f"{_SEEN} AND i.created_at >= :seen")}) ELSE new_image_ids END,
       deleted_image_ids = ARRAY({_OF_IMAGES.format(f"({_GONE})")})
 WHERE id = :run
""")  # noqa: S608 - our own conditions


def _lock_brand(session: Session, brand_id: int, count: int) -> None:
    """Keep the brand from being deleted until the batch is written; it may be edited meanwhile."""
    row = select(Brand.id).where(Brand.id == brand_id).with_for_update(read=True, key_share=True)
    if session.scalar(row) is None:
        raise BrandGoneError.of(count)


def _current_products(
    session: Session, context: WriteContext, decision: Decision, products: list[Found]
) -> list[Found]:
    """Return the products on the brand's pages as they are now: an edit may have replaced some.

    What was found on a page that is no longer the brand's is kept without it.
    """
    rows = session.execute(
        select(BrandPage.page_url, BrandPage.page_id)
        .where(BrandPage.brand_id == context.brand_id)
        .with_for_update(read=True, key_share=True)
    ).all()
    now = {row.page_url: row.page_id for row in rows}
    kept = set(now.values())
    moved = {old: now.get(url) for old, url in decision.listed.items() if old not in kept}
    if not moved:
        return products
    return [
        replace(one, pages=tuple(filter(None, (moved.get(page, page) for page in one.pages))))
        for one in products
    ]


def _lock_run(session: Session, run_id: int) -> tuple[Decision | None, Progress]:
    kept = session.execute(
        select(ScrapeRun.publishing, ScrapeRun.published, ScrapeRun.written_at)
        .where(ScrapeRun.id == run_id)
        .with_for_update()
    ).one()
    is_on = kept.publishing and kept.written_at is None
    decision = DECISION.validate_python(kept.publishing) if is_on else None
    return decision, PUBLISHED.validate_python(kept.published or {})

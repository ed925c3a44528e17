"""A scrape, from the claimed run to its verdict (design, path 2). The browser is the caller's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from indexer.catalogue.outbox import enqueue_brand
from indexer.catalogue.readings import note_read
from indexer.db import session_scope
from indexer.models import Brand, BrandPage, FailedPage, ScrapeRun
from indexer.models.run import CHECK
from indexer.pipeline.checking import end_check
from indexer.pipeline.identity.compared import Compared, compare
from indexer.pipeline.items.collecting import Crawled, collect, regathered
from indexer.pipeline.items.evidence import keep_evidence
from indexer.pipeline.items.held import forget_held, hold
from indexer.pipeline.items.staging import (
    Stage,
    clear_stage,
    count_still_there,
    load_staged,
    mark,
)
from indexer.pipeline.verdict.baseline import UNITED, load_baseline
from indexer.pipeline.verdict.coverage import coverage, coverage_text
from indexer.pipeline.verdict.fields import FieldCount
from indexer.pipeline.verdict.gates import Facts, Verdict, accepted, judge, limits, loss_reasons
from indexer.pipeline.verdict.gone import KINDS, Unseen, hide_unseen
from indexer.pipeline.verdict.outcome import Outcome, seen_of
from indexer.pipeline.verdict.pictured import Prove, take_all
from indexer.pipeline.verdict.value_gates import shared_text, unread_text
from indexer.pipeline.verdict.values import Known, ValueFacts, load_known, value_facts
from indexer.pipeline.writing.context import WriteContext, load_context, load_pages
from indexer.pipeline.writing.indexing import IndexNote, index_products
from indexer.pipeline.writing.products import BATCH, count_fields, write_items
from indexer.runs.finish import is_asked_to_stop, is_written, record_written
from indexer.runs.stopflag import ASKED
from indexer.runs.working import Ending, Work, with_retries
from scrapers.events import Event
from scrapers.product import Product as Found

Crawl = Callable[[Brand, Work], Iterable[Event]]


@dataclass(frozen=True, slots=True)
class _Reading:
    """The crawl's items, and what follows from them."""

    crawled: Crawled
    items: Sequence[Found]
    coverage: Mapping[str, float]
    verdict: Verdict
    compared: Compared
    still_there: int = 0  # products that were seen, and not read
    notes: tuple[str, ...] = ()  # of pictures


def scrape(
    work: Work,
    crawl: Crawl,
    prove: Prove = take_all,
    *,
    hides: bool = True,
    accept: bool = False,
) -> Ending:
    """Read a source, judge what it says, write its products, hide what is gone.

    `prove` fetches what products name as pictures. `hides`: what a trusted run did not see is gone;
    a source that is only a part of the store's says nothing of the rest. `accept`: what a gate
    would hold is published, and the reasons are kept.
    """
    brand, context, limited = _prepare(work)
    work.progress.pages_total = len(brand.pages) if _is_listed(work, brand) else 1
    listed = {page.page_id: page.page_url for page in brand.pages}
    earlier = _go_on(work, brand)
    stage = Stage(work.settings, work.run_id, brand.id, context.seen_at)
    crawled = collect(crawl(brand, work), work.progress, work.log, stage, earlier)
    crawled.failed_rows = keep_evidence(work, crawled.failed_pages)
    reading = _judged(work, brand, crawled, context, prove, limited=limited, hides=hides)
    moves = reading.compared.moves(asked=accept)
    if accept:
        reading = replace(reading, verdict=accepted(reading.verdict))
    if work.kind == CHECK:
        counts = {
            "rejected_count": crawled.rejected,
            "pages_done": crawled.pages_done,
            "pages_total": work.progress.pages_total,
            "coverage": dict(reading.coverage),
        }
        return with_retries(
            work.settings,
            partial(
                end_check,
                work,
                brand.source,
                crawled,
                reading.items,
                reading.compared.keys(asked=True),
                reading.verdict,
                counts,
            ),
        )
    context = replace(context, trusted=reading.verdict.may_hide, moves=moves)
    reading = reading if hides else replace(reading, verdict=replace(reading.verdict, hides=False))
    try:
        outcome = with_retries(work.settings, partial(_write, work, context, reading, listed))
    except BrandGoneError as error:
        stopped = work.stop.reason
        return Ending(stopped.result if stopped else "failed", str(error))
    work.log(f"Products: {outcome.summary()}.")
    note = index_products(work.settings, outcome.touched, work.started, work.log)
    return _ending(work, reading, outcome, note)


def _go_on(work: Work, brand: Brand) -> Crawled | None:
    """Leave the crawl what an earlier attempt of the run has not read, and return what it has."""
    with session_scope(work.settings.database_url) as session:
        if not _is_listed(work, brand):  # it is read in seconds, and from its beginning
            clear_stage(session, work.run_id)
            return None
        staged = load_staged(session, work.run_id)
    if not staged:
        return None
    left = [page for page in brand.pages if page.page_url not in staged.done]
    done = len(brand.pages) - len(left)
    work.log(f"It goes on after {len(staged.items)} items; {done} pages are read to their end.")
    set_committed_value(brand, "pages", left)
    work.resume = staged.resume
    return regathered(staged.items, staged.rejected, done)


def _prepare(work: Work) -> tuple[Brand, WriteContext, bool]:
    with session_scope(work.settings.database_url) as session:
        brand = session.get_one(Brand, work.brand_id)
        _load_for_the_crawl(brand)
        if work.kind == CHECK:
            session.expunge(brand)  # the row keeps its own source
            set_committed_value(brand, "source", brand.other_source)
            set_committed_value(brand, "feed_version", None)  # it is read whatever was read before
        limited = _limit_pages(session, work, brand)
        context = load_context(
            session,
            brand,
            run_id=work.run_id,
            seen_at=work.started,
            source=work.source,
            classified=work.kind != "scrape",
        )
    return brand, context, limited


def _limit_pages(session: Session, work: Work, brand: Brand) -> bool:
    """Leave the crawl only the pages that the run is limited to; tell whether it is."""
    only = session.scalar(select(ScrapeRun.only_pages).where(ScrapeRun.id == work.run_id))
    if only is None:
        return False
    session.expunge(brand)  # the row keeps its other pages
    set_committed_value(brand, "pages", [page for page in brand.pages if page.page_id in only])
    work.log(f"Only {len(brand.pages)} of the brand's pages, which were asked for.")
    return True


def _load_for_the_crawl(brand: Brand) -> None:
    """The crawl reads these after the session is closed."""
    _ = brand.pages, brand.styles, brand.country


def _is_listed(work: Work, brand: Brand) -> bool:
    """Return True if the run reads the brand's listing pages."""
    return brand.source == "pages" and work.source == "scrape"


def _judged(  # noqa: PLR0913 - what a run is judged by
    work: Work,
    brand: Brand,
    crawled: Crawled,
    context: WriteContext,
    prove: Prove,
    *,
    limited: bool,
    hides: bool,
) -> _Reading:
    with session_scope(work.settings.database_url) as session:
        baseline = load_baseline(session, brand.id, KINDS[work.source]) if hides else None
        # Not only by the pulse: a stop since its last beat counts too.
        if is_asked_to_stop(session, work.run_id):
            work.stop.set(ASKED)
        read = {item.group_key for item in crawled.items}
        still = count_still_there(session, brand.id, work.source, work.started, read)
    products = crawled.products()
    work.progress.found_count = len(products) + still  # the last beat writes it
    pictured = prove(work, products)
    items = pictured.items
    if pictured.unread:
        crawled.not_understood.setdefault("picture", []).extend(pictured.unread)
    with session_scope(work.settings.database_url) as session:
        compared = compare(session, brand.id, work.source, items)
        known = load_known(session, brand.id, work.source)
    known = compared.by_found_key(known)
    shares = coverage(items) | pictured.coverage()
    stopped = work.stop.reason
    facts = Facts(
        # Products that were known twice are not fewer.
        found_count=len(items) + still + len(compared.matches.united),
        coverage=shares,
        pages_total=work.progress.pages_total,
        pages_done=crawled.pages_done,
        page_failures=crawled.failures(),
        stopped=stopped.text if stopped else None,
        expected=_expected_fields(work, brand),
        values=_value_facts(crawled, items, known),
        limited=limited,
        left_out=crawled.left_out(),
        identities=compared.doubts(),
    )
    context = replace(context, moves=compared.moves())
    verdict = judge(facts, baseline, limits(work.settings))
    if known and verdict.may_hide:
        verdict = judge(
            replace(facts, losses=_losses(work, context, items)), baseline, limits(work.settings)
        )
    work.log(f"Coverage: {coverage_text(shares)}.")
    for reason in verdict.reasons:
        work.log(f"{verdict.result}: {reason}")
    if verdict.held:
        work.log("Nothing of this run is published: an operator may look at it and accept it.")
    return _Reading(crawled, items, shares, verdict, compared, still, pictured.notes)


def _value_facts(
    crawled: Crawled, items: Sequence[Found], known: Mapping[str, Known]
) -> ValueFacts:
    return replace(
        value_facts(items, known, crawled.zero_prices),
        checked=crawled.checked,
        disagreeing=len(crawled.disagreements),
        disagreement=next(iter(crawled.disagreements), ""),
        not_understood=crawled.not_understood,
        unread_rows=crawled.unread_rows,
        shared=crawled.shared,
    )


def _losses(work: Work, context: WriteContext, items: Sequence[Found]) -> tuple[str, ...]:
    """Return which values known products would lose, where they are too many."""
    count = FieldCount()
    for start in range(0, len(items), BATCH):
        compare = partial(count_fields, context=context, items=items[start : start + BATCH])
        count += with_retries(work.settings, compare)
        work.step("Comparing", start, len(items))
    return tuple(loss_reasons(count.changes()))


def _expected_fields(work: Work, brand: Brand) -> tuple[str, ...]:
    """Return the fields that the brand's configuration reads: all cards should carry them."""
    if work.source == "import":  # what a file has is its maker's choice
        return ()
    if brand.source != "pages":
        return ("href", "image", "price")
    fields = ["href", "image"]
    if brand.price_xpath or brand.sale_price_xpath:
        fields.append("price")
    if brand.is_multi_brand:
        fields.append("productBrand")
    return tuple(fields)


class BrandGoneError(Exception):
    """The brand was deleted during its run."""


def _write(
    work: Work,
    context: WriteContext,
    reading: _Reading,
    listed: Mapping[int, str],
    session: Session,
) -> Outcome:
    """Write everything in one transaction, the run's own row last: all of it or nothing.

    `listed` are the addresses of the brand's pages, by id, when the run began. Raises
    BrandGoneError.
    """
    if is_written(session, work.run_id):
        work.log("An earlier attempt to commit had succeeded after all.")
        return Outcome()
    _lock_brand(session, context.brand_id, len(reading.items))
    reading = replace(reading, items=_replaced(session, work, context, reading.items, listed))
    context = replace(context, pages=load_pages(session, context.brand_id))
    clear_stage(session, work.run_id)
    # First: it takes the outbox's lock for itself, which writing products only shares.
    _write_shipping(session, context.brand_id, reading.crawled)
    if reading.crawled.feed_version and not reading.verdict.held:
        brand = session.get_one(Brand, context.brand_id)
        brand.feed_version = dict(reading.crawled.feed_version)
    forget_held(session, context.brand_id, work.run_id)
    outcome = _published(session, work, context, reading)
    session.add_all(FailedPage(run_id=work.run_id, **row) for row in reading.crawled.failed_rows)
    read = {
        "rejected_count": reading.crawled.rejected,
        "pages_done": reading.crawled.pages_done,
        "pages_total": work.progress.pages_total,
        "complete": reading.verdict.complete and reading.verdict.hides,
        "coverage": dict(reading.coverage),
    }
    counts = {
        "found_count": len(reading.items) + reading.still_there
    }  # held ones that are new have no id yet
    record_written(session, work.run_id, outcome.columns() | counts | read)
    return outcome


def _lock_brand(session: Session, brand_id: int, count: int) -> None:
    """Keep the brand from being deleted until the run is written; it may be edited meanwhile."""
    row = select(Brand.id).where(Brand.id == brand_id).with_for_update(read=True, key_share=True)
    if session.scalar(row) is None:
        raise BrandGoneError(
            "The brand was deleted during its run, so that nothing can be published. "
            f"The {count} products that were found are kept under the run."
        )


def _replaced(
    session: Session,
    work: Work,
    context: WriteContext,
    items: Sequence[Found],
    listed: Mapping[int, str],
) -> Sequence[Found]:
    """Return the items on the brand's pages as they are now: an edit may have replaced some.

    What was found on a page that is no longer the brand's is kept without it.
    """
    rows = session.execute(
        select(BrandPage.page_url, BrandPage.page_id)
        .where(BrandPage.brand_id == context.brand_id)
        .with_for_update(read=True, key_share=True)
    ).all()
    now = {row.page_url: row.page_id for row in rows}
    kept = set(now.values())
    moved = {old: now.get(url) for old, url in listed.items() if old not in kept}
    if not moved:
        return items
    work.log(f"{len(moved)} of the brand's pages were edited or taken away during the run.")
    return [
        replace(item, pages=tuple(filter(None, (moved.get(page, page) for page in item.pages))))
        for item in items
    ]


def _published(session: Session, work: Work, context: WriteContext, reading: _Reading) -> Outcome:
    """Write the items and hide what is gone; or keep them under the run where a gate holds it."""
    if reading.verdict.held:
        hold(session, work.run_id, reading.crawled.products())
        return seen_of(session, context.brand_id, reading.compared.keys().values())
    outcome = write_items(session, context, reading.items)
    opened = [item.group_key for item in reading.items if item.own_page_read]
    mark(session, context.brand_id, opened, details_at=context.seen_at)
    note_read(session, outcome.priced, context.seen_at, reading.verdict.result)
    if not reading.verdict.may_hide:
        return outcome
    unseen = Unseen(
        context.brand_id,
        work.run_id,
        context.source,
        context.seen_at,
        # A file of which somebody says that it is complete needs no second one.
        after_runs=work.settings.hide_after_runs if context.source == "scrape" else 1,
    )
    return outcome.plus(hide_unseen(session, unseen))


def _write_shipping(session: Session, brand_id: int, crawled: Crawled) -> None:
    """Store what the delivery page lists, apart from the operator's own list (fields.md)."""
    if not crawled.shipping:
        return
    brand = session.get_one(Brand, brand_id)
    listed = "\n".join(crawled.shipping)
    if brand.scraped_shipping_countries != listed:
        brand.scraped_shipping_countries = listed
        enqueue_brand(session, brand_id)


def _own_pages_notes(crawled: Crawled, still_there: int) -> tuple[str, ...]:
    """Say it where the time did not suffice for all products' own pages.

    A known product whose page was not read keeps its values whole, also those that the list shows:
    part of them would be of now and part of the last reading.
    """
    if not crawled.own_pages_left:
        return ()
    keep = f"; {still_there} known ones keep all values as last read" if still_there else ""
    total = crawled.own_pages_read + crawled.own_pages_left
    return (
        f"{crawled.own_pages_read} of {total} products' own pages were read in the time of a run,"
        f" those first that were read longest ago; the others follow in the next runs{keep}",
    )


def _unread_notes(reading: _Reading) -> tuple[str, ...]:
    """Say what was not understood where it is too little to hold the run."""
    items = len(reading.items) + reading.crawled.unread_rows
    reasons = "".join(reading.verdict.reasons)
    told = (
        unread_text(name, texts, items) for name, texts in reading.crawled.not_understood.items()
    )
    return tuple(f"{words}: it stays as it was known" for words in told if words not in reasons)


def _identity_notes(reading: _Reading, outcome: Outcome) -> tuple[str, ...]:
    """Say which cards were left out, where too few to hold the run, and which products moved."""
    items, shared = len(reading.items), reading.crawled.shared
    told = [shared_text(shared, items)] if shared else []
    held = "".join(reading.verdict.reasons)
    united = [f"{len(outcome.united)} {UNITED}"] if outcome.united else []
    moved = reading.compared.telling.notes()
    return (*(words for words in told if words not in held), *united, *moved)


def _ending(work: Work, reading: _Reading, outcome: Outcome, note: IndexNote) -> Ending:
    verdict = reading.verdict
    stopped = work.stop.reason
    result = stopped.result if stopped else verdict.result
    if note.failed and result == "success":
        result = "failed"
    left_out = reading.crawled.left_out()
    own = (
        *([left_out] if left_out and reading.items else []),
        *_own_pages_notes(reading.crawled, reading.still_there),
        *_unread_notes(reading),
        *_identity_notes(reading, outcome),
        *reading.notes,
    )
    for words in own:
        work.log(f"{words}.")
    return Ending(result, "; ".join((*verdict.reasons, *own, *note.reasons)) or None)

"""A scrape, from the claimed run to its verdict (design, path 2). The browser is the caller's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sqlalchemy.orm import Session

from indexer.db import session_scope
from indexer.models import Brand
from indexer.outbox import enqueue_brand
from indexer.pipeline.baseline import load_baseline
from indexer.pipeline.collecting import Crawled, Event, collect
from indexer.pipeline.context import WriteContext, load_context, load_references
from indexer.pipeline.coverage import coverage, in_words
from indexer.pipeline.evidence import keep_evidence
from indexer.pipeline.gates import Facts, Verdict, judge
from indexer.pipeline.gone import Unseen, hide_unseen
from indexer.pipeline.incoming import Incoming
from indexer.pipeline.indexing import IndexNote, index_products
from indexer.pipeline.outcome import Outcome
from indexer.pipeline.write import write_items
from indexer.runs.finish import is_asked_to_stop, is_written, record_written
from indexer.runs.stopflag import ASKED
from indexer.runs.working import Ending, Work, patiently

Crawl = Callable[[Brand, Work], Iterable[Event]]


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the crawl brought, and what is made of it."""

    crawled: Crawled
    items: Sequence[Incoming]
    coverage: Mapping[str, float]
    verdict: Verdict


def scrape(work: Work, crawl: Crawl) -> Ending:
    """Crawl the brand, write what was found, hide what is gone if the run can be trusted."""
    brand, context = _prepare(work)
    work.progress.pages_total = len(brand.pages)
    crawled = collect(crawl(brand, work), context.pages, work.progress, work.log)
    reading = _judged(work, brand, crawled)
    context = replace(context, trusted=reading.verdict.may_hide)
    outcome = patiently(work.settings, partial(_write, work, context, reading))
    work.log(f"Products: {outcome.in_words()}.")
    note = index_products(work.settings, outcome.touched, work.started, work.log)
    return _ending(work, reading.verdict, note)


def _prepare(work: Work) -> tuple[Brand, WriteContext]:
    with session_scope(work.settings.database_url) as session:
        brand = session.get_one(Brand, work.brand_id)
        _load_for_the_crawl(brand)
        context = load_context(
            session,
            brand,
            run_id=work.run_id,
            seen_at=work.started,
            source="scrape",
            classified=work.kind == "scrape+classify",
        )
    return brand, context


def _load_for_the_crawl(brand: Brand) -> None:
    """The crawl reads these after the session is closed."""
    _ = brand.pages, brand.styles, brand.country


def _judged(work: Work, brand: Brand, crawled: Crawled) -> _Reading:
    with session_scope(work.settings.database_url) as session:
        slugs = load_references(session).category_slugs
        baseline = load_baseline(session, brand.id)
        # Not only by the pulse: a stop since its last beat counts too.
        if is_asked_to_stop(session, work.run_id):
            work.stop.set(ASKED)
    items = crawled.products(slugs)
    shares = coverage(items)
    stopped = work.stop.reason
    facts = Facts(
        found_count=len(items),
        coverage=shares,
        pages_total=len(brand.pages),
        pages_done=crawled.pages_done,
        page_failures=crawled.failures(),
        stopped=stopped.text if stopped else None,
        expected=_expected_fields(brand),
    )
    verdict = judge(facts, baseline)
    work.log(f"Coverage: {in_words(shares)}.")
    for reason in verdict.reasons:
        work.log(f"{verdict.result}: {reason}")
    return _Reading(crawled, items, shares, verdict)


def _expected_fields(brand: Brand) -> tuple[str, ...]:
    """Return the fields that the brand's configuration reads: all cards should carry them."""
    fields = ["href", "image"]
    if brand.price_xpath or brand.sale_price_xpath:
        fields.append("price")
    if brand.is_multi_brand:
        fields.append("productBrand")
    return tuple(fields)


def _write(work: Work, context: WriteContext, reading: _Reading, session: Session) -> Outcome:
    """Write everything in one transaction, the run's own row last: all of it or nothing."""
    if is_written(session, work.run_id):
        work.log("An earlier attempt to commit had succeeded after all.")
        return Outcome()
    # First: it takes the outbox's lock for itself, which writing products only shares.
    _write_shipping(session, context.brand_id, reading.crawled)
    outcome = write_items(session, context, reading.items)
    if reading.verdict.may_hide:
        unseen = Unseen(context.brand_id, work.run_id, context.source, context.seen_at)
        outcome = outcome.plus(hide_unseen(session, unseen))
    keep_evidence(session, work, reading.crawled.failed_pages)
    read = {
        "rejected_count": reading.crawled.rejected,
        "pages_done": reading.crawled.pages_done,
        "pages_total": work.progress.pages_total,
        "complete": reading.verdict.complete,
        "coverage": dict(reading.coverage),
    }
    record_written(session, work.run_id, outcome.columns() | read)
    return outcome


def _write_shipping(session: Session, brand_id: int, crawled: Crawled) -> None:
    """Store what the delivery page lists, apart from the operator's own list (fields.md)."""
    if not crawled.shipping:
        return
    brand = session.get_one(Brand, brand_id)
    listed = "\n".join(crawled.shipping)
    if brand.scraped_shipping_countries != listed:
        brand.scraped_shipping_countries = listed
        enqueue_brand(session, brand_id)


def _ending(work: Work, verdict: Verdict, note: IndexNote) -> Ending:
    stopped = work.stop.reason
    result = stopped.result if stopped else verdict.result
    if note.failed and result == "success":
        result = "failed"
    return Ending(result, "; ".join((*verdict.reasons, *note.reasons)) or None)

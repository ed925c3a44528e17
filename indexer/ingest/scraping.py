"""A run of any source, from the claimed run to its verdict (design, path 2)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from indexer.catalogue.prices import COUNTING
from indexer.core.db import session_scope
from indexer.core.stopflag import BY_OPERATOR, WORKER_ENDS
from indexer.ingest.accept import follow
from indexer.ingest.collecting import collect, keep_evidence
from indexer.ingest.gates.brand_limits import UNITED, limits_of, load_baseline
from indexer.ingest.gates.figures import Figures, coverage_text, figures_of
from indexer.ingest.gates.gates import (
    ALIKE,
    NOT_UNDERSTOOD,
    Verdict,
    force_accept,
    judge,
    shared_text,
)
from indexer.ingest.gates.image_coverage import Pictures, Prove, take_all
from indexer.ingest.identity.comparison import Comparison, Moves, compare
from indexer.ingest.publishing import Decision, Progress, decide, decision_of, publish
from indexer.ingest.runs.finish import PutOffError, is_stop_requested, is_written, record_written
from indexer.ingest.runs.working import COUNTS, Ending, Work, stopped_as, with_retries
from indexer.ingest.staging import (
    Stage,
    clear_pages,
    clear_stage,
    count_staged,
    count_still_there,
    delete_held,
)
from indexer.ingest.writing.columns import BrandGoneError, WriteContext, context_of
from indexer.ingest.writing.indexing import REFUSED, index_products
from indexer.ingest.writing.moving import KINDS, is_met, move
from indexer.models import Brand, FailedPage, Product, ScrapeRun
from indexer.models.run import CHECK, Reason
from scrapers.events import Event

SHARE = 0.02  # of the products that both have may differ, and of each one's may be missing


Crawl = Callable[[Brand, Work], Iterable[Event]]


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a run has read, and what follows from it."""

    stage: Stage
    values: Figures
    pictures: Pictures
    verdict: Verdict
    compared: Comparison
    hides: bool
    still_there: int = 0  # products that were seen, and not read

    @property
    def product_count(self) -> int:
        """Return how many products were read or seen."""
        return self.values.items + self.still_there


def check_ending(reading: _Reading, source: str) -> Ending:
    """Return the end of a check, which describes how what it read differs."""
    figures, verdict = reading.values, reading.verdict
    if verdict.result == "failed":
        return Ending("failed", verdict.reasons)
    both = figures.both
    missing = (figures.items - both, figures.known - both)
    is_small = both > 0 and max(figures.prices, figures.stock, *missing) <= SHARE * both
    part = Reason("pages unread", "it was read in part")
    read = () if verdict.complete else (part, *figures.page_failures)
    reasons = (Reason("sources differ", figures.difference(source)), *read)
    return Ending("success" if verdict.complete and is_small else "suspect", reasons)


def scrape(
    work: Work, crawl: Crawl, prove: Prove = take_all, *, hides: bool = True, accept: bool = False
) -> Ending:
    """Read a source, judge it, write its products, hide what is gone.

    `prove` fetches what products name as pictures. `hides`: what a trusted run did not see is gone;
    a source that is only a part of the store's is no evidence of the rest. `accept`: what a gate
    would hold is published, and the reasons are kept.
    """
    try:
        decision = _begun(work) or _read(work, crawl, prove, hides=hides, accept=accept)
        return decision if isinstance(decision, Ending) else _publish(work, decision)
    except BrandGoneError as error:
        stopped = work.stop.reason
        reason = Reason("brand deleted", str(error))
        return Ending(stopped.result if stopped else "failed", (reason,))


def _begun(work: Work) -> Decision | None:
    """Return what an earlier attempt had begun to publish."""
    with session_scope(work.settings.database_url) as session:
        begun = decision_of(session, work.run_id)
    if begun is not None:
        work.log("It goes on with what an earlier attempt had begun to publish.")
        for name in COUNTS:
            setattr(work, name, begun.columns.get(name, 0))
    return begun


def _read(
    work: Work, crawl: Crawl, prove: Prove, *, hides: bool, accept: bool
) -> Decision | Ending:
    """Read the source and judge it; return what is to be published, or the end where nothing is."""
    brand, context, limited = _prepare(work)
    work.pages_total = len(brand.pages) if _is_listed(work, brand) else 1
    listed = {page.page_id: page.page_url for page in brand.pages}
    stage = Stage(work.settings, work.run_id, brand.id, context.seen_at)
    _go_on(work, brand, stage)
    collect(crawl(brand, work), work, stage)
    if work.stop.reason is WORKER_ENDS:
        raise PutOffError
    stage.failed_rows = keep_evidence(work, stage.failed_pages)
    reading = _judge(work, brand, stage, context, prove, limited=limited, hides=hides)
    if work.stop.puts_off():
        raise PutOffError
    stopped = work.stop.reason
    if work.kind == CHECK:
        ending = stopped_as(stopped) if stopped else check_ending(reading, brand.source)
        with_retries(work.settings, partial(_keep, work, reading, ending))
        return ending
    verdict = force_accept(reading.verdict) if accept else reading.verdict
    notes = _notes(reading)
    ending = Ending(stopped.result if stopped else verdict.result, (*verdict.reasons, *notes))
    if verdict.held:
        work.log("Nothing of this run is published: an operator may look at it and accept it.")
        with_retries(work.settings, partial(_keep, work, reading, ending))
    for note in notes:
        work.log(f"{note.text}.")
    if verdict.held:
        _follow(work, ending)
        return ending
    decision = Decision(
        *(ending.result, ending.reasons),
        trusted=verdict.may_hide,
        counts=verdict.result in COUNTING,
        hides=verdict.may_hide and hides,
        # A file that is declared complete needs no second one.
        after_runs=work.settings.hide_after_runs if work.source == "scrape" else 1,
        total=reading.values.items,
        listed=listed,
        pictures=reading.pictures,
        columns=_columns(work, reading),
    )
    moves = reading.compared.moves(as_same=accept)
    with_retries(work.settings, partial(_decide, work, brand, reading, decision, moves))
    return decision


def _publish(work: Work, decision: Decision) -> Ending:
    published = publish(work.settings, work.run_id, work.step)
    if published is None:
        work.log("An earlier attempt to commit had succeeded after all.")
        published = Progress()
    work.log(f"Products: {_summary(work, published)}.")
    indexed = index_products(work.settings, work.brand_id, work.started, work.log)
    for odd in published.notes():
        work.log(f"{odd.text}.")
    fails = decision.result == "success" and any(one.code == REFUSED for one in indexed)
    reasons = (*decision.reasons, *published.notes(), *indexed)
    return Ending("failed" if fails else decision.result, reasons)


def _go_on(work: Work, brand: Brand, stage: Stage) -> None:
    """Leave the crawl what an earlier attempt of the run has not read."""
    with session_scope(work.settings.database_url) as session:
        if not _is_listed(work, brand):  # it is read in seconds, and from its beginning
            clear_stage(session, work.run_id)
            return
        done, work.resume = stage.resume(session)
    if stage.found or done or work.resume:
        left = [page for page in brand.pages if page.page_url not in done]
        count = len(brand.pages) - len(left)
        work.log(f"It goes on after {stage.found} items; {count} pages are read to their end.")
        set_committed_value(brand, "pages", left)


def _prepare(work: Work) -> tuple[Brand, WriteContext, bool]:
    with session_scope(work.settings.database_url) as session:
        brand = session.get_one(Brand, work.brand_id)
        _ = brand.pages, brand.styles, brand.country  # they are loaded for the crawl
        if work.kind == CHECK:
            session.expunge(brand)  # the row keeps its own source
            set_committed_value(brand, "source", brand.other_source)
            set_committed_value(brand, "feed_version", None)  # it is read whatever was read before
        limited = _limit_pages(session, work, brand)
        context = context_of(session, work.run_id)
    return brand, context, limited


def _limit_pages(session: Session, work: Work, brand: Brand) -> bool:
    """Leave the crawl only the pages that the run is limited to; return whether it is."""
    only = session.scalar(select(ScrapeRun.only_pages).where(ScrapeRun.id == work.run_id))
    if only is None:
        return False
    session.expunge(brand)  # the row keeps its other pages
    set_committed_value(brand, "pages", [page for page in brand.pages if page.page_id in only])
    work.log(f"Only {len(brand.pages)} of the brand's pages, which were requested.")
    return True


def _is_listed(work: Work, brand: Brand) -> bool:
    return brand.source == "pages" and work.source == "scrape"


def _judge(  # noqa: PLR0913 - what a run is judged by
    work: Work,
    brand: Brand,
    stage: Stage,
    context: WriteContext,
    prove: Prove,
    *,
    limited: bool,
    hides: bool,
) -> _Reading:
    with session_scope(work.settings.database_url) as session:
        baseline = load_baseline(session, brand.id, KINDS[work.source]) if hides else None
        allowed = limits_of(session, work.settings, brand.id)
        # Not only by the pulse: a stop since its last beat counts too.
        if is_stop_requested(session, work.run_id):
            work.stop.set(BY_OPERATOR)
        still = count_still_there(session, brand.id, work.source, work.started, work.run_id)
        work.found_count = count_staged(session, work.run_id) + still
    pictures = prove(work)
    with session_scope(work.settings.database_url) as session:
        compared = compare(session, brand.id, work.source, work.run_id, pictures)
    # A check publishes nothing: what is likely is near enough to be compared.
    context = replace(context, moves=compared.moves(as_same=work.kind == CHECK))
    values = figures_of(work, context, pictures, stage)
    stopped = work.stop.reason
    # Products that were known twice are not fewer.
    values.found_count = values.items + still + len(compared.matches.united)
    values.pages_total, values.pages_done = work.pages_total, stage.pages_done
    values.page_failures = stage.failures()
    values.stopped = Reason(stopped.code, stopped.text) if stopped else None
    values.expected, values.limited = _expected_fields(work, brand), limited
    values.left_out, values.identities = stage.rejected_summary(), compared.blocking_reasons()
    verdict = judge(values, baseline, allowed)
    work.log(f"Coverage: {coverage_text(values.coverage)}.")
    for reason in verdict.reasons:
        work.log(f"{verdict.result}: {reason.text}")
    return _Reading(stage, values, pictures, verdict, compared, hides, still)


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


def _columns(work: Work, reading: _Reading) -> dict[str, Any]:
    return {
        "found_count": reading.product_count,
        "rejected_count": reading.stage.rejected,
        "pages_done": reading.stage.pages_done,
        "pages_total": work.pages_total,
        "coverage": reading.values.coverage,
        "complete": reading.verdict.complete and reading.hides,
    }


def _decide(  # noqa: PLR0913, PLR0917 - what is decided
    work: Work, brand: Brand, reading: _Reading, decision: Decision, moves: Moves, session: Session
) -> None:
    if is_written(session, work.run_id) or decision_of(session, work.run_id):
        return
    row = session.get(Brand, brand.id, with_for_update={"read": True, "key_share": True})
    if row is None:
        raise BrandGoneError.of(decision.total)
    move(session, brand.id, work.run_id, moves)
    ships = _write_shipping(row, reading.stage)
    if reading.stage.feed_version:
        row.feed_version = dict(reading.stage.feed_version)
    _settle(session, work, reading)
    decide(session, work.run_id, replace(decision, ships=ships))


def _settle(session: Session, work: Work, reading: _Reading) -> None:
    assert work.brand_id is not None  # noqa: S101 - a source is a brand's
    clear_pages(session, work.run_id)
    delete_held(session, work.brand_id, work.run_id)
    session.add_all(FailedPage(run_id=work.run_id, **row) for row in reading.stage.failed_rows)


def _follow(work: Work, ending: Ending) -> None:
    """Reject a held run, too, where the one before it was rejected for the same trouble."""
    before = with_retries(
        work.settings, lambda session: follow(session, work.run_id, ending.reasons)
    )
    if before is not None:
        by, why = before.rejected_by, before.rejected_why
        work.log(f"Rejected as run {before.id} was, by {by}, which had the same trouble: {why}")


def _keep(work: Work, reading: _Reading, ending: Ending, session: Session) -> None:
    if is_written(session, work.run_id):
        return
    _settle(session, work, reading)
    moves = reading.compared.moves()
    seen = select(Product.id).where(Product.brand_id == work.brand_id, is_met(work.run_id, moves))
    ids = func.array(seen.order_by(Product.id).scalar_subquery(), type_=ARRAY(Product.id.type))
    columns = _columns(work, reading) | {"found_group_ids": ids}
    record_written(session, work.run_id, columns, ending.result, ending.reasons)


def _write_shipping(brand: Brand, stage: Stage) -> bool:
    """Store what the delivery page lists, apart from the operator's own list (fields.md).

    Returns True if it is another list.
    """
    listed = "\n".join(stage.shipping or ())
    if not listed or brand.scraped_shipping_countries == listed:
        return False
    brand.scraped_shipping_countries = listed
    return True


def _own_pages_notes(stage: Stage, still_there: int) -> Iterator[Reason]:
    """Warn where the time did not suffice for all products' own pages.

    A known product whose page was not read keeps its values whole, also those that the list shows:
    part of them would be of now and part of the last reading.
    """
    if not stage.own_pages_left:
        return
    keep = f"; {still_there} known ones keep all values as last read" if still_there else ""
    total = stage.own_pages_read + stage.own_pages_left
    yield Reason(
        "pages follow",
        f"{stage.own_pages_read} of {total} products' own pages were read in the time of a run,"
        f" those first that were read longest ago; the others follow in the next runs{keep}",
    )


def _notes(reading: _Reading) -> tuple[Reason, ...]:
    """Return what should be reported of a run besides its gates' findings."""
    stage, values, compared = reading.stage, reading.values, reading.compared
    judged = {(reason.code, reason.of) for reason in reading.verdict.reasons}
    notes = [
        Reason(NOT_UNDERSTOOD, f"{unread.text(name, values.rows)}: it stays as it was known", name)
        for name, unread in values.unread.items()
    ]
    if stage.shared:
        notes.append(Reason(ALIKE, shared_text(stage.shared, values.items)))
    if united := len(compared.matches.united):
        words = f"{united} products that were known by several links are parts of others now"
        notes.append(Reason(UNITED, words))
    left_out = stage.rejected_summary() if values.items else ""
    return (
        *([Reason("left out", left_out)] if left_out else []),
        *_own_pages_notes(stage, reading.still_there),
        *(note for note in notes if (note.code, note.of) not in judged),
        *compared.notes(),
        *reading.pictures.notes(),
    )


def _summary(work: Work, published: Progress) -> str:
    """Return the counts as the log states them, with each value that became nothing."""
    query = select(
        ScrapeRun.found_count,
        ScrapeRun.new_count,
        ScrapeRun.changed_count,
        ScrapeRun.gone_count,
        func.cardinality(ScrapeRun.new_image_ids),
        func.cardinality(ScrapeRun.deleted_image_ids),
    ).where(ScrapeRun.id == work.run_id)
    with session_scope(work.settings.database_url) as session:
        found, new, changed, gone, new_images, deleted = session.execute(query).one()
    counts = (
        f"{found} found, {new} new, {changed} changed, {published.returned} returned, {gone} gone; "
        f"images: {new_images} new, {deleted} deleted"
    )
    return "; ".join((counts, *published.losses()))

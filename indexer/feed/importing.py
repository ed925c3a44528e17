"""Importing a feed: a run of kind "import" in the history, in batches that are each committed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from indexer.catalogue.rates import current_rates
from indexer.catalogue.readings import note_read
from indexer.db import session_scope
from indexer.files import Location
from indexer.images.local import LocalPictures
from indexer.images.proof import Proof, prove_addresses
from indexer.images.store import PictureStore
from indexer.models import Brand, Product
from indexer.pipeline.verdict.baseline import load_baseline
from indexer.pipeline.verdict.coverage import CoverageCount, coverage_text
from indexer.pipeline.verdict.fields import FieldCount
from indexer.pipeline.verdict.gates import Facts, Verdict, judge, loss_reasons
from indexer.pipeline.verdict.gone import Unseen, hide_unseen
from indexer.pipeline.verdict.outcome import Outcome
from indexer.pipeline.verdict.value_gates import unread_reasons, unread_text
from indexer.pipeline.writing.context import WriteContext, load_context
from indexer.pipeline.writing.indexing import index_products
from indexer.pipeline.writing.products import count_fields, write_items
from indexer.runs.finish import record_written
from indexer.runs.start import open_run
from indexer.runs.working import Ending, Work, with_retries, work_on
from indexer.settings import Settings
from scrapers.feeds.errors import FeedError
from scrapers.feeds.row import FeedDefaults
from scrapers.feeds.survey import Survey, products, report_of, survey
from scrapers.product import Product as Found

BATCH = 1_000  # products a transaction
HELD = "nothing is imported; where the store really is like this, import it again with --accept"
Step = Callable[[str, int, int], None]  # name of the step, how much of it is done, of how much


@dataclass(frozen=True, slots=True)
class FeedOptions:
    """What to import and how. `complete`: the feed is all the store has, the rest is hidden.

    `accept`: it is imported though many known products lose values by it.
    """

    path: Path
    images: Path | None = None
    report: Path | None = None
    complete: bool = False
    accept: bool = False


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What came of an import, for the person who started it."""

    run_id: int
    result: str
    reason: str | None
    survey: Survey
    outcome: Outcome
    report: str  # where refused rows are listed
    missing_images: list[str]


def find_brand(session: Session, name: str) -> Brand:
    """Return a brand by id or slug; raises FeedError."""
    by_id = name.isascii() and name.isdigit() and int(name) < 2**31
    where = Brand.id == int(name) if by_id else Brand.slug == name
    brand = session.scalars(select(Brand).where(where)).first()
    if brand is None:
        slugs = ", ".join(session.scalars(select(Brand.slug).order_by(Brand.slug).limit(20)))
        raise FeedError(f"There is no brand {name!r}. There are: {slugs or 'none'}.")
    return brand


def import_feed(settings: Settings, brand: str, options: FeedOptions, step: Step) -> ImportResult:
    """Import a feed for a brand (id or slug) and report; raises FeedError, RunError, OSError."""
    if not options.path.is_file():
        raise FeedError(f"There is no file {options.path}.")
    with session_scope(settings.database_url) as session:
        run = open_run(session, find_brand(session, brand).id, "import")
    doing = _Import(settings, options, step)
    ending = work_on(settings, run.id, doing.run)
    if doing.error is not None:
        raise doing.error
    return ImportResult(
        run.id,
        ending.result if ending else "failed",
        ending.reason if ending else None,
        doing.survey,
        doing.outcome,
        doing.report,
        doing.pictures.missing,
    )


class _Import:
    """One import's state, from the survey to the closing of its run."""

    def __init__(self, settings: Settings, options: FeedOptions, step: Step) -> None:
        self.settings = settings
        self.options = options
        self.step = step
        self.survey = Survey()
        self.outcome = Outcome()
        self.coverage = CoverageCount()
        self.pictures = LocalPictures(
            _images_folder(options), PictureStore(settings.bucket_location)
        )
        self.proof = Proof()
        self.shown = 0.0  # products whose main picture loads
        self.report = ""
        self.error: FeedError | None = None

    def run(self, work: Work) -> Ending:
        """Survey, compare, write, hide, index; a file that is no feed ends the run as failed."""
        context, defaults = self._prepare(work)
        try:
            self._survey(work, defaults)
        except FeedError as error:
            self.error = error
            work.log(str(error))
            return Ending("failed", str(error))
        self.proof = prove_addresses(work, self.survey.pictures)
        doubts = "" if self.options.accept else self._doubts(work, context, defaults)
        if doubts and not work.stop():
            work.progress.found_count = self.survey.products
            work.log(f"suspect: {doubts}.")
            return Ending("suspect", doubts)
        self._write(work, context, defaults)
        verdict = self._verdict(work)
        self.outcome = with_retries(
            self.settings, lambda session: self._finish(session, work, context, verdict)
        )
        work.log(f"{self.outcome.summary()}; coverage: {coverage_text(self._coverage())}.")
        note = index_products(self.settings, self.outcome.touched, work.started, work.log)
        reasons = [*verdict.reasons, *self._told(), *note.reasons]
        result = "failed" if note.failed else verdict.result
        return Ending(result, "; ".join(reasons) or None)

    def _prepare(self, work: Work) -> tuple[WriteContext, FeedDefaults]:
        with session_scope(self.settings.database_url) as session:
            brand = session.get_one(Brand, work.brand_id)
            context = load_context(
                session,
                brand,
                run_id=work.run_id,
                seen_at=work.started,
                source="import",
                classified=True,
            )
            rates = current_rates(session)
        return context, FeedDefaults(
            brand.currency, rates.knows, self.settings.loopback(), work.started, brand.website
        )

    def _survey(self, work: Work, defaults: FeedDefaults) -> None:
        size = self.options.path.stat().st_size
        self.survey = survey(
            self.options.path, defaults, lambda done: self.step("Reading", done, size)
        )
        work.progress.rejected_count = len(self.survey.refusals)
        work.log(
            f"{self.options.path.name}: {self.survey.rows} rows, {self.survey.good_rows} good, "
            f"{len(self.survey.refusals)} refused, {self.survey.products} products."
        )
        if several := self.survey.several_prices():
            work.log(several)
        for refusal in self.survey.refusals:
            where = f"{refusal.unit.capitalize()} {refusal.line}"
            work.log(f"{where} is refused: {refusal.reason}.")
        if self.survey.refusals:
            place, name = self.settings.evidence_location, f"import-{work.run_id}.jsonl"
            if self.options.report:
                place, name = str(self.options.report.parent), self.options.report.name
            Location(place).write(name, report_of(self.survey.refusals))
            self.report = f"{place}/{name}"

    def _doubts(self, work: Work, context: WriteContext, defaults: FeedDefaults) -> str:
        """Return why the feed cannot be taken as it is; empty where it can.

        Too much of it is not understood, or known products would lose many values.
        """
        share = self.settings.gate_not_understood_percent / 100
        reasons = list(unread_reasons(self.survey.not_understood, self.survey.rows, share))
        reasons += unread_reasons({"picture": self.proof.unread}, self.proof.tried, share)
        with session_scope(self.settings.database_url) as session:
            known = session.scalar(select(exists().where(Product.brand_id == context.brand_id)))
        if known:
            count = FieldCount()
            for batch in self._batches(work, defaults, "Comparing"):
                compare = partial(count_fields, context=context, items=batch)
                count += with_retries(self.settings, compare)
            reasons += loss_reasons(count.changes())
        return "; ".join((*reasons, HELD)) if reasons else ""

    def _write(self, work: Work, context: WriteContext, defaults: FeedDefaults) -> None:
        for batch in self._batches(work, defaults, "Writing"):
            write = partial(self._write_batch, work=work, context=context, items=batch)
            self.outcome = with_retries(self.settings, write)
            for item in batch:
                self.coverage.add(item)
            self.shown += sum(map(self.proof.shown, batch))
            work.progress.found_count = len(self.outcome.found)

    def _write_batch(
        self, session: Session, *, work: Work, context: WriteContext, items: Sequence[Found]
    ) -> Outcome:
        """Write a batch; what products lost is named with it, also if the import ends here."""
        outcome = self.outcome.plus(write_items(session, context, items))
        record_written(session, work.run_id, {"field_changes": outcome.carried.rows()})
        return outcome

    def _batches(self, work: Work, defaults: FeedDefaults, step: str) -> Iterator[Sequence[Found]]:
        items = products(self.options.path, self.survey, defaults, lambda _: None)
        done = 0
        while (batch := list(islice(items, BATCH))) and not work.stop():
            yield list(map(self.proof.applied, self.pictures.attach(batch)))
            done += len(batch)
            self.step(step, done, self.survey.products)

    def _verdict(self, work: Work) -> Verdict:
        with session_scope(self.settings.database_url) as session:
            baseline = load_baseline(session, work.brand_id, ("import",))
        reason = work.stop.reason
        return judge(
            Facts(
                found_count=len(self.outcome.found),
                coverage=self._coverage(),
                pages_total=1,
                pages_done=1,
                stopped=reason.text if reason else None,
                expected=(),
            ),
            baseline if self.options.complete else None,
        )

    def _coverage(self) -> dict[str, float]:
        shares = self.coverage.shares()
        return shares | {"image": round(self.shown / self.coverage.items, 4)} if shares else {}

    def _told(self) -> tuple[str, ...]:
        """Say which pictures are none where they are too few to hold the import."""
        texts = [*self.survey.not_understood.get("picture", ()), *self.proof.unread]
        looked_at = max(self.proof.tried, self.survey.rows)
        unread = (unread_text("picture", texts, looked_at),) if texts else ()
        return (*unread, *self.proof.notes())

    def _finish(
        self, session: Session, work: Work, context: WriteContext, verdict: Verdict
    ) -> Outcome:
        outcome = self.outcome
        note_read(session, outcome.priced, context.seen_at, verdict.result)
        if self.options.complete and verdict.may_hide:
            unseen = Unseen(context.brand_id, work.run_id, "import", context.seen_at)
            outcome = outcome.plus(hide_unseen(session, unseen))
        record_written(
            session,
            work.run_id,
            outcome.columns()
            | {
                "rejected_count": len(self.survey.refusals),
                "coverage": self._coverage(),
                "complete": self.options.complete and verdict.complete,
            },
        )
        return outcome


def _images_folder(options: FeedOptions) -> Path | None:
    if options.images is not None:
        return options.images
    beside = options.path.parent / "images"
    return beside if beside.is_dir() else None

"""`python -m indexer.ingest.importing PATH BRAND`: read a file as a brand's feed.

It is a run like any other (`indexer.ingest.scraping`), of kind "import": only the place that its
products come from is another.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn
from rich.progress import TimeElapsedColumn as Elapsed
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session, defer

from indexer.catalogue.images import LocalPictures, PictureStore
from indexer.core.db import session_scope
from indexer.core.files import Location
from indexer.core.settings import Settings, SettingsError
from indexer.ingest.feeding import events_of, read_file, with_breakdown
from indexer.ingest.gates.fields import FieldChange, describe_changes
from indexer.ingest.pictures.image_check import prove
from indexer.ingest.runs.finish import RunError
from indexer.ingest.runs.start import open_run
from indexer.ingest.runs.working import Step, Work, work_on
from indexer.ingest.scraping import scrape
from indexer.ingest.staging import holds_any
from indexer.models import Brand, ScrapeRun
from scrapers.errors import FeedError
from scrapers.events import Event, PageDone
from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import StagedRows, report_of

IDS = (
    ScrapeRun.found_group_ids,
    ScrapeRun.found_image_ids,
    ScrapeRun.new_image_ids,
    ScrapeRun.deleted_image_ids,
)
FEED_FILE = "feed file"  # the source of its prices
SHOWN = 10  # refused rows and missing pictures shown on the screen
HELD = "Nothing is imported: an operator may accept the run, or import it again with --accept."


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What came of an import, for the person who started it."""

    run: ScrapeRun
    held: bool  # a gate holds its products
    rows: StagedRows
    report: str  # where refused rows are listed
    missing_images: list[str]

    @property
    def losses(self) -> list[str]:
        """Return a sentence for each field that known products lost."""
        return describe_changes(FieldChange(**row) for row in self.run.field_changes)


def import_feed(  # noqa: PLR0913 - the command's options
    settings: Settings,
    brand: str,
    path: Path,
    step: Step = lambda *_: None,
    *,
    images: Path | None = None,
    report: Path | None = None,
    complete: bool = False,
    accept: bool = False,
) -> ImportResult:
    """Import a feed for a brand (id or slug) and report; raises FeedError, RunError, OSError.

    `complete`: the feed is all the store has, the rest is hidden. `accept`: it is imported though
    a gate would hold it. Refused rows are listed in `report`.
    """
    if not path.is_file():
        raise FeedError(f"There is no file {path}.")
    with session_scope(settings.database_url) as session:
        run_id = open_run(session, find_brand(session, brand).id, "import").id
    folder = images or path.parent / "images"
    pictures = LocalPictures(
        folder if images or folder.is_dir() else None, PictureStore(settings.bucket_location)
    )
    place, staged = str(path), [StagedRows(FeedDefaults("", bool))]

    def read(brand: Brand, work: Work) -> Iterator[Event]:
        staged.append(read_file(path, brand, work, str(path.resolve()), FEED_FILE))
        yield from events_of(place, work, staged[-1], pictures.attach)
        yield PageDone(place, 0)

    def source(brand: Brand, work: Work) -> Iterator[Event]:
        work.step = step
        yield from with_breakdown(place, work, read(brand, work))

    work_on(
        settings, run_id, lambda work: scrape(work, source, prove, hides=complete, accept=accept)
    )
    rows = staged[-1]
    listed = _write_report(settings, report, run_id, rows)
    with session_scope(settings.database_url) as session:
        # The ids of a million products are not looked at.
        run = session.get_one(ScrapeRun, run_id, options=[defer(ids) for ids in IDS])
        failures = [page.reason for page in run.failed_pages]
        held = session.scalar(select(holds_any(run_id)))
    if run.result == "failed" and failures:
        raise FeedError(failures[0])
    return ImportResult(run, bool(held), rows, listed, pictures.missing)


def find_brand(session: Session, name: str) -> Brand:
    """Return a brand by id or slug; raises FeedError."""
    by_id = name.isascii() and name.isdigit() and int(name) < 2**31
    where = Brand.id == int(name) if by_id else Brand.slug == name
    brand = session.scalars(select(Brand).where(where)).first()
    if brand is None:
        slugs = ", ".join(session.scalars(select(Brand.slug).order_by(Brand.slug).limit(20)))
        raise FeedError(f"There is no brand {name!r}. There are: {slugs or 'none'}.")
    return brand


def _write_report(settings: Settings, report: Path | None, run_id: int, rows: StagedRows) -> str:
    """List the refused rows where the caller wants them; return the place, "" without any."""
    if not rows.refusals:
        return ""
    place, name = settings.evidence_location, f"import-{run_id}.jsonl"
    if report:
        place, name = str(report.parent), report.name
    Location(place).write(name, report_of(rows.refusals))
    return f"{place}/{name}"


def _bars(progress: Progress) -> Step:
    """Return what shows a bar for each step, added when the step first reports progress."""
    tasks: dict[str, TaskID] = {}

    def step(name: str, done: int, total: int) -> None:
        if name not in tasks:
            tasks[name] = progress.add_task(name, total=total)
        progress.update(tasks[name], completed=done, total=total)

    return step


def parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog="make import", description=__doc__)
    arguments.add_argument("path", type=Path, help="XML, CSV, TSV or JSON; also as gzip or zip")
    arguments.add_argument("brand", help="the brand's id or slug")
    arguments.add_argument("--report", type=Path, help="where refused rows are listed (JSON Lines)")
    arguments.add_argument(
        "--images", type=Path, help="folder of pictures that rows name by file name"
    )
    arguments.add_argument(
        "--complete", action="store_true", help="hide earlier imported products not in this feed"
    )
    arguments.add_argument(
        "--accept", action="store_true", help="import it though a gate would hold it"
    )
    return arguments


def main(arguments: Sequence[str] | None = None) -> int:
    """Import the feed; 0 when it went in, 1 when it failed or is held, 2 when it never began."""
    options = vars(parser().parse_args(arguments))
    console = Console()
    columns = (TextColumn("{task.description:8}"), BarColumn(), TaskProgressColumn(), Elapsed())
    try:
        settings = Settings.from_env()
        with Progress(*columns, console=console) as progress:
            result = import_feed(settings, step=_bars(progress), **options)
    except (FeedError, RunError, SettingsError, OSError) as error:
        console.print(str(error), style="red", markup=False, highlight=False)
        return 2
    except DBAPIError as error:
        console.print(f"PostgreSQL: {error.orig}", style="red", markup=False, highlight=False)
        return 2
    except KeyboardInterrupt:
        console.print("Interrupted. Import again to go on.")
        return 130
    _show(console, result)
    run = result.run
    went_in = run.result in {"success", "suspect"} and not result.held and run.found_count
    return 0 if went_in else 1


def _show(console: Console, result: ImportResult) -> None:
    rows, run = result.rows, result.run
    counts = (
        f"{run.found_count} found, {run.new_count} new, {run.changed_count} changed,"
        f" {run.gone_count} gone"
    )
    lines = [
        f"Run {run.id}: {run.result}. {run.failure_reason or ''}".rstrip(),
        *([HELD] if result.held else []),
        f"{rows.rows} rows: {rows.good_rows} good, {rows.refused} refused.",
        f"Products: {'; '.join((counts, *result.losses))}.",
        *filter(None, [rows.several_prices()]),
        *(
            f"  {refusal.unit} {refusal.line}: {refusal.reason}"
            for refusal in rows.refusals[:SHOWN]
        ),
        *(f"  picture {name}" for name in result.missing_images[:SHOWN]),
    ]
    if result.report:
        lines.append(f"Refused rows: {result.report}")
    for line in lines:
        console.print(line, markup=False, highlight=False)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m indexer.feed PATH BRAND`: import a Google Merchant product feed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn
from rich.progress import TimeElapsedColumn as Elapsed
from sqlalchemy.exc import DBAPIError

from indexer.feed.importing import FeedOptions, ImportResult, import_feed
from indexer.runs.errors import RunError
from indexer.settings import Settings, SettingsError
from scrapers.feeds.errors import FeedError

SHOWN = 10  # refused rows and missing pictures shown on the screen


class _Bars:
    """A progress bar for each step, added when the step first reports progress."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, name: str, done: int, total: int) -> None:
        if name not in self._tasks:
            self._tasks[name] = self._progress.add_task(name, total=total)
        self._progress.update(self._tasks[name], completed=done, total=total)


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    arguments = argparse.ArgumentParser(prog="python -m indexer.feed", description=__doc__)
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
        "--accept", action="store_true", help="import it though many products lose values by it"
    )
    return arguments


def main(arguments: Sequence[str] | None = None) -> int:
    """Import the feed; 0 when it went in, 1 when it failed or is held, 2 when it never began."""
    options = vars(parser().parse_args(arguments))
    brand = options.pop("brand")
    feed = FeedOptions(**options)
    console = Console()
    columns = (TextColumn("{task.description:8}"), BarColumn(), TaskProgressColumn(), Elapsed())
    try:
        settings = Settings.from_env()
        with Progress(*columns, console=console) as progress:
            result = import_feed(settings, brand, feed, _Bars(progress))
    except (FeedError, RunError, SettingsError, OSError) as error:
        console.print(str(error), style="red", markup=False, highlight=False)
        return 2
    except DBAPIError as error:
        console.print(f"PostgreSQL: {error.orig}", style="red", markup=False, highlight=False)
        return 2
    except KeyboardInterrupt:
        console.print("Interrupted. What was written stays; import again to go on.")
        return 130
    _show(console, result)
    return 0 if result.result in {"success", "suspect"} and result.outcome.found else 1


def _show(console: Console, result: ImportResult) -> None:
    survey = result.survey
    lines = [
        f"Run {result.run_id}: {result.result}. {result.reason or ''}".rstrip(),
        f"{survey.rows} rows: {survey.good_rows} good, {len(survey.refusals)} refused.",
        f"Products: {result.outcome.summary()}.",
        *filter(None, [survey.several_prices()]),
        *(
            f"  {refusal.unit} {refusal.line}: {refusal.reason}"
            for refusal in survey.refusals[:SHOWN]
        ),
        *(f"  picture {name}" for name in result.missing_images[:SHOWN]),
    ]
    if result.report:
        lines.append(f"Refused rows: {result.report}")
    for line in lines:
        console.print(line, markup=False, highlight=False)


if __name__ == "__main__":
    sys.exit(main())

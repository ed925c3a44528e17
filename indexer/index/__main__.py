"""`python -m indexer.index`: the index's commands. Exit status 1: it did not fully succeed."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence

import psycopg
from elasticsearch import ApiError, TransportError
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from indexer.core.settings import Settings, SettingsError
from indexer.index.building.rebuild import RebuildReport, rebuild, rollback
from indexer.index.cluster.accounts import make_accounts
from indexer.index.cluster.bulk import Refusal
from indexer.index.errors import IndexingError
from indexer.index.reconcile import reconcile
from indexer.index.status import ensure, index_status
from indexer.index.writer import write_pending

SHOWN_REFUSALS = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    options = _parser().parse_args(arguments)
    command: Callable[[Settings, argparse.Namespace], int] = options.run
    try:
        return command(Settings.from_env(), options)
    except (IndexingError, SettingsError) as error:
        print(error, file=sys.stderr)
    except (TransportError, ApiError) as error:
        print(f"Elasticsearch failed: {error}", file=sys.stderr)
    except psycopg.Error as error:
        print(f"PostgreSQL failed: {error}", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m indexer.index", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, run, text in (
        ("ensure", _ensure, "rebuild when there is no index or the mapping changed"),
        ("rebuild", _rebuild, "build a new index from PostgreSQL and swap it in"),
        ("rollback", _rollback, "go back to the previous index, brought up to date"),
        ("reconcile", _reconcile, "compare every product with its document and repair"),
        ("status", _status, "show what stands behind the alias, as JSON"),
        ("write", _write, "write pending changes now"),
        ("accounts", _accounts, "make Elasticsearch's users, as ELASTIC_PASSWORD's"),
    ):
        command = commands.add_parser(name, help=text)
        command.set_defaults(run=run)
        if run is _rebuild:
            command.add_argument("--fast", action="store_true", help="do not spare live searches")
        if run is _accounts:
            command.add_argument("--administrator", default="elastic", help="a superuser's name")
    return parser


def _ensure(settings: Settings, _options: argparse.Namespace) -> int:
    report = ensure(settings)
    if report is None:
        print(f"The index {settings.index_prefix} is there, with the shipped mapping.")
        return 0
    return _report(report)


def _rebuild(settings: Settings, options: argparse.Namespace) -> int:
    columns = (*Progress.get_default_columns()[:2], TextColumn("{task.completed}/{task.total}"))
    console = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console) as bar:
        task = bar.add_task("Indexing", total=None)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        report = rebuild(settings, fast=options.fast, progress=progress)
    return _report(report)


def _report(report: RebuildReport) -> int:
    speed = report.documents / max(report.seconds, 0.001)
    print(
        f"{report.index} serves {report.documents} documents,"
        f" built in {report.seconds:.1f} s ({speed:.0f}/s)."
    )
    for name in report.dropped:
        print(f"Dropped {name}.")
    return _refusals(report.refused)


def _refusals(refused: Sequence[Refusal]) -> int:
    for refusal in refused[:SHOWN_REFUSALS]:
        print(f"Refused: product {refusal.document_id}: {refusal.reason}", file=sys.stderr)
    if len(refused) > SHOWN_REFUSALS:
        print(f"and {len(refused) - SHOWN_REFUSALS} more were refused.", file=sys.stderr)
    return 1 if refused else 0


def _rollback(settings: Settings, _options: argparse.Namespace) -> int:
    print(f"{rollback(settings)} serves again, brought up to date.")
    return 0


def _reconcile(settings: Settings, _options: argparse.Namespace) -> int:
    checked = reconcile(settings)
    if checked is None:
        print("A rebuild or rollback is running.")
        return 0
    print(f"{checked.message} {checked.documents} documents, {checked.products} products.")
    return int(checked.state in {"failed", "incomplete"})


def _status(settings: Settings, _options: argparse.Namespace) -> int:
    print(json.dumps(index_status(settings), indent=2, default=str))
    return 0


def _write(settings: Settings, _options: argparse.Namespace) -> int:
    report = write_pending(settings, refresh=True)
    print(f"{report.written} products written.")
    if report.left or report.why:
        print(f"{report.left or 'The rest'} pending: {report.why}", file=sys.stderr)
    return max(_refusals(report.refused), int(not report.success))


def _accounts(settings: Settings, options: argparse.Namespace) -> int:
    who = ("ELASTIC", "KIBANA", "ANALYST")
    password, *given = (os.environ.get(f"{name}_PASSWORD", "") for name in who)
    if not password:
        raise SettingsError(
            f"ELASTIC_PASSWORD is not set: the password of {options.administrator}."
        )
    made = make_accounts(settings, options.administrator, password, *given)
    print(f"Users: {', '.join(made)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

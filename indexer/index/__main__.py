"""`python -m indexer.index`: the index's commands. Exit status 1: it did not fully succeed."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit

import psycopg
from elasticsearch import ApiError, Elasticsearch, TransportError
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from indexer.core.settings import Settings, SettingsError, addresses
from indexer.index.cluster.bulk import Refusal
from indexer.index.cluster.client import elasticsearch
from indexer.index.database import IndexingError
from indexer.index.rebuild import RebuildReport, rebuild, rollback
from indexer.index.reconcile import ensure, index_status, reconcile
from indexer.index.writer import write_pending

READS = ["read", "view_index_metadata", "monitor"]
KIBANAS = "kibana_system"  # Elasticsearch has it; it only lacks a password
ANALYST = "winkel-analyst"
# Kibana's own privilege: dashboards and Discover in all spaces, without a change of any.
KIBANA_READS = {"application": "kibana-.kibana", "privileges": ["read"], "resources": ["*"]}


def make_accounts(
    settings: Settings, administrator: str, password: str, kibana: str = "", analyst: str = ""
) -> list[str]:
    """Make the users and their roles, or give them what is configured now; return their names.

    `kibana`, `analyst`: the passwords to give to Kibana's own user and to analysts; empty: neither.

    Raises SettingsError where an address names no user, or both the same, and ApiError where the
    administrator may not do it.
    """
    writer = _user(settings.elasticsearch_url, "ELASTICSEARCH_URL")
    reader = _user(settings.search_url, "SEARCH_URL")
    if reader[0] == writer[0]:
        raise SettingsError("SEARCH_URL must name another user than ELASTICSEARCH_URL.")
    client = elasticsearch(_as(settings.elasticsearch_url, administrator, password))
    _make(client, *reader, _role(settings, READS, ["monitor"]))
    _make(client, *writer, _role(settings, ["all"], ["monitor"]))
    made = [reader[0], writer[0]]
    if kibana:
        client.security.change_password(username=KIBANAS, password=kibana)
        made.append(KIBANAS)
    if analyst:
        role = _role(settings, ["read", "view_index_metadata"], [])
        _make(client, ANALYST, analyst, role | {"applications": [KIBANA_READS]})
        made.append(ANALYST)
    return made


def _user(cluster: str, variable: str) -> tuple[str, str]:
    for url in addresses(cluster):
        parts = urlsplit(url)
        if parts.username and parts.password:
            return unquote(parts.username), unquote(parts.password)
    raise SettingsError(f"{variable} names no user: http://user:password@host:9200.")


def _as(cluster: str, user: str, password: str) -> str:
    who = f"{quote(user, safe='')}:{quote(password, safe='')}@"
    parts = [urlsplit(url) for url in addresses(cluster)]
    return ",".join(
        urlunsplit(part._replace(netloc=who + part.netloc.rpartition("@")[2])) for part in parts
    )


def _role(settings: Settings, privileges: list[str], cluster: list[str]) -> dict[str, Any]:
    prefix = settings.index_prefix
    names = [prefix, f"{prefix}-*", f"{prefix}.*"]
    return {"cluster": cluster, "indices": [{"names": names, "privileges": privileges}]}


def _make(client: Elasticsearch, user: str, password: str, role: dict[str, Any]) -> None:
    client.security.put_role(name=user, **role)
    client.security.put_user(username=user, password=password, roles=[user])


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

"""`python -m indexer.insights`: the events' commands. Exit status 1: it did not succeed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from elasticsearch import ApiError, TransportError
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from indexer.core.apart import SomeFailedError
from indexer.core.settings import Settings, SettingsError
from indexer.index.errors import IndexingError
from indexer.insights.export import FORMATS, ExportError, export
from indexer.insights.project import project
from indexer.insights.streams import BY_NAME, ensure_streams, forget_events
from indexer.insights.write import write_events


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        print(_run(options))
    except (IndexingError, SettingsError, SomeFailedError, ExportError) as error:
        print(error, file=sys.stderr)
    except (TransportError, ApiError) as error:
        print(f"Elasticsearch failed: {error}", file=sys.stderr)
    except (RedisError, SQLAlchemyError) as error:
        print(f"Redis or PostgreSQL failed: {error}", file=sys.stderr)
    else:
        return 0
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m indexer.insights", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("update", help="index what waits of visitors, alerts, runs and prices, now")
    commands.add_parser("forget", help="delete what is older than the settings keep")
    out = commands.add_parser("export", help="write a stream's events to a file")
    out.add_argument("stream", choices=sorted(BY_NAME))
    out.add_argument("file", type=Path)
    out.add_argument("--since", default="now-30d", help="a day, or such as now-30d")
    out.add_argument("--format", choices=FORMATS, help="otherwise by the file's name")
    return parser


def _run(options: argparse.Namespace) -> str:
    settings = Settings.from_env()
    if options.command == "update":
        ensure_streams(settings)
        return f"{write_events(settings)} events, {project(settings)} of alerts, runs and prices"
    if options.command == "forget":
        return f"{forget_events(settings)} events were too old"
    count = export(settings, BY_NAME[options.stream], options.file, options.since, options.format)
    return f"{count} {options.stream} are in {options.file}"


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.bench.clients`: 1, 8, 64, 256 and 512 clients at the production front.

Each client sends one search after the other, from a loopback address of its own, for some seconds;
beside them one asks for `/api/colors`, which needs no search. Printed for each number of clients:
searches answered a second and their p95, the share refused (429, 503) and the p95 of the refusals,
the p95 of `/api/colors`, and the resident memory of the application and the front before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from rich.console import Console
from rich.table import Table

from indexer.index.building.rebuild import rebuild
from indexer.index.status import index_status
from tests.bench.stage import stage
from tests.support.front import Front, front
from tests.support.site import built_frontend

CLIENTS = (1, 8, 64, 256, 512)
SECONDS = 8.0
PRODUCTS = 20_000
TIMEOUT_S = 30.0
PAUSE_S = 1.0  # what a refused client is asked to wait: Retry-After
COLOURS_EVERY_S = 0.05
WORDS = "dress linen shirt blue boots wool red skirt lamp leather bag green jacket cotton".split()


@dataclass(slots=True)
class Seen:
    """What one kind of call saw; times in seconds."""

    answered: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    failed: int = 0


def main(arguments: Sequence[str]) -> int:
    """Measure and print; returns 1 where a call was neither answered nor refused properly."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.clients", description=__doc__)
    parser.add_argument("-n", type=int, default=PRODUCTS, help="products in the catalogue")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each number of clients")
    parser.add_argument("--clients", type=int, nargs="+", default=CLIENTS)
    options = parser.parse_args(arguments)
    out = Console()
    failed = 0
    with (
        stage(options.n, options.seconds, lambda line: out.print(f"  {line}")) as here,
        tempfile.TemporaryDirectory(prefix="winkel-front-") as folder,
    ):
        settings = here.settings.but(frontend_dir=built_frontend(), rate_limits=False)
        if index_status(settings).live is None:
            rebuild(settings, fast=True)
        with front(settings, Path(folder)) as site:
            table = _table(options)
            for count in options.clients:
                row, wrong = _measured(site, count, options.seconds)
                table.add_row(*row)
                failed += wrong
            out.print(table)
    return 1 if failed else 0


def _table(options: argparse.Namespace) -> Table:
    title = f"{options.n} products, {os.cpu_count()} cores, {options.seconds:g} s each"
    table = Table(title=title)
    for name in (
        *("clients", "searches/s", "p95 ms", "refused", "refused p95 ms"),
        *("/api/colors p95 ms", "MB before", "MB after", "failed"),
    ):
        table.add_column(name, justify="right")
    return table


def _measured(site: Front, count: int, seconds: float) -> tuple[list[str], int]:
    before = _resident_mb(site)
    searches, colours = asyncio.run(_run(site.port, count, seconds))
    after = _resident_mb(site)
    total = len(searches.answered) + len(searches.refused)
    failed = searches.failed + colours.failed + len(colours.refused)
    row = [
        str(count),
        f"{len(searches.answered) / seconds:.0f}",
        _p95_ms(searches.answered),
        f"{len(searches.refused) / max(1, total):.0%}",
        _p95_ms(searches.refused),
        _p95_ms(colours.answered),
        f"{before:.0f}",
        f"{after:.0f}",
        str(failed),
    ]
    return row, failed


def _p95_ms(times: list[float]) -> str:
    return f"{sorted(times)[int(len(times) * 0.95)] * 1000:.0f}" if times else "-"


def _resident_mb(site: Front) -> float:
    """Return the resident memory of both servers and their workers, in MB."""
    total = 0
    for pid in (site.process.pid, site.app.process.pid):
        for process in [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]:
            total += process.memory_info().rss
    return total / 1e6


async def _run(port: int, count: int, seconds: float) -> tuple[Seen, Seen]:
    end = time.monotonic() + seconds
    searches, colours = Seen(), Seen()
    clients = [_client(port, number, end, searches) for number in range(count)]
    await asyncio.gather(_watcher(port, end, colours), *clients)
    return searches, colours


async def _client(port: int, number: int, end: float, seen: Seen) -> None:
    """Search until the end, and wait as long as a refusal says."""
    address = f"127.1.{number // 250}.{number % 250 + 1}"
    turn = number
    while time.monotonic() < end:
        turn += 1
        params = {"query": WORDS[turn % len(WORDS)], "hitsPerPage": 100, "page": turn % 3}
        body = json.dumps([{"indexName": "products", "params": params}]).encode()
        if await _call(port, address, "POST /api/search", body, seen) in {429, 503}:
            await asyncio.sleep(PAUSE_S)


async def _watcher(port: int, end: float, seen: Seen) -> None:
    while time.monotonic() < end:
        await _call(port, "127.2.0.1", "GET /api/colors", b"", seen)
        await asyncio.sleep(COLOURS_EVERY_S)


async def _call(port: int, address: str, what: str, body: bytes, seen: Seen) -> int:
    """Make one call on a connection of its own; returns its status, 0 where none came."""
    started = time.monotonic()
    try:
        status, head = await asyncio.wait_for(_answer(port, address, what, body), TIMEOUT_S)
    except (OSError, asyncio.IncompleteReadError, TimeoutError, ValueError):
        seen.failed += 1
        return 0
    took = time.monotonic() - started
    if status == 200:
        seen.answered.append(took)
    elif status in {429, 503} and b"retry-after:" in head.lower():
        seen.refused.append(took)
    else:
        seen.failed += 1
    return status


async def _answer(port: int, address: str, what: str, body: bytes) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        head = (
            f"{what} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        await reader.read()
        return int(answer.split(b" ", 2)[1]), answer
    finally:
        writer.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

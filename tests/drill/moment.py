"""Point in time: PostgreSQL's log is archived, its disk is lost, and a moment is brought back."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from dev.backup import tables
from dev.ports import free_port
from dev.services.account import Account, service_account
from dev.services.postgres import binaries
from indexer.core.db import engine
from tests.bench.generate import generate
from tests.drill.site import Lost, Site, contents
from tests.support.database import psycopg_url
from tests.support.worker import eventually

PRODUCTS = 500
NAME = "SELECT name FROM product ORDER BY id LIMIT 1"
RENAME = "UPDATE product SET name = %s WHERE id = (SELECT min(id) FROM product)"
MOMENT = "SELECT clock_timestamp()::text"


def back_to_a_moment(own: Site, folder: Path) -> str:
    """Change a catalogue, then again; lose its disk; bring back what was between the two."""
    account, archive = service_account(), folder / "archive"
    account.own(folder)
    account.own(archive)
    lost, base, port = folder / "lost", folder / "base", free_port()
    url = f"postgresql+psycopg://winkel@127.0.0.1:{port}/postgres"
    _program(account, "initdb", "-D", str(lost), "-U", "winkel", "-A", "trust", "-E", "UTF8")
    keep = f"test ! -f {archive}/%f && cp %p {archive}/%f"
    with _server(account, lost, port, archive_mode="on", archive_command=keep):
        for words in (["indexer.migrate"], ["indexer.catalogue"]):
            Site(folder, own.settings, own.env | {"DATABASE_URL": url}, ()).module(*words)
        generate(url, PRODUCTS)
        _program(account, "pg_basebackup", "-d", psycopg_url(url), "-D", str(base), "-c", "fast")
        with psycopg.connect(psycopg_url(url), autocommit=True) as connection:
            connection.execute(RENAME, ("Before the moment",))
            saved, moment = contents(url), _one(connection, MOMENT)
            connection.execute(RENAME, ("After the moment",))
            if contents(url) == saved:
                raise Lost("the change after the moment is in no table")
            last = _one(connection, "SELECT pg_walfile_name(pg_switch_wal())")
        eventually((archive / last).exists, "the log's last file is archived")
        engine(url).dispose()
    shutil.rmtree(lost)
    (base / "recovery.signal").touch()
    back = {"restore_command": f"cp {archive}/%f %p", "recovery_target_time": moment}
    with _server(account, base, port, **back, recovery_target_action="promote"):
        with psycopg.connect(psycopg_url(url)) as connection:
            name = _one(connection, NAME)
        if name != "Before the moment" or contents(url) != saved:
            raise Lost(f"the catalogue is not the one of {moment}: {name!r}")
        engine(url).dispose()
    rows = sum(content.count for content in saved.values())
    files = len(list(archive.iterdir()))
    return (
        f"{len(saved)} tables ({rows} rows) equal to those of the moment, from a base"
        f" backup and {files} files of the archived log: the change before it, not the next"
    )


def _one(connection: tables.Connection, asked: str) -> str:
    row = connection.execute(asked).fetchone()
    assert row is not None
    return str(row[0])


@contextmanager
def _server(account: Account, data: Path, port: int, **options: str) -> Iterator[None]:
    """Run a server on a folder until the block ends; its disk is as after a loss of power."""
    command = [*account.prefix("QUIT"), str(binaries() / "postgres"), "-D", str(data)]
    command += ["-p", str(port), "-k", "", "-c", "listen_addresses=127.0.0.1"]
    for name, value in options.items():
        command += ["-c", f"{name}={value}"]
    with data.with_suffix(".log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
    try:
        eventually(lambda: process.poll() is not None or _is_up(port), "PostgreSQL answers", 120)
        if process.poll() is not None:
            raise Lost(f"PostgreSQL ended: {data.with_suffix('.log').read_text()[-600:]}")
        yield
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait()


def _is_up(port: int) -> bool:
    """Return True once it takes writes: a server that is recovering only reads."""
    try:
        with psycopg.connect(f"postgresql://winkel@127.0.0.1:{port}/postgres") as connection:
            return _one(connection, "SELECT pg_is_in_recovery()") == "False"
    except psycopg.OperationalError:
        return False


def _program(account: Account, name: str, *words: str) -> None:
    command = [*account.prefix(), str(binaries() / name), *words]
    done = subprocess.run(command, check=False, cwd="/", capture_output=True, text=True)
    if done.returncode:
        raise Lost(f"{name} failed: {done.stderr.strip()[-600:]}")

"""A catalogue of the version before: upgraded with its data, and brought back."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
from alembic import command
from sqlalchemy import make_url

from dev.backup import searches, tables
from indexer.migrate import alembic_config, migrate
from indexer.settings import ROOT, Settings
from tests.drill.site import ASKED, Asked, Lost, Site, contents, run
from tests.support.database import psycopg_url

PRODUCTS = 2_000
ASK = str(Path(__file__).with_name("ask.py"))
FILL = (
    "import sys; from tests.bench.generate import generate; generate(sys.argv[1], int(sys.argv[2]))"
)


class Skipped(Exception):
    """A step cannot be done here; the words say why."""


def upgrade_and_back(own: Site, folder: Path) -> str:
    """Fill a catalogue with the version before, upgrade it, use it, go back; all stays the same."""
    with _version_before(folder / "before") as (before, commit):
        url = _new_database(own.settings.database_url)
        env = own.env | {"DATABASE_URL": url, "INDEX_PREFIX": "upgraded"}
        for words in (["indexer.migrate"], ["indexer.catalogue"]):
            run(["-m", *words], env, before)
        run(["-c", FILL, url, str(PRODUCTS)], env, before)
        run(["-m", "indexer.index", "ensure"], env, before)
        settings = Settings.from_env(env)
        with tables.snapshot(url) as connection:
            revision, columns = tables.revision_of(connection), tables.columns_of(connection)
        rows, asked = contents(url, columns), searches.questions(settings, ASKED)
        found = _ask(env, before, asked)
        migrate(url)
        run(["-m", "indexer.index", "ensure"], env, ROOT)
        _must_equal("upgraded", rows, contents(url, columns))
        now = _ask(env, ROOT, asked)
        differing = sum(one != other for one, other in zip(found, now, strict=True))
        command.downgrade(alembic_config(settings.database_url), revision)
        run(["-m", "indexer.index", "ensure"], env, before)
        _must_equal("rolled back", rows, contents(url, columns))
        if _ask(env, before, asked) != found:
            raise Lost("the version before finds something else after going back")
    return (
        f"{commit} (schema {revision}) to this version and back: {len(rows)} tables equal at each,"
        f" {ASKED} searches equal after going back, {differing} differ between the versions"
    )


def _must_equal(when: str, before: Mapping[str, object], after: Mapping[str, object]) -> None:
    wrong = [name for name in before if before[name] != after.get(name)]
    if wrong:
        raise Lost(f"{when}, these tables are not as before: {', '.join(wrong)}")


def _ask(env: dict[str, str], version: Path, asked: Asked) -> list[object]:
    found: list[object] = json.loads(run([ASK], env, version, list(asked)))
    return found


def _new_database(url: str) -> str:
    name = "before"
    with psycopg.connect(psycopg_url(url), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return make_url(url).set(database=name).render_as_string(hide_password=False)


@contextmanager
def _version_before(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield a folder with the code before the newest schema, and its commit's short name."""
    newest = _git("log", "-1", "--format=%H", "--", "indexer/migrations/versions")
    commit = _git("rev-parse", "--short", f"{newest}^")
    _git("worktree", "add", "--detach", str(folder), commit)
    try:
        yield folder, commit
    finally:
        _git("worktree", "remove", "--force", str(folder))


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], check=False, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Skipped(f"it needs a git clone with its history: {done.stderr.strip()[:200]}")
    return done.stdout.strip()

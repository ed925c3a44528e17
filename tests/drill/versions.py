"""A catalogue of the version before: upgraded with its data, and brought back."""

from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import psycopg
from alembic import command
from sqlalchemy import make_url

from dev.backup import searches, tables
from indexer.core.db import engine
from indexer.core.settings import ROOT, Settings
from indexer.migrate import alembic_config
from tests.drill.beside import Visits, must_have_gone_on
from tests.drill.edits import Operator, lasting, lost_edits
from tests.drill.site import ASKED, Asked, Lost, Site, contents, run
from tests.support.database import psycopg_url
from tests.support.production import gunicorn

PRODUCTS = 2_000
BACK = 3  # revisions: a release rarely brings more
TOKEN = "an-operator-of-the-drill"
VERSIONS = "indexer/migrations/versions"
IMPORTED = r"^(from|import) (app|indexer|scrapers|dev)\.[a-z_.]+"
NAMED = re.compile(r"""^(revision|down_revision)(?::[^=]*)? = ["']([^"']*)["']""", re.MULTILINE)
ASK = str(Path(__file__).with_name("ask.py"))
FILL = (
    "import sys; from tests.bench.generate import generate; generate(sys.argv[1], int(sys.argv[2]))"
)


class Skipped(Exception):
    """A step cannot be done here; the words say why."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier version: its folder, its commit's short name, and a site's variables for it."""

    folder: Path
    commit: str
    env: dict[str, str]
    url: str

    def module(self, *words: str) -> None:
        """Run one of its modules."""
        run(["-m", *words], self.env, self.folder)


@contextmanager
def earlier(own: Site, folder: Path, name: str, products: int) -> Iterator[Earlier]:
    """Yield the version before with a catalogue of its own; `name`: its database and index."""
    with _version_before(folder / name) as (before, commit), new_database(own, name) as url:
        env = own.env | {"DATABASE_URL": url, "INDEX_PREFIX": f"{own.settings.index_prefix}-{name}"}
        version = Earlier(before, commit, env, url)
        for words in (["indexer.migrate"], ["indexer.catalogue"]):
            version.module(*words)
        run(["-c", FILL, url, str(products)], env, before)
        version.module("indexer.index", "ensure")
        yield version


def upgrade_and_back(own: Site, folder: Path, products: int = PRODUCTS, asking: int = ASKED) -> str:
    """Fill a catalogue with the version before, upgrade it, use it, go back; all stays the same."""
    with earlier(own, folder, "before", products) as before:
        settings, url = Settings.from_env(before.env), before.url
        with tables.snapshot(url) as connection:
            revision, columns = tables.revision_of(connection), tables.columns_of(connection)
        rows, asked = contents(url, columns), searches.questions(settings, asking)
        found = _ask(before.env, before.folder, asked)
        run(["-m", "indexer.migrate"], before.env, ROOT)
        run(["-m", "indexer.index", "ensure"], before.env, ROOT)
        _must_equal("upgraded", rows, contents(url, columns))
        now = _ask(before.env, ROOT, asked)
        differing = sum(one != other for one, other in zip(found, now, strict=True))
        command.downgrade(alembic_config(url), revision)
        before.module("indexer.index", "ensure")
        _must_equal("rolled back", rows, contents(url, columns))
        if _ask(before.env, before.folder, asked) != found:
            raise Lost("the version before finds something else after going back")
    return (
        f"{before.commit} (schema {revision}) to this version and back: {len(rows)} tables equal at"
        f" each, {len(asked)} searches equal after going back, {differing} differ between the"
        " versions"
    )


def upgrade_beside(own: Site, folder: Path, products: int = PRODUCTS) -> str:
    """Migrate the version before's catalogue while it serves visitors, edits and a rebuild."""
    with earlier(own, folder, "busy", products) as before:
        settings = Settings.from_env(before.env).but(
            operator_token=TOKEN, rate_limits=False, kept_answers_mb=0
        )
        with (
            gunicorn(settings, before.folder, cwd=before.folder) as served,
            ThreadPoolExecutor(1) as beside,
        ):
            known = lasting(settings)
            visits = Visits(before.url, served.port, known, Operator(served.port, TOKEN, known))
            with visits.going_on() as expected:
                building = beside.submit(before.module, "indexer.index", "rebuild")
                run(["-m", "indexer.migrate"], before.env, ROOT)
                building.result()
        said = must_have_gone_on(visits, expected)
        if lost := lost_edits(settings, expected):
            raise Lost(f"{len(lost)} acknowledged edits are gone")
    return f"{before.commit}, {products} products: {said}"


def _must_equal(when: str, before: Mapping[str, object], after: Mapping[str, object]) -> None:
    wrong = [name for name in before if before[name] != after.get(name)]
    if wrong:
        raise Lost(f"{when}, these tables are not as before: {', '.join(wrong)}")


def _ask(env: dict[str, str], version: Path, asked: Asked) -> list[object]:
    found: list[object] = json.loads(run([ASK], env, version, list(asked)))
    return found


@contextmanager
def new_database(own: Site, name: str) -> Iterator[str]:
    """Make a database on the site's server for the block."""
    server, name = own.settings.database_url, f"drill_{name}_{uuid4().hex[:8]}"
    with psycopg.connect(psycopg_url(server), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        url = make_url(server).set(database=name).render_as_string(hide_password=False)
        try:
            yield url
        finally:
            engine(url).dispose()
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def _version_before(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield a folder with the version that an upgrade is tried from, and its commit's name."""
    commit = version_before(ROOT)
    _git(ROOT, "worktree", "add", "--detach", str(folder), commit)
    try:
        yield folder, commit
    finally:
        _git(ROOT, "worktree", "remove", "--force", str(folder))


def version_before(repository: Path) -> str:
    """Return the commit that an upgrade is tried from: the newest release with another schema.

    Where none is tagged, the newest commit whose schema is BACK revisions behind. One whose
    revisions are no beginning of ours, as where two followed one, or that lacks a module which it
    imports, is nobody's release.
    """
    ours = chain(_revisions(repository, "HEAD"))
    if ours is None:
        raise Lost("this version has no single newest revision")
    tags = _git(repository, "tag", "--merged", "HEAD", "--sort=-creatordate").split()
    changed = _git(repository, "log", "--format=%H", "--", VERSIONS).split()
    for back, commits in ((1, tags), (BACK, [f"{commit}^" for commit in changed[:-1]])):
        for commit in commits:
            before = chain(_revisions(repository, commit))
            if not before or len(before) > len(ours) - back or ours[: len(before)] != before:
                continue
            if _is_whole(repository, commit):
                return _git(repository, "rev-parse", "--short", commit)
    raise Skipped(f"its history has no version {BACK} revisions behind")


def _is_whole(repository: Path, commit: str) -> bool:
    """Return True if a commit holds each module of its own that it imports."""
    files = _git(repository, "ls-tree", "-rt", "--name-only", commit).split()
    lines = _git(repository, "grep", "-hoE", IMPORTED, commit, "--", "*.py").splitlines()
    modules = {line.split()[1].replace(".", "/") for line in lines}
    return modules <= {file.removesuffix(".py") for file in files}


def chain(revisions: Mapping[str, str]) -> list[str] | None:
    """Return revisions, each with the one before it, from the first on; None: they are no chain."""
    after = {before: name for name, before in revisions.items()}
    line: list[str] = []
    while (name := after.get(line[-1] if line else "")) is not None:
        line.append(name)
    return line if len(line) == len(revisions) else None


def _revisions(repository: Path, commit: str) -> dict[str, str]:
    lines = _git(repository, "grep", "-E", "^(down_)?revision", commit, "--", VERSIONS).splitlines()
    named: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for line in lines:
        file, _, text = line.removeprefix(f"{commit}:").partition(":")
        named[file].update(NAMED.findall(text))
    files = [one for one in named.values() if "revision" in one]
    return {one["revision"]: one.get("down_revision", "") for one in files}


def _git(repository: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", *words], check=False, cwd=repository, capture_output=True, text=True
    )
    if done.returncode:
        raise Skipped(f"it needs a git clone with its history: {done.stderr.strip()[:200]}")
    return done.stdout.strip()

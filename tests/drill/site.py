"""A site of the drill: services of its own in a folder of its own, and what is in them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dev.backup import events, pictures, searches, tables
from dev.backup.manifest import Content, Question, content_of
from dev.services.local import Running, local_services
from indexer.core.db import engine
from indexer.core.settings import ROOT, Settings
from indexer.insights.streams import STREAMS

ASKED = 500
Asked = Sequence[tuple[str, str]]


class Lost(AssertionError):
    """Something is not as it was; the words say what."""


@dataclass(frozen=True, slots=True)
class State:
    """All that must be the same afterwards."""

    tables: dict[str, Content]
    streams: dict[str, Content]
    media: Content
    found: tuple[Question, ...]

    def must_equal(self, other: State) -> str:
        """Return what was compared; raises Lost where something differs."""
        wrong = [name for name in self.tables | other.tables if not self._same(other, name)]
        wrong += [name for name in self.streams if self.streams[name] != other.streams.get(name)]
        if self.media != other.media:
            wrong.append("pictures")
        pairs = zip(self.found, other.found, strict=True)
        searches_ = [before.query for before, after in pairs if before != after]
        if searches_:
            wrong.append(f"{len(searches_)} searches, such as {searches_[0]!r}")
        if wrong:
            raise Lost(f"not as before: {', '.join(wrong)}")
        rows = sum(content.count for content in self.tables.values())
        told = sum(content.count for content in self.streams.values())
        return (
            f"{len(self.tables)} tables (all but {' and '.join(LIVELY)}; {rows} rows),"
            f" {told} events, {self.media.count} pictures and {len(self.found)} searches equal"
        )

    def _same(self, other: State, name: str) -> bool:
        return self.tables.get(name) == other.tables.get(name)


# What healing the index writes; a restore proves these, too (`dev.backup`).
LIVELY = ("index_check", "outbox")


def state_of(settings: Settings, asked: Asked) -> State:
    """Return what is there now; the tables of what is found and done about the index left out."""
    media = pictures.folder_of(settings)
    assert media is not None
    return State(
        contents(settings.database_url),
        {stream.name: events.content_of(settings, stream) for stream in STREAMS},
        content_of(media),
        tuple(searches.ask(settings, asked)),
    )


def contents(database_url: str, only: tables.Columns | None = None) -> dict[str, Content]:
    """Return each table's content, of these tables and columns or of all."""
    with tables.snapshot(database_url) as connection:
        columns = only if only is not None else tables.columns_of(connection)
        lasting = {name: columns[name] for name in columns if name not in LIVELY}
        return tables.contents_of(connection, lasting)


@dataclass(frozen=True, slots=True)
class Site:
    """Running services and the settings for them."""

    root: Path
    settings: Settings
    env: dict[str, str]
    running: tuple[Running, ...]

    def service(self, name: str) -> Running:
        """Return a service by its name."""
        return next(service for service in self.running if service.name == name)

    def module(self, *words: str, cwd: Path = ROOT) -> None:
        """Run `python -m …` for this site; raises Lost with its last lines where it fails."""
        run(["-m", *words], self.env, cwd)


@contextmanager
def site(root: Path) -> Iterator[Site]:
    """Run a site's services in a folder while the block runs."""
    root.mkdir(parents=True, exist_ok=True)
    root.chmod(0o755)  # the services' user must be able to reach its files
    with local_services(root, report=lambda _line: None, brief=True) as services:
        own = {
            **services.environment(),
            "BUCKET_LOCATION": str(root / "media"),
            "EVIDENCE_LOCATION": str(root / "evidence"),
            "RATES_URL": "",
        }
        settings = Settings.from_env(own)
        try:
            yield Site(root, settings, {**os.environ, **own}, services.running)
        finally:
            engine(settings.database_url).dispose()


def run(words: Sequence[str], env: dict[str, str], cwd: Path, given: Any = None) -> str:
    """Run Python in a version's folder and return its output; raises Lost where it fails."""
    done = subprocess.run(
        [sys.executable, *words],
        check=False,
        cwd=cwd,
        env=env,
        input=json.dumps(given),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Lost(f"{' '.join(words)} failed: {(done.stderr or done.stdout).strip()[-600:]}")
    return done.stdout

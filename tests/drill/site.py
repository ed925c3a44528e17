"""A site of the drill: services of its own in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dev.services.servers import Server, local_services
from indexer.core.db import engine
from indexer.core.settings import ROOT, Settings
from indexer.index.rebuild import rebuild
from tests.bench.generate import generate
from tests.support.worker import environment

TOKEN = "an-operator-of-the-drill"


class Lost(AssertionError):
    """Something is not as it was."""


@dataclass(frozen=True, slots=True)
class Site:
    """Running services and the settings for them."""

    settings: Settings
    running: tuple[Server, ...]

    def service(self, name: str) -> Server:
        return next(service for service in self.running if service.name == name)

    def module(self, *words: str) -> None:
        """Run `python -m …` for this site; raises Lost with its last lines where it fails."""
        own = {**os.environ, **environment(self.settings)}
        command = [sys.executable, "-m", *words]
        done = subprocess.run(
            command, check=False, cwd=ROOT, env=own, capture_output=True, text=True
        )
        if done.returncode:
            raise Lost(f"{' '.join(words)}: {(done.stderr or done.stdout).strip()[-600:]}")

    def fill(self, products: int) -> None:
        """Generate a catalogue and its index."""
        self.module("indexer.migrate")
        self.module("indexer.catalogue.tables")
        generate(self.settings.database_url, products)
        rebuild(self.settings, fast=True)


@contextmanager
def site(root: Path, **given: str) -> Iterator[Site]:
    """Run a site's services in a folder while the block runs; `given`: addresses of others."""
    root.mkdir(parents=True, exist_ok=True)
    root.chmod(0o755)  # the services' user must be able to reach its files
    need = {"postgres", "redis", *([] if given else ["elasticsearch"])}
    with local_services(root, need, report=lambda _line: None, brief=True) as (urls, servers):
        own = {
            **urls,
            **given,
            "BUCKET_LOCATION": str(root / "media"),
            "EVIDENCE_LOCATION": str(root / "evidence"),
            "RATES_URL": "",
        }
        settings = Settings.from_env(own).but(
            operator_token=TOKEN,
            rate_limits=False,
            kept_answers_mb=0,
            allow_loopback_stores=True,
            demo_stores_map=None,
        )
        (root / "web").mkdir(exist_ok=True)
        try:
            yield Site(settings, tuple(servers))
        finally:
            engine(settings.database_url).dispose()

"""Builds the frontend when its sources have changed since the last build."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from dev.files import fingerprint, is_current, mark
from dev.services.errors import ServiceError
from dev.services.process import Process, stop_all

SKIPPED = {"node_modules", "dist", "coverage"}


class FrontendBuild:
    """A build in the background; `finish` waits for it."""

    def __init__(self, folder: Path, local: Path, env: Mapping[str, str]) -> None:
        # DEV decides at build time whether the development mode is included.
        own = {**env, "VITE_DEV_MODE": "1" if env.get("DEV") == "1" else ""}
        command = ["npm", "run", "build"]
        self._build = Process(name="frontend", root=local, command=command, env=own, cwd=folder)
        self._stamp = local / "frontend.stamp"
        self._fingerprint = fingerprint(sources(folder), own["VITE_DEV_MODE"])
        built = (folder / "dist" / "index.html").exists()
        self.needed = not (built and is_current(self._stamp, self._fingerprint))

    def start(self) -> None:
        """Start `npm run build`, if needed."""
        if self.needed:
            self._stamp.unlink(missing_ok=True)
            self._build.start()

    def finish(self) -> str:
        """Wait for the build; returns a summary, raises ServiceError with the log's end."""
        if not self.needed:
            return "up to date"
        if self._build.popen.wait():
            raise ServiceError(self._build.ending())
        mark(self._stamp, self._fingerprint)
        seconds = time.monotonic() - self._build.restarts.since
        return f"built, {seconds:.0f} s beside the other steps"

    def stop(self) -> None:
        """End a build that is still running."""
        if self.needed:
            stop_all([self._build])


def sources(folder: Path) -> list[Path]:
    """Return the files below the folder that a build may depend on."""
    files = []
    for entry in folder.iterdir():
        if entry.name in SKIPPED or entry.name.endswith(".tsbuildinfo"):
            continue
        files += [p for p in entry.rglob("*") if p.is_file()] if entry.is_dir() else [entry]
    return files

"""Builds the frontend when its sources have changed since the last build."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from dev.files import fingerprint, is_current, mark, tail
from dev.services.errors import StepError

SKIPPED = {"node_modules", "dist", "coverage"}


class FrontendBuild:
    """A build in the background; `finish` waits for it."""

    def __init__(self, folder: Path, local: Path, env: Mapping[str, str]) -> None:
        self._folder, self._log = folder, local / "logs" / "frontend.log"
        self._stamp = local / "frontend.stamp"
        # DEV decides at build time whether the development mode is included.
        self._env = {**env, "VITE_DEV_MODE": "1" if env.get("DEV") == "1" else ""}
        self._fingerprint = fingerprint(sources(folder), self._env["VITE_DEV_MODE"])
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0

    @property
    def needed(self) -> bool:
        """Return True if there is no build of the present sources."""
        built = (self._folder / "dist" / "index.html").exists()
        return not (built and is_current(self._stamp, self._fingerprint))

    def start(self) -> None:
        """Start `npm run build`, if needed."""
        if not self.needed:
            return
        self._stamp.unlink(missing_ok=True)
        self._log.parent.mkdir(parents=True, exist_ok=True)
        self._started = time.monotonic()
        with self._log.open("wb") as out:
            self._process = subprocess.Popen(
                ["npm", "run", "build"],
                cwd=self._folder,
                env=self._env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    def finish(self) -> str:
        """Wait for the build; returns a summary, raises StepError with the log's end."""
        if self._process is None:
            return "up to date"
        code = self._process.wait()
        self._process = None
        if code:
            ending = tail(self._log, 20)
            raise StepError(f"The frontend's build failed. {self._log} ends:\n{ending}")
        mark(self._stamp, self._fingerprint)
        return f"built, {time.monotonic() - self._started:.0f} s beside the other steps"

    def stop(self) -> None:
        """End a build that is still running."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


def sources(folder: Path) -> list[Path]:
    """Return the files below the folder that a build may depend on."""
    files = []
    for entry in folder.iterdir():
        if entry.name in SKIPPED or entry.name.endswith(".tsbuildinfo"):
            continue
        files += [p for p in entry.rglob("*") if p.is_file()] if entry.is_dir() else [entry]
    return files

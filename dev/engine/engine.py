"""The container engine and its compose: given, or Debian's with a data folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from dev.packages import apt_install

COMPOSE_MODULE = "github.com/docker/compose/v2@v2.40.3"
FILES_OPEN = 20_000  # what a container may be given here, where this shell may not raise more
PATIENCE_S = 60
# Several nodes of Elasticsearch do not start with less, as the guide says.
MAPS, LEAST_MAPS = Path("/proc/sys/vm/max_map_count"), 262_144


class Failed(Exception):
    """A step did not do what it must; the words say what was seen."""


def run(
    *words: str | Path,
    env: Mapping[str, str] | None = None,
    within_s: float = 900,
    text: str | None = None,
) -> str:
    """Run a command and return what it printed; raises Failed with its last words."""
    try:
        done = subprocess.run(
            [str(word) for word in words],
            check=False,
            capture_output=True,
            text=True,
            env=env,
            input=text,
            timeout=within_s,
        )
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{' '.join(map(str, words))[:200]}: no end after {within_s} s") from error
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-12:])
        raise Failed(f"{' '.join(map(str, words))[:200]} ended with {done.returncode}:\n{last}")
    return done.stdout


class Engine:
    """A docker engine; `own`: its daemon is ours, in `folder`, and may be restarted."""

    def __init__(self, folder: Path, own: bool) -> None:
        """Take the engine that answers, or one of our own in the folder."""
        self.folder, self.own = folder, own
        # The compose would mount the authorities of this shell's host.
        left_out = {"SSL_CERT_FILE", "COMPOSE_FILE", "COMPOSE_PROJECT_NAME", "COMPOSE_PROFILES"}
        self.env = {name: value for name, value in os.environ.items() if name not in left_out}
        if own:
            self.env["DOCKER_HOST"] = f"unix://{folder}/docker.sock"
        self._daemon: subprocess.Popen[bytes] | None = None

    def docker(self, *words: str | Path, within_s: float = 900, text: str | None = None) -> str:
        """Run docker."""
        return run("docker", *words, env=self.env, within_s=within_s, text=text)

    def start(self) -> None:
        """Start our own daemon and wait until it answers."""
        limit = f"nofile={FILES_OPEN}:{FILES_OPEN}"
        places = [f"--data-root={self.folder}/data", f"--exec-root={self.folder}/exec"]
        places += [
            f"--pidfile={self.folder}/docker.pid",
            f"--host=unix://{self.folder}/docker.sock",
        ]
        with (self.folder / "dockerd.log").open("ab") as log:
            self._daemon = subprocess.Popen(
                ["dockerd", *places, "--default-ulimit", limit],
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE_S
        while not _answers(self.env):
            if self._daemon.poll() is not None or time.monotonic() > until:
                raise Failed(f"dockerd did not come up: {self.folder}/dockerd.log")
            time.sleep(0.5)

    def stop(self) -> None:
        """End our own daemon, and its containers with it."""
        if self._daemon is not None:
            self._daemon.send_signal(signal.SIGTERM)
            self._daemon.wait(120)
            self._daemon = None


def _answers(env: Mapping[str, str]) -> bool:
    if not shutil.which("docker"):
        return False
    asked = ["docker", "info", "--format", "{{.ServerVersion}}"]
    done = subprocess.run(asked, check=False, env=env, capture_output=True, text=True)
    return done.returncode == 0 and bool(done.stdout.strip())


@contextmanager
def engine(folder: Path) -> Iterator[Engine]:
    """Yield the engine that answers, or Debian's, which is ended and its data removed."""
    given = Engine(folder, own=False)
    if _answers(given.env):
        _ensure_compose(given)
        yield given
        return
    if os.geteuid():
        raise Failed("No container engine answers, and only root can start one.")
    if not shutil.which("dockerd"):
        apt_install(["docker.io"])
    ours = Engine(folder, own=True)
    folder.mkdir(parents=True, exist_ok=True)
    before = MAPS.read_text()
    MAPS.write_text(str(max(int(before), LEAST_MAPS)))
    try:
        ours.start()
        _ensure_compose(ours)
        yield ours
    finally:
        ours.stop()
        MAPS.write_text(before)
        if "--keep" not in sys.argv:
            shutil.rmtree(folder / "data", ignore_errors=True)


def _ensure_compose(one: Engine) -> None:
    """See that `docker compose` is there: version 2 is what the file needs."""
    try:
        one.docker("compose", "version")
    except Failed:
        _build_compose()
        one.docker("compose", "version")


def _build_compose() -> None:
    """Build Compose from its Go module (two minutes, once), where docker looks for it."""
    if not shutil.which("go"):
        raise Failed("docker has no compose plugin: install Compose v2, or Go to build it with.")
    print("Building docker compose from its Go module (once) …", flush=True)
    plugins = Path.home() / ".docker" / "cli-plugins"
    plugins.mkdir(parents=True, exist_ok=True)
    told = json.loads(run("go", "mod", "download", "-json", COMPOSE_MODULE))
    env = {**os.environ, "CGO_ENABLED": "0"}
    program = plugins / "docker-compose"
    run("go", "build", "-C", told["Dir"], "-o", program, "./cmd", env=env)

"""The container engine and its compose: the one that answers, or Debian's with its own folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from dev.packages import apt_install

COMPOSE_MODULE = "github.com/docker/compose/v2@v2.40.3"
FILES_OPEN = 20_000  # of a container, on hosts that let nobody raise the limit
PATIENCE_S = 60
# Several nodes of Elasticsearch do not start with less, as the guide says.
MAPS, LEAST_MAPS = Path("/proc/sys/vm/max_map_count"), 262_144
# In cgroups v1 all containers together weigh as much as one other process of this machine.
SHARES = Path("/sys/fs/cgroup/cpu/docker/cpu.shares")


class Failed(Exception):
    """A step did not do what it must; the message says what was seen."""


def run(*words: str | Path, env: Mapping[str, str] | None = None, within_s: float = 900) -> str:
    """Run a command and return what it printed; raises Failed with its last lines."""
    command = [str(word) for word in words]
    name = " ".join(command)[:200]
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, env=env, timeout=within_s
        )
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{name}: no end after {within_s} s") from error
    except FileNotFoundError as error:
        raise Failed(f"{name}: not installed") from error
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-12:])
        raise Failed(f"{name} ended with {done.returncode}:\n{last}")
    return done.stdout


class Engine:
    """A docker engine; `own`: its daemon is ours, in `folder`, and may be restarted."""

    def __init__(self, folder: Path, own: bool) -> None:
        self.folder, self.own = folder, own
        # The compose would mount the authorities of this shell's host.
        left_out = {"SSL_CERT_FILE", "COMPOSE_FILE", "COMPOSE_PROJECT_NAME", "COMPOSE_PROFILES"}
        self.env = {name: value for name, value in os.environ.items() if name not in left_out}
        if own:
            self.env["DOCKER_HOST"] = f"unix://{folder}/docker.sock"
        self._daemon: subprocess.Popen[bytes] | None = None

    def docker(self, *words: str | Path, within_s: float = 900) -> str:
        """Run docker."""
        return run("docker", *words, env=self.env, within_s=within_s)

    def answers(self) -> bool:
        """Return True if its daemon answers."""
        try:
            return bool(self.docker("info", "--format", "{{.ServerVersion}}").strip())
        except Failed:
            return False

    def start(self) -> None:
        """Start our own daemon and wait until it answers."""
        if (SHARES.parents[1] / "cpu.shares").exists():
            SHARES.parent.mkdir(exist_ok=True)
            SHARES.write_text("12288")  # as twelve of them
        # Visitors and docker's own processes stay outside of that: the front hangs up, without a
        # line in its log, on who does not get to send a request within ten seconds.
        with suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, 0, -10)
        at = self.folder
        words = [f"--data-root={at}/data", f"--exec-root={at}/exec", f"--pidfile={at}/docker.pid"]
        limit = f"--default-ulimit=nofile={FILES_OPEN}:{FILES_OPEN}"
        with (at / "dockerd.log").open("ab") as log:
            self._daemon = subprocess.Popen(
                ["dockerd", *words, f"--host={self.env['DOCKER_HOST']}", limit],
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE_S
        while not self.answers():
            if self._daemon.poll() is not None or time.monotonic() > until:
                raise Failed(f"dockerd did not come up: {at}/dockerd.log")
            time.sleep(0.5)

    def stop(self) -> None:
        """End our own daemon, and its containers with it."""
        if self._daemon is not None:
            self._daemon.terminate()
            self._daemon.wait(120)
            self._daemon = None


@contextmanager
def engine(folder: Path, keep: bool) -> Iterator[Engine]:
    """Yield the engine that answers, or Debian's, which is ended; `keep`: its images stay."""
    given = Engine(folder, own=False)
    if given.answers():
        _ensure_compose(given)
        yield given
        return
    if os.geteuid():
        raise Failed("No container engine answers, and only root can start one.")
    needed = {"dockerd": "docker.io", "ip": "iproute2"}
    if missing := [package for program, package in needed.items() if not shutil.which(program)]:
        apt_install(missing)
    ours, maps, bridges = Engine(folder, own=True), MAPS.read_text(), _bridges()
    folder.mkdir(parents=True, exist_ok=True)
    MAPS.write_text(str(max(int(maps), LEAST_MAPS)))
    try:
        ours.start()
        _ensure_compose(ours)
        yield ours
    finally:
        ours.stop()
        MAPS.write_text(maps)
        for bridge in _bridges() - bridges:  # it forgets one when it is restarted
            with suppress(Failed):
                run("ip", "link", "delete", bridge)
        if not keep:
            for mounted in (folder / "exec" / "netns").glob("*"):
                with suppress(Failed):
                    run("umount", mounted)
            shutil.rmtree(folder, ignore_errors=True)


def _bridges() -> set[str]:
    return {*re.findall(r" (docker0|br-[0-9a-f]{12}):", run("ip", "-o", "link"))}


def _ensure_compose(one: Engine) -> None:
    """See that there is a `docker compose`: Debian 13's, or version 2 built from its Go module."""
    with suppress(Failed):
        one.docker("compose", "version")
        return
    with suppress(Failed):
        if "Candidate: 2" in run("apt-cache", "policy", "docker-compose"):
            apt_install(["docker-compose"])
            one.docker("compose", "version")
            return
    if not shutil.which("go"):
        raise Failed("Install Compose v2, docker's plugin, or Go to build it with.")
    print("Building docker compose from its Go module (once, two minutes) …", flush=True)
    plugins = Path.home() / ".docker" / "cli-plugins"
    plugins.mkdir(parents=True, exist_ok=True)
    module = json.loads(run("go", "mod", "download", "-json", COMPOSE_MODULE))["Dir"]
    env = {**os.environ, "CGO_ENABLED": "0"}
    run("go", "build", "-C", module, "-o", plugins / "docker-compose", "./cmd", env=env)
    one.docker("compose", "version")

"""One project of the compose: its own name, ports, secrets and network, on an engine."""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Callable, Collection
from pathlib import Path

from dev.engine.engine import FILES_OPEN, Engine, Failed, run
from dev.engine.images import ROOT
from dev.ports import free_port
from dev.run.env import complete

PROJECT = "winkel-engine"
SUBNETS = [f"172.31.{number}." for number in range(200, 244)]
ONE, CLUSTER = "docker-compose.yml", "docker-compose.cluster.yml"
ONCE = frozenset({"accounts", "setup", "dashboards", "demo-brands", "certificates"})
# The image has no pytest, which the tests' support imports.
FILL = (
    "import os, sys, unittest.mock as mock; sys.modules['pytest'] = mock.MagicMock();"
    "from tests.bench.generate import generate; generate(os.environ['DATABASE_URL'], {products})"
)
PATIENCE_S = 600
POLL_S = 0.5
MIB = {"B": 2**-20, "KiB": 2**-10, "MiB": 1.0, "GiB": 1024.0}


class Stack:
    """A folder's compose under our project; several versions' folders may take turns."""

    def __init__(self, engine: Engine, work: Path, without: Collection[str]) -> None:
        """Make its secrets, certificate and ports in the folder `work`; `without`: services."""
        self.engine, self.work, self.without = engine, work, frozenset(without)
        self.port, self.folder = free_port(), ROOT
        self.files, self.profile = [ONE], "demo"
        self.memory: dict[str, tuple[float, float]] = {}  # most seen and limit, in MiB
        # An engine that was killed leaves networks behind, and two of one address reach nobody.
        taken = run("ip", "route") if engine.own else ""
        subnet = next(one for one in SUBNETS if one not in taken)
        self.gateway = f"{subnet}1"
        self._write_certificate(work / "certificates")
        made, _ = complete((ROOT / ".env.example").read_text(), "")
        self.env = dict(re.findall(r"^([A-Z_]+)=(.*)$", made, re.M))
        self.change(
            FRONT_PORT=f"127.0.0.1:{free_port()}",
            FRONT_PORT_TLS=f"127.0.0.1:{self.port}",
            FRONT_CERTIFICATES=str(work / "certificates"),
            FRONT_TRUSTED=self.gateway,
            FRONT_APP="app:8000,nowhere:8000",  # the front goes on without one that nobody knows
            PUBLIC_URL=f"https://127.0.0.1:{self.port}",
            DOOR_SUBNET=f"{subnet}0/24",
            ALLOW_LOOPBACK_STORES="1",
            BACKUP_EVERY_HOURS="0",
            METRICS_TOKEN="metrics-of-the-walk",  # noqa: S106 - of this walk alone
            RATES_URL="",
        )

    def _write_certificate(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        key: list[str | Path] = ["-newkey", "rsa:2048", "-nodes", "-keyout", folder / "tls.key"]
        name = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
        run("openssl", "req", "-x509", "-days", "2", *key, *name, "-out", folder / "tls.crt")
        (folder / "tls.key").chmod(0o644)  # the front's own user reads it
        self.authority = folder / "tls.crt"

    def change(self, **variables: str) -> None:
        """Set variables of its .env; the next `up` takes them."""
        self.env |= variables
        lines = (f"{name}={value}\n" for name, value in self.env.items())
        (self.work / "env").write_text("".join(lines))

    def compose(self, *words: str) -> str:
        """Run docker compose on the project."""
        files = [self.folder / file for file in self.files]
        if self.engine.own:
            files.append(self._limited_files())
        own = ["-p", PROJECT, f"--project-directory={self.folder}", f"--env-file={self.work}/env"]
        own += [f"--file={file}" for file in files]
        own += [f"--profile={self.profile}"] if self.profile else []
        return self.engine.docker("compose", *own, *words, within_s=3_600)

    def _limited_files(self) -> Path:
        """Return what keeps Elasticsearch's open files to those that this host allows."""
        limit = f"{{ulimits: {{nofile: {{soft: {FILES_OPEN}, hard: {FILES_OPEN}}}}}}}"
        nodes = ["elasticsearch"]
        if CLUSTER in self.files:
            nodes += ["elasticsearch-2", "elasticsearch-3", "certificates"]
        override = self.work / "override.yml"
        override.write_text("services:\n" + "".join(f"  {node}: {limit}\n" for node in nodes))
        return override

    def services(self) -> list[str]:
        """Return the services that can run here."""
        return sorted({*self.compose("config", "--services").split()} - self.without)

    def up(self) -> float:
        """Bring all up; return after how many seconds all is well."""
        began = time.monotonic()
        try:
            self.compose("up", "-d", *self.services())
        except Failed as error:
            raise Failed(f"{error}\n{self._says(set())}") from error
        self.settle()
        return time.monotonic() - began

    def complaints(self, since_s: float) -> list[str]:
        """Return the applications' warnings and errors of the last so many seconds."""
        apps = [name for name in self.services() if name.startswith("app")]
        told = self.compose("logs", "--no-color", f"--since={math.ceil(since_s)}s", *apps)
        return [
            line for line in told.splitlines() if re.search(r"\"level\": \"(warning|error)\"", line)
        ]

    def settle(self) -> None:
        """Wait until what runs once has ended with 0, and the rest is healthy."""
        wanted = {*self.services()}
        self.wait(lambda: not self._unwell(wanted), lambda: self._says(wanted))

    def wait(self, is_so: Callable[[], bool], says: Callable[[], str]) -> float:
        """Wait for a state; return after how many seconds it was so."""
        began = time.monotonic()
        while not is_so():
            if time.monotonic() - began > PATIENCE_S:
                raise Failed(f"after {PATIENCE_S} s {says()}")
            time.sleep(POLL_S)
        return time.monotonic() - began

    def containers(self) -> list[dict[str, str]]:
        """Return the project's containers, those that have ended too."""
        told = self.compose("ps", "-a", "--format", "json")
        return [json.loads(line) for line in told.splitlines() if line.strip()]

    def running(self) -> set[str]:
        """Return the containers that run."""
        return {one["ID"] for one in self.containers() if one["State"] == "running"}

    def _says(self, wanted: set[str]) -> str:
        unwell = self._unwell(wanted)
        logs = self.compose("logs", "--tail", "30", "--no-color", *unwell) if unwell else ""
        return f"unwell: {unwell}\n{logs}"

    def _unwell(self, wanted: set[str]) -> list[str]:
        there = self.containers()
        wrong = [one["Service"] for one in there if not _is_well(one)]
        return wrong + sorted(wanted - {one["Service"] for one in there})

    def kill(self, *names: str) -> None:
        """Kill containers' first processes, as the kernel does when out of memory."""
        own = (f"{PROJECT}-{name}" for name in names)
        pids = self.engine.docker("inspect", "-f", "{{.State.Pid}}", *own).split()
        if "0" in pids:
            raise Failed(f"not all of {names} run")
        # By a container, wherever the engine is; `docker kill` would be the operator's wish.
        may = ["--rm", "--pid=host", "--user=0", "--entrypoint=sh"]
        self.engine.docker("run", *may, "winkel:local", "-c", f"kill -9 {' '.join(pids)}")

    def exec(self, service: str, *words: str) -> str:
        """Run a command in a service's container."""
        return self.compose("exec", "-T", service, *words)

    def sql(self, text: str) -> str:
        """Have PostgreSQL do it."""
        words = 'PGPASSWORD=$POSTGRES_PASSWORD psql -h 127.0.0.1 -U winkel -Atc "$0"'
        return self.exec("postgres", "sh", "-c", words, text)

    def once(self, service: str, *words: str) -> str:
        """Run a command as the guide does, in a container of its own."""
        return self.compose("run", "--rm", "--no-deps", "-T", service, *words)

    def fill(self, products: int) -> None:
        """Generate a catalogue with the folder's own tests, and index it."""
        tests = f"{self.folder}/tests:/srv/winkel/tests:ro"
        words = ["-T", "-v", tests, "setup", "python", "-c", FILL.format(products=products)]
        self.compose("run", "--rm", "--no-deps", *words)
        self.once("setup", "python", "-m", "indexer.index", "rebuild", "--fast")

    def note_memory(self) -> None:
        """Note what the containers take now, where it is more than before."""
        told = self.engine.docker("stats", "--no-stream", "--format", "{{.Name}} {{.MemUsage}}")
        found = re.findall(rf"^{PROJECT}-(\S+)-\d+ ([\d.]+)(\w+) / ([\d.]+)(\w+)$", told, re.M)
        for name, used, unit, limit, of in found:
            key = f"{name}, {'cluster' if CLUSTER in self.files else 'one host'}"
            now, before = float(used) * MIB[unit], self.memory.get(key, (0.0, 0.0))[0]
            self.memory[key] = max(now, before), float(limit) * MIB[of]

    def take_down(self) -> None:
        """End all, and forget its data."""
        self.compose("down", "-v", "--remove-orphans", "-t", "5")


def _is_well(container: dict[str, str]) -> bool:
    if container["Service"] in ONCE:
        return container["State"] == "exited" and int(container["ExitCode"]) == 0
    return container["State"] == "running" and container["Health"] in {"", "healthy"}

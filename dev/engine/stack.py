"""One project of the compose: its own name, ports, secrets and network, on an engine."""

from __future__ import annotations

import json
import os
import re
import signal
import ssl
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from dev.engine.engine import FILES_OPEN, Engine, Failed, run
from dev.ports import free_port
from dev.run.env import complete

PROJECT = "winkel-engine"
SUBNET, GATEWAY = "172.31.243.0/24", "172.31.243.1"
ONCE = frozenset({"accounts", "setup", "dashboards", "demo-brands", "certificates"})
# The application's own, which nobody starts before the rest; stand-ins have no Kibana.
# The image has no pytest, which the tests' support asks for by the way.
FILL = (
    "import os, sys, unittest.mock as mock; sys.modules['pytest'] = mock.MagicMock();"
    "from tests.bench.generate import generate; generate(os.environ['DATABASE_URL'], {products})"
)
PATIENCE_S = 600
POLL_S = 0.5
MIB = {"B": 2**-20, "KiB": 2**-10, "MiB": 1.0, "GiB": 1024.0}


class Stack:
    """A folder's compose under our project; several versions' folders may take turns."""

    def __init__(self, engine: Engine, work: Path, without: Sequence[str]) -> None:
        """Make its secrets, its certificate and its ports in the folder `work`."""
        self.engine, self.work, self.without = engine, work, frozenset(without)
        self.port = free_port()
        self.env_file, self.files = work / "env", ["docker-compose.yml"]
        self.folder = Path(__file__).resolve().parents[2]
        self.memory: dict[str, tuple[float, float]] = {}  # most seen and limit, in MiB
        self._write_certificate(work / "certificates")
        example = (self.folder / ".env.example").read_text()
        self.env_file.write_text(complete(example, "")[0] + self._settings())
        self.values = dict(re.findall(r"^([A-Z_]+)=(.*)$", self.env_file.read_text(), re.M))
        self._override = work / "override.yml"
        limit = f"{{soft: {FILES_OPEN}, hard: {FILES_OPEN}}}"
        nodes = ["elasticsearch", "elasticsearch-2", "elasticsearch-3", "certificates"]
        self._limited = {name: f"  {name}: {{ulimits: {{nofile: {limit}}}}}\n" for name in nodes}

    def _settings(self) -> str:
        return "".join(
            f"{name}={value}\n"
            for name, value in {
                "FRONT_PORT": f"127.0.0.1:{free_port()}",
                "FRONT_PORT_TLS": f"127.0.0.1:{self.port}",
                "FRONT_CERTIFICATES": self.work / "certificates",
                "FRONT_TRUSTED": GATEWAY,
                # One whose name nobody knows: the front goes on without it.
                "FRONT_APP": "app:8000,nowhere:8000",
                "PUBLIC_URL": f"https://127.0.0.1:{self.port}",
                "DOOR_SUBNET": SUBNET,
                "ALLOW_LOOPBACK_STORES": 1,
                "BACKUP_EVERY_HOURS": 0,
                "METRICS_TOKEN": "metrics-of-the-walk",
                "RATES_URL": "",
            }.items()
        )

    def _write_certificate(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        key: list[str | Path] = ["-newkey", "rsa:2048", "-nodes", "-keyout", folder / "tls.key"]
        name = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
        run("openssl", "req", "-x509", "-days", "2", *key, *name, "-out", folder / "tls.crt")
        (folder / "tls.key").chmod(0o644)  # the front's own user reads it
        self.trust = ssl.create_default_context(cafile=str(folder / "tls.crt"))

    def compose(self, *words: str, within_s: float = 1_500, text: str | None = None) -> str:
        """Run docker compose on the project."""
        files = [word for file in self.files for word in ("-f", str(self.folder / file))]
        if self.engine.own:
            known = (self.folder / file for file in self.files)
            named = "".join(file.read_text() for file in known)
            nodes = [line for name, line in self._limited.items() if f"\n  {name}:\n" in named]
            self._override.write_text("services:\n" + "".join(nodes))
            files += ["-f", str(self._override)]
        own = ["-p", PROJECT, "--project-directory", str(self.folder), "--profile", "demo"]
        start = ["compose", *own, "--env-file", str(self.env_file), *files]
        return self.engine.docker(*start, *words, within_s=within_s, text=text)

    def services(self) -> list[str]:
        """Return the services that can run here."""
        return sorted({*self.compose("config", "--services").split()} - self.without)

    def up(self, *words: str) -> None:
        """Bring all up, and wait until all is well."""
        self.compose("up", "-d", *words, *self.services())
        self.settled()

    def settled(self) -> None:
        """Wait until what runs once has ended with 0, and the rest is healthy."""
        wanted = {*self.services()}
        self.wait(lambda: not self._unwell(wanted), lambda: f"unwell: {self._unwell(wanted)}")

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

    def _unwell(self, wanted: set[str]) -> list[str]:
        there = self.containers()
        wrong = [one["Service"] for one in there if not _is_well(one)]
        return wrong + sorted(wanted - {one["Service"] for one in there})

    def kill(self, name: str) -> None:
        """Kill a container's first process, as the kernel does when out of memory."""
        pid = int(self.engine.docker("inspect", "-f", "{{.State.Pid}}", name))
        try:
            os.kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):  # an engine in a machine of its own
            self.engine.docker("kill", name)
            self.engine.docker("start", name)

    def exec(self, service: str, *words: str, text: str | None = None) -> str:
        """Run a command in a service's container."""
        return self.compose("exec", "-T", service, *words, text=text)

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

    def change(self, name: str, value: str) -> None:
        """Set one of its variables."""
        self.env_file.write_text(f"{self.env_file.read_text()}{name}={value}\n")

    def note_memory(self) -> None:
        """Note what the containers take now, where it is more than before."""
        told = self.engine.docker("stats", "--no-stream", "--format", "{{.Name}} {{.MemUsage}}")
        found = re.findall(rf"^{PROJECT}-(\S+)-\d+ ([\d.]+)(\w+) / ([\d.]+)(\w+)$", told, re.M)
        for name, used, unit, limit, of in found:
            now, before = float(used) * MIB[unit], self.memory.get(name, (0.0, 0.0))[0]
            self.memory[name] = max(now, before), float(limit) * MIB[of]

    def take_down(self) -> None:
        """End all, and forget its data; a generated catalogue has other brands than the demo."""
        self.without |= {"demo-brands"}
        self.compose("down", "-v", "--remove-orphans", "-t", "5")


def _is_well(container: dict[str, str]) -> bool:
    if container["Service"] in ONCE:
        return container["State"] == "exited" and int(container["ExitCode"]) == 0
    return container["State"] == "running" and container["Health"] in {"", "healthy"}

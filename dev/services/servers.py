"""PostgreSQL, Redis and Elasticsearch as local processes, for machines without Docker."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from dev.files import RootInUseError, ServiceError, file_lock
from dev.ports import free_port
from dev.services.distribution import elasticsearch_distribution, java_home
from dev.services.process import (
    Process,
    answers,
    give,
    recover,
    service_account,
    stop_all,
    switched,
)

DATABASE = "winkel"
INSTALLED = Path("/usr/lib/postgresql")
OLDEST_POSTGRES = 15
LONGEST_SOCKET_PATH = 90  # the kernel's limit is 107 bytes with the file's own name
# Sized for the catalogue of a million products on a two-core, 24 GB machine.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "512MB",
    "effective_cache_size": "4GB",
    "work_mem": "32MB",
    "maintenance_work_mem": "256MB",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "15min",
    "wal_compression": "on",
    "wal_level": "minimal",  # no replica here: bulk loads into new tables skip the log
    "max_wal_senders": "0",
    "random_page_cost": "1.1",
    "jit": "off",  # compiling costs more than these short queries take
    "timezone": "UTC",
    "log_timezone": "UTC",
}
# A test's rows need not survive the machine; they survive a killed server all the same.
BRIEF_SETTINGS = {"fsync": "off", "full_page_writes": "off"}
# The start script's defaults without the garbage collector's log, which would be written to the
# distribution's folder: this user cannot write there.
JVM_OPTIONS = """-Xms{heap}
-Xmx{heap}
-XX:+UseG1GC
-Djava.io.tmpdir=${{ES_TMPDIR}}
20-:--add-modules=jdk.incubator.vector
23-:-XX:CompileCommand=dontinline,java/lang/invoke/MethodHandle.setAsTypeCache
23-:-XX:CompileCommand=dontinline,java/lang/invoke/MethodHandle.asTypeUncached
-Dorg.apache.lucene.store.defaultReadAdvice=normal
-Dorg.apache.lucene.store.MMapDirectory.sharedArenaMaxPermits=1
-XX:+ExitOnOutOfMemoryError
-XX:ErrorFile={logs}/hs_err_pid%p.log
"""
# Only the first compiler: a start takes 9 s of processor time in place of 17.
BRIEF_OPTION = "-XX:TieredStopAtLevel=1\n"
# Settings that a build without the module rejects.
MODULE_SETTINGS = {
    "x-pack-ml": "xpack.ml.enabled",
    "x-pack-watcher": "xpack.watcher.enabled",
    "x-pack-profiling": "xpack.profiling.enabled",
    "ingest-geoip": "ingest.geoip.downloader.enabled",
}


@dataclass(kw_only=True)
class Server(Process):
    """A server with its data in `folder`; `brief`: a quick start matters more than speed."""

    folder: Path
    brief: bool = False
    port: int = field(default_factory=free_port)
    start_timeout_s = 120.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.env = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LANG": "C.UTF-8"}

    @property
    def url(self) -> str:
        """Return its address, as the product's settings have it."""
        raise NotImplementedError

    def answers(self) -> bool:
        """Return True if it accepts requests."""
        raise NotImplementedError

    def complete(self) -> None:
        """Do what a new server needs once it answers."""


def binaries(version: str = "") -> Path:
    """Return the folder of PostgreSQL's programs, of this version where it is installed."""
    found = {path.parts[-3]: path.parent for path in INSTALLED.glob("[0-9]*/bin/initdb")}
    newest = max(found, key=int, default="0")
    if version in found or int(newest) >= OLDEST_POSTGRES:
        return found.get(version, found[newest])
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    raise ServiceError(
        f"PostgreSQL {OLDEST_POSTGRES} or newer is not installed. Run: apt-get install -y"
        " postgresql"
    )


class Postgres(Server):
    """PostgreSQL with a socket in its folder, no password; fsync on unless `brief`."""

    def prepare(self) -> None:
        """Create the cluster, once; remove a stale lock file."""
        data = self.folder / "data"
        marker = data / "PG_VERSION"
        if not marker.exists():
            shutil.rmtree(data, ignore_errors=True)  # of an initdb that was killed
            command = [*switched(self.account), str(binaries() / "initdb"), "-D", str(data)]
            command += ["-U", DATABASE, "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust"]
            done = subprocess.run(command, check=False, capture_output=True, text=True, cwd="/")
            if done.returncode:
                raise ServiceError(f"PostgreSQL's initdb failed in {data}:\n{done.stderr.strip()}")
        # `recover` has ended our own processes: the lock's pid has been reused by another one.
        (data / "postmaster.pid").unlink(missing_ok=True)
        sockets = str(self.folder) if len(str(self.folder)) <= LONGEST_SOCKET_PATH else ""
        chosen = SETTINGS | (BRIEF_SETTINGS if self.brief else {})
        settings = [word for name, value in chosen.items() for word in ("-c", f"{name}={value}")]
        program = str(binaries(marker.read_text().strip()) / "postgres")
        self.command = [program, "-D", str(data), "-p", str(self.port), "-k", sockets, *settings]
        self.stop_signal = signal.SIGINT

    def answers(self) -> bool:
        """Return True if it accepts connections."""
        return self._client("pg_isready", "-q").returncode == 0

    def complete(self) -> None:
        """Create the database unless it exists."""
        created = self._client("createdb", "-U", DATABASE, DATABASE)
        if created.returncode and "already exists" not in created.stderr:
            raise ServiceError(f"The database could not be created: {created.stderr.strip()}")

    def _client(self, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        command = [str(binaries() / program), "-h", "127.0.0.1", "-p", str(self.port), *words]
        return subprocess.run(command, check=False, capture_output=True, text=True)

    @property
    def url(self) -> str:
        """Return DATABASE_URL."""
        return f"postgresql+psycopg://{DATABASE}@127.0.0.1:{self.port}/{DATABASE}"


class Redis(Server):
    """Redis with an append-only file."""

    def prepare(self) -> None:
        """Check that the server is installed."""
        program = shutil.which("redis-server")
        if program is None:
            raise ServiceError("Redis is not installed. Run: apt-get install -y redis-server")
        self.command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--dir"]
        self.command += [str(self.folder), "--appendonly", "yes", "--save", "", "--daemonize", "no"]
        self.command += ["--maxmemory-policy", "noeviction"]  # queues must not be evicted

    def answers(self) -> bool:
        """Return True if it has loaded its file and answers."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


class Elasticsearch(Server):
    """A node; `settings` of its own add to those of a single one."""

    settings: Mapping[str, object] = MappingProxyType({})
    heap = "1g"
    start_timeout_s = 300.0  # usually 10 s; 90 s were seen with two cores at a load of 25

    def prepare(self) -> None:
        """Write the configuration."""
        home, config = elasticsearch_distribution(), self.folder / "config"
        for path in (config, *(self.folder / name for name in ("logs", "data", "tmp"))):
            path.mkdir(parents=True, exist_ok=True)
        shutil.copy(home / "config" / "log4j2.properties", config)
        options = JVM_OPTIONS.format(heap=self.heap, logs=self.folder / "logs")
        (config / "jvm.options").write_text(options + BRIEF_OPTION * self.brief)
        values: dict[str, object] = {
            "cluster.name": "winkel-local",
            "node.name": "local",
            "discovery.type": "single-node",
            "network.host": "127.0.0.1",
            "http.port": self.port,
            "path.data": str(self.folder / "data"),
            "path.logs": str(self.folder / "logs"),
            "xpack.security.enabled": False,
            "cluster.routing.allocation.disk.threshold_enabled": False,
            # Facet bodies are answered from here (design, "How the query runs"): 1 % is 10 MB.
            "indices.requests.cache.size": "10%",
        }
        for module, name in MODULE_SETTINGS.items():
            if (home / "modules" / module).is_dir():
                values[name] = False
        values |= self.settings
        lines = (f"{name}: {json.dumps(value)}\n" for name, value in values.items())
        (config / "elasticsearch.yml").write_text("".join(lines))
        give(self.folder, self.account)
        self.command = [str(home / "bin" / "elasticsearch")]
        own = {"ES_PATH_CONF": str(config), "ES_TMPDIR": str(self.folder / "tmp")}
        if not (home / "jdk").exists():
            own["ES_JAVA_HOME"] = str(java_home())
        self.env = {**self.env, **own}

    def answers(self) -> bool:
        """Return True if the node answers and has recovered (a single node is at most yellow)."""
        return answers(f"{self.url}/_cluster/health?wait_for_status=yellow&timeout=1s")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


SERVERS: dict[str, type[Server]] = {
    "elasticsearch": Elasticsearch,
    "postgres": Postgres,
    "redis": Redis,
}
VARIABLES = {"postgres": "DATABASE_URL", "redis": "REDIS_URL", "elasticsearch": "ELASTICSEARCH_URL"}


ALL = frozenset(SERVERS)
ROOTS_STATE = Path("/var/lib/winkel")

Report = Callable[[str], None]


@contextmanager
def local_services(
    root: Path, need: Collection[str] = ALL, report: Report = print, *, brief: bool = False
) -> Iterator[tuple[dict[str, str], list[Server]]]:
    """Run the needed services with their data under `root` while the block runs.

    Yields their addresses by environment variable, and their processes.

    `brief` prefers a quick start to top speed. Call it from the main thread (the services end with
    the thread that started them). Raises ServiceError when one cannot run or when `root` is in use
    by another command.
    """
    root = root.absolute()
    in_use = f"Another command runs the services in {root}. Stop it first (`make stop`)."
    with file_lock(root / "services.lock", lambda: RootInUseError(in_use)):
        account, began, started = service_account(), time.monotonic(), list[Server]()
        folder = data_folder(root, account)
        try:
            for name in sorted(need):
                own = {"name": name, "root": root, "folder": folder / name, "account": account}
                server = SERVERS[name](**own, brief=brief)  # type: ignore[arg-type]
                recover(server.pid_file, server.stop_signal)
                give(server.folder, account)
                server.start()
                started.append(server)
            for server in reversed(started):  # the slowest one last
                server.wait_until("answer", server.answers, server.start_timeout_s)
                server.complete()
                report(f"{server.name}: {server.url} ({time.monotonic() - began:.1f} s)")
            yield {VARIABLES[one.name]: one.url for one in started}, started
        finally:
            stop_all(started)


def data_folder(root: Path, account: str) -> Path:
    """Return the folder for the services' data: `root/services` where the account reaches it.

    The system user cannot reach a clone below a closed folder (/root): the data is then under
    /var/lib/winkel.
    """
    folder = root / "services"
    give(folder, account)
    test = [*switched(account), "test", "-w", str(folder), "-a", "-x", str(folder)]
    if subprocess.run(test, check=False).returncode:
        folder = elsewhere(root)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)
        give(folder, account)
    return folder


def elsewhere(root: Path) -> Path:
    """Return where the data of a closed root lies."""
    name = str(root.resolve() / "services")
    return ROOTS_STATE / hashlib.sha256(name.encode()).hexdigest()[:16]

"""A local PostgreSQL: loopback and a socket in its own folder, no password, fsync on."""

from __future__ import annotations

import shutil
import signal
import subprocess
from pathlib import Path

from dev.services.errors import ServiceError
from dev.services.service import Place, Service

DATABASE = "winkel"
OLDEST_VERSION = 15
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


def binaries() -> Path:
    """Return the folder of initdb and postgres; raises ServiceError when there is none."""
    installed = sorted(
        (int(path.parent.name), path)
        for path in Path("/usr/lib/postgresql").glob("*/bin")
        if path.parent.name.isdigit() and (path / "initdb").exists()
    )
    if installed and installed[-1][0] >= OLDEST_VERSION:
        return installed[-1][1]
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    raise ServiceError(
        f"PostgreSQL {OLDEST_VERSION} or newer is not installed. Run: apt-get install -y postgresql"
    )


def _version_of(data: Path) -> str:
    marker = data / "PG_VERSION"
    return marker.read_text().strip() if marker.exists() else ""


def _binaries_for(data: Path) -> Path:
    version = _version_of(data)
    same = Path("/usr/lib/postgresql") / version / "bin"
    return same if version and (same / "postgres").exists() else binaries()


def prepare(place: Place) -> None:
    """Create the cluster, once; remove a stale lock file."""
    data = place.folder / "data"
    if not _version_of(data):
        _initdb(place, data)
    # `recover` has ended our own processes: the lock's pid has been reused by another one.
    (data / "postmaster.pid").unlink(missing_ok=True)


def _initdb(place: Place, data: Path) -> None:
    shutil.rmtree(data, ignore_errors=True)  # of an initdb that was killed
    command = [*place.account.prefix(), str(binaries() / "initdb"), "-D", str(data)]
    command += ["-U", DATABASE, "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust"]
    command.append("--no-instructions")
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd="/")
    if done.returncode:
        raise ServiceError(f"PostgreSQL's initdb failed in {data}:\n{done.stderr.strip()}")


def command(place: Place, port: int) -> list[str]:
    """Return the server's command line."""
    data = place.folder / "data"
    socket = str(place.folder) if len(str(place.folder)) <= LONGEST_SOCKET_PATH else ""
    server = str(_binaries_for(data) / "postgres")
    settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    return [server, "-D", str(data), "-p", str(port), "-k", socket, *settings]


def ready(port: int) -> bool:
    """Return True if it accepts connections."""
    command = [str(binaries() / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    return subprocess.run(command, check=False).returncode == 0


def complete(_place: Place, port: int) -> None:
    """Create the database unless it exists."""
    address = ["-h", "127.0.0.1", "-p", str(port), "-U", DATABASE]
    created = subprocess.run(
        [str(binaries() / "createdb"), *address, DATABASE],
        check=False,
        capture_output=True,
        text=True,
    )
    if created.returncode and "already exists" not in created.stderr:
        raise ServiceError(f"The database could not be created: {created.stderr.strip()}")


def url(port: int) -> str:
    """Return DATABASE_URL."""
    return f"postgresql+psycopg://{DATABASE}@127.0.0.1:{port}/{DATABASE}"


POSTGRES = Service("postgres", signal.SIGINT, prepare, command, ready, url, complete)

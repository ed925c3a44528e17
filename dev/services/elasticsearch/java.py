"""Finds a Java runtime of the machine that can run Elasticsearch."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from dev.services.errors import ServiceError

OLDEST_VERSION = 21
NEEDED_MODULE = "jdk.incubator.vector"


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
    return program.exists() and _version(home) >= OLDEST_VERSION and _has_module(home)


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
        f"Elasticsearch needs Java {OLDEST_VERSION} or newer with the module {NEEDED_MODULE}, and "
        "none was found in JAVA_HOME, /usr/lib/jvm or the PATH. Install one, for example: "
        "apt-get install -y openjdk-21-jre-headless (Ubuntu 24.04, Debian 13) or a Temurin JDK, "
        "and set JAVA_HOME to it if it lies elsewhere."
    )

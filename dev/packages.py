"""System packages: finds missing ones, and installs them where the caller may.

Standard library only: this runs before the virtual environment exists.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from dev.files import ServiceError

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
HEADLESS_SHELL = "chromium-headless-shell"  # the program has its package's name


def _is_system(name: str) -> bool:
    try:
        return f"ID={name}" in Path("/etc/os-release").read_text().splitlines()
    except OSError:
        return False


def missing_packages(postgres: bool, redis: bool, for_tests: bool) -> list[str]:
    """Return the apt packages to install for the parts that are missing.

    Tests need nginx and PgBouncer too. Their pages open in Chromium's headless shell where the
    system has it (Debian): the same engine for two thirds of the processor time.
    """
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"
    chromium, driver = "chromium", "chromium-driver"
    if ubuntu := _is_system("ubuntu"):
        chromium, driver = "chromium-browser", "chromium-chromedriver"
    has_postgres = any(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("initdb")
    # Root runs Debian's Chromium without a sandbox; other users need its helper where user
    # namespaces are forbidden.
    helper = Path("/usr/lib/chromium/chrome-sandbox")
    wanted = {
        "postgresql": postgres and not has_postgres,
        "redis-server": redis and not shutil.which("redis-server"),
        "nginx-light": for_tests and not shutil.which("nginx", path=path),
        "pgbouncer": for_tests and not shutil.which("pgbouncer", path=path),
        HEADLESS_SHELL: for_tests and _is_system("debian") and not shutil.which(HEADLESS_SHELL),
        chromium: not any(map(shutil.which, BROWSERS)),
        driver: not shutil.which("chromedriver"),
        "chromium-sandbox": os.geteuid() != 0 and not ubuntu and not helper.exists(),
    }
    return [package for package, is_missing in wanted.items() if is_missing]


def apt_install(packages: list[str]) -> None:
    """Install with apt as root or by sudo; raises ServiceError with the line to run otherwise."""
    line = f"sudo apt-get update && sudo apt-get install -y {' '.join(packages)}"
    prefix = ["sudo"] if os.geteuid() else []  # without a password it reports that and fails
    if not all(map(shutil.which, [*prefix, "apt-get"])):
        raise ServiceError(f"These packages are missing. Run:\n\n    {line}\n")
    apt = [*prefix, "apt-get", "-q", "-y"]
    install = [*apt, "install", "--no-install-recommends", *packages]
    # The package lists may be missing or old: they are updated only where the installation fails.
    if _run(install) and (why := _run([*apt, "update"]) or _run(install)):
        raise ServiceError(f"apt-get failed: {why}\nRun it by hand:\n\n    {line}\n")


def _run(command: list[str]) -> str:
    """Run a command; return the end of its output where it fails."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, check=False, env=env, capture_output=True, text=True)
    text = f"{done.stdout}{done.stderr}(exit code {done.returncode})"
    return "\n".join(text.splitlines()[-10:]) if done.returncode else ""

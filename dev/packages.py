"""System packages: finds missing ones, and installs them where the caller may.

Standard library only: this runs before the virtual environment exists.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
HEADLESS_SHELL = "chromium-headless-shell"  # the program has its package's name


class SetupError(RuntimeError):
    """The machine lacks a requirement; the message has the command to run."""


def is_ubuntu() -> bool:
    """Tell Ubuntu from Debian: its Chromium has other package names."""
    return _is_system("ubuntu")


def _is_system(name: str) -> bool:
    try:
        return f"ID={name}" in Path("/etc/os-release").read_text().splitlines()
    except OSError:
        return False


def missing_packages(
    postgres: bool = True, redis: bool = True, browser: bool = True, for_tests: bool = False
) -> list[str]:
    """Return the apt packages to install for the parts that are missing.

    Tests need nginx and PgBouncer too. Their pages open in Chromium's headless shell where the
    system has it (Debian): the same engine for two thirds of the processor time.
    """
    missing = []
    if postgres and not _has_postgres():
        missing.append("postgresql")
    if redis and not shutil.which("redis-server"):
        missing.append("redis-server")
    for program, package in (("nginx", "nginx-light"), ("pgbouncer", "pgbouncer")):
        if for_tests and not shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin"):
            missing.append(package)
    if for_tests and browser and _is_system("debian") and not shutil.which(HEADLESS_SHELL):
        missing.append(HEADLESS_SHELL)
    if browser and not _has_browser():
        missing.append("chromium-browser" if is_ubuntu() else "chromium")
    if browser and not shutil.which("chromedriver"):
        missing.append("chromium-chromedriver" if is_ubuntu() else "chromium-driver")
    if browser and _needs_sandbox():
        missing.append("chromium-sandbox")
    return missing


def _needs_sandbox() -> bool:
    """Return True if Debian's Chromium lacks its sandbox helper.

    Root runs it without a sandbox; other users need the helper where user namespaces are forbidden.
    """
    helper = Path("/usr/lib/chromium/chrome-sandbox")
    return os.geteuid() != 0 and not is_ubuntu() and not helper.exists()


def _has_postgres() -> bool:
    installed = any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return installed or shutil.which("initdb") is not None


def _has_browser() -> bool:
    return any(map(shutil.which, BROWSERS))


def apt_line(packages: list[str]) -> str:
    """Return the command to install the packages by hand."""
    return f"sudo apt-get update && sudo apt-get install -y {' '.join(packages)}"


def apt_install(packages: list[str]) -> None:
    """Install with apt as root or by sudo; raises SetupError with the line to run otherwise."""
    prefix = _privilege()
    if prefix is None or not shutil.which("apt-get"):
        raise SetupError(f"These packages are missing. Run:\n\n    {apt_line(packages)}\n")
    install = [*prefix, "apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    update = [*prefix, "apt-get", "update", "-q"]
    # The package lists may be missing or old: they are updated only where the installation fails.
    if not _run(install) and not (_run(update) and _run(install, show=True)):
        raise SetupError(
            f"apt-get could not install {', '.join(packages)}. Run it to see why:\n\n"
            f"    {apt_line(packages)}\n"
        )


def _privilege() -> list[str] | None:
    """Return the prefix of the apt-get command; None without root or a usable sudo."""
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    silent = subprocess.run(["sudo", "-n", "true"], check=False, capture_output=True)
    if silent.returncode == 0:
        return ["sudo", "-n"]
    return ["sudo"] if sys.stdin.isatty() else None


def _run(command: list[str], show: bool = False) -> bool:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, check=False, env=env, capture_output=True, text=True)
    if show and done.returncode:
        print("\n".join((done.stdout + done.stderr).splitlines()[-10:]), file=sys.stderr)
    return done.returncode == 0

"""`python -m dev.checks.audit`: known holes of what is installed, where an advisory source answers.

Exits with 1 for a package with a known hole, and with 0 and a reason where nobody could be asked.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 120
# How a tool says that it could not ask, apart from finding something.
AWAY = re.compile(
    "connection|timed out|timeout|name resolution|not known|unreachable|refused|proxy|forbidden|"
    "not found|not implemented|enoaudit|econn|enotfound|max retries|ssl|400 bad request|"
    "40[345]|50[123]",
    re.IGNORECASE,
)


def main() -> int:
    """Ask for Python's packages and for the frontend's; returns the exit code."""
    lock = str(ROOT / "requirements-dev.lock")
    words = ["--require-hashes", "--disable-pip", "--progress-spinner=off", "--format=json"]
    python = [sys.executable, "-m", "pip_audit", *words, f"--requirement={lock}"]
    npm = ["npm", "audit", "--omit=dev", "--json"]
    found = [_asked("pip-audit", python, ROOT), _asked("npm audit", npm, ROOT / "frontend")]
    return 1 if any(found) else 0


def _asked(name: str, command: list[str], folder: Path) -> bool:
    """Run one tool and print what it says; returns whether it knows of a hole."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{name}: skipped, no advisory source answered ({type(error).__name__})")
        return False
    said = done.stdout + done.stderr
    if done.returncode == 0:
        unasked = not_asked(done.stdout)
        words = f"skipped, no advisory source answered for {unasked} packages"
        print(f"{name}: {words if unasked else 'no known holes'}")
        return False
    if could_not_ask(said):
        line = next((one for one in reversed(said.splitlines()) if one.strip()), "")
        print(f"{name}: skipped, no advisory source answered ({line.strip()[:160]})")
        return False
    print(f"{name}: known holes\n{said}")
    return True


def not_asked(said: str) -> int:
    """Return for how many packages pip-audit found nobody to ask; it calls that no hole."""
    try:
        packages = json.loads(said).get("dependencies", [])
    except (ValueError, AttributeError):
        return 0
    return sum("skip_reason" in package for package in packages)


def could_not_ask(said: str) -> bool:
    """Tell a tool that reached nobody from one that found something."""
    if "Found " in said and "vulnerabilit" in said:
        return False
    try:
        answer = json.loads(said[said.index("{") :])
    except ValueError:
        pass
    else:
        return "error" in answer or "vulnerabilities" not in answer
    return AWAY.search(said) is not None


if __name__ == "__main__":
    sys.exit(main())

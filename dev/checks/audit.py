"""`python -m dev.checks.audit`: known vulnerabilities of the installed packages.

Exits with 1 for a vulnerable package, and with 0 and a reason where no advisory source answers.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 120
# Messages of a tool that could not reach its advisory source.
AWAY = re.compile(
    "connection|timed out|timeout|name resolution|not known|unreachable|refused|proxy|forbidden|"
    "not found|not implemented|enoaudit|econn|enotfound|max retries|ssl|400 bad request|"
    "40[345]|50[123]",
    re.IGNORECASE,
)


def main() -> int:
    """Audit Python's packages and the frontend's; returns the exit code."""
    lock = str(ROOT / "requirements-dev.lock")
    options = ["--require-hashes", "--disable-pip", "--progress-spinner=off", "--format=json"]
    pip_audit = [sys.executable, "-m", "pip_audit", *options, f"--requirement={lock}"]
    npm_audit = ["npm", "audit", "--omit=dev", "--json"]
    vulnerable = [
        _is_vulnerable("pip-audit", pip_audit, ROOT),
        _is_vulnerable("npm audit", npm_audit, ROOT / "frontend"),
    ]
    return 1 if any(vulnerable) else 0


def _is_vulnerable(name: str, command: list[str], folder: Path) -> bool:
    """Run one tool and print its result; returns whether it reports a vulnerability."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{name}: skipped, no advisory source answered ({type(error).__name__})")
        return False
    output = done.stdout + done.stderr
    if done.returncode == 0:
        unasked = skipped_packages(done.stdout)
        skipped = f"skipped, no advisory source answered for {unasked} packages"
        print(f"{name}: {skipped if unasked else 'no known holes'}")
        return False
    if was_unreachable(output):
        last_line = next(
            (last_line for last_line in reversed(output.splitlines()) if last_line.strip()), ""
        )
        print(f"{name}: skipped, no advisory source answered ({last_line.strip()[:160]})")
        return False
    print(f"{name}: known holes\n{output}")
    return True


def skipped_packages(output: str) -> int:
    """Return the number of packages that pip-audit could not look up; its exit code is 0 then."""
    try:
        packages = json.loads(output).get("dependencies", [])
    except (ValueError, AttributeError):
        return 0
    return sum("skip_reason" in package for package in packages)


def was_unreachable(output: str) -> bool:
    """Return True if the tool failed to reach its source, from its output."""
    if "Found " in output and "vulnerabilit" in output:
        return False
    try:
        answer = json.loads(output[output.index("{") :])
    except ValueError:
        pass
    else:
        return "error" in answer or "vulnerabilities" not in answer
    return AWAY.search(output) is not None


if __name__ == "__main__":
    sys.exit(main())

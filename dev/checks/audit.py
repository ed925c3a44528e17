"""`python -m dev.checks.audit`: known vulnerabilities of the installed packages.

Exits with 1 for a vulnerable package, and with 0 and a reason where no advisory source answers.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 120
LOCKS = [ROOT / "requirements.lock", ROOT / "requirements-dev.lock"]
PIP_AUDIT = (
    *(sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip"),
    *("--progress-spinner=off", "--format=json", *(f"--requirement={lock}" for lock in LOCKS)),
)
NPM_AUDIT = ("npm", "audit", "--omit=dev", "--json")


def main() -> int:
    """Audit Python's packages and the frontend's; returns the exit code."""
    python = _told("pip-audit", *_answer(PIP_AUDIT, ROOT, "dependencies"))
    npm = _told("npm audit", *_answer(NPM_AUDIT, ROOT / "frontend", "vulnerabilities"))
    return int(python or npm)


def _answer(command: tuple[str, ...], folder: Path, name: str) -> tuple[Any, str]:
    """Return what a tool found, None where its source did not answer, and its last words."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
        return json.loads(done.stdout)[name], ""
    except (OSError, subprocess.TimeoutExpired) as error:
        return None, type(error).__name__
    except (ValueError, KeyError, TypeError):
        lines = (done.stdout + done.stderr).strip().splitlines()
        return None, lines[-1][:160] if lines else "no words"


def _told(tool: str, found: Any, words: str) -> bool:
    """Print a tool's result; return True if a package is vulnerable."""
    known, skipped = holes(found)
    if found is None or skipped:
        reason = words or f"for {skipped} packages"
        print(f"{tool}: skipped, no advisory source answered ({reason})")
    elif not known:
        print(f"{tool}: no known holes")
    if known:
        print(f"{tool}: known holes\n{json.dumps(known, indent=1)}")
    return bool(known)


def holes(found: Any) -> tuple[list[Any], int]:
    """Return the vulnerable packages, and how many pip-audit could not look up."""
    if not isinstance(found, list):  # npm's: by name
        return list((found or {}).values()), 0
    return [one for one in found if one.get("vulns")], sum("skip_reason" in one for one in found)


if __name__ == "__main__":
    sys.exit(main())

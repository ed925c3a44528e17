"""`make test` and `make lint`: run every check, also after one failed, and end with the tests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
FRONTEND = ROOT / "frontend"


@dataclass(frozen=True, slots=True)
class Check:
    """One command; its output is shown as it comes."""

    name: str
    command: list[str]
    folder: Path = ROOT
    env: dict[str, str] = field(default_factory=dict)

    def passes(self) -> bool:
        """Run it, with a headline before and its time after; returns whether it passed."""
        print(f"\n── {self.name}", flush=True)
        started = time.monotonic()
        code = subprocess.run(
            self.command, check=False, cwd=self.folder, env={**os.environ, **self.env}
        ).returncode
        word = "passed" if code == 0 else f"FAILED (exit code {code})"
        print(f"── {self.name}: {word} in {time.monotonic() - started:.0f} s", flush=True)
        return code == 0


# Vitest colours its output in CI; in a file the colours would hide its closing lines.
_PLAIN = {"CI": "true"} if sys.stdout.isatty() else {"CI": "true", "NO_COLOR": "1"}

LINT = [
    Check("ruff", [str(BIN / "ruff"), "check", "."]),
    Check("ruff format", [str(BIN / "ruff"), "format", "--check", "."]),
    Check("mypy", [str(BIN / "mypy")]),
    Check("import-linter", [str(BIN / "lint-imports")]),
    Check("eslint", ["npm", "run", "--silent", "lint"], FRONTEND),
    Check("tsc", ["npm", "run", "--silent", "typecheck"], FRONTEND),
]
TESTS = [
    Check("vitest", ["npm", "run", "--silent", "test"], FRONTEND, _PLAIN),
    Check("pytest", [str(BIN / "python"), "-m", "pytest"]),
]


def main(arguments: list[str]) -> int:
    """Run the checks of `lint` or `test`; returns 1 when one failed."""
    checks = LINT if arguments == ["lint"] else [*LINT, *TESTS]
    failed = [check.name for check in checks if not check.passes()]
    if failed:
        print(f"\nFailed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

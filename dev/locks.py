"""`python -m dev.locks`: pin every package of requirements*.txt with its hashes, by pip-tools.

The lock of development holds only what the other one does not.
"""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMPILE = (
    *("pip-compile", "-q", "--generate-hashes", "--allow-unsafe", "--strip-extras", "--no-header"),
    *("--no-emit-index-url", "--no-emit-trusted-host", "--no-emit-options"),
)
PACKAGE = re.compile(r"^(?=[A-Za-z0-9])", re.MULTILINE)


def without(lock: str, other: str) -> str:
    """Return the packages of a lock that the other one does not pin."""
    pinned = {entry.partition(" ")[0] for entry in PACKAGE.split(other)}
    return "".join(one for one in PACKAGE.split(lock) if one.partition(" ")[0] not in pinned)


if __name__ == "__main__":
    for name in ("requirements", "requirements-dev"):
        subprocess.run([*COMPILE, "-o", f"{name}.lock", f"{name}.txt"], cwd=ROOT, check=True)
    own = ROOT / "requirements-dev.lock"
    own.write_text(without(own.read_text(), (ROOT / "requirements.lock").read_text()))

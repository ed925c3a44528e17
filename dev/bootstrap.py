"""Install what the project's commands need, then run one.

`python3 dev/bootstrap.py GOAL [ARGUMENT…]` needs nothing but the system's Python. This file has
no syntax that old Pythons reject, so that theirs is a clear message and not a syntax error.
"""

import os
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
OLDEST_PYTHON = (3, 11, 4)  # earlier ones, as Debian 12's, cannot unpack an archive safely


def ensure_python() -> None:
    """Continue under a new enough Python: this one, or another on the PATH."""
    if sys.version_info >= OLDEST_PYTHON:
        return
    for name in ("python3.14", "python3.13", "python3.12", "python3.11"):
        python = shutil.which(name)
        if python and os.path.realpath(python) != os.path.realpath(sys.executable):
            os.execv(python, [python, *sys.argv])  # noqa: S606
    sys.exit(
        "Failed: Python 3.11.4 or newer is needed, and this is " + sys.version.split()[0] + ". "
        "Install it (Debian 13 and Ubuntu 24.04 have it as python3) and try again."
    )


if __name__ == "__main__":
    ensure_python()
    sys.path[0] = ROOT  # was this file's folder
    from dev.prepare import main

    sys.exit(main(sys.argv[1:]))

"""How often tests repeat: in full in CI, less often otherwise."""

from __future__ import annotations

import os


def bounded(full: int, reduced: int) -> int:
    """Return `full` with CI=true, as .ci/run sets it, and otherwise `reduced`."""
    return full if os.environ.get("CI") == "true" else reduced

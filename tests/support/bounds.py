"""How often a test repeats what it repeats: fully where a change is judged, less on the way."""

from __future__ import annotations

import os


def bounded(whole: int, on_the_way: int) -> int:
    """Return `whole` with CI=true, as .ci/run sets it, and else the smaller bound."""
    return whole if os.environ.get("CI") == "true" else on_the_way

"""Keeps Python's collector off what stays: code, words, tables.

A full collection goes through every object of the process and nobody is answered meanwhile. With
hundreds of thousands of them that is the slowest search of an hour.
"""

from __future__ import annotations

import gc


def settle() -> None:
    """Let later collections pass over all that is there now; what was garbage by now goes.

    Called again it takes all back first, so that nothing that was let go of meanwhile stays.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()

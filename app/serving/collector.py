"""Keeps the garbage collector from traversing what stays: code, words, tables.

A full collection traverses every object of the process and blocks all requests meanwhile. With
hundreds of thousands of objects that is the slowest search of an hour.
"""

from __future__ import annotations

import gc


def settle() -> None:
    """Collect garbage, and exclude all objects that remain from later collections.

    Called again it includes them first, so that what was released meanwhile is collected.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()

"""Python's own trees of source files, for tests that read code."""

from __future__ import annotations

import ast

TRIES = 5


def tree_of(source: str) -> ast.Module:
    """Return a text's tree.

    CPython 3.11 fails now and then where two trees are built at once (gh-106905): it tries again.
    """
    for _ in range(TRIES - 1):
        try:
            return ast.parse(source)
        except SystemError:
            continue
    return ast.parse(source)

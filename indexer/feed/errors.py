"""What can be wrong with a feed."""

from __future__ import annotations


class FeedError(Exception):
    """The file as a whole cannot be imported; the message says why and what is expected."""


class RowRefusedError(ValueError):
    """One row is not imported; the message is its reason in the report."""

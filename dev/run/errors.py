"""The error of `make run`."""

from __future__ import annotations


class StepError(RuntimeError):
    """A step failed; the message says what, and what to do."""

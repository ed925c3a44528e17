"""The errors of the local services, and of the steps of `make run`."""

from __future__ import annotations


class ServiceError(RuntimeError):
    """A local service cannot run; the message says what failed and what to do about it."""


class RootInUseError(ServiceError):
    """Another command runs its services in this folder."""


class StepError(RuntimeError):
    """A step failed; the message says what, and what to do."""

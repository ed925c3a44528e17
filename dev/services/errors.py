"""The errors of the local services."""

from __future__ import annotations


class ServiceError(RuntimeError):
    """A local service cannot run; the message says what failed and what to do about it."""


class RootInUseError(ServiceError):
    """Another command runs its services in this folder."""

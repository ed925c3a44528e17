"""The one error of the local services: what failed and what to do, for the person who typed."""

from __future__ import annotations


class ServiceError(RuntimeError):
    """A local service cannot run; the message says what failed and what to do about it."""


class RootInUseError(ServiceError):
    """Another command runs its services in this folder."""

"""The errors of local services and of the steps of `make run`."""


class ServiceError(RuntimeError):
    """A service or a step failed; the message has the cause and the remedy."""


class RootInUseError(ServiceError):
    """Another command runs its services in this folder."""

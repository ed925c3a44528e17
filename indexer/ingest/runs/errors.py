"""What can be wrong with a request to start or stop a run; messages are for the operator."""


class RunError(Exception):
    """Base of the errors of this package."""


class UnknownBrandError(RunError):
    """There is no such brand."""


class UnknownRunError(RunError):
    """There is no such run."""


class UnknownFileError(RunError, ValueError):
    """No file of the log folder has that name."""


class RunRefusedError(RunError):
    """The run cannot be started or stopped in the state things are in."""


class RunLostError(RunError):
    """The run was closed by somebody else (the reaper) while it worked: its work is void."""


class PutOffError(RunError):
    """The worker is shut down in the middle of the run: the next one goes on with it."""

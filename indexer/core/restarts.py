"""When a process that ends by itself starts again. Standard library alone, for the installer."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0
SETTLED_S = 60.0  # after this time without an end the pauses start from the first one again


class Restarts:
    """When a process that ends by itself is started again: after pauses that double, in s."""

    def __init__(self, since: float, due: float | None = None) -> None:
        self.since = since  # of its last start
        self.pause = 0.0
        self.due = due  # when it is started again; None while it runs

    def is_due(self, now: float) -> bool:
        """Return True where it is to be started."""
        return self.due is not None and now >= self.due

    def note_end(self, now: float) -> None:
        is_settled = not self.pause or now - self.since > SETTLED_S
        self.pause = FIRST_PAUSE_S if is_settled else min(2 * self.pause, LONGEST_PAUSE_S)
        self.due = now + self.pause

    def note_failure(self, now: float) -> None:
        """Note that it could not be started."""
        self.pause = min(2 * self.pause, LONGEST_PAUSE_S)
        self.due = now + self.pause

    def note_start(self, now: float) -> None:
        self.since, self.due = now, None

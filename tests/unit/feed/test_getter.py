"""What fetches a catalogue's pages tells a stop from the end of its time."""

from __future__ import annotations

from typing import Any

import pytest

from indexer.ingest import feeding
from scrapers.errors import OutOfTimeError, StoppedError


class Stopping:
    """A fetcher that is stopped while it waits for its turn, at a time of the clock."""

    def __init__(self, clock: list[float], at: float) -> None:
        self.clock, self.at = clock, at

    def fetch(self, *_: Any) -> Any:
        self.clock[0] = self.at
        raise StoppedError


@pytest.mark.parametrize(("at", "error"), [(9.0, StoppedError), (11.0, OutOfTimeError)])
def test_a_wait_that_outlasts_the_time_is_no_stop(
    at: float, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    get = feeding.getter(Stopping(clock, at), 10.0)  # type: ignore[arg-type]
    with pytest.raises(error):
        get("https://shop.example/")
    clock[0] = 10.0
    with pytest.raises(OutOfTimeError, match="time for reading"):
        get("https://shop.example/")

"""A time of its own for each store that is read every night."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count

HOUR = 60
NIGHT = (0, 5 * HOUR)  # minutes of the day, in the zone of the timetables
GOLDEN = (5**0.5 - 1) / 2  # its multiples fall into the widest gaps
BETWEEN = "00:00 and 05:00"
_NIGHTLY = re.compile(r"(\d{1,2}) (\d{1,2}) \* \* \*")


def free_night(crons: Iterable[str]) -> str:
    """Return a cron expression for a minute of the night that the fewest have.

    One after another such minutes are spread evenly, however many there are.
    """
    taken = Counter(minute for minute in map(_minute, crons) if minute is not None)
    fewest = min(taken.get(minute, 0) for minute in range(*NIGHT))
    minute = next(own for own in _spread() if taken.get(own, 0) == fewest)
    return f"{minute % HOUR} {minute // HOUR} * * *"


def _spread() -> Iterator[int]:
    """Yield minutes of the night, each as far as can be from those before, for ever."""
    length = NIGHT[1] - NIGHT[0]
    for number in count():
        yield NIGHT[0] + int(length * (number * GOLDEN % 1))


def _minute(cron: str) -> int | None:
    found = _NIGHTLY.fullmatch(cron)
    minute = int(found[2]) * HOUR + int(found[1]) if found else NIGHT[1]
    return minute if NIGHT[0] <= minute < NIGHT[1] else None

"""Moments as feeds, databases, browsers and people write them, in English and Afrikaans.

Of two numbers of which either may be the month both are tried: where one of the days has passed and
the other has not, the date is not understood.
"""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from typing import ClassVar

from dateutil.parser import parse, parserinfo

from scrapers.values.reading import Reading

FAR = datetime(2200, 1, 1, tzinfo=UTC)  # "9999-12-31" is no end that anybody waits for
STORES_TIME = timezone(timedelta(hours=2))  # of a date without an offset: South Africa's
LONGEST = 80  # characters
DAY = len("2026-11-25")
NONE = re.compile(r"[0:./\-\sTZ]*|null|none", re.I)  # "0000-00-00": a database has no date
# Browsers write GMT+0200 for what is two hours before GMT, and name the zone behind it.
ZONE = re.compile(r"GMT(?=[+-]\d)|\([^)]{1,60}\)$")
SECONDS = re.compile(r"(\d{10})(?:\d{3})?")  # since 1970, perhaps with milliseconds
YEAR_FIRST = re.compile(r"\d{4}\D")
# What stands for a part that a text does not name; a date with such a part is none.
UNNAMED = (datetime(2001, 1, 1), datetime(2004, 2, 28, 1))
MONTHS = (
    "januarie februarie maart april mei junie julie augustus september oktober november desember"
)
SHORT_MONTHS = "jan feb mrt apr mei jun jul aug sep okt nov des"


class _Words(parserinfo):  # type: ignore[misc]
    MONTHS: ClassVar = [
        (*english, *afrikaans)
        for english, *afrikaans in zip(
            parserinfo.MONTHS, MONTHS.split(), SHORT_MONTHS.split(), strict=True
        )
    ]


WORDS = _Words()


def moment(text: str | None, whole: timedelta = timedelta(0)) -> Reading[datetime]:
    """Return the time that a text names; `whole` is added where it is a date alone."""
    if not text or NONE.fullmatch(text):
        return Reading()
    try:
        return Reading(read_moment(text, whole), text)
    except ValueError:
        return Reading(None, text)


def read_moment(text: str, whole: timedelta = timedelta(0)) -> datetime:
    """Return the time that a text names; raises ValueError."""
    read, is_day = _read(text.strip())
    read = _in_zone(read)
    if read >= FAR:
        return FAR
    return read + whole if is_day else read


def _in_zone(read: datetime) -> datetime:
    return read if read.tzinfo else read.replace(tzinfo=STORES_TIME)


def _read(text: str) -> tuple[datetime, bool]:
    """Return a time, and whether it is a day without an hour; raises ValueError."""
    with suppress(ValueError):
        return datetime.fromisoformat(text), len(text) <= DAY
    if seconds := SECONDS.fullmatch(text):
        return datetime.fromtimestamp(int(seconds[1]), UTC), False
    plain = ZONE.sub("", text[: LONGEST + 1]).strip()
    if len(text) > LONGEST:
        raise ValueError(f"This is no date that is read: {text[:40]!r}")
    orders = (False,) if YEAR_FIRST.match(plain) else (True, False)
    days = [_of_order(plain, is_day_first) for is_day_first in orders]
    if len({_in_zone(day) <= datetime.now(UTC) for day, _ in days}) > 1:
        raise ValueError(f"Either number may be the month: {text[:40]!r}")
    return days[0]


def _of_order(text: str, is_day_first: bool) -> tuple[datetime, bool]:
    try:
        first, second = (
            parse(text, WORDS, default=default, dayfirst=is_day_first, tzinfos=_zone)
            for default in UNNAMED
        )
    except (ArithmeticError, TypeError) as error:
        raise ValueError(str(error)) from error
    if first.date() != second.date():
        raise ValueError(f"A part of the date is missing: {text[:40]!r}")
    return first, first != second


def _zone(_: str | None, offset: int | None) -> timezone | None:
    return None if offset is None else timezone(timedelta(seconds=offset))


def read_interval(text: str) -> tuple[datetime | None, datetime | None]:
    """Return when a sale begins and ends: Google's "start/end", either of which may be missing.

    A date without a time is a whole day. Raises ValueError.
    """
    parts = text.split("/")
    half = (len(parts) + 1) // 2  # of dates with such signs
    start, end = ("/".join(each).strip() for each in (parts[:half], parts[half:]))
    return (
        read_moment(start) if start else None,
        read_moment(end, timedelta(days=1)) if end else None,
    )

"""Moments as feeds and structured data write them: ISO 8601, a date alone, an interval of two.

Browsers' and mails' forms are read, too, and dates in English words. Of two numbers of which either
may be the month none is: such a date is not understood.
"""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone

from scrapers.values.reading import Reading

FAR = datetime(2200, 1, 1, tzinfo=UTC)  # "9999-12-31" is no end that anybody waits for
STORES_TIME = timezone(timedelta(hours=2))  # of a date without an offset: South Africa's
DAY = len("2026-11-25")
NONE = re.compile(r"[0:./\-\sTZ]*|null|none", re.I)  # "0000-00-00": a database has no date
FORMS = tuple(
    "%d %B %Y|%d %b %Y|%B %d %Y|%b %d %Y|%Y/%m/%d|%d.%m.%Y|%a %d %b %Y|%a %b %d %Y|%A %d %B %Y|"
    "%A %B %d %Y|%a %d %b %Y %H:%M:%S %z|%a %b %d %Y %H:%M:%S %z|%d %b %Y %H:%M:%S %z|"
    "%d %B %Y %H:%M|%B %d %Y %H:%M|%Y/%m/%d %H:%M:%S|%Y/%m/%d %H:%M".split("|")
)
ZONE = re.compile(r"GMT(?=[+-]\d)|\([^)]{1,60}\)$|(?<=\d)(?:st|nd|rd|th)\b|,")
NUMBERS = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


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
    read = read if read.tzinfo else read.replace(tzinfo=STORES_TIME)
    if read >= FAR:
        return FAR
    return read + whole if is_day else read


def _read(text: str) -> tuple[datetime, bool]:
    """Return a time, and whether it is a day without an hour; raises ValueError."""
    with suppress(ValueError):
        return datetime.fromisoformat(text), len(text) <= DAY
    if numbers := NUMBERS.fullmatch(text):
        first, second, year = map(int, numbers.groups())
        if first <= 12 and second <= 12 and first != second:
            raise ValueError(f"Either number may be the month: {text[:40]!r}")
        day, month = (second, first) if second > 12 else (first, second)
        return datetime(year, month, day), True
    plain = " ".join(ZONE.sub(" ", text).replace("GMT", "+0000").replace("UTC", "+0000").split())
    for form in FORMS:
        with suppress(ValueError):
            return datetime.strptime(plain, form), "%H" not in form
    raise ValueError(f"This is no date that is read: {text[:40]!r}")


def read_interval(text: str) -> tuple[datetime | None, datetime | None]:
    """Return when a sale begins and ends: Google's "start/end", either of which may be missing.

    A date without a time is a whole day. Raises ValueError.
    """
    start, _, end = (part.strip() for part in text.partition("/"))
    return (
        read_moment(start) if start else None,
        read_moment(end, timedelta(days=1)) if end else None,
    )

"""Moments as feeds and structured data write them: ISO 8601, a date alone, an interval of two."""

from datetime import UTC, datetime, timedelta, timezone

FAR = datetime(2200, 1, 1, tzinfo=UTC)  # "9999-12-31" is no end that anybody waits for
STORES_TIME = timezone(timedelta(hours=2))  # of a date without an offset: South Africa's
DAY = len("2026-11-25")


def moment(text: str | None, whole: timedelta = timedelta(0)) -> datetime | None:
    """Return the time that a text names, or None; `whole` is added where it is a date alone."""
    try:
        return read_moment(text, whole) if text else None
    except ValueError:
        return None


def read_moment(text: str, whole: timedelta = timedelta(0)) -> datetime:
    """Return the time that a text names; raises ValueError."""
    read = datetime.fromisoformat(text.strip())
    read = read if read.tzinfo else read.replace(tzinfo=STORES_TIME)
    if read >= FAR:
        return FAR
    return read + whole if len(text.strip()) <= DAY else read


def read_interval(text: str) -> tuple[datetime | None, datetime | None]:
    """Return when a sale begins and ends: Google's "start/end", either of which may be missing.

    A date without a time is a whole day. Raises ValueError.
    """
    start, _, end = (part.strip() for part in text.partition("/"))
    return (
        read_moment(start) if start else None,
        read_moment(end, timedelta(days=1)) if end else None,
    )

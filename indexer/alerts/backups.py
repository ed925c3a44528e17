"""Whether the last whole backup is young enough: what a disk that is lost would cost now."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.alerts.trouble import Trouble
from indexer.models import Backup
from indexer.models.alert import MISSED

LEAST_GRACE = timedelta(hours=1)
GRACE_SHARE = 0.25  # of the hours between two


class Backups(NamedTuple):
    """The newest backup, however it ended or has not, and the newest whole one."""

    last: Backup | None
    whole: Backup | None


def noted_backups(session: Session) -> Backups:
    """Return what is noted of backups."""
    newest = select(Backup).order_by(Backup.id.desc()).limit(1)  # clocks have been ahead
    whole = newest.where(Backup.ended_at.is_not(None), Backup.error.is_(None))
    return Backups(session.scalars(newest).first(), session.scalars(whole).first())


def backup_trouble(every_h: int, noted: Backups, now: datetime) -> Trouble | None:
    """Return what is wrong with backups; None where none are expected (`every_h` 0).

    The first one has as long as a later one may be late.
    """
    if not every_h:
        return None
    every = timedelta(hours=every_h)
    grace = max(LEAST_GRACE, every * GRACE_SHARE)
    last, whole = noted
    parts = []
    if last is not None and last.error:
        parts.append(f"the backup of {last.began_at:%d %b %Y %H:%M %Z}: {last.error}")
    if whole is not None and not -grace <= now - whole.began_at <= every + grace:
        hours = (now - whole.began_at).total_seconds() / 3_600
        parts.append(f"the last whole backup is {hours:.0f} h old; one is due every {every_h} h")
    elif whole is None and not _has_begun(last, now - grace):
        parts.append(f"there is no whole backup; one is due every {every_h} h")
    return Trouble(MISSED, "; ".join(parts)) if parts else None


def _has_begun(last: Backup | None, since: datetime) -> bool:
    return last is not None and last.ended_at is None and last.began_at > since

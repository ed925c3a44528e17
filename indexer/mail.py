"""Mail: sent where an SMTP server is set, otherwise kept as a file until one takes it."""

from __future__ import annotations

import fcntl
import logging
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from pathlib import Path
from urllib.parse import urlsplit

from indexer.settings import Settings
from indexer.smtp import MailError, UnusableServerError, deliver

log = logging.getLogger(__name__)

DAY_S = 86_400
WHY = "X-Winkel-Waits"  # a kept mail's header: why the last try failed
# A header with an address of ours is one word: folded at 78 characters it came out RFC
# 2047-encoded, and no mailbox provider found the way to unsubscribe.
POLICY = SMTP.clone(max_line_length=998)


def new_message() -> EmailMessage:
    """Return an empty mail whose headers are written in one line."""
    return EmailMessage(policy=POLICY)


def send(message: EmailMessage, settings: Settings) -> str | None:
    """Send a mail and return None, or keep it in the spool and return why."""
    message["From"] = settings.mail_from
    message["Date"] = formatdate(usegmt=True)
    message["Message-ID"] = make_msgid(domain=urlsplit(settings.public_url).hostname or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    try:
        deliver(settings.smtp_url, message)
    except MailError as error:
        _keep(message, settings.mail_spool / f"{uuid.uuid4().hex}.eml", str(error))
        return str(error)
    return None


def send_spooled(settings: Settings) -> int:
    """Send what waits in the spool and delete it there; return how many mails were sent.

    What waits longer than the newsletter's retention is deleted unsent.
    """
    if not settings.mail_spool.is_dir():
        return 0
    with _alone(settings.mail_spool) as first:
        if not first:
            return 0
        for path in _kept(settings):
            if time.time() - path.stat().st_mtime > settings.newsletter_retention_days * DAY_S:
                path.unlink()
        return _send_kept(_kept(settings), settings.smtp_url)


def _send_kept(paths: list[Path], url: str) -> int:
    sent = 0
    for path in paths:
        message = message_from_bytes(path.read_bytes(), policy=POLICY)
        del message[WHY]
        try:
            deliver(url, message)
        except MailError as error:
            _keep(message, path, str(error))
            if isinstance(error, UnusableServerError):
                break  # the others would wait for it as long, each
        else:
            path.unlink()
            sent += 1
    return sent


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many mails wait in the spool, and why the last try failed."""

    count: int
    why: str | None


def waiting(settings: Settings) -> Waiting:
    """Return what waits in the spool."""
    paths = _kept(settings)
    try:
        newest = max(paths, key=lambda path: path.stat().st_ctime_ns, default=None)
        if newest is None:
            return Waiting(0, None)
        with newest.open("rb") as file:
            return Waiting(
                len(paths), BytesParser(policy=POLICY).parse(file, headersonly=True)[WHY]
            )
    except FileNotFoundError:  # sent meanwhile
        return waiting(settings)


def _kept(settings: Settings) -> list[Path]:
    return sorted(settings.mail_spool.glob("*.eml"))


def _keep(message: EmailMessage, path: Path, why: str) -> None:
    """Write a mail's file atomically, readable by this account only; its age stays."""
    log.warning("A mail waits: %s", why)
    message[WHY] = why
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_suffix(".part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as out:
        out.write(message.as_bytes())
    if path.exists():
        kept = path.stat()
        os.utime(part, ns=(kept.st_atime_ns, kept.st_mtime_ns))
    part.rename(path)


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Yield whether this is the only one that empties the spool."""
    with (folder / ".lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True

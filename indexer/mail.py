"""Mail: sent where an SMTP server is set, otherwise kept as a file until one takes it."""

from __future__ import annotations

import fcntl
import logging
import os
import smtplib
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from pathlib import Path
from urllib.parse import unquote, urlsplit

from indexer.settings import Settings

log = logging.getLogger(__name__)

TIMEOUT_S = 5
DEFAULT_PORT = 587
DAY_S = 86_400
# A header with an address of ours is one word: folded at 78 characters it came out RFC
# 2047-encoded, and no mailbox provider found the way to unsubscribe.
POLICY = SMTP.clone(max_line_length=998)


def new_message() -> EmailMessage:
    """Return an empty mail whose headers are written in one line."""
    return EmailMessage(policy=POLICY)


def send(message: EmailMessage, settings: Settings) -> bool:
    """Send a mail and return True; False when it was only kept in the spool."""
    message["From"] = settings.mail_from
    message["Date"] = formatdate(usegmt=True)
    message["Message-ID"] = make_msgid(domain=urlsplit(settings.public_url).hostname or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    if settings.smtp_url:
        try:
            _deliver(settings.smtp_url, message)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("The mail server did not take a mail (%s); it is kept", error)
        else:
            return True
    _keep(message, settings.mail_spool)
    return False


def send_spooled(settings: Settings) -> int:
    """Send what waits in the spool and delete it there; return how many mails were sent.

    What waits longer than the newsletter's retention is deleted unsent.
    """
    if not settings.mail_spool.is_dir():
        return 0
    sent = 0
    with _alone(settings.mail_spool) as first:
        if not first:
            return 0
        for path in sorted(settings.mail_spool.glob("*.eml")):
            age_s = time.time() - path.stat().st_mtime
            if age_s > settings.newsletter_retention_days * DAY_S:
                path.unlink()
            elif settings.smtp_url and _sent(path, settings.smtp_url):
                path.unlink()
                sent += 1
    return sent


def _sent(path: Path, url: str) -> bool:
    message = message_from_bytes(path.read_bytes(), policy=POLICY)
    try:
        _deliver(url, message)
    except (OSError, smtplib.SMTPException) as error:
        log.warning("The mail server did not take a kept mail (%s)", error)
        return False
    return True


def _deliver(url: str, message: EmailMessage) -> None:
    parts = urlsplit(url)
    secure = parts.scheme == "smtps"
    server = smtplib.SMTP_SSL if secure else smtplib.SMTP
    with server(parts.hostname or "", parts.port or DEFAULT_PORT, timeout=TIMEOUT_S) as smtp:
        if not secure and smtp.has_extn("starttls"):
            smtp.starttls()
        if parts.username:
            smtp.login(unquote(parts.username), unquote(parts.password or ""))
        smtp.send_message(message)


def _keep(message: EmailMessage, folder: Path) -> None:
    """Write a file atomically, readable by this account only."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = uuid.uuid4().hex
    handle = os.open(folder / f"{name}.part", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as out:
        out.write(message.as_bytes())
    (folder / f"{name}.part").rename(folder / f"{name}.eml")


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

"""Mail: sent where an SMTP server is set, otherwise kept as a file that a person can read."""

from __future__ import annotations

import logging
import smtplib
import uuid
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import unquote, urlsplit

from indexer.settings import Settings

log = logging.getLogger(__name__)

TIMEOUT_S = 5
DEFAULT_PORT = 587


def send(message: EmailMessage, settings: Settings) -> bool:
    """Send a mail and return True; False when it was only kept in the spool."""
    message["From"] = settings.mail_from
    if settings.smtp_url:
        try:
            _deliver(settings.smtp_url, message)
        except (OSError, smtplib.SMTPException):
            log.exception("The mail server did not take a mail; it is kept")
        else:
            return True
    _keep(message, settings.mail_spool)
    return False


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
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / f"{uuid.uuid4().hex}.eml").write_bytes(message.as_bytes())

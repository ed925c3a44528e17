"""The mail server of SMTP_URL. Nothing goes to it in clear, but mail to a relay on this machine."""

from __future__ import annotations

import ipaddress
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from scrapers.wording import one_line

TIMEOUT_S = 5
PORTS = {"smtp": 587, "smtps": 465}
REASON_LIMIT = 300  # characters of a server's own words
FORM = "must be smtp://user:password@host:587 or smtps://…, the signs of a password %-encoded"
NO_TLS = (
    "it offers no STARTTLS, and nothing is sent in clear. Name its port with STARTTLS (mostly 587),"
    " or use smtps:// (mostly 465)"
)
UNTRUSTED = (
    "its certificate is not accepted ({reason}). Name the host as the certificate does; where your"
    " own authority signed it, set SSL_CERT_FILE to that authority's certificate"
)


class MailError(Exception):
    """The server did not take a mail; the words say why, and name SMTP_URL."""


class UnusableServerError(MailError):
    """The server takes no mail at all: it is away, not safe, or refuses the password."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where SMTP_URL leads; `tls` from the first byte, by STARTTLS otherwise."""

    host: str
    port: int
    tls: bool
    user: str
    password: str


def mail_server(url: str) -> MailServer:
    """Read SMTP_URL; raises ValueError, whose words show nothing of it, as it has a password."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise ValueError(FORM) from None
    if parts.scheme not in PORTS or not host:
        raise ValueError(FORM)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(host, port, parts.scheme == "smtps", user, password)


def deliver(url: str, message: EmailMessage) -> None:
    """Send a mail; raises MailError."""
    if not url:
        raise UnusableServerError("SMTP_URL is not set")
    try:
        server = mail_server(url)
    except ValueError as error:
        raise UnusableServerError(f"SMTP_URL {error}") from None
    place = f"SMTP_URL: {server.host}:{server.port}"
    try:
        with _session(server) as smtp:
            _send(smtp, message, place)
    except (OSError, UnicodeError, smtplib.SMTPException) as error:
        raise UnusableServerError(f"{place}: {_words(error)}") from error


@contextmanager
def _session(server: MailServer) -> Iterator[smtplib.SMTP]:
    """Yield a connection that may carry a mail; raises OSError, SMTPException."""
    smtp = _connected(server)
    try:
        if not server.tls:
            _start_tls(smtp, server)
        if server.user:
            smtp.login(server.user, server.password)
        yield smtp
    finally:
        # A mail that was taken stays taken, whatever the answer to this is.
        with suppress(OSError, smtplib.SMTPException):
            smtp.quit()


def _connected(server: MailServer) -> smtplib.SMTP:
    if server.tls:
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT_S, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=TIMEOUT_S)


def _start_tls(smtp: smtplib.SMTP, server: MailServer) -> None:
    """Encrypt; a relay on this machine that cannot may get mail as it is, but no password."""
    smtp.ehlo_or_helo_if_needed()
    if smtp.has_extn("starttls"):
        smtp.starttls(context=ssl.create_default_context())
    elif server.user or not _is_here(smtp):
        raise smtplib.SMTPNotSupportedError(NO_TLS)


def _is_here(smtp: smtplib.SMTP) -> bool:
    """Return True if the other end is this machine, by its address and not by what it is called."""
    return smtp.sock is not None and ipaddress.ip_address(smtp.sock.getpeername()[0]).is_loopback


def _send(smtp: smtplib.SMTP, message: EmailMessage, place: str) -> None:
    try:
        smtp.send_message(message)
    except smtplib.SMTPServerDisconnected:
        raise
    except smtplib.SMTPException as error:
        raise MailError(f"{place} refused the mail: {_reason(error)}") from error


def _words(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return UNTRUSTED.format(reason=error.verify_message.rstrip("."))
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"it refused the user or the password: {_reason(error)}"
    return _reason(error)


def _reason(error: Exception) -> str:
    return one_line(str(error))[:REASON_LIMIT]

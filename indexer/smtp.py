"""The mail server of SMTP_URL. Nothing goes to it in clear, but mail to a relay on this machine."""

from __future__ import annotations

import ipaddress
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from scrapers.wording import one_line

TIMEOUT_S = 5
OK = 250
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


Deliver = Callable[[EmailMessage], None]


def deliver(url: str, message: EmailMessage) -> None:
    """Send a mail; raises MailError."""
    with delivery(url) as deliver_one:
        deliver_one(message)


@contextmanager
def delivery(url: str) -> Iterator[Deliver]:
    """Yield what sends mail after mail over one connection, and raises MailError for each.

    It connects with the first, and again where the server has hung up meanwhile: to connect takes
    longer than to send a mail.
    """
    line = _Line(url)
    try:
        yield line.send
    finally:
        line.hang_up()


class _Line:
    """A connection to the mail server, while there is one."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._smtp: smtplib.SMTP | None = None

    def send(self, message: EmailMessage) -> None:
        if not self._url:
            raise UnusableServerError("SMTP_URL is not set")
        try:
            server = mail_server(self._url)
        except ValueError as error:
            raise UnusableServerError(f"SMTP_URL {error}") from None
        place = f"SMTP_URL: {server.host}:{server.port}"
        try:
            _send(self._open(server), message, place)
        except (OSError, UnicodeError, smtplib.SMTPException) as error:
            self.hang_up()
            raise UnusableServerError(f"{place}: {_words(error)}") from error

    def _open(self, server: MailServer) -> smtplib.SMTP:
        """Return a connection that may carry a mail; raises OSError, SMTPException."""
        if self._smtp is not None and not _lives(self._smtp):
            self.hang_up()
        if self._smtp is None:
            self._smtp = smtp = _connected(server)
            if not server.tls:
                _start_tls(smtp, server)
            if server.user:
                smtp.login(server.user, server.password)
        return self._smtp

    def hang_up(self) -> None:
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            # A mail that was taken stays taken, whatever the answer to this is.
            with suppress(OSError, smtplib.SMTPException):
                smtp.quit()


def _lives(smtp: smtplib.SMTP) -> bool:
    try:
        return smtp.noop()[0] == OK
    except (OSError, smtplib.SMTPException):
        return False


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

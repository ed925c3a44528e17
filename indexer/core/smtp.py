"""The mail server of SMTP_URL. Nothing goes to it in clear, but mail to a relay on this machine."""

import ipaddress
import smtplib
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from urllib.parse import unquote, urlsplit

from scrapers.wording import one_line

PORTS = {"smtp": 587, "smtps": 465}
OK, CLOSING = 250, 421
# For each answer, the longest of RFC 5321 §4.5.3.2: who waits less for the last one sends mails
# twice that were taken.
ANSWER_S = 600.0
BYE_S = 5.0  # of a connection whose mail was given over: nothing depends on its answer
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
    """A mail was not taken now; the message has the reason, naming SMTP_URL. Temporary."""


class RefusedMailError(MailError):
    """A mail is not taken, for good; `by_recipient`: as its recipient's address is not."""

    def __init__(self, words: str, *, by_recipient: bool = True) -> None:
        super().__init__(words)
        self.by_recipient = by_recipient


class LostConnectionError(MailError):
    """The server was lost with a mail in hand: it may have taken it or not."""


class UnusableServerError(MailError):
    """The server takes no mail at all; `wrong`: until an operator mends something, as a password.

    Otherwise it is away; one that `answers` may have no room for one more connection alone.
    """

    def __init__(self, words: str, *, wrong: bool = False, answers: bool = False) -> None:
        super().__init__(words)
        self.wrong, self.answers = wrong, answers


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


class Line:
    """A connection to the mail server, while there is one: for one mail after another."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._smtp: smtplib.SMTP | None = None
        self.is_open = False  # the server takes mails, as far as is known

    def send(self, sender: str, recipient: str, content: bytes) -> None:
        """Send a mail; raises MailError.

        It connects with the first, and again where the server has hung up meanwhile.
        """
        try:
            server = mail_server(self._url)
        except ValueError as error:
            raise UnusableServerError(f"SMTP_URL {error}", wrong=True) from None
        place = f"SMTP_URL: {server.host}:{server.port}"
        try:
            smtp = self._open(server)
        except (OSError, UnicodeError, smtplib.SMTPException) as error:
            self.hang_up()
            raise UnusableServerError(
                f"{place}: {_words(error)}",
                wrong=_is_wrong(error),
                answers=isinstance(error, smtplib.SMTPResponseException),
            ) from error
        try:
            self._exchange(smtp, place, sender, recipient, content)
        except (OSError, ValueError, smtplib.SMTPException) as error:
            self.hang_up()
            raise LostConnectionError(
                f"{place}: the connection was lost: {_words(error)}"
            ) from error

    def _open(self, server: MailServer) -> smtplib.SMTP:
        """Return a connection that may carry a mail; raises OSError, SMTPException."""
        if self._smtp is not None and not _lives(self._smtp):
            self.hang_up()
        if self._smtp is None:
            self._smtp = smtp = _connect(server)
            if not server.tls:
                _start_tls(smtp, server)
            if server.user:
                smtp.login(server.user, server.password)
            smtp.ehlo_or_helo_if_needed()
            self.is_open = True
        return self._smtp

    def _exchange(
        self, smtp: smtplib.SMTP, place: str, sender: str, recipient: str, content: bytes
    ) -> None:
        """Give a mail over; raises MailError and what breaks it."""
        if not recipient.isascii() and not smtp.has_extn("smtputf8"):
            why = "takes no address with other letters than a to z before the @ (no SMTPUTF8)"
            raise RefusedMailError(f"{place} {why}", by_recipient=False)
        options = [] if recipient.isascii() else ["SMTPUTF8"]
        if smtp.has_extn("8bitmime") and not content.isascii():
            options.append("BODY=8BITMIME")
        smtp.esmtp_features.pop("size", None)  # a mail that is too large is no sender's fault
        _wait(smtp, ANSWER_S)
        try:
            smtp.sendmail(sender, recipient, content, options)
        except smtplib.SMTPSenderRefused as error:
            unusable = partial(UnusableServerError, wrong=True)
            words = f"{place} refused its sender"
            raise _refusal(error.smtp_code, error.smtp_error, words, unusable) from error
        except smtplib.SMTPRecipientsRefused as error:
            raise _refusal(*error.recipients[recipient], f"{place} refused the mail") from error
        except smtplib.SMTPDataError as error:
            words = f"{place} refused the mail"
            raise _refusal(error.smtp_code, error.smtp_error, words) from error

    def cut(self) -> None:
        """End what another thread waits for: its `send` raises."""
        sock = self._smtp and self._smtp.sock
        if sock:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def hang_up(self) -> None:
        """End the connection; a mail that was taken stays taken, whatever the answer is."""
        smtp, self._smtp, self.is_open = self._smtp, None, False
        if smtp is not None:
            with suppress(OSError, ValueError, smtplib.SMTPException):
                _wait(smtp, BYE_S)
                smtp.quit()
            smtp.close()


def _wait(smtp: smtplib.SMTP, seconds: float) -> None:
    if smtp.sock is None:
        raise smtplib.SMTPServerDisconnected("the server has hung up")
    smtp.sock.settimeout(seconds)


def _refusal(
    code: int,
    text: bytes | str,
    words: str,
    for_good: Callable[[str], MailError] = RefusedMailError,
) -> Exception:
    """Return what a refusal is: `for_good` where it is 5yz, MailError where it passes."""
    reply = text if isinstance(text, str) else text.decode(errors="replace")
    reason = f"{words}: ({code}, {one_line(reply)[:REASON_LIMIT]})"
    if code == CLOSING or code < 0:
        return smtplib.SMTPServerDisconnected(reason)
    return for_good(reason) if code // 100 == 5 else MailError(reason)


def _is_wrong(error: Exception) -> bool:
    return isinstance(
        error,
        ssl.SSLCertVerificationError
        | smtplib.SMTPAuthenticationError
        | smtplib.SMTPNotSupportedError,
    )


def _lives(smtp: smtplib.SMTP) -> bool:
    try:
        _wait(smtp, BYE_S)
        return smtp.rset()[0] == OK
    except (OSError, ValueError, smtplib.SMTPException):
        return False


def _connect(server: MailServer) -> smtplib.SMTP:
    if server.tls:
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=ANSWER_S, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=ANSWER_S)


def _start_tls(smtp: smtplib.SMTP, server: MailServer) -> None:
    """Encrypt; a relay on this machine that cannot may get mail as it is, but no password."""
    smtp.ehlo_or_helo_if_needed()
    if smtp.has_extn("starttls"):
        smtp.starttls(context=ssl.create_default_context())
    elif server.user or not _is_here(smtp):
        raise smtplib.SMTPNotSupportedError(NO_TLS)


def _is_here(smtp: smtplib.SMTP) -> bool:
    return smtp.sock is not None and ipaddress.ip_address(smtp.sock.getpeername()[0]).is_loopback


def _words(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return UNTRUSTED.format(reason=error.verify_message.rstrip("."))
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"it refused the user or the password: {_reason(error)}"
    return _reason(error)


def _reason(error: Exception) -> str:
    return one_line(str(error))[:REASON_LIMIT]

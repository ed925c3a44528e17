"""The mail server of SMTP_URL. Nothing goes to it in clear, but mail to a relay on this machine.

It has as long for each answer as RFC 5321 §4.5.3.2 gives it: who waits less for the last one sends
mails twice that were taken.
"""

import ipaddress
import re
import smtplib
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from urllib.parse import unquote, urlsplit

from scrapers.wording import one_line

PORTS = {"smtp": 587, "smtps": 465}
OK, GO_ON, CLOSING = 250, 354, 421
BYE_S = 5.0  # of a connection whose mail was given over: nothing depends on its answer
BLOCK = 65_536  # octets
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
    """A mail was not taken now; the words say why, and name SMTP_URL. It may be another time."""


class RefusedMailError(MailError):
    """A mail is not taken, for good; `by_recipient`: as its recipient's address is not."""

    def __init__(self, words: str, *, by_recipient: bool = True) -> None:
        super().__init__(words)
        self.by_recipient = by_recipient


class LostConnectionError(MailError):
    """The server was lost with a mail in hand: nobody knows whether it has taken it."""


class UnusableServerError(MailError):
    """The server takes no mail at all; `wrong`: until an operator mends something, as a password.

    Otherwise it is away; one that `answers` may have no room for one more connection alone.
    """

    def __init__(self, words: str, *, wrong: bool = False, answers: bool = False) -> None:
        super().__init__(words)
        self.wrong, self.answers = wrong, answers


@dataclass(frozen=True, slots=True)
class Waits:
    """How long a server has for its answers, in s (RFC 5321 §4.5.3.2)."""

    greeting: float = 300
    mail: float = 300
    recipient: float = 300
    data: float = 120
    block: float = 180
    end: float = 600


WAITS = Waits()


@dataclass(frozen=True, slots=True)
class Envelope:
    """A mail as it is sent: from one address to one; `needs_utf8`: with SMTPUTF8 alone."""

    sender: str
    recipient: str
    content: bytes
    needs_utf8: bool = False


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

    def __init__(self, url: str, waits: Waits = WAITS) -> None:
        self._url, self._waits = url, waits
        self._smtp: smtplib.SMTP | None = None
        self.is_open = False  # the server takes mails, as far as is known

    def send(self, mail: Envelope) -> None:
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
            self._exchange(smtp, mail, place)
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
            self._smtp = smtp = _connected(server, self._waits.greeting)
            if not server.tls:
                _start_tls(smtp, server)
            if server.user:
                smtp.login(server.user, server.password)
            smtp.ehlo_or_helo_if_needed()
            self.is_open = True
        return self._smtp

    def _exchange(self, smtp: smtplib.SMTP, mail: Envelope, place: str) -> None:
        """Give a mail over, each step with its own wait; raises MailError and what breaks it."""
        options = _options(smtp, mail, place)
        words = f"{place} refused the mail"
        _wait(smtp, self._waits.mail)
        unusable = partial(UnusableServerError, wrong=True)
        _expect(OK, smtp.mail(mail.sender, options), f"{place} refused its sender", unusable)
        _wait(smtp, self._waits.recipient)
        _expect(OK, smtp.rcpt(mail.recipient), words, RefusedMailError)
        _wait(smtp, self._waits.data)
        _expect(GO_ON, smtp.docmd("DATA"), words, RefusedMailError)
        _wait(smtp, self._waits.block)
        for block in _blocks(mail.content):
            smtp.send(block)
        _wait(smtp, self._waits.end)
        _expect(OK, smtp.getreply(), words, RefusedMailError)

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


def _options(smtp: smtplib.SMTP, mail: Envelope, place: str) -> list[str]:
    """Return what MAIL says of a mail; raises RefusedMailError where the server lacks it."""
    options = []
    if mail.needs_utf8:
        if not smtp.has_extn("smtputf8"):
            why = "takes no address with other letters than a to z before the @ (no SMTPUTF8)"
            raise RefusedMailError(f"{place} {why}", by_recipient=False)
        smtp.command_encoding = "utf-8"
        options.append("SMTPUTF8")
    else:
        smtp.command_encoding = "ascii"
    if smtp.has_extn("8bitmime") and not mail.content.isascii():
        options.append("BODY=8BITMIME")
    return options


def _expect(
    code: int, answer: tuple[int, bytes], words: str, for_good: Callable[[str], MailError]
) -> None:
    """Raise for another answer than `code`: `for_good` for 5yz, MailError for one that passes."""
    given, text = answer
    if given == code or (code == OK and given // 10 == OK // 10):
        return
    reason = f"{words}: ({given}, {one_line(text.decode(errors='replace'))[:REASON_LIMIT]})"
    if given == CLOSING or given < 0:
        raise smtplib.SMTPServerDisconnected(reason)
    if given // 100 == 5:
        raise for_good(reason)
    raise MailError(reason)


def _blocks(content: bytes) -> Iterator[bytes]:
    """Yield a mail's text and its end, with the dots doubled that begin lines (§4.5.2)."""
    text = b"\r\n".join(content.splitlines()) + b"\r\n"
    text = re.sub(rb"(?m)^\.", b"..", text) + b".\r\n"
    for start in range(0, len(text), BLOCK):
        yield text[start : start + BLOCK]


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


def _connected(server: MailServer, wait_s: float) -> smtplib.SMTP:
    if server.tls:
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=wait_s, context=context)
    return smtplib.SMTP(server.host, server.port, timeout=wait_s)


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

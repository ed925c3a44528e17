"""One HTTP exchange with a foreign server, which ends whatever the server does.

The deadline holds for all of it: connection, TLS, headers, body. `http.client` alone has a timeout
for each read, so that a byte a second goes on for ever; and it bounds neither the number of interim
answers nor a chunked body's trailers. Here every read of the socket looks at the deadline, at the
bytes that have come and at the stop.
"""

import http.client
import io
import os
import socket
import ssl
import string
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import BinaryIO, Self
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from ada_url import URL

from scrapers.browsing.guard import REFUSED_STATUS, UNREACHABLE_STATUS
from scrapers.errors import (
    BadPageError,
    FinalPageError,
    PageError,
    RefusedAddressError,
    StoppedError,
    UnreachableError,
)
from scrapers.web.addresses import PORTS

CHUNK = 64 * 1024  # bytes
HEAD_LIMIT = 256 * 1024  # bytes of status lines and headers, interim answers among them
SLICE_S = 0.5  # how often a wait for bytes looks for a stop
HOPS = 10  # redirects of one address
REDIRECTS = frozenset({301, 302, 303, 307, 308})
REFUSAL_LIMIT = 500  # bytes of the guard's message


class TooLargeError(FinalPageError):
    """The answer is larger than is taken, as sent or unpacked, or takes longer than is waited."""


class TooLateError(TooLargeError):
    """The answer takes longer to come than is waited."""

    code = "too slow"


class RedirectLoopError(FinalPageError):
    """The address leads on without end."""

    code = UnreachableError.code  # as browsers have it


class _SilenceError(Exception):
    """Nothing came for as long as is waited for a byte."""


class Deadline:
    """The time for an answer, s. It stands still while a host's turn is waited for."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._at = time.monotonic() + seconds

    def remaining(self) -> float:
        """Return the seconds that are left; raises TooLateError where none are."""
        left = self._at - time.monotonic()
        if left <= 0:
            raise TooLateError(f"It takes longer than {self.seconds:.0f} s to come.")
        return left

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Let the time of the block not count."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._at += time.monotonic() - began


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends an exchange, besides its end: its deadline, a silence (s), a stop."""

    deadline: Deadline
    silence_s: float = 30.0
    should_stop: Callable[[], bool] = lambda: False


class _Wire:
    """A socket as http.client takes it; it counts what comes and keeps to the limits."""

    def __init__(self, connected: socket.socket, limits: Limits) -> None:
        self.socket = connected
        self.limits = limits
        self.allow(HEAD_LIMIT, f"Its headers are larger than {HEAD_LIMIT // 1024} kB.")

    def allow(self, size: int, otherwise: str) -> None:
        """Take so many more bytes; more of them raise TooLargeError with these words."""
        self._left, self._otherwise = size, otherwise

    def read_timeout(self, since: float) -> float:
        """Return how long to wait for bytes; raises TooLateError, StoppedError, _SilenceError."""
        if self.limits.should_stop():
            raise StoppedError
        silence = since + self.limits.silence_s - time.monotonic()
        left = self.limits.deadline.remaining()
        if silence <= 0:
            raise _SilenceError
        return min(left, silence)

    def receive(self, buffer: memoryview) -> int:
        since = time.monotonic()
        while True:
            self.socket.settimeout(min(self.read_timeout(since), SLICE_S))
            try:
                count = self.socket.recv_into(buffer)
            except TimeoutError:
                continue
            self._left -= count
            if self._left < 0:
                raise TooLargeError(self._otherwise)
            return count

    def sendall(self, content: bytes) -> None:
        self.socket.settimeout(self.read_timeout(time.monotonic()))
        self.socket.sendall(content)  # its timeout is that of all of it

    def secure(self, host: str) -> None:
        """Begin TLS, which verifies the host's certificate."""
        self.socket.settimeout(self.read_timeout(time.monotonic()))  # of the whole handshake
        files = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
        self.socket = _tls(*files).wrap_socket(self.socket, server_hostname=host)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reading(self), CHUNK)

    def close(self) -> None:
        self.socket.close()


class _Reading(io.RawIOBase):
    def __init__(self, wire: _Wire) -> None:
        self._wire = wire

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        return self._wire.receive(buffer)


@cache
def _tls(*_files: str | None) -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


class Answer:
    """An answer whose body has not been read; use it as a context manager."""

    def __init__(self, url: str, wire: _Wire, response: http.client.HTTPResponse) -> None:
        self.url = url
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.headers.items()}
        self._wire, self._response = wire, response

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._wire.close()

    def moved_to(self) -> str | None:
        """Return the whole address that a redirect names."""
        place = self.headers.get("location")
        if self.status not in REDIRECTS or not place:
            return None
        return urljoin(self.url, quote(place, safe=string.punctuation, encoding="iso-8859-1"))

    def chunks(self, most: int) -> Iterator[bytes]:
        """Yield the body as it is sent, of so many bytes at most.

        Raises TooLargeError, StoppedError, and another PageError where it breaks off.
        """
        self._wire.allow(most, f"It is larger than {most // 2**20} MB.")
        try:
            while chunk := self._response.read1(CHUNK):
                yield chunk
        except _SilenceError as error:
            silence = f"It sends nothing for {self._wire.limits.silence_s:.0f} s"
            raise UnreachableError(f"{silence}, in the middle of the answer.") from error
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise BadPageError("It breaks off in the middle of the answer.") from error
        if self._response.length:  # of which it has announced more
            raise BadPageError("It breaks off in the middle of the answer.")


def send_request(
    url: str, proxy: str, limits: Limits, headers: Mapping[str, str], posted: bytes | None = None
) -> Answer:
    """Request an http(s) address, through a guard or another proxy where one is named.

    Raises PageError, StoppedError. Redirects are the caller's.
    """
    parts = _check_url(url)
    host = parts.hostname or ""
    whole = bool(proxy) and parts.scheme == "http"  # what a proxy takes without a tunnel
    wire = None
    try:
        hop = urlsplit(proxy) if proxy else parts
        place = hop.hostname or "", hop.port or PORTS.get(hop.scheme, 80)
        wire = _Wire(socket.create_connection(place, limits.deadline.remaining()), limits)
        if parts.scheme == "https":
            if proxy:
                _tunnel(wire, parts)
            wire.secure(host)
        request = http.client.HTTPConnection("foreign")  # which writes the request, and no more
        request.sock = wire
        bare = parts if whole else parts._replace(scheme="", netloc="")
        sent = {"Host": parts.netloc, "Connection": "close", **headers}
        method = "GET" if posted is None else "POST"
        request.request(method, bare.geturl(), posted, sent)
        response = _response(wire, method)
        if whole:
            _look_for_refusal(response)
    except BaseException as error:
        if wire is not None:
            wire.close()
        if isinstance(error, OSError | ValueError | http.client.HTTPException | _SilenceError):
            raise _unread(error, parts.netloc, limits) from error
        raise
    return Answer(url, wire, response)


def get_following_redirects(url: str, ask_for: Callable[[str], Answer]) -> Answer:
    """Return the answer of where an address leads; a redirect's body is not read.

    Raises RedirectLoopError, and what `ask_for` raises.
    """
    for _ in range(HOPS + 1):
        answer = ask_for(url)
        target = answer.moved_to()
        if target is None:
            return answer
        with answer:
            url = target
    raise RedirectLoopError(f"It is redirected more than {HOPS} times.")


def _check_url(url: str) -> SplitResult:
    """Return an address's parts as browsers read them, without a user and a fragment."""
    with suppress(ValueError):
        read = URL(url)
        parts = urlsplit(read.href)
        if parts.scheme in PORTS and parts.port != 0:
            return parts._replace(netloc=read.host, fragment="")
    raise RefusedAddressError(f"{url[:200]} is no http(s) address.")


def _tunnel(wire: _Wire, parts: SplitResult) -> None:
    place = parts.netloc if parts.port else f"{parts.netloc}:{PORTS['https']}"
    wire.sendall(f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n\r\n".encode("ascii"))
    response = _response(wire, "CONNECT")
    _look_for_refusal(response)
    if response.status != http.client.OK:
        raise UnreachableError(f"The proxy answers {response.status} to the request.")


def _response(wire: _Wire, method: str) -> http.client.HTTPResponse:
    response = http.client.HTTPResponse(wire, method=method)  # type: ignore[arg-type]
    response.begin()
    return response


def _look_for_refusal(response: http.client.HTTPResponse) -> None:
    """Raise the error of the guard's own codes."""
    if response.status not in {REFUSED_STATUS, UNREACHABLE_STATUS}:
        return
    message = response.read(REFUSAL_LIMIT).decode("utf-8", "replace")
    kind = RefusedAddressError if response.status == REFUSED_STATUS else UnreachableError
    raise kind(message)


def _unread(error: BaseException, host: str, limits: Limits) -> PageError:
    limits.deadline.remaining()  # raises TooLateError, whatever it ended
    if isinstance(error, ssl.SSLCertVerificationError):
        message = f"The TLS certificate of {host} is not to be trusted: {error.verify_message}."
    elif isinstance(error, _SilenceError | TimeoutError):
        message = f"{host} does not answer: nothing came in {limits.silence_s:.0f} s."
    elif isinstance(error, ssl.SSLError):
        message = f"{host} does not speak TLS as it should."
    elif isinstance(error, http.client.RemoteDisconnected):
        message = f"{host} closed the connection without an answer."
    elif isinstance(error, ConnectionResetError):
        message = f"{host} broke off the connection."
    else:
        message = f"{host} cannot be reached: {error}."
    return UnreachableError(message)


GZIP = ("gzip", "x-gzip")


def copy_body(answer: Answer, into: BinaryIO, most: int, unpacked: int | None = None) -> None:
    """Write an answer's body, of so many bytes as sent.

    Where `unpacked` bounds it, what the server has packed on the way is unpacked; otherwise it is
    kept as it was sent. What came before an error is written. Raises TooLargeError, another
    PageError where it breaks off or is damaged, StoppedError.
    """
    chunks = answer.chunks(most)
    coding = answer.headers.get("content-encoding", "").strip().lower()
    for chunk in _limit_size(chunks, coding in GZIP, unpacked) if unpacked is not None else chunks:
        into.write(chunk)


def _limit_size(chunks: Iterable[bytes], is_packed: bool, most: int) -> Iterator[bytes]:
    size = 0
    for chunk in _unpack(chunks) if is_packed else chunks:
        size += len(chunk)
        if size > most:
            raise TooLargeError(f"It is larger than {most // 2**20} MB.")
        yield chunk


def _unpack(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack gzip, by so many bytes at a time as a chunk has."""
    packed, waiting, is_empty = zlib.decompressobj(zlib.MAX_WBITS | 16), b"", True
    for chunk in chunks:
        waiting, is_empty = chunk, False
        while waiting and not packed.eof:
            try:
                yield packed.decompress(waiting, CHUNK)
            except zlib.error as error:
                raise BadPageError(f"The answer is damaged: {error}.") from error
            waiting = packed.unconsumed_tail
    if not packed.eof and not is_empty:
        raise BadPageError("The answer breaks off where it is packed.")

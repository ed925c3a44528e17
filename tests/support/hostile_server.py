"""Servers that never come to an end, by what they send after a request."""

from __future__ import annotations

import itertools
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

Parts = Iterable[bytes]
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
MOVED = b"HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\n"
PAUSE_S = 0.25  # between two bytes of what drips
MUCH = bytes(64 * 1024)

# What never ends, before the head is whole or behind it, as fast as it is taken or by drips.
ENDLESS: dict[str, Callable[[], Parts]] = {
    "nothing at all": lambda: (),
    "headers in drips": lambda: _drips(OK + b"X-Long: ", b"x"),
    "a status line without end": lambda: _whole(b"HTTP/1.1 200 ", b"O" * 4096),
    "header lines without end": lambda: _whole(OK, b"X-More: yes\r\n" * 100),
    "100-continue without end": lambda: _whole(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
    "100-continue in drips": lambda: _drips(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "a redirect with an endless body": lambda: _whole(MOVED + b"\r\n", MUCH),
    "a redirect in drips": lambda: _drips(b"HTTP/1.1 302 Found\r\nLocation: /", b"x"),
    "a redirect's body in drips": lambda: _drips(MOVED + b"\r\n", b"x"),
    "a redirect to itself": lambda: _then_nothing(MOVED + b"Content-Length: 0\r\n\r\n"),
    "a body in drips": lambda: _drips(OK + b"\r\n", b"x"),
    "a body without end": lambda: _whole(OK + b"\r\n", MUCH),
    "fewer bytes than announced": lambda: _drips(OK + b"Content-Length: 99999\r\n\r\n", b"x"),
    "chunk sizes in drips": lambda: _drips(CHUNKED, b"0"),
    "a chunk's extension without end": lambda: _whole(CHUNKED + b"1;", b"x" * 4096),
    "tiny chunks without end": lambda: _whole(CHUNKED, b"1\r\nx\r\n" * 1000),
    "trailers without end": lambda: _whole(CHUNKED + b"0\r\n", b"X-More: yes\r\n" * 100),
    "trailers in drips": lambda: _drips(CHUNKED + b"0\r\n", b"X-More: yes\r\n"),
}


def _whole(head: bytes, rest: bytes) -> Iterator[bytes]:
    return itertools.chain([head], itertools.repeat(rest))


def _drips(head: bytes, rest: bytes) -> Iterator[bytes]:
    yield head
    for _ in itertools.count():
        yield b""
        yield rest


def _then_nothing(head: bytes) -> Iterator[bytes]:
    yield head


@contextmanager
def hostile(parts: Callable[[], Parts], *, first: Parts = ()) -> Iterator[str]:
    """Serve what never ends to each who asks, `first` to the first few; yields the address.

    The block ends only when no connection is left: who asked must have hung up.
    """
    over, waiting, left = threading.Event(), iter(first), threading.Semaphore(0)
    listener = socket.create_server(("127.0.0.1", 0))
    handlers: list[threading.Thread] = []

    def answer(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65_536)
            known = next(waiting, None)
            for part in parts() if known is None else [known]:
                connection.sendall(part)
                if not part and over.wait(PAUSE_S):
                    return
            if known is None:
                connection.settimeout(60)
                connection.recv(1)  # until the other side hangs up
        left.release()

    def accept() -> None:
        with suppress(OSError):
            while True:
                handlers.append(threading.Thread(target=answer, args=listener.accept()[:1]))
                handlers[-1].start()

    accepting = threading.Thread(target=accept, daemon=True)
    accepting.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        for handler in handlers:
            handler.join(20)
            assert not handler.is_alive(), "a connection was left open"
    finally:
        over.set()
        listener.close()

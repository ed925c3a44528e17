"""The guard: a forward proxy on loopback that every request of a crawl goes through.

A check of the address before `driver.get` is not enough: redirects, frames, images and a second
DNS answer reach the network without asking again. The guard resolves each host itself, refuses
addresses that are not public, and connects to the address it checked. The browser is told to use
it for loopback too, which browsers exempt by default.
"""

from __future__ import annotations

import asyncio
import ipaddress
import threading
from contextlib import suppress
from types import TracebackType
from urllib.parse import urlsplit

from scrapers.addresses import Loopback, public_addresses
from scrapers.errors import RefusedAddressError

CHUNK = 65_536
HEAD_LIMIT = 65_536
CONNECT_TIMEOUT_S = 15
REFUSED_STATUS = 470  # no server's own; the browser shows it as the document's status
HOP_HEADERS = (b"proxy-connection", b"proxy-authorization", b"connection", b"keep-alive")


class Guard:
    """A running guard; use it as a context manager. `port` is where it listens on loopback."""

    def __init__(self, allow_loopback: Loopback = False) -> None:
        self.port = 0
        self.refused: list[str] = []
        self._allow_loopback = allow_loopback
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="guard", daemon=True)

    @property
    def url(self) -> str:
        """Return the proxy's address."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Guard:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", 0, limit=HEAD_LIMIT)
        )
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # A task that the closing guard cancels ends here: asyncio would log it as an error.
        with suppress(
            OSError,
            asyncio.IncompleteReadError,
            asyncio.LimitOverrunError,
            asyncio.CancelledError,
        ):
            await self._forward(reader, writer)
        with suppress(OSError):
            writer.close()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        method, target, version = head.split(b"\r\n", 1)[0].split(b" ", 2)
        try:
            upstream = await self._connect(method, target.decode("latin-1"))
        except RefusedAddressError as error:
            self.refused.append(str(error))
            await _answer(writer, REFUSED_STATUS, str(error))
            return
        except (OSError, ValueError, UnicodeError) as error:
            await _answer(writer, 502, f"The store cannot be reached: {error}")
            return
        up_reader, up_writer = upstream
        if method == b"CONNECT":
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        else:
            up_writer.write(_origin_form(head, method, target, version))
        await asyncio.gather(_pipe(reader, up_writer), _pipe(up_reader, writer))

    async def _connect(
        self, method: bytes, target: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        parts = urlsplit(f"//{target}" if method == b"CONNECT" else target)
        host, port = parts.hostname or "", parts.port or (443 if method == b"CONNECT" else 80)
        addresses = await self._addresses(host, port)
        failure: OSError | None = None
        for address in addresses:  # a host may have an IPv6 address that this machine has no way to
            try:
                connection = asyncio.open_connection(address, port)
                return await asyncio.wait_for(connection, CONNECT_TIMEOUT_S)
            except OSError as error:  # TimeoutError is one
                failure = error
        raise failure or OSError(f"{host} has no address")

    async def _addresses(self, host: str, port: int) -> list[str]:
        if _is_literal(host):  # nothing to look up, so nothing that could block the loop
            return public_addresses(host, port, self._allow_loopback)
        return await asyncio.to_thread(public_addresses, host, port, self._allow_loopback)


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _origin_form(head: bytes, method: bytes, target: bytes, version: bytes) -> bytes:
    """Rewrite a proxy request for the origin: path only, one request a connection."""
    parts = urlsplit(target)
    path = parts.path or b"/"
    query = b"?" + parts.query if parts.query else b""
    lines = head.split(b"\r\n")[1:-2]
    kept = [line for line in lines if line.split(b":", 1)[0].lower() not in HOP_HEADERS]
    first = b" ".join((method, path + query, version))
    return b"\r\n".join((first, *kept, b"Connection: close", b"", b""))


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while chunk := await reader.read(CHUNK):
            writer.write(chunk)
            await writer.drain()
    finally:
        with suppress(OSError, RuntimeError):
            writer.close()


async def _answer(writer: asyncio.StreamWriter, status: int, text: str) -> None:
    body = text.encode()
    head = f"HTTP/1.1 {status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
    await writer.drain()

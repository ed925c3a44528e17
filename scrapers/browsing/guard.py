"""The guard: a forward proxy on loopback that every request of a crawl goes through.

A check of the address before `driver.get` is not enough: redirects, frames, images and a second
DNS answer reach the network without another check. The guard resolves each host itself, refuses
addresses that are not public, and connects to the address it checked. The browser is configured
to use it for loopback too, which browsers exempt by default.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import socket
import threading
from contextlib import suppress
from urllib.parse import unquote, urlsplit

from scrapers.errors import RefusedAddressError
from scrapers.web.addresses import Loopback, public_addresses

CHUNK = 65_536
HEAD_LIMIT = 65_536
CONNECT_TIMEOUT_S = 15  # for all addresses of a host
MOST_ADDRESSES = 4  # of a host that are tried
# Codes that no server sends; the browser shows them as the document's status.
REFUSED_STATUS = 470
UNREACHABLE_STATUS = 471
PROXY_HEAD_LIMIT_S = 20
HOP_HEADERS = (b"proxy-connection", b"proxy-authorization", b"connection", b"keep-alive")


class Guard:
    """A running guard; use it as a context manager. `port` is where it listens on loopback.

    `upstream` is the address of an HTTP proxy that requests leave through, with its user and
    password where it requires them; the addresses of stores are checked before it all the same.
    """

    def __init__(self, allow_loopback: Loopback = False, upstream: str = "") -> None:
        self.port = 0
        self.refused: list[str] = []
        self.unreached: list[str] = []  # messages for the operator, without secrets
        self._upstream = Upstream.of(upstream) if upstream else None
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

    def __exit__(self, *_: object) -> None:
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
        # The closing guard cancels tasks: without this asyncio would log them as errors.
        with suppress(
            OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError
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
            message = unreachable_message(error, *_host_and_port(method, target.decode("latin-1")))
            self.unreached.append(message)
            await _answer(writer, UNREACHABLE_STATUS, message)
            return
        up_reader, up_writer = upstream
        if method == b"CONNECT":
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        elif self._upstream is not None:
            up_writer.write(_request(head, method, target, version, self._upstream.authorization))
        else:
            up_writer.write(_origin_form(head, method, target, version))
        await asyncio.gather(_pipe(reader, up_writer), _pipe(up_reader, writer))

    async def _connect(
        self, method: bytes, target: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, port = _host_and_port(method, target)
        addresses = await self._addresses(host, port)
        if self._upstream is not None:
            tunnel = f"{host}:{port}" if method == b"CONNECT" else ""
            return await self._upstream.connect(tunnel)
        failure: OSError | None = None
        tried = addresses[:MOST_ADDRESSES]
        for address in tried:  # a host's IPv6 address may have no route from this machine
            try:
                connection = asyncio.open_connection(address, port)
                return await asyncio.wait_for(connection, CONNECT_TIMEOUT_S / len(tried))
            except OSError as error:  # TimeoutError is one
                failure = error
        raise failure or OSError(f"{host} has no address")

    async def _addresses(self, host: str, port: int) -> list[str]:
        if _is_literal(host):  # no look-up that could block the loop
            return public_addresses(host, port, self._allow_loopback)
        return await asyncio.to_thread(public_addresses, host, port, self._allow_loopback)


class UpstreamError(OSError):
    """The upstream proxy failed; the message holds no secret."""


class Upstream:
    """The operator's HTTP proxy: its address and its authorization header."""

    def __init__(self, host: str, port: int, authorization: bytes) -> None:
        self._host, self._port = host, port
        self.authorization = authorization  # a header line, empty without a user

    @classmethod
    def of(cls, address: str) -> Upstream:
        """Read `http://user:password@host:port`."""
        parts = urlsplit(address)
        line = b""
        if parts.username is not None:
            pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
            line = b"Proxy-Authorization: Basic " + base64.b64encode(pair)
        return cls(parts.hostname or "", parts.port or 8080, line)

    async def connect(self, tunnel: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to the proxy, and through it to a host for `tunnel`; raises UpstreamError."""
        try:
            opening = asyncio.open_connection(self._host, self._port)
            reader, writer = await asyncio.wait_for(opening, CONNECT_TIMEOUT_S)
        except OSError as error:
            raise UpstreamError("The upstream proxy takes no connection.") from error
        if tunnel:
            lines = [f"CONNECT {tunnel} HTTP/1.1".encode(), f"Host: {tunnel}".encode()]
            lines += [self.authorization] if self.authorization else []
            writer.write(b"\r\n".join([*lines, b"", b""]))
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PROXY_HEAD_LIMIT_S)
            status = head.split(b" ", 2)[1:2]
            if status != [b"200"]:
                writer.close()
                shown = status[0].decode("latin-1")[:3] if status else "nothing"
                raise UpstreamError(f"The upstream proxy answers {shown} to the request.")
        return reader, writer


def unreachable_message(error: Exception, host: str, port: int) -> str:
    """Return the message for a host that was not reached."""
    if isinstance(error, UpstreamError):
        return str(error)
    if isinstance(error, socket.gaierror | UnicodeError):
        return f"There is no host {host}: its name is unknown."
    if isinstance(error, ConnectionRefusedError):
        return f"{host} takes no connection: its port {port} is closed."
    if isinstance(error, TimeoutError):
        return f"{host} does not answer: no connection within {CONNECT_TIMEOUT_S} s."
    return f"{host} cannot be reached: {getattr(error, 'strerror', None) or error}."


def _host_and_port(method: bytes, target: str) -> tuple[str, int]:
    parts = urlsplit(f"//{target}" if method == b"CONNECT" else target)
    return parts.hostname or "", parts.port or (443 if method == b"CONNECT" else 80)


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _origin_form(head: bytes, method: bytes, target: bytes, version: bytes) -> bytes:
    """Rewrite a proxy request in origin form: path only, one request per connection."""
    parts = urlsplit(target)
    path = parts.path or b"/"
    query = b"?" + parts.query if parts.query else b""
    return _request(head, method, path + query, version, b"")


def _request(head: bytes, method: bytes, target: bytes, version: bytes, more: bytes) -> bytes:
    lines = head.split(b"\r\n")[1:-2]
    kept = [line for line in lines if line.split(b":", 1)[0].lower() not in HOP_HEADERS]
    first = b" ".join((method, target, version))
    added = [more] if more else []
    return b"\r\n".join((first, *kept, *added, b"Connection: close", b"", b""))


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
    phrase = text.encode("ascii", "replace").decode().splitlines()[0][:200] if text else "Refused"
    head = f"HTTP/1.1 {status} {phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
    await writer.drain()

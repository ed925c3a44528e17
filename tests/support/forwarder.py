"""A process between the API and Elasticsearch, so that a test can kill or stop what it reaches.

`python -m tests.support.forwarder PORT HOST:PORT [CERTIFICATE KEY]` forwards each connection,
with a certificate what comes by TLS.
Killed, connections are refused; stopped with SIGSTOP, they are taken by the kernel and never
answered, as by a server that hangs. Elasticsearch itself is shared with other tests and stays up.
"""

from __future__ import annotations

import asyncio
import signal
import ssl
import subprocess
import sys
from urllib.parse import urlsplit

import psutil

from dev.ports import free_port
from tests.support.authority import Certificate
from tests.support.own_services import stop


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def _serve(port: int, host: str, target: int, shown: list[str]) -> None:
    context = None
    if shown:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*shown)

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(host, target)
        await asyncio.gather(_pump(reader, there_writer), _pump(there_reader, writer))

    server = await asyncio.start_server(forward, "127.0.0.1", port, ssl=context)
    print("ready", flush=True)
    async with server:
        await server.serve_forever()


class Forwarder:
    """Runs the process on one port of its own, however often it is killed and started."""

    def __init__(self, elasticsearch_url: str, shown: Certificate | None = None) -> None:
        self._shown = shown
        self._target = urlsplit(elasticsearch_url).netloc
        self._process: subprocess.Popen[str] | None = None
        self._port = free_port()
        self.start()

    @property
    def url(self) -> str:
        """The address that stands for Elasticsearch's."""
        return f"{'https' if self._shown else 'http'}://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start forwarding again, and wait until it does."""
        assert self._forwards()

    def _forwards(self) -> bool:
        words = [sys.executable, "-m", "tests.support.forwarder", str(self._port), self._target]
        words += [str(self._shown.cert), str(self._shown.key)] if self._shown else []
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        return self._process.stdout.readline() == "ready\n"

    def _signal(self, which: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(which)

    def hang(self) -> None:
        """Stop answering, and keep taking connections."""
        assert self._process is not None
        stop(psutil.Process(self._process.pid))

    def resume(self) -> None:
        """Answer again."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """Go away: connections are refused."""
        if self._process is not None:
            self._signal(signal.SIGKILL)
            self._process.wait(timeout=60)
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None


if __name__ == "__main__":
    HOST, _, PORT = sys.argv[2].rpartition(":")
    asyncio.run(_serve(int(sys.argv[1]), HOST, int(PORT), sys.argv[3:]))

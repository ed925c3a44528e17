"""A TCP proxy before a service, whose connections a test can cut."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self

CHUNK = 65_536


class Wire:
    """A context manager; `port` forwards to the target unless the connections are cut."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._cut_for = 0
        self._awaited: list[bytes] = []
        self._keeps_server_end = False
        self.refused = 0
        self.heard = b""  # what clients sent

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        self._close_all()

    def cut(self, refuse: int) -> None:
        """Break all connections and the next `refuse` new ones; then forward again."""
        with self._lock:
            self._cut_for = refuse
        self._close_all()

    def cut_after(self, *words: bytes) -> None:
        """Forward these bytes to the service, in this order, and drop the answer to the last."""
        with self._lock:
            self._awaited = list(words)

    def abandon_after(self, *words: bytes) -> None:
        """Close the client's end after these bytes and keep the service's, as a pooler may."""
        self._keeps_server_end = True
        self.cut_after(*words)

    def _close_all(self) -> None:
        with self._lock:
            ends, self._open = self._open, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                with self._lock:
                    refuse = self._cut_for > 0
                    self._cut_for -= refuse
                    self.refused += refuse
                if refuse:
                    client.close()
                    continue
                server = socket.create_connection(self._target)
                with self._lock:
                    self._open += [client, server]
                for source, sink, watched in ((client, server, True), (server, client, False)):
                    threading.Thread(
                        target=self._pump, args=(source, sink, watched), daemon=True
                    ).start()

    def _pump(self, source: socket.socket, sink: socket.socket, watched: bool) -> None:
        with suppress(OSError):
            while chunk := source.recv(CHUNK):
                self.heard += chunk if watched else b""
                last = watched and self._is_last(chunk)
                if last and not self._keeps_server_end:
                    source.close()  # before the service answers
                sink.sendall(chunk)
                if last and self._keeps_server_end:
                    source.recv(CHUNK)
                    source.close()
                if last:
                    return
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _is_last(self, chunk: bytes) -> bool:
        """Return True if all of the awaited bytes have passed."""
        with self._lock:
            if not self._awaited or self._awaited[0] not in chunk:
                return False
            self._awaited.pop(0)
            return not self._awaited

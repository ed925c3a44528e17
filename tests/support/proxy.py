"""A TCP proxy before a service, whose wire a test can cut: the service goes away and comes back."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK = 65_536


class Wire:
    """A context manager; `port` forwards to the target while the wire is whole."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._cut_for = 0
        self._armed: list[bytes] = []
        self._deserts = False
        self.refused = 0

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._listener.close()
        self._close_all()

    def cut(self, refuse: int) -> None:
        """Break all connections, and the next `refuse` new ones; then the service is back."""
        with self._lock:
            self._cut_for = refuse
        self._close_all()

    def cut_after(self, *words: bytes) -> None:
        """Let these words pass to the service, in this order, and lose the answer to the last."""
        with self._lock:
            self._armed = list(words)

    def desert_after(self, *words: bytes) -> None:
        """Lose the client at what it says next, and keep the service's end, as a pooler may."""
        self._deserts = True
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
                last = watched and self._is_last(chunk)
                if last and not self._deserts:
                    source.close()  # before the service answers: the answer finds nobody
                sink.sendall(chunk)
                if last and self._deserts:
                    source.recv(CHUNK)
                    source.close()
                if last:
                    return
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _is_last(self, chunk: bytes) -> bool:
        """Tell whether the armed words have now all passed."""
        with self._lock:
            if not self._armed or self._armed[0] not in chunk:
                return False
            self._armed.pop(0)
            return not self._armed

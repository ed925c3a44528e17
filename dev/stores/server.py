"""Serves the stores on loopback: one port each, all in one process."""

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Thread
from typing import ClassVar, Self
from urllib.parse import urlsplit

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from dev.ports import LOOPBACK, is_free
from dev.stores.catalogue import load_stores
from dev.stores.pictures import PictureFiles
from dev.stores.site import ServedStore, StoreSite

_SPAN = 500  # ports that are tried for one store


class _Handler(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"  # a browser requests dozens of pictures: keep connections open

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log nothing: a scrape makes thousands of requests."""


def choose_ports(slugs: Sequence[str], first: int, before: Mapping[str, int]) -> list[int]:
    """Return a free port for each store; all zeros (any free port) when ``first`` is 0.

    They keep their port of ``before`` where it is free, as it is part of their products' links;
    the others get ``first`` or the next free ones.
    """
    if first == 0:
        return [0] * len(slugs)
    taken: list[int] = []
    for slug in slugs:
        kept = [before[slug]] if slug in before else []
        candidates = (port for port in (*kept, *range(first, first + _SPAN)) if port not in taken)
        taken.append(next(port for port in candidates if is_free(port)))
    return taken


def read_map(path: Path) -> dict[str, str]:
    """Return the addresses in a map file, slug → address; empty without the file."""
    addresses: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return addresses


def _write_map(path: Path, addresses: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # By a name of its own: a second worker's stores write the same file.
    with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as aside:
        aside.write(json.dumps(addresses, indent=1) + "\n")
    Path(aside.name).chmod(0o644)
    Path(aside.name).replace(path)


def _end(server: BaseWSGIServer, thread: Thread) -> None:
    server.shutdown()
    thread.join()  # the thread closes the socket, so that the port is free afterwards


class DemoStores:
    """A context manager that serves demo stores while it is open.

    Each store has ``base[slug]``, its address such as ``http://127.0.0.1:8101``, and
    ``control[slug]``, what it serves.
    """

    serve: ClassVar[type[ServedStore]] = ServedStore  # tests serve stores that they can change

    def __init__(
        self, slugs: Iterable[str] | None = None, port: int = 0, map_file: Path | None = None
    ) -> None:
        """Prepare to serve ``slugs`` (all when None) on free ports from ``port`` (any when 0).

        ``map_file`` is written before the first response. Raises KeyError for an unknown store.
        """
        stores = load_stores()
        self._pictures = PictureFiles()
        self._port, self._map_file = port, map_file
        self._servers: list[BaseWSGIServer] = []
        self._threads: list[Thread] = []
        self.control: Mapping[str, ServedStore] = {
            slug: self.serve(stores[slug]) for slug in (slugs or stores)
        }
        self.base: dict[str, str] = {}

    def __enter__(self) -> Self:
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        old = read_map(self._map_file) if self._map_file else {}
        before = {slug: urlsplit(base).port or 0 for slug, base in old.items()}
        ports = choose_ports(list(self.control), self._port, before)
        for port, (slug, served) in zip(ports, self.control.items(), strict=True):
            app = StoreSite(served, self._pictures).application()
            server = make_server(LOOPBACK, port, app, threaded=True, request_handler=_Handler)
            server.daemon_threads = True  # type: ignore[attr-defined]
            self._servers.append(server)
            self.base[slug] = f"http://{LOOPBACK}:{server.server_port}"
        if self._map_file:
            _write_map(self._map_file, self.base)
        self._threads = [
            Thread(target=server.serve_forever, daemon=True) for server in self._servers
        ]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with ThreadPoolExecutor() as pool:  # each shutdown takes up to half a second
            list(pool.map(_end, self._servers, self._threads))
        self._servers.clear()

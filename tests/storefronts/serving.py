"""Serves a storefront on a loopback port, and counts what it is asked for."""

from __future__ import annotations

import gzip
import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: the store's own address without a slash, path, query and body."""

    base: str
    method: str
    path: str
    query: dict[str, str]
    body: bytes = b""

    def number(self, name: str, default: int) -> int:
        """A number of the query; the default where it is none."""
        text = self.query.get(name, "")
        return int(text) if text.isdigit() else default


@dataclass(frozen=True, slots=True)
class Answer:
    """What the store sends."""

    body: bytes
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)


def as_json(value: Any, status: int = 200, **headers: str) -> Answer:
    """A value as JSON; an underscore in a header's name is a hyphen."""
    named = {name.replace("_", "-"): words for name, words in headers.items()}
    return Answer(json.dumps(value).encode(), status, "application/json; charset=utf-8", named)


def as_xml(words: str) -> Answer:
    """A document without its first line."""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return Answer((head + words).encode(), kind="application/xml; charset=utf-8")


def zipped(answer: Answer) -> Answer:
    """The answer as a .gz file: the bytes are gzip, and no header says that it is an encoding."""
    return Answer(gzip.compress(answer.body, mtime=0), kind="application/x-gzip")


def moved(address: str, status: int = 302) -> Answer:
    """A redirect."""
    return Answer(b"", status, headers={"Location": address})


class Front(Protocol):
    """What can be served."""

    def answer(self, asked: Asked) -> Answer: ...


@dataclass
class Served:
    """A running storefront: its address and the requests so far, by path (without a query)."""

    base: str
    asked: Counter[str] = field(default_factory=Counter)


def _handler(front: Front, served: Served) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("Content-Length") or 0)
            served.asked[parts.path] += 1
            query = dict(parse_qsl(parts.query, keep_blank_values=True))
            body = self.rfile.read(length)
            asked = Asked(served.base, self.command, parts.path, query, body)
            answer = front.answer(asked)
            sent = answer.body
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            if len(sent) > 512 and "gzip" in self.headers.get("Accept-Encoding", ""):
                sent = gzip.compress(sent, 1, mtime=0)
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(sent)))
            for name, words in answer.headers.items():
                self.send_header(name, words)
            self.end_headers()
            if self.command != "HEAD":
                with suppress(ConnectionError):  # whoever asked has left
                    self.wfile.write(sent)

        do_GET = do_POST = do_HEAD = _answer

        def log_message(self, format: str, *args: object) -> None:
            """Keep requests out of the tests' output."""

    return Handler


@contextmanager
def serving(front: Front) -> Iterator[Served]:
    """Serve the storefront on a free port."""
    served = Served("")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(front, served))
    served.base = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()

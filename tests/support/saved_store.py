"""Serves saved store pages over loopback."""

from __future__ import annotations

import io
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from PIL import Image

NO_SCRIPTS = {"Content-Security-Policy": "script-src 'none'"}


@dataclass(frozen=True, slots=True)
class Answer:
    """The store's answer to a path."""

    body: bytes
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()


def a_picture(width: int = 120, height: int = 160) -> bytes:
    """Return a picture that a tile would show: it has more than one colour."""
    picture = Image.new("RGB", (width, height), "teal")
    picture.paste("white", (0, 0, width // 2, height))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


PICTURE = Answer(a_picture(), content_type="image/png")
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")


def missing(path: str) -> Answer:
    """Answer a path of which nothing is saved: pictures are there, and all look the same."""
    if path.split("?", 1)[0].endswith(_PICTURES):
        return PICTURE
    return Answer(b"<h1>not here</h1>", 404)


Respond = Callable[[str], Answer]


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked of a server; headers by their names in lower case."""

    path: str  # with its query
    headers: dict[str, str]
    body: bytes


@contextmanager
def serving(respond: Respond) -> Iterator[str]:
    """Serve `respond(path with query)` on a free port; yields the base address."""
    with answering(lambda request: respond(request.path)) as base:
        yield base


@contextmanager
def answering(
    respond: Callable[[Request], Answer], tls: ssl.SSLContext | None = None
) -> Iterator[str]:
    """Serve `respond(request)` on a free port of loopback; yields the base address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers.get("content-length", 0)))
            answer = respond(Request(self.path, headers, body))
            tag = dict(answer.headers).get("ETag")
            if tag and tag == self.headers.get("If-None-Match"):
                answer = Answer(b"", 304)
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(answer.body)))
            for name, value in answer.headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        do_POST = do_GET

        def log_message(self, format: str, *args: object) -> None:
            """Keep requests out of the tests' output."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http{'s' if tls else ''}://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def pages(files: Mapping[str, bytes], headers: Mapping[str, str] | None = None) -> Respond:
    """Answer with the page of that path, and with a picture; nothing else is there."""

    def respond(path: str) -> Answer:
        body = files.get(path.split("?", 1)[0].lstrip("/"))
        if body is None:
            return missing(path)
        return Answer(body, headers=tuple((headers or {}).items()))

    return respond

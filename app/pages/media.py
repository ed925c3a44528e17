"""`/media/…`: thumbnails from the bucket's location, wherever fsspec finds it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import fsspec
from flask import Response, request, send_file

from app.errors import NotFound

# Names that the project uses: folders and files of ASCII characters, no dot at the start.
NAME = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*/){0,4}[A-Za-z0-9_-][A-Za-z0-9_.-]*")
KINDS = {
    "webp": "image/webp",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "avif": "image/avif",
}
DAY_S = 86_400
YEAR_S = 31_536_000
_HASHED = re.compile(r"[0-9a-f]{2}/[0-9a-f]{64}\.\w+")


@lru_cache(maxsize=4)
def _bucket(location: str) -> tuple[Any, str]:
    files, root = fsspec.core.url_to_fs(location)
    return files, root


def respond(location: str, name: str) -> Response:
    """Answer with a picture; raises NotFound for anything else, outside the bucket included."""
    kind = KINDS.get(name.rpartition(".")[2].lower())
    if kind is None or not NAME.fullmatch(name):
        raise NotFound("There is no such picture")
    files, root = _bucket(location)
    response = (
        _local(f"{root}/{name}", kind) if _is_local(files) else _remote(files, root, name, kind)
    )
    response.cache_control.public = True
    response.cache_control.max_age = YEAR_S if _HASHED.fullmatch(name) else DAY_S
    response.cache_control.no_cache = None
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _is_local(files: Any) -> bool:
    protocol = files.protocol
    return "file" in ((protocol,) if isinstance(protocol, str) else protocol)


def _local(path: str, kind: str) -> Response:
    try:
        return send_file(path, mimetype=kind, conditional=True)
    except OSError as error:
        raise NotFound("There is no such picture") from error


def _remote(files: Any, root: str, name: str, kind: str) -> Response:
    try:
        response = Response(files.cat_file(f"{root}/{name}"), mimetype=kind)
    except OSError as error:
        raise NotFound("There is no such picture") from error
    response.add_etag()
    response.make_conditional(request)
    return response

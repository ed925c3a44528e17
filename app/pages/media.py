"""`/media/…`: thumbnails from the bucket's location, wherever fsspec finds it."""

from __future__ import annotations

import re

from flask import Response, request, send_file

from app.errors import NotFound
from indexer.catalogue.images.keep import keep_narrow
from indexer.catalogue.images.store import PictureStore, narrow_hash
from indexer.catalogue.images.thumbnail import NotAPictureError
from indexer.core.files import Location

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
_HASHED = re.compile(r"[0-9a-f]{2}/[0-9a-f]{64}(?:-\d+)?\.\w+")


def picture_response(location: str, name: str) -> Response:
    """Answer with a picture; raises NotFound for anything else, outside the bucket included."""
    kind = KINDS.get(name.rpartition(".")[2].lower())
    if kind is None or not NAME.fullmatch(name):
        raise NotFound("There is no such picture")
    try:
        response = _stored(location, name, kind)
    except NotFound:
        response = _narrowed(location, name, kind)
    response.cache_control.public = True
    response.cache_control.max_age = YEAR_S if _HASHED.fullmatch(name) else DAY_S
    response.cache_control.no_cache = None
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _stored(location: str, name: str, kind: str) -> Response:
    files = Location(location)
    try:
        if (path := files.local(name)) is not None:
            return send_file(path, mimetype=kind, conditional=True)
        content = files.read(name)
    except OSError as error:
        raise NotFound("There is no such picture") from error
    if content is None:
        raise NotFound("There is no such picture")
    return _answer(content, kind)


def _narrowed(location: str, name: str, kind: str) -> Response:
    """Answer with the narrow copy of a thumbnail that was stored before there were any."""
    content_hash = narrow_hash(name)
    try:
        content = content_hash and keep_narrow(PictureStore(location), content_hash)
    except (OSError, NotAPictureError) as error:
        raise NotFound("There is no such picture") from error
    if not content:
        raise NotFound("There is no such picture")
    return _answer(content, kind)


def _answer(content: bytes, kind: str) -> Response:
    response = Response(content, mimetype=kind)
    response.add_etag()
    response.make_conditional(request)
    return response

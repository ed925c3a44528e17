"""The built frontend's files, and pictures."""

import hashlib
import mimetypes
import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from flask import Response, request, send_file
from werkzeug.security import safe_join

from app.api.declare.caching import SMALL, accepted_encoding, compress
from app.web.errors import NotFound
from indexer.catalogue.images import NotAPictureError, PictureStore, keep_narrow, narrow_hash
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
    response = _stored_picture(location, name, kind)
    if response is None:
        raise NotFound("There is no such picture")
    response.cache_control.public = True
    response.cache_control.max_age = YEAR_S if _HASHED.fullmatch(name) else DAY_S
    response.cache_control.no_cache = None
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _stored_picture(location: str, name: str, kind: str) -> Response | None:
    """Return a picture as it is stored, otherwise as it is narrowed now."""
    files = Location(location)
    with suppress(OSError):
        if (path := files.local(name)) is not None:
            return send_file(path, mimetype=kind, conditional=True)
        if (content := files.read(name)) is not None:
            return _answer(content, kind)
    with suppress(OSError, NotAPictureError):
        content_hash = narrow_hash(name)
        if content_hash and (narrow := keep_narrow(PictureStore(location), content_hash)):
            return _answer(narrow, kind)
    return None


def _answer(content: bytes, kind: str) -> Response:
    response = Response(content, mimetype=kind)
    response.add_etag()
    response.make_conditional(request)
    return response


HOUR_S = 3600
# 9 of 11: within 3 % of the best and ten times as fast, so that the first visitor does not wait.
QUALITY = 9
COMPRESSED = ("text/", "application/json", "application/javascript", "image/svg+xml")

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@lru_cache(maxsize=1536)
def _asset(path: Path, changed_ns: int, encoding: str) -> tuple[bytes, str]:
    """Return a file's bytes and tag in an encoding; `changed_ns` makes a new build a new entry."""
    content = path.read_bytes()
    tag = hashlib.sha256(content + changed_ns.to_bytes(8, "big")).hexdigest()[:16]
    return compress(content, encoding, QUALITY), f"{tag}-{encoding}"


def find(folder: Path, name: str) -> Path | None:
    """Return a file of the build; a name cannot lead out of it, and hidden files are not served."""
    joined = safe_join(str(folder), name) if "\x00" not in name else None
    if joined is None or any(part.startswith(".") for part in Path(name).parts):
        return None
    path = Path(joined)
    return path if path.is_file() else None


def asset_response(path: Path, *, hashed: bool) -> Response:
    """Answer with a file. `hashed`: its name changes with its content, so it is kept for ever."""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    about = path.stat()
    is_compressed = about.st_size > SMALL and kind.startswith(COMPRESSED)
    encoding = accepted_encoding() if is_compressed else ""
    body, tag = _asset(path, about.st_mtime_ns, encoding)
    response = Response(body, mimetype=kind)
    if encoding:
        response.headers["Content-Encoding"] = encoding
    if is_compressed:
        response.vary.add("Accept-Encoding")
    response.set_etag(tag)
    response.cache_control.public = True
    response.cache_control.max_age = YEAR_S if hashed else HOUR_S
    response.cache_control.immutable = hashed
    response.make_conditional(request)
    return response

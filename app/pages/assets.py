"""The built frontend's files, each compressed once a process and kept in memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import brotli
from flask import Response, request
from werkzeug.http import parse_set_header
from werkzeug.security import safe_join

from app.api.search.cached import SMALL

YEAR_S = 31_536_000
HOUR_S = 3600
# 9 of 11: within 3 % of the best and ten times as fast, so that the first visitor does not wait.
BROTLI_QUALITY = 9
COMPRESSED = ("text/", "application/json", "application/javascript", "image/svg+xml")

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file's bytes in the forms that browsers take."""

    kind: str
    tag: str
    forms: dict[str, bytes]  # by content encoding; "" is uncompressed


@lru_cache(maxsize=512)
def _asset(path: Path, changed_ns: int) -> Asset:
    """Read and compress a file; `changed_ns` makes a new build a new entry."""
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    forms = {"": content}
    if len(content) > SMALL and kind.startswith(COMPRESSED):
        forms["br"] = brotli.compress(content, quality=BROTLI_QUALITY)
        forms["gzip"] = gzip.compress(content, 9, mtime=0)
    tag = hashlib.sha256(content + changed_ns.to_bytes(8, "big")).hexdigest()[:16]
    return Asset(kind, tag, forms)


def find(folder: Path, name: str) -> Path | None:
    """Return a file of the build; a name cannot lead out of it, and hidden files are not served."""
    joined = safe_join(str(folder), name) if "\x00" not in name else None
    if joined is None or any(part.startswith(".") for part in Path(name).parts):
        return None
    path = Path(joined)
    return path if path.is_file() else None


def asset_response(path: Path, *, hashed: bool) -> Response:
    """Answer with a file. `hashed`: its name changes with its content, so it is kept for ever."""
    asset = _asset(path, path.stat().st_mtime_ns)
    accepted = parse_set_header(request.headers.get("Accept-Encoding", "").replace(";", ","))
    encoding = next((e for e in ("br", "gzip") if e in accepted and e in asset.forms), "")
    response = Response(asset.forms[encoding], mimetype=asset.kind)
    if encoding:
        response.headers["Content-Encoding"] = encoding
    if len(asset.forms) > 1:
        response.vary.add("Accept-Encoding")
    response.set_etag(f"{asset.tag}-{encoding}")
    response.cache_control.public = True
    response.cache_control.max_age = YEAR_S if hashed else HOUR_S
    response.cache_control.immutable = hashed
    response.make_conditional(request)
    return response

"""Which files a page's own script needs, from the build's manifest, so that they load at once."""

from __future__ import annotations

import html
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson

MANIFEST = Path(".vite") / "manifest.json"
ENTRY = "index.html"


def preload_tags(folder: Path, module: str) -> list[str]:
    """Return tags for a lazily loaded module (its source path), none where it is not in the build.

    The browser would otherwise learn of it only after the first script has run.
    """
    path = folder / MANIFEST
    if not module or not path.is_file():
        return []
    scripts, styles = _files(path, path.stat().st_mtime_ns, module)
    return [
        *(
            f'<link rel="modulepreload" crossorigin href="/{html.escape(name)}">'
            for name in scripts
        ),
        *(f'<link rel="stylesheet" crossorigin href="/{html.escape(name)}">' for name in styles),
    ]


@lru_cache(maxsize=64)
def _files(path: Path, _changed_ns: int, module: str) -> tuple[list[str], list[str]]:
    """Return the module's scripts and styles, those that the page loads anyway left out."""
    manifest: dict[str, Any] = orjson.loads(path.read_bytes())
    already = _closure(manifest, ENTRY)
    needed = [name for name in _closure(manifest, module) if name not in already]
    chunks = [manifest[name] for name in needed]
    styles = [style for chunk in chunks for style in chunk.get("css", [])]
    return [chunk["file"] for chunk in chunks], list(dict.fromkeys(styles))


def _closure(manifest: dict[str, Any], name: str) -> list[str]:
    """Return a chunk and all that it imports, itself first."""
    found: dict[str, None] = {}
    waiting = [name] if name in manifest else []
    while waiting:
        chunk = waiting.pop()
        if chunk not in found:
            found[chunk] = None
            waiting += manifest[chunk].get("imports", [])
    return list(found)

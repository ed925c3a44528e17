"""Which files a page needs, from the build's manifest, so that they all load at once."""

import html
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson

MANIFEST = Path(".vite") / "manifest.json"
ENTRY = "index.html"
BOOT = "src/app/boot.tsx"  # imported by the entry while it runs


def preload_tags(folder: Path, modules: tuple[str, ...]) -> tuple[str, ...]:
    """Return tags for the start of the application, the font, and a page's modules (source paths).

    The browser would otherwise learn of them only after scripts have run. A module that is not in
    the build has no tags.
    """
    path = folder / MANIFEST
    return _tags(path, path.stat().st_mtime_ns, modules) if path.is_file() else ()


@lru_cache(maxsize=64)
def _tags(path: Path, _changed_ns: int, modules: tuple[str, ...]) -> tuple[str, ...]:
    manifest: dict[str, Any] = orjson.loads(path.read_bytes())
    linked = _closure(manifest, [ENTRY])  # index.html names these itself
    chunks = [manifest[name] for name in _closure(manifest, [BOOT, *modules]) if name not in linked]
    styles = dict.fromkeys(style for chunk in chunks for style in chunk.get("css", []))
    assets = manifest.get(ENTRY, {}).get("assets", [])
    return (
        *(_link("modulepreload", chunk["file"]) for chunk in chunks),
        *(_link("stylesheet", name) for name in styles),
        *(
            _link('preload" as="font" type="font/woff2', name)
            for name in assets
            if name.endswith(".woff2")
        ),
    )


def _link(kind: str, name: str) -> str:
    return f'<link rel="{kind}" crossorigin href="/{html.escape(name)}">'


def _closure(manifest: dict[str, Any], names: list[str]) -> list[str]:
    chunks: dict[str, None] = {}
    pending = [name for name in reversed(names) if name in manifest]
    while pending:
        chunk = pending.pop()
        if chunk not in chunks:
            chunks[chunk] = None
            pending += manifest[chunk].get("imports", [])
    return list(chunks)

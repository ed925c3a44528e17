"""The page of one row: a product's, a brand's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.pages.found.facts import Facts
from app.pages.meta import Meta


@dataclass(frozen=True, slots=True)
class FoundPage:
    """What the page of a path is.

    `path`: its one address; `image`: a picture's, "" without one; `facts`: what it says in JSON-LD;
    `state`: what the frontend starts with besides; `kind`: Open Graph's.
    """

    meta: Meta
    path: str
    image: str = ""
    facts: Sequence[Facts] = ()
    state: dict[str, Any] = field(default_factory=dict)
    kind: str = "website"


def away(meta: Meta, path: str) -> FoundPage:
    """Return the page while a server is away: the browser asks again, nobody notes it (503)."""
    return FoundPage(replace(meta, status=503, listed=False), path)

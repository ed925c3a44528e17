"""The measures that a product's name and sizes say, by which texts find it in any unit. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from indexer.reference.quantities.quantities import measured
from indexer.wording import fold

KEPT = 16_384  # texts; colours of one name share it, and products their sizes
_JOINED = re.compile(r"(?<=\D),(?=\d)")  # "Body oil,500ml"


def measures_of(*texts: str) -> dict[str, list[float]]:
    """Return the amounts by the kind of measure, each in the smallest unit (ml, mm, g)."""
    found: dict[str, dict[float, None]] = {}
    for text in texts:
        for kind, amounts in _measures(text):
            found.setdefault(kind, {}).update(dict.fromkeys(amounts))
    return {kind: list(amounts) for kind, amounts in found.items()}


@lru_cache(maxsize=KEPT)
def _measures(text: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    read = measured(_JOINED.sub(", ", fold(text)))
    return tuple((kind, tuple(amounts)) for kind, amounts in read.items())

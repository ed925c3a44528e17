"""Sisters: texts of one kind composed of parts, a third of which no rule was made by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import product


def composed(form: str, **parts: str) -> Iterator[str]:
    """Give a form with each choice of its parts; those are alternatives parted by "|"."""
    for chosen in product(*(text.split("|") for text in parts.values())):
        yield form.format(**dict(zip(parts, chosen, strict=True)))


def seen(texts: Iterable[str]) -> list[str]:
    """Return the two thirds that may be looked at while a rule is made."""
    return [text for text in texts if not _is_apart(text)]


def apart(texts: Iterable[str]) -> list[str]:
    """Return the third that is looked at when it is done."""
    return [text for text in texts if _is_apart(text)]


def _is_apart(text: str) -> bool:
    return sha256(text.encode()).digest()[0] % 3 == 0

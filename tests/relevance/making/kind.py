"""Kinds of queries and their wordings."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.relevance.making.sampler import Sampler
from tests.relevance.need import Need

Draft = tuple[str, Need] | None
Kind = Callable[[Sampler], Draft]
WORDS = Path(__file__).with_name("words.toml")


@cache
def wordings() -> Mapping[str, tuple[str, ...]]:
    """Return the wordings by kind, from words.toml."""
    rows: dict[str, Any] = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    return {kind: tuple(texts) for kind, texts in rows.items()}


def worded(sampler: Sampler, kind: str, **parts: object) -> str:
    """Return one of a kind's wordings with its parts filled in; each call takes another."""
    text = sampler.draw(f"wording {kind}", list(wordings()[kind]))
    values = {name: str(value) for name, value in parts.items()}
    for name in ("x", "b", "c"):
        if name in values:
            values[name.upper()] = values[name].upper()
    values["T"] = string.capwords(values.get("x", ""))
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def asks(text: str, *names: str) -> bool:
    """Return True if a wording has all of these placeholders."""
    return all(f"{{{name}}}" in text for name in names)


def described(sampler: Sampler, need: Need) -> str:
    """Return the usual words for a need's product type and colour."""
    colour = f"{need.colours[0]} " if need.colours else ""
    return f"{colour}{sampler.usual_word(need.product_types[0])}"


def whose(gender: str) -> str:
    """Return the usual word for a gender."""
    return {"women": "women's", "men": "men's"}.get(gender, "")

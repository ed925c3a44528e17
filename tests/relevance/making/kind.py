"""What a kind of query is to the maker."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.relevance.making.sampler import Sampler
from tests.relevance.need import Need

Made = tuple[str, Need] | None
Kind = Callable[[Sampler], Made]
WORDS = Path(__file__).with_name("words.toml")


@cache
def wordings() -> Mapping[str, tuple[str, ...]]:
    """Return the wordings by kind, from words.toml."""
    rows: dict[str, Any] = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    return {kind: tuple(texts) for kind, texts in rows.items()}


def worded(sampler: Sampler, kind: str, **parts: object) -> str:
    """Return one of a kind's wordings, filled in; the next call takes another."""
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
    """Tell whether a wording names all of these parts."""
    return all(f"{{{name}}}" in text for name in names)


def described(sampler: Sampler, need: Need) -> str:
    """Return a need of a thing, with its colour if it has one, in the plain words."""
    colour = f"{need.colours[0]} " if need.colours else ""
    return f"{colour}{sampler.plain(need.things[0])}"


def whose(gender: str) -> str:
    """Return the plain word for whom a product is."""
    return {"women": "women's", "men": "men's"}.get(gender, "")

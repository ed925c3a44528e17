"""Values of structured data, however they are nested: texts, lists, objects. Hostile data in."""

import re
from collections.abc import Iterator
from typing import Any

from scrapers.wording import plain_text

Node = dict[str, Any]
WORD_LIMIT = 300  # characters of a name, a colour, a size
DEEPEST = 12
PLACE = "@place"  # of a product's node in its page, as it is noted when the page is read


def line(value: Any) -> str | None:
    """Return the first text or number as one line; None where there is none."""
    return next(lines(value), None)


def lines(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the texts of a value: a text, a number, an object with a name, or a list of such."""
    if depth > DEEPEST:
        return
    if isinstance(value, dict):
        yield from lines(value.get("name") or value.get("@value") or value.get("value"), depth + 1)
    elif isinstance(value, list):
        for part in sorted(value, key=_is_foreign):
            yield from lines(part, depth + 1)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        text = plain_text(str(value))[:WORD_LIMIT]
        if text:
            yield text


def _is_foreign(value: Any) -> bool:
    """Return True for a text in another language than English, of several of one property."""
    language = value.get("@language") if isinstance(value, dict) else None
    return isinstance(language, str) and not language.casefold().startswith("en")


def member(value: Any) -> str:
    """Return how an enumeration's member is written: as a text, a boolean or an object's @id."""
    for one in flatten(value):
        if isinstance(one, bool):
            return str(one).casefold()
        if text := line(one) or (
            isinstance(one, dict) and (line(one.get("@id")) or line(one.get("url")))
        ):
            return text
        if one:
            return str(one)[:WORD_LIMIT]
    return ""


def nodes(value: Any) -> list[Node]:
    """Return the objects of a value."""
    return [node for node in flatten(value) if isinstance(node, dict)]


def flatten(value: Any, depth: int = 0) -> list[Any]:
    """Return what a list holds, however it is written: nested, as a JSON-LD container, keyed."""
    if isinstance(value, dict) and _is_keyed(value):
        value = list(value.values())
    if not isinstance(value, list):
        return [value]
    if depth >= DEEPEST:
        return []
    return [part for entry in value for part in flatten(entry, depth + 1)]


def _is_keyed(node: Node) -> bool:
    """Return True for a list that became an object: by number, by sku, or as @list or @set."""
    if all(key.isdecimal() or key in {"@list", "@set"} for key in node):
        return bool(node)
    kinds = [part.get("@type") if isinstance(part, dict) else None for part in node.values()]
    return len(kinds) > 1 and None not in kinds and all(kind == kinds[0] for kind in kinds)


def types_of(node: Node) -> set[str]:
    """Return a node's types in lower case, without their vocabulary's address."""
    return {name_of(name) for name in flatten(node.get("@type")) if isinstance(name, str)}


def name_of(value: str | None) -> str:
    """Return an enumeration's member in lower case, without its vocabulary's address."""
    return re.split(r"[/#:]", value or "")[-1].strip().casefold()

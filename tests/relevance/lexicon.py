"""The judge's own words for product types and colours; independent of the product's tables."""

from __future__ import annotations

import html
import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent
_WORD = re.compile(r"[a-z0-9]+")
_NO_PLURAL = frozenset("tights sunglasses pyjamas dungarees bus gas jeans's".split())


@lru_cache(maxsize=100_000)
def tokens(text: str) -> tuple[str, ...]:
    """Return a title's words in lower case, without accents, in the singular."""
    decomposed = unicodedata.normalize("NFKD", html.unescape(text)).casefold()
    folded = "".join(char for char in decomposed if not unicodedata.combining(char))
    return tuple(_singular(word) for word in _WORD.findall(folded.replace("'s", "")))


def _singular(word: str) -> str:
    if word in _NO_PLURAL or len(word) <= 2 or not word.endswith("s") or word.endswith("ss"):
        return word
    return word[:-2] if word.endswith(("sses", "shes", "ches")) else word[:-1]


def listed(text: str) -> tuple[str, ...]:
    """Return the parts of a list separated by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


@dataclass(frozen=True, slots=True)
class TypePart:
    """A kind of product (product_types.toml)."""

    id: str
    names: tuple[str, ...]
    parent: str
    near: frozenset[str]
    kin: bool


@cache
def product_types() -> dict[str, TypePart]:
    """Return all product types by id."""
    rows = tomllib.loads((FOLDER / "product_types.toml").read_text(encoding="utf-8"))
    return {
        id_: TypePart(
            id_,
            listed(row["names"]),
            row.get("is", ""),
            frozenset(listed(row.get("near", ""))),
            row.get("kin", False),
        )
        for id_, row in rows.items()
    }


@cache
def lineage(id_: str) -> tuple[str, ...]:
    """Return a product type's id and its ancestors' ids, nearest first."""
    ids = [id_]
    while parent := product_types()[ids[-1]].parent:
        ids.append(parent)
    return tuple(ids)


@cache
def closeness(asked: str, actual: str) -> int:
    """Return how well a product of product type `actual` fits a need of `asked`: 2, 1 or 0."""
    ancestors = lineage(actual)
    if asked in ancestors:
        return 2
    product_type = product_types()[asked]
    if product_type.near & set(ancestors) or actual == product_type.parent:
        return 1
    parent = product_types().get(product_type.parent)
    return 1 if parent and parent.kin and parent.id in ancestors else 0


@cache
def _phrases() -> dict[tuple[str, ...], str]:
    return {
        tokens(name): product_type.id
        for product_type in product_types().values()
        for name in product_type.names
    }


def type_of(title: str) -> str:
    """Return the product type in a title, empty where there is none.

    The last of the longest phrases counts; words after "with" are ignored.
    """
    table = _phrases()
    words = tokens(re.split(r"\s+with\s+", html.unescape(title), flags=re.I)[0])
    product_type, at = "", 0
    while at < len(words):
        for end in range(min(len(words), at + 6), at, -1):
            if words[at:end] in table:
                product_type, at = table[words[at:end]], end - 1
                break
        at += 1
    return product_type


@dataclass(frozen=True, slots=True)
class Asked:
    """The meaning of a shopper's colour word: families or shades that fit or are near."""

    fits: frozenset[str]
    near: frozenset[str]


@cache
def _colours() -> tuple[dict[tuple[str, ...], frozenset[str]], dict[str, Asked]]:
    rows = tomllib.loads((FOLDER / "colours.toml").read_text(encoding="utf-8"))
    words = {
        tokens(word): frozenset(meaning.split())
        for line, meaning in rows["words"].items()
        for word in listed(line)
    }
    asked = {}
    for line, meaning in rows["ask"].items():
        fits, _, near = meaning.partition(";")
        for word in listed(line):
            asked[word] = Asked(frozenset(fits.split()), frozenset(near.split()))
    return words, asked


def asked_colours() -> dict[str, Asked]:
    """Return the meanings of shoppers' colour words."""
    return _colours()[1]


FAMILIES = frozenset(
    "black white grey silver gold blue red burgundy pink purple green yellow orange brown beige"
    " multi".split()
)


def colours_of(wording: str) -> frozenset[str]:
    """Return the families and shades in all parts of a feed's colour wording."""
    return frozenset(name for meaning in _meanings(wording) for name in meaning)


def sure_colours_of(wording: str) -> frozenset[str]:
    """Return the colours of the parts that belong to a single family."""
    clear = (meaning for meaning in _meanings(wording) if len(meaning & FAMILIES) == 1)
    return frozenset(name for meaning in clear for name in meaning)


@cache
def _meanings(wording: str) -> tuple[frozenset[str], ...]:
    table, words = _colours()[0], tokens(wording)
    meanings: list[frozenset[str]] = []
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + 4), at, -1):
            if words[at:end] in table:
                if words[at:end] != ("denim",) or not meanings:  # black denim has no blue
                    meanings.append(table[words[at:end]])
                at = end - 1
                break
        at += 1
    return tuple(meanings)

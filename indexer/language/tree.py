"""The vocabulary's files: tables, columns parted by tabs, errors named by their place."""

import json
import os
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from indexer.core.wording import fold

FOLDER = Path(__file__).parent / "words"
NOTHING = "-"  # in a column


class VocabularyError(ValueError):
    """A vocabulary file is unusable; the message names the file, the entry and what is wrong."""


def folder() -> Path:
    """Return the vocabulary's folder in use: VOCABULARY_DIR, by default the package's own."""
    return Path(os.environ.get("VOCABULARY_DIR") or FOLDER)


@dataclass(frozen=True, slots=True)
class Row:
    """Where a row stands."""

    file: str
    line: int

    def __str__(self) -> str:
        """Return the place as errors name it."""
        return f"{self.file}: line {self.line}"

    def error(self, problem: str) -> VocabularyError:
        return VocabularyError(f"{self}: {problem}")

    def one_of(self, known: Container[str], name: str, what: str) -> str:
        """Return a name that is known; raises VocabularyError."""
        if name not in known:
            raise self.error(f"there is no {what} {name!r}")
        return name


def table(path: Path, columns: int) -> Iterator[tuple[Row, list[str]]]:
    """Give the rows of a table, none where it is missing; raises VocabularyError."""
    if not path.exists():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        at, row = Row(f"{path.parent.name}/{path.name}", number), line.split("\t")
        if len(row) != columns or not all(column.strip() for column in row):
            raise at.error(f"has not {columns} columns")
        yield at, row


def split_list(column: str) -> list[str]:
    """Return what a column lists, parted by "|"."""
    return [] if column == NOTHING else column.split("|")


DATA = Path(__file__).parent


def read(name: str) -> Any:
    """Return the parsed JSON file of that name."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


@cache
def category_slugs() -> tuple[str, ...]:
    """Return the slugs of the whole tree, in its order."""
    return tuple(row["slug"] for row, _ in walk(read("categories.json")["tree"]))


@cache
def color_slugs() -> tuple[str, ...]:
    """Return the slugs of the colours, in the spec's order."""
    return tuple(row["slug"] for row in read("colors.json"))


def walk(
    rows: list[dict[str, Any]], parent: str | None = None
) -> Iterator[tuple[dict[str, Any], str | None]]:
    """Yield every category's row with its parent's slug."""
    for row in rows:
        yield row, parent
        yield from walk(row.get("children", []), row["slug"])


@dataclass(frozen=True, slots=True)
class CategoryNode:
    """A category. `is_extra`: what it holds is bought for what stands beside it and is none of
    it, as the laces among shoes.
    """

    slug: str
    name: str
    parent: str | None
    position: int  # among all categories, parents before children
    icon: str | None
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class ColorEntry:
    """A colour with its CSS swatch."""

    slug: str
    name: str
    swatch: str
    position: int


@cache
def categories() -> tuple[CategoryNode, ...]:
    """Return the whole tree, parents before their children."""
    return tuple(
        CategoryNode(row["slug"], row["name"], parent, position, row.get("icon"), "extra" in row)
        for position, (row, parent) in enumerate(walk(read("categories.json")["tree"]))
    )


@cache
def extras_of(branches: tuple[str, ...]) -> tuple[str, ...]:
    """Return the slugs below these categories of what is only bought for the rest."""
    within = tuple(f"{slug}/" for slug in branches)
    return tuple(
        node.slug for node in categories() if node.is_extra and node.slug.startswith(within)
    )


@cache
def category_lists() -> Mapping[str, tuple[str, ...]]:
    """Return the named lists of spec §3, such as "Jackets", as category slugs."""
    lists: dict[str, list[str]] = read("categories.json")["lists"]
    return {name: tuple(slugs) for name, slugs in lists.items()}


@cache
def colors() -> tuple[ColorEntry, ...]:
    """Return the sixteen colours of spec §3, in its order."""
    return tuple(
        ColorEntry(**row, position=position) for position, row in enumerate(read("colors.json"))
    )


@cache
def names() -> Mapping[str, str]:
    """Return the name of each country by its ISO 3166-1 alpha-2 code."""
    return {row["iso"]: row["nicename"] for row in read("countries.json")}


@cache
def iso_by_wording() -> Mapping[str, str]:
    """Return the ISO code of each normalised wording: names, other names, abbreviations."""
    return {
        normalise(wording): row["iso"]
        for row in read("countries.json")
        for wording in (row["nicename"], *row.get("words", ()))
    }


def iso_of(text: str) -> str | None:
    """Return the ISO code of a country as a store writes it, or None."""
    wording = normalise(text)
    code = wording.upper()
    return iso_by_wording().get(wording) or (code if code in names() else None)


def normalise(text: str) -> str:
    """Return a wording without case, accents, "the" and "&"."""
    words = " ".join(fold(text).replace("&", " and ").replace("’", "'").split())
    return words.removeprefix("the ").rstrip(".,;:")

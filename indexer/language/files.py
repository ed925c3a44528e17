"""The vocabulary's files: tables, columns parted by tabs, errors named by their place."""

import os
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

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
        """Return the error that names this row."""
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


def listed(column: str) -> list[str]:
    """Return what a column lists, parted by "|"."""
    return [] if column == NOTHING else column.split("|")

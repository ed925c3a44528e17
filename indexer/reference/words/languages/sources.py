"""Where a language's words are from: public sources, and that each row names two that are known.

`sources.tsv` stands beside the languages' folders, and in a folder for that language alone. Its
columns, parted by tabs: a short name, what it shows, its licence, what it is. A source shows the
"meaning" of a word, or its "form" alone, as a list of spellings or what a machine aligned does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from indexer.reference.files import VocabularyError

LEAST = 2  # sources that a row names, one of which shows the meaning
SHOWN = frozenset({"meaning", "form"})


@dataclass(frozen=True, slots=True)
class Row:
    """Where a row stands."""

    file: str
    line: int

    def error(self, problem: str) -> VocabularyError:
        """Return the error that names this row."""
        return VocabularyError(self.file, f"line {self.line}", problem)


def rows(path: Path, columns: int) -> Iterator[tuple[Row, list[str]]]:
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


@dataclass(frozen=True, slots=True)
class Sources:
    """The known sources: by short name, what each shows."""

    shown: Mapping[str, str]

    @classmethod
    def read(cls, folder: Path) -> Sources:
        """Return the sources that a folder lists; raises VocabularyError."""
        shown: dict[str, str] = {}
        for at, (name, shows, _, _) in rows(folder / "sources.tsv", 4):
            if shows not in SHOWN:
                raise at.error(f"a source shows the meaning or the form, not {shows!r}")
            shown[name] = shows
        return cls(shown)

    def of(self, folder: Path) -> Sources:
        """Return these and those of a language's own."""
        return Sources({**self.shown, **Sources.read(folder).shown})

    def check(self, at: Row, named: str) -> None:
        """Raise VocabularyError where a row does not name two known sources, one of its meaning."""
        names = named.split()
        for name in names:
            if name not in self.shown:
                raise at.error(f"there is no source {name!r}; list it in sources.tsv")
        if len(set(names)) < LEAST:
            raise at.error(f"names fewer than {LEAST} sources")
        if all(self.shown[name] == "form" for name in names):
            raise at.error("none of its sources shows the meaning")

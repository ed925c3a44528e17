"""Languages that are a file each: what their words mean, in the words of the other tables.

A file `<code>.tsv` has rows of three columns: a sense, its id, and forms. `thing`, `colour` and
`people` rows name what the other tables have under that id, `state` a state such as "cheap",
`describing` an English word of names, `small` words that only join. Forms are parted by "|". A row
`affix` names what may stand before a stem; "[relative]bomvu" are its forms with each of them, so
that noun classes and concords are not written out. Lines that begin with "#" say where the words
are from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from indexer.reference.files import VocabularyError
from indexer.reference.words.phrases import raw_words
from indexer.reference.words.wordings import Wording

STATES = frozenset({"sale", "new", "vintage", "in-stock", "local", "cheap", "dear"})
SENSES = ("thing", "colour", "people", "state", "describing", "small")
COLUMNS = 3


@dataclass(frozen=True, slots=True)
class Spoken:
    """What all languages' words mean: by sense, the phrases of each id."""

    phrases: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)

    def wordings(self, sense: str, id_: str) -> tuple[Wording[str], ...]:
        """Return the wordings of one id."""
        phrases = self.phrases.get(sense, {}).get(id_, ())
        return tuple(Wording(tuple(raw_words(phrase)), "spoken", id_) for phrase in phrases)

    @property
    def describing(self) -> dict[str, str]:
        """Return the words that describe a thing, to their English ones."""
        described = self.phrases.get("describing", {}).items()
        return {phrase: id_ for id_, phrases in described for phrase in phrases}

    def check(self, sense: str, known: Collection[str]) -> None:
        """Raise VocabularyError where a row names an id that its table has not."""
        for id_ in self.phrases.get(sense, {}):
            if id_ not in known:
                raise VocabularyError("languages", id_, f"there is no such {sense}")


def read_languages(folder: Path) -> Spoken:
    """Return the languages of a folder, none where it is missing; raises VocabularyError."""
    found: dict[str, dict[str, dict[str, None]]] = {sense: {} for sense in SENSES}
    for path in sorted(folder.glob("*.tsv")):
        for sense, id_, phrase in _rows(path):
            found[sense].setdefault(id_, {})[phrase] = None
    spoken = Spoken({s: {id_: tuple(own) for id_, own in ids.items()} for s, ids in found.items()})
    spoken.check("state", STATES)
    return spoken


def _rows(path: Path) -> Iterator[tuple[str, str, str]]:
    affixes: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != COLUMNS or not all(column.strip() for column in columns):
            raise VocabularyError(path.name, f"line {number}", "has not three columns")
        sense, id_, forms = columns
        if sense == "affix":
            affixes[id_] = tuple(forms.split("|"))
        elif sense in SENSES:
            for form in forms.split("|"):
                yield from ((sense, id_, own) for own in _expanded(path, number, form, affixes))
        else:
            raise VocabularyError(path.name, f"line {number}", f"there is no sense {sense!r}")


def _expanded(
    path: Path, number: int, form: str, affixes: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """Give a form with each affix that it names."""
    words: list[list[str]] = []
    for word in form.split():
        name, bracket, stem = word.removeprefix("[").partition("]")
        if word.startswith("[") != bool(bracket) or (bracket and name not in affixes):
            raise VocabularyError(path.name, f"line {number}", f"{word!r} names no affix")
        words.append([f"{affix}{stem}" for affix in affixes[name]] if bracket else [word])
    yield from (" ".join(parts) for parts in product(*words))

"""Languages that are a folder each: what their words mean, in the words of the other tables.

A folder `<code>` has tables, columns parted by tabs, forms by "|", sources by spaces; lines that
begin with "#" are for people:

    words.tsv     a sense, its id, forms, sources
    phrases.tsv   a sense of `JOINING`, "-", forms: what joins words, denies them or asks for them;
                  of English and Afrikaans, whose words stand in the other tables, also `state` and
                  `small`. What each is for is said in `en`
    affixes.tsv   a name, what may stand before a stem (one of them nothing, where it ends in "|"),
                  sources; absent where stems stand alone

`type`, `colour` and `people` rows name what the other tables have under that id, `state` a state
such as "cheap", `bound` what a number behind it is ("under", "over", "between" and the "to" behind
it, "size"), `describing` an English word of names, `small` words that only join or ask.
"[relative]bomvu" are its forms with each affix of that name, so that noun classes and concords are
not written out.

Each row names the public sources that it was compared with, two at least.

`sources.tsv` stands beside the languages' folders, and in a folder for that language alone. Its
columns, parted by tabs: a short name, what it shows, its licence, what it is. A source shows the
"meaning" of a word, or its "form" alone, as a list of spellings or what a machine aligned does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path

from indexer.reference.files import VocabularyError
from indexer.reference.quantities.numbers import any_of
from indexer.reference.words.entries import LexiconEntry
from indexer.reference.words.phrases import fold, raw_words

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


STATES = frozenset(
    {"sale", "new", "vintage", "in-stock", "local", "price-ascending", "price-descending"}
)
# What stands in English for a bound, at most as long: behind an article an amount may stand as far
# away as the longer phrase needs. TO stands between two numbers.
TO = "to"
BOUNDS = {"under": "under a", "over": "over a", "between": "between", TO: TO, "size": "size"}
_DIGIT = re.compile(r"\d")
JOINING = frozenset(
    "not closing except all skipped feature whole or either joint with beside belonging outfit gift"
    " calling subject article owner name".split()
)
SENSES = ("type", "colour", "people", "state", "bound", "describing", "small")


@dataclass(frozen=True)
class Spoken:
    """What all languages' words mean: by sense, the phrases of each id."""

    phrases: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    _said: dict[str, frozenset[str]] = field(default_factory=dict, compare=False)

    def wordings(self, sense: str, id_: str) -> tuple[LexiconEntry[str], ...]:
        """Return the wordings of one id."""
        phrases = self.phrases.get(sense, {}).get(id_, ())
        return tuple(LexiconEntry(tuple(raw_words(phrase)), "spoken", id_) for phrase in phrases)

    def said(self, sense: str) -> frozenset[str]:
        """Return all phrases of a sense whose ids do not matter."""
        if sense not in self._said:
            ids = self.phrases.get(sense, {})
            self._said[sense] = frozenset(phrase for own in ids.values() for phrase in own)
        return self._said[sense]

    @property
    def describing(self) -> dict[str, str]:
        """Return the words that describe a type, folded as texts are, to their English ones."""
        described = self.phrases.get("describing", {}).items()
        return {fold(phrase): id_ for id_, phrases in described for phrase in phrases}

    def check(self, sense: str, known: Collection[str]) -> None:
        """Raise VocabularyError where a row names an id that its table has not."""
        for id_ in self.phrases.get(sense, {}):
            if id_ not in known:
                raise VocabularyError("languages", id_, f"there is no such {sense}")

    def with_english_bounds(self, folded: str) -> str:
        """Return a folded text of the same length that says its bounds in English."""
        if self._bounds is None or not _DIGIT.search(folded):
            return folded
        return self._bounds.sub(self._english_bound, folded)

    @cached_property
    def _bound_of(self) -> dict[str, str]:
        bounds = self.phrases.get("bound", {}).items()
        return {fold(phrase): id_ for id_, phrases in bounds for phrase in phrases}

    @cached_property
    def _bounds(self) -> re.Pattern[str] | None:
        return bound_pattern(self._bound_of) if self._bound_of else None

    def _english_bound(self, match: re.Match[str]) -> str:
        english = BOUNDS[self._bound_of[" ".join(match["bound"].split())]]
        return english.ljust(len(match.group()))


def bound_pattern(bounds: Mapping[str, str]) -> re.Pattern[str]:
    """Return what finds these phrases where a number follows: "ngaphansi kuka-R500".

    `bounds`: what each phrase is; one that is "to" stands between money ("no" is English as well).
    """
    before = _any_of(phrase for phrase, bound in bounds.items() if bound != TO)
    joining = _any_of(phrase for phrase, bound in bounds.items() if bound == TO)
    number, money = r"(?=\s?(?:r|zar|\$|€)?\s?\d)", r"(?=\s?(?:r|zar|\$|€)\s?\d)"
    phrases = rf"(?P<bound>{before}(?=[-\s]{number})|(?<=\d\s){joining}(?=[-\s]{money}))"
    return re.compile(rf"(?<![\w-]){phrases}-?")


def _any_of(phrases: Iterable[str]) -> str:
    """Return the pattern of any of these phrases, one that finds nothing where there are none."""
    spaced = [r"\s".join(map(re.escape, phrase.split())) for phrase in phrases]
    return any_of(spaced or ["(?!)"])


def read_languages(folder: Path) -> Spoken:
    """Return the languages of a folder, none where it is missing; raises VocabularyError."""
    found: dict[str, dict[str, dict[str, None]]] = {sense: {} for sense in (*SENSES, *JOINING)}
    shared = Sources.read(folder)
    # What is said of a state in English is suggested first.
    for language in sorted(folder.glob("*/"), key=lambda path: (path.name != "en", path.name)):
        for sense, id_, phrase in (*_joining(language), *_phrases(language, shared)):
            found[sense].setdefault(id_, {})[phrase] = None
    spoken = Spoken({s: {id_: tuple(own) for id_, own in ids.items()} for s, ids in found.items()})
    spoken.check("state", STATES)
    spoken.check("bound", BOUNDS)
    return spoken


def _joining(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Give the phrases of one language that join words, deny them or ask."""
    for at, (sense, id_, forms) in rows(folder / "phrases.tsv", 3):
        if sense not in {*JOINING, "state", "small"}:
            raise at.error(f"there is no sense {sense!r}")
        yield from ((sense, id_, form) for form in forms.split("|"))


def _phrases(folder: Path, shared: Sources) -> Iterator[tuple[str, str, str]]:
    """Give the phrases of one language: the sense, its id, the phrase."""
    sources = shared.of(folder)
    affixes = {}
    for at, (name, forms, named) in rows(folder / "affixes.tsv", 3):
        sources.check(at, named)
        affixes[name] = tuple(forms.split("|"))
    for at, (sense, id_, forms, named) in rows(folder / "words.tsv", 4):
        if sense not in SENSES:
            raise at.error(f"there is no sense {sense!r}")
        sources.check(at, named)
        for form in forms.split("|"):
            for phrase in _expanded(at, form, affixes):
                if sense == "bound" and len(phrase) < len(BOUNDS.get(id_, "")):
                    raise at.error(f"{phrase!r} is shorter than {BOUNDS[id_]!r}")
                yield sense, id_, phrase


def _expanded(at: Row, form: str, affixes: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Give a form with each affix that it names."""
    words: list[list[str]] = []
    for word in form.split():
        name, bracket, stem = word.removeprefix("[").partition("]")
        if word.startswith("[") != bool(bracket) or (bracket and name not in affixes):
            raise at.error(f"{word!r} names no affix")
        words.append([f"{affix}{stem}" for affix in affixes[name]] if bracket else [word])
    yield from (" ".join(filter(None, parts)) for parts in product(*words))

"""Lexicon entries, phrases, their inflected forms and classes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Generic, TypeVar

from indexer.core.wording import LONGEST_WORD
from indexer.core.wording import fold as without_accents
from indexer.language.tree import folder, table

SHORTEST_FORM = 3  # letters of what remains of a word
SHORTEST_HEAD = 4  # letters of a word that may stand behind any other: "knie" + "stewels"
SHORTEST_MODIFIER = 2
SHORTEST_STEM = 2
_CLOSING, _OPEN, _VOWELS = frozenset("bdfgklmnprst"), frozenset("aeou"), frozenset("aeiou")
DONE = frozenset({"cut", "as", "plural", "closed", "open", "link"})


@dataclass(frozen=True, slots=True)
class Ending:
    """An ending, what stands in its place in the base word, and what must stand before it."""

    written: str
    instead: str
    behind: str

    def cut(self, word: str) -> str:
        """Return a word's base; nothing where it does not end so."""
        stem = word.removesuffix(self.written)
        return stem + self.instead if stem != word and self._fits(stem) else ""

    def _fits(self, stem: str) -> bool:
        before = tuple(self.behind.removeprefix("!").replace("-", "").split("|"))
        if self.behind.startswith("!"):
            return len(stem) >= SHORTEST_STEM and not stem.endswith(before)
        return any(stem.endswith(b) and len(stem) >= len(b) + SHORTEST_STEM for b in before)


class Endings:
    """How the words of one language end, by what is done with it."""

    def __init__(self, language: Path) -> None:
        """Read those of a language's folder; raises VocabularyError."""
        self.of: dict[str, list[Ending]] = {done: [] for done in DONE}
        for at, (done, written, instead, behind) in table(language / "endings.tsv", 4):
            if done not in DONE:
                raise at.error(f"with an ending nothing is done that is called {done!r}")
            self.of[done].append(Ending(written, instead.replace("-", ""), behind))

    def singular(self, word: str) -> str:
        """Return the one base of a word; the word itself where it has none."""
        own = {ending.written: ending.instead for ending in self.of["as"]}
        if word in own or not 3 < len(word) <= LONGEST_WORD:
            return own.get(word, word)
        base = next(filter(None, (ending.cut(word) for ending in self.of["cut"])), word)
        return own.get(base, base)

    def forms(self, word: str) -> Iterator[str]:
        """Give a word and what it may be a plural or a diminutive of, the likeliest first."""
        forms = dict.fromkeys(self._forms(word))
        return (form for form in forms if len(form) >= SHORTEST_FORM)

    def _forms(self, word: str) -> Iterator[str]:
        yield word
        if len(word) > LONGEST_WORD:
            return
        for variant in (word, *filter(None, (ending.cut(word) for ending in self.of["plural"]))):
            yield variant
            for ending in self.of["closed"]:
                if variant.endswith(ending.written):
                    yield from _closed_stems(ending.cut(variant))
            yield from (ending.cut(variant) for ending in self.of["open"])


def _closed_stems(stem: str) -> Iterator[str]:
    """Give a stem as it is written alone: "rokk" as rok, "sambrel" as sambreel."""
    before, vowel, last = stem[-3:-2], stem[-2:-1], stem[-1:]
    yield stem[:-1] if last == vowel and last in _CLOSING else stem
    is_open = last in _CLOSING and vowel in _OPEN and before and before not in _VOWELS
    yield f"{stem[:-1]}{vowel}{last}" if is_open else stem


class Compounds:
    """The words of the tables by their forms: those that end a compound, and that may begin one."""

    def __init__(
        self, heads: Mapping[str, str], firsts: Mapping[str, str], endings: Mapping[str, Endings]
    ) -> None:
        """`heads`: words with their languages, each looked up by all its forms; `firsts`: a first
        part to the word that stands for it ("wol" to wool); `endings`: of the languages that make
        compounds.
        """
        by_form = {
            form: word
            for word, language in reversed([*heads.items()])
            for form in endings[language].forms(word)
            if len(form) >= SHORTEST_HEAD  # "boo" is no bootjie
        }
        self.heads = {**by_form, **{word: word for word in heads}}
        self.firsts, self.endings = firsts, tuple(endings.values())

    def base_form(self, word: str) -> str:
        """Return the table's word that this is a plural or a diminutive of, empty where none."""
        forms = (form for endings in self.endings for form in endings.forms(word))
        return next((self.heads[form] for form in forms if form in self.heads), "")

    def split(self, word: str) -> list[str]:
        """Return a compound's parts: its head, behind the word for what it begins with.

        The longest head counts. An unknown first part gives nothing, and only a
        head of several letters may stand behind it.
        """
        if len(word) > LONGEST_WORD:
            return []
        for at in range(SHORTEST_MODIFIER, len(word) - SHORTEST_FORM + 1):
            head = self.base_form(word[at:])
            if not head:
                continue
            first = self._first(word[:at])
            if first:
                return [*first.split(), head]
            if len(word) - at >= SHORTEST_HEAD and at > SHORTEST_MODIFIER:
                return [head]
        return []

    def _first(self, part: str) -> str:
        links = [link.written for endings in self.endings for link in endings.of["link"]]
        unlinked = next((part[: -len(link)] for link in links if part.endswith(link)), part)
        return self.firsts.get(part) or self.firsts.get(unlinked, "")


Value = TypeVar("Value")
WORD = re.compile(r"[a-z0-9]+")
POSSESSIVE = re.compile(r"['’`´]s\b")
_ENGLISH = Endings(folder() / "languages" / "en")


def fold(text: str) -> str:
    """Return the text in lower case, without accents and possessive endings."""
    return POSSESSIVE.sub("", without_accents(text))


def raw_words(text: str) -> list[str]:
    """Return the text's words as they are written: lower case, accents folded."""
    return WORD.findall(fold(text))


def words(text: str) -> list[str]:
    """Return the text's words: lower case, accents folded, plurals and possessives cut."""
    return [singular(word) for word in raw_words(text)]


@lru_cache(maxsize=20_000)
def singular(word: str) -> str:
    """Return the word without an English plural ending: one key for both numbers.

    Of a singular it is the same: "mens", "men" and "man" are one.
    """
    return _ENGLISH.singular(word)


@dataclass(frozen=True, slots=True)
class Match(Generic[Value]):
    """A phrase found at words[start:end]."""

    start: int
    end: int
    value: Value


class PhraseTable(Generic[Value]):
    """Phrases and what they stand for; a text is matched by its longest phrases."""

    def __init__(self, phrases: Mapping[str, Value]) -> None:
        self._values = {tuple(words(phrase)): value for phrase, value in phrases.items()}
        self._longest: dict[str, int] = {}  # words of a phrase, by its first
        for phrase in self._values:
            for first in phrase[:1]:
                self._longest[first] = max(len(phrase), self._longest.get(first, 0))

    def get(self, phrase: str) -> Value | None:
        """Return what the phrase stands for, in either number; None where it is unknown."""
        return self._values.get(tuple(words(phrase)))

    def get_key(self, key: tuple[str, ...]) -> Value | None:
        """Return what the words of a key, in singular form, stand for."""
        return self._values.get(key)

    def items(self) -> Iterable[tuple[tuple[str, ...], Value]]:
        """Return all keys, words in singular form, with what they stand for."""
        return self._values.items()

    def find(self, tokens: Sequence[str]) -> list[Match[Value]]:
        """Return the phrases in the tokens from left to right, longest first, none overlapping."""
        found, at = list[Match[Value]](), 0
        while at < len(tokens):
            match = self.at(tokens, at)
            found += [match] if match else []
            at = match.end if match else at + 1
        return found

    def at(self, tokens: Sequence[str], at: int) -> Match[Value] | None:
        for length in range(min(self._longest.get(tokens[at], 0), len(tokens) - at), 0, -1):
            phrase = tuple(tokens[at : at + length])
            if phrase in self._values:
                return Match(at, at + length, self._values[phrase])
        return None


NAMES = "en"  # the language that names are written in, by which the others' words are explained
SECOND = 0.5  # the weight of what is meant where another meaning leads
Meaning = TypeVar("Meaning")


@dataclass(frozen=True, slots=True)
class LexiconEntry(Generic[Meaning]):
    """One phrase for one meaning. `raw` are its words as written, in lower case.

    `weight`: 1 where it means just this, less where it gives way; `scope`: "both", or only in what
    people type ("query") or in names ("title"); `language`: the code of its folder.
    """

    raw: tuple[str, ...]
    meaning: Meaning
    weight: float = 1.0
    scope: str = "both"
    language: str = NAMES

    @property
    def phrase(self) -> str:
        return " ".join(self.raw)

    @property
    def in_titles(self) -> bool:
        """Return whether it is read in a product's name, too, and not in queries only."""
        return self.scope != "query"

    @property
    def leads(self) -> bool:
        """Return whether it means just this, in names and texts."""
        return self.in_titles and self.weight > SECOND

    @property
    def is_weak(self) -> bool:
        """Return whether it gives way to whatever else means something."""
        return self.weight < SECOND

    @property
    def in_names(self) -> bool:
        """Return whether names say it, in the language that they are written in."""
        return self.in_titles and self.language == NAMES

    @property
    def rank(self) -> tuple[bool, float, bool]:
        """Return what meanings of one phrase are ordered by, the leading ones first."""
        return not self.in_titles, -self.weight, self.language != NAMES


class LexiconEntries(Generic[Meaning]):
    """Wordings by phrase. Number does not matter, unless two meanings differ in it only."""

    def __init__(self, wordings: Iterable[LexiconEntry[Meaning]]) -> None:
        grouped: dict[str, list[LexiconEntry[Meaning]]] = {}
        for wording in wordings:
            grouped.setdefault(" ".join(words(wording.phrase)), []).append(wording)
        self.table = PhraseTable({key: tuple(same) for key, same in grouped.items()})

    def senses_of(self, phrase: str | Sequence[str]) -> tuple[LexiconEntry[Meaning], ...]:
        """Return what exactly this phrase may mean, leading first; empty where unknown.

        "shorts" and "short" are one key with two wordings: the one written so leads alone.
        """
        raw = tuple(raw_words(phrase)) if isinstance(phrase, str) else tuple(phrase)
        return leading(self.table.get(" ".join(raw)) or (), raw)


def leading(
    wordings: Sequence[LexiconEntry[Meaning]], raw: Sequence[str]
) -> tuple[LexiconEntry[Meaning], ...]:
    """Return the wordings written just so, otherwise all of the phrase; the leading first."""
    written = tuple(raw)
    meant = [wording for wording in wordings if wording.raw == written] or wordings
    return tuple(sorted(meant, key=attrgetter("rank")) if len(meant) > 1 else meant)


NOUN = "n"  # of goods
PLURAL = "p"  # of goods only in the plural: "blanks"
ADJECTIVE = "a"
NAMESAKE = "m"  # what it names is a part or a tool in other trades: a ring, a cap, a plate
FEATURE = "f"  # a part that describes its whole, behind a word of its own: "marble base"
SPARE = "s"  # makes a part of what stands before it: a replacement
TRADE = "t"  # of another trade: no fitting behind it is for a home: "dental mirror"
NEITHER = "x"  # ends as names of tools do ("summer", "flower"), or is too vague ("piece")


def classes_of(word: str) -> str:
    """Return the classes, a letter each, of a word in either number; "" of an unknown one."""
    return _classes().get(word) or _classes().get(singular(word), "")


@cache
def _classes() -> Mapping[str, str]:
    text = Path(__file__).with_name("classes.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())


@cache
def emoji() -> Mapping[str, str]:
    """Return the word for each picture that has one."""
    text = Path(__file__).with_name("emoji.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())


class Synonyms:
    """What operators say that words mean, by the words, both in small letters."""

    def __init__(self, means: Mapping[str, str]) -> None:
        self.means = means
        self._by_first: dict[str, list[tuple[list[str], list[str]]]] = {}
        for words, meant in means.items():
            said = raw_words(words)
            for first in said[:1]:
                self._by_first.setdefault(first, []).append((said, raw_words(meant)))
        self._pattern = _pattern(means)

    def at(self, words: Sequence[str], start: int) -> Iterator[tuple[int, list[str]]]:
        """Give where words that begin at `start` end, and what they mean."""
        for said, meant in self._by_first.get(words[start], ()):
            if list(words[start : start + len(said)]) == said:
                yield start + len(said), meant

    def in_title(self, name: str) -> str:
        """Return a name with what its words mean; each place once, the longest words first."""
        if self._pattern is None:
            return name
        return self._pattern.sub(lambda found: self.means.get(fold_words(found[0]), found[0]), name)


def fold_words(text: str) -> str:
    """Return words as they are kept: in small letters, a blank between."""
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


def _pattern(means: Mapping[str, str]) -> re.Pattern[str] | None:
    longest = sorted(means, key=len, reverse=True)
    words = "|".join(re.escape(words).replace(r"\ ", r"\s+") for words in longest)
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE) if words else None

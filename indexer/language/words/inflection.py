"""Forms of words that no table lists: plurals, diminutives, and what is written as one word. Pure.

A table holds "stewels" and "rok"; people type "stewel", "rokkies", "kniestewels" and "kinderrok".
Each form is only a candidate: it counts where it leads to a word that the tables hold. How a
language's words end stands in the `endings.tsv` of its folder: what is done with an ending, the
ending, what stands there instead ("-": nothing), and what must stand before it, or must not ("!"),
with two letters before that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from indexer.core.wording import LONGEST_WORD
from indexer.language.files import table

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


@dataclass(frozen=True)
class Endings:
    """How the words of one language end, by what is done with it."""

    of: Mapping[str, tuple[Ending, ...]]

    @classmethod
    def read(cls, language: Path) -> Endings:
        """Return those of a language's folder; raises VocabularyError."""
        found: dict[str, tuple[Ending, ...]] = dict.fromkeys(DONE, ())
        for at, (done, written, instead, behind) in table(language / "endings.tsv", 4):
            if done not in DONE:
                raise at.error(f"with an ending nothing is done that is called {done!r}")
            ending = Ending(written, instead.replace("-", ""), behind)
            found[done] = (*found[done], ending)
        return cls(found)

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
                    yield from _closed(ending.cut(variant))
            yield from (ending.cut(variant) for ending in self.of["open"])


def _closed(stem: str) -> Iterator[str]:
    """Give a stem as it is written alone: "rokk" as rok, "sambrel" as sambreel."""
    before, vowel, last = stem[-3:-2], stem[-2:-1], stem[-1:]
    yield stem[:-1] if last == vowel and last in _CLOSING else stem
    is_open = last in _CLOSING and vowel in _OPEN and before and before not in _VOWELS
    yield f"{stem[:-1]}{vowel}{last}" if is_open else stem


@dataclass(frozen=True)
class Compounds:
    """The words of the tables by their forms; `heads` end a compound, `firsts` may begin one.

    `firsts` map a first part to the word that stands for it ("wol" to wool).
    """

    heads: Mapping[str, str]
    firsts: Mapping[str, str]
    endings: tuple[Endings, ...]

    @classmethod
    def of(
        cls, heads: Mapping[str, str], firsts: Mapping[str, str], endings: Mapping[str, Endings]
    ) -> Compounds:
        """Return the compounds of heads with their languages, each looked up by all its forms.

        `endings` are those of the languages that make compounds.
        """
        by_form = {
            form: word
            for word, language in reversed([*heads.items()])
            for form in endings[language].forms(word)
            if len(form) >= SHORTEST_HEAD  # "boo" is no bootjie
        }
        exact = {word: word for word in heads}
        return cls({**by_form, **exact}, firsts, tuple(endings.values()))

    def inflected(self, word: str) -> str:
        """Return the table's word that this is a plural or a diminutive of, empty where none."""
        forms = (form for endings in self.endings for form in endings.forms(word))
        return next((self.heads[form] for form in forms if form in self.heads), "")

    def parted(self, word: str) -> list[str]:
        """Return what a compound says: its head, behind the word for what it begins with.

        The longest head counts. Of an unknown first part nothing is said, and only a
        head of several letters may stand behind it.
        """
        if len(word) > LONGEST_WORD:
            return []
        for at in range(SHORTEST_MODIFIER, len(word) - SHORTEST_FORM + 1):
            head = self.inflected(word[at:])
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

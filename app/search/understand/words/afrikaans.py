"""Afrikaans words that no table lists: plurals, diminutives, and what is written as one word.

A table holds "stewels" and "rok"; people type "stewel", "rokkies", "kniestewels" and "kinderrok".
Each form is only a candidate: it counts where it leads to a word that the tables hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from indexer.wording import LONGEST_WORD

SHORTEST_FORM = 3  # letters of what remains of a word
SHORTEST_HEAD = 4  # letters of a word that may stand behind any other: "knie" + "stewels"
SHORTEST_MODIFIER = 2
_CLOSING, _OPEN, _VOWELS = frozenset("bdfgklmnprst"), frozenset("aeou"), frozenset("aeiou")
_PLURAL_S = re.compile(r"..(?:ie|el|er|en|em|aar|or|a|o)s$")
# A diminutive's ending, and what stands in its place in the base word.
_DIMINUTIVES = (("etjie", ""), ("tjie", ""), ("pie", ""), ("kie", "g"), ("jie", ""), ("ie", ""))
_LINKS = ("s", "e", "-")  # between the parts of a compound: "hondekombers"


def forms(word: str) -> Iterator[str]:
    """Give a word and what it may be a plural or a diminutive of, the likeliest first."""
    seen: set[str] = set()
    for form in _forms(word):
        if len(form) >= SHORTEST_FORM and form not in seen:
            seen.add(form)
            yield form


def _forms(word: str) -> Iterator[str]:
    yield word
    if len(word) > LONGEST_WORD:
        return
    for variant in (word, word[:-1]) if _PLURAL_S.search(word) else (word,):
        yield variant
        for ending, instead in _DIMINUTIVES:
            if variant.endswith(ending):
                yield from _closed(variant[: -len(ending)] + instead)
        if variant.endswith("e"):
            yield from _closed(variant[:-1])
            if variant.endswith("we"):
                yield f"{variant[:-2]}f"  # kolwe, kolf


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

    @classmethod
    def of(cls, heads: Iterable[str], firsts: Mapping[str, str]) -> Compounds:
        """Return the compounds of these words, each looked up by all its forms."""
        exact = dict.fromkeys(heads)
        by_form = {
            form: word
            for word in reversed(exact)
            for form in forms(word)
            if len(form) >= SHORTEST_HEAD  # "boo" is no bootjie
        }
        return cls({**by_form, **{word: word for word in exact}}, firsts)

    def inflected(self, word: str) -> str:
        """Return the table's word that this is a plural or a diminutive of, empty where none."""
        return next((self.heads[form] for form in forms(word) if form in self.heads), "")

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
        unlinked = next((part[:-1] for link in _LINKS if part.endswith(link)), part)
        return self.firsts.get(part) or self.firsts.get(unlinked, "")

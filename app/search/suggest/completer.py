"""What a text that is being typed may become: whole texts, categories and brands; pure."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count, islice, takewhile
from math import log1p

from app.search.suggest.phrases import Phrase, Phrases, brands_of, key_of, keyed, phrases_of
from app.search.understand import Language, Meaning, TypePart, fold_in_place, understand
from app.search.understand.words.text import Token, tokens
from indexer.core.wording import name_key
from indexer.language.words.entries import singular

LONGEST_END = 4  # words of a phrase that is being typed
SECOND_TYPE = 0.2  # a type behind a type: "dress shirt" is one, "dress underwear" is none
PER_WORD = 2.0  # what each further word of a phrase already typed speaks for it
POPULAR = 10.0  # what people search for comes before what could be said
# Nobody says these twice.
ONCE = frozenset({"colour", "people", "brand", "price"})
SUGGESTED = 8
KEPT_READINGS = 4096

_JOINING = frozenset("&+")

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class CategoryLine:
    """A category as a suggestion: "Shirts" within "Men"."""

    slug: str
    name: str
    path: tuple[str, ...]  # the names above it, the root's first
    count: int
    words: tuple[str, ...]
    above: frozenset[str]  # the words of its path in singular form


@dataclass(frozen=True, slots=True)
class Typed:
    """A text as far as it is typed. `head` is all before the last word, which is unfinished."""

    text: str
    tokens: tuple[Token, ...]
    is_open: bool  # the last word may go on

    @classmethod
    def of(cls, text: str) -> Typed:
        """Read a text as it stands in the box, leading blanks dropped."""
        text = text.lstrip()
        return cls(text, tuple(tokens(fold_in_place(text))), bool(text) and not text[-1].isspace())

    @property
    def head(self) -> str:
        """Return the text before the word that is being typed."""
        if not self.is_open:
            return self.text
        return self.text[: self.tokens[-1].start] if self.tokens else ""

    @property
    def tail(self) -> str:
        """Return the last word, folded."""
        return self.tokens[-1].text if self.tokens else ""

    def ends(self) -> Iterator[tuple[int, str, str]]:
        """Give the last words as the beginning of a phrase: how many, the text before, the key.

        Behind a word that is ended anything may begin: no words and an empty key.
        """
        count = len(self.tokens)
        if not self.is_open:
            yield 0, self.text, ""
        for at in range(max(0, count - LONGEST_END), count):
            if self._is_joined(at):
                continue
            key = key_of(self.text[self.tokens[at].start :])
            if key:
                yield count - at, self.text[: self.tokens[at].start], key + " " * (not self.is_open)

    def _is_joined(self, at: int) -> bool:
        """Return True if no phrase begins at a token: a sign, or the "m" of "h&m" or "h & m"."""
        token, (word, sign) = self.tokens[at], (None, None, *self.tokens[:at])[-2:]
        if sign is None or sign.text not in _JOINING:
            return token.is_sign
        return token.is_sign or sign.end == token.start or (word is not None and len(word.text) < 2)


class Completer:
    """The completions of one catalogue; built beside the visitors' requests.

    Immutable but for the readings that it remembers.

    `popular`: texts that people search for and how often. `number`: another one's is another.
    """

    def __init__(self, language: Language, popular: Mapping[str, int]) -> None:
        self.number = next(_numbers)
        self.language = language
        self.popular = popular
        # Everybody types the same beginnings; a reading costs up to 2 ms.
        self.read = lru_cache(KEPT_READINGS)(lambda text: understand(text, language))
        self._phrases = Phrases(keyed(phrases_of(language)))
        self._brands = brands_of(language)
        said = (
            Phrase(text, "type", text, POPULAR + log1p(times)) for text, times in popular.items()
        )
        self._popular = Phrases(keyed(said))

    def texts(self, typed: Typed, currency: str) -> list[str]:
        """Return whole texts that this one may become, the likeliest first."""
        typed = self._mended(typed)
        meaning = self.read(typed.head)
        weighed: dict[str, float] = {}
        shown: set[tuple[str, str, str]] = set()
        whole = key_of(typed.text)
        for text, phrase, weight in heapq.nlargest(
            4 * SUGGESTED,
            self._continued(typed, meaning, currency),
            key=lambda candidate: candidate[2],
        ):
            same = (phrase.kind, phrase.meaning, text[: len(text) - len(phrase.text)])
            if same in shown or key_of(text) == whole:
                continue
            shown.add(same)
            weighed.setdefault(text, weight)
        corrected = self.read(typed.text)
        is_other = not key_of(corrected.used).startswith(key_of(typed.text))
        if corrected.corrections and is_other and corrected.used and not weighed:
            return [corrected.used]
        return list(weighed)[:SUGGESTED]

    def _mended(self, typed: Typed) -> Typed:
        read = self.read(typed.head)
        if not read.corrections or not read.used:
            return typed
        return Typed.of(f"{read.used} {typed.text[len(typed.head) :]}")

    def _continued(
        self, typed: Typed, meaning: Meaning, currency: str
    ) -> Iterator[tuple[str, Phrase, float]]:
        whole = key_of(typed.text)
        for phrase in self._popular.starting(whole + " " * (not typed.is_open)) if whole else []:
            yield phrase.text, phrase, phrase.weight
        for words, before, key in typed.ends():
            for phrase in self._phrases.starting(key):
                weight = self._weight(phrase, meaning, currency, alone=not before)
                if weight > 0:
                    yield before + phrase.text, phrase, weight + PER_WORD * (words - 1)

    def _weight(self, phrase: Phrase, before: Meaning, currency: str, *, alone: bool) -> float:
        """Return how likely a phrase follows what stands before it; 0 where it cannot."""
        if phrase.kind in ONCE and before.of(phrase.kind):
            return 0.0
        if phrase.kind == "brand" and alone:  # it stands among the brands
            return 0.0
        if phrase.kind == "price":
            return phrase.weight if phrase.currency == currency and not alone else 0.0
        if phrase.kind != "type":
            return phrase.weight
        roots = roots_of(before)
        if roots and not any(phrase.by_root.get(root) for root in roots):
            return 0.0
        return phrase.weight * (SECOND_TYPE if before.of("type") else 1.0)

    def brands(self, typed: Typed) -> list[str]:
        """Return the brands that the last words begin, by name or by a later word of it."""
        weights: dict[str, float] = {}
        for words, before, key in typed.ends():
            letters = name_key(typed.text[len(before) :]) if key else ""
            for phrase in self._brands.starting(letters):
                weight = phrase.weight + PER_WORD * (words - 1)
                weights[phrase.meaning] = max(weight, weights.get(phrase.meaning, 0.0))
        return heapq.nlargest(SUGGESTED, weights, key=lambda name: weights[name])

    def categories(self, typed: Typed, meanings: list[Meaning]) -> list[CategoryLine]:
        """Return the categories of the types that are meant, then those that are called so."""
        by_slug: dict[str, CategoryLine] = {}
        for meaning in meanings:
            lines = [
                self._lines[slug]
                for part in meaning.of("type")
                for slug in _topmost(part.values)
                if slug in self._lines and _is_in(slug, roots_of(meaning))
            ]
            by_slug |= {line.slug: line for line in sorted(lines, key=_by_count)}
        called = [line for line in self._begun(typed.tail) if _is_called(line, typed)]
        by_slug |= {line.slug: line for line in sorted(called, key=_by_count)}
        return list(by_slug.values())[:SUGGESTED]

    def is_counted(self, meaning: Meaning) -> bool:
        """Return True if the counts at hand say that there are products: of a type and no more."""
        if len(meaning.parts) != 1 or meaning.words or meaning.optional or meaning.prefix:
            return False
        (part,) = meaning.parts
        is_type = isinstance(part, TypePart) and not part.requires_name
        is_plain = is_type and not (part.excluded or part.either)
        return is_plain and any(self.language.categories.get(slug) for slug in part.values)

    def _begun(self, tail: str) -> list[CategoryLine]:
        start = bisect_left(self._words, tail, key=lambda pair: pair[0])
        matches = takewhile(lambda pair: pair[0].startswith(tail), islice(self._words, start, None))
        return list({line.slug: line for _, line in matches}.values()) if tail else []

    @cached_property
    def _words(self) -> list[tuple[str, CategoryLine]]:
        words = ((word, line) for line in self._lines.values() for word in line.words)
        return sorted(words, key=lambda pair: pair[0])

    @cached_property
    def _lines(self) -> dict[str, CategoryLine]:
        names = self.language.names
        return {
            slug: _line(slug, names, count)
            for slug, count in self.language.categories.items()
            if slug in names and count
        }


def _line(slug: str, names: Mapping[str, str], count: int) -> CategoryLine:
    steps = slug.split("/")
    above = ["/".join(steps[:depth]) for depth in range(1, len(steps))]
    path = tuple(names.get(step, step) for step in above)
    words = {singular(word) for name in path for word in key_of(name).split()}
    own = tuple(key_of(names[slug]).split())
    return CategoryLine(slug, names[slug], path, count, own, frozenset(words))


def _by_count(line: CategoryLine) -> tuple[int, str]:
    return -line.count, line.slug


def _is_called(line: CategoryLine, typed: Typed) -> bool:
    said = [token for token in typed.tokens if not token.is_sign]
    if not said or not _begins(line, said[-1]):
        return False
    return all(token.stem in line.above or _begins(line, token) for token in said[:-1])


def _begins(line: CategoryLine, token: Token) -> bool:
    return any(word.startswith(token.text) for word in line.words)


def _topmost(slugs: tuple[str, ...]) -> list[str]:
    return [slug for slug in slugs if not any(slug.startswith(f"{other}/") for other in slugs)]


def roots_of(meaning: Meaning) -> frozenset[str]:
    """Return the root categories of whom a text names; none where it names nobody."""
    genders = {
        value.partition(":")[2]
        for part in meaning.of("people")
        for value in part.values
        if value.startswith("gender:")
    }
    return frozenset(genders & {"women", "men"})


def _is_in(slug: str, roots: frozenset[str]) -> bool:
    return not roots or slug.partition("/")[0] in roots

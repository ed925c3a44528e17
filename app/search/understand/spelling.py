"""The dictionary: which words the catalogue has, and what an unknown one was meant to be.

Its words come with how many products carry them, from the index itself, and from the tables of
types, colours and people. Typing errors are found by SymSpell (symmetric deletes), whose look-up
costs some ten microseconds whatever the dictionary's size.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import groupby, islice, takewhile
from math import log10

from Stemmer import Stemmer
from symspellpy import SymSpell, Verbosity
from symspellpy.suggest_item import SuggestItem

from indexer.core.wording import LONGEST_WORD
from indexer.language.words.entries import singular

MOST_ERRORS = 2
PREFIX_LENGTH = 7
SHORTEST_FOR_ONE = 4  # letters; in a shorter word only two of them may have changed places
SHORTEST_FOR_TWO = 6  # letters; in a shorter word two errors leave nothing of it
SHORTEST_FOR_ANY_TWO = 8  # in a shorter word the first letter stands, or the consonants sound alike
SHORTEST_PREFIX = 2
SHORTEST_PART = 3  # of a word that was glued to its neighbour: "blackdress"
MOST_COMPLETIONS = 400
SHORTEST_SHORTENED, MOST_SHORTENED = 3, 3
# Of the words that symspellpy ships, by their frequency; what comes behind is hardly ever meant.
ENGLISH_FILE, MOST_ENGLISH = "frequency_dictionary_en_82_765.txt", 40_000
COMMON = 5_000
USUAL = 12_000  # what comes behind is rarer than a typing error in a colour: "redd"
_VOWELS = frozenset("aeiouy")
_PARTICIPLE = re.compile(r"([b-df-hj-np-tv-z])\1ed$")  # "ribbed" is no bed for ribs
# What a table's word counts for where the index has few of it: known, but never before what is
# really for sale.
TABLE_COUNT = 2
# A candidate's points: how common it is (log10), and what speaks for it besides.
SAME_LETTER, IN_TABLE, PER_ERROR, BESIDE, SAME_SOUND = 1.0, 1.0, 2.2, 1.5, 1.2


@dataclass(frozen=True)
class Dictionary:
    """Words with their number of products; `table` are those that the tables give a meaning.

    `names` are the English nouns by which types are called, `colours` words of colours.
    """

    counts: Mapping[str, int]
    table: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    colours: frozenset[str] = frozenset()
    _stemmer: Stemmer = field(default_factory=lambda: Stemmer("porter"), compare=False)

    @cached_property
    def weights(self) -> Mapping[str, int]:
        """Return all words, those of the tables included."""
        merged = {word: count for word, count in self.counts.items() if _is_word(word)}
        for word in self.table:
            merged[word] = max(merged.get(word, 0), TABLE_COUNT)
        return merged

    @cached_property
    def _speller(self) -> SymSpell:
        speller = SymSpell(MOST_ERRORS, PREFIX_LENGTH, count_threshold=1)
        for word, count in self.weights.items():
            speller.create_dictionary_entry(word, count)
        return speller

    @cached_property
    def _sorted_words(self) -> list[str]:
        return sorted(self.weights)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(self._stemmer.stemWords(list(self.counts)))

    def warm(self) -> Dictionary:
        """Build what look-ups need, before the first of them; returns itself."""
        _ = self._speller, self._sorted_words, self._stems, self._by_ends, self._by_sound, common()
        return self

    def has_word(self, word: str) -> bool:
        """Return True if the index finds something by this word, in whatever English form."""
        return word in self.weights or self.is_indexed(word)

    def is_indexed(self, word: str) -> bool:
        """Return True if the index itself has the word, in whatever English form."""
        return word in self.counts or self.stem(word) in self._stems

    def stem(self, word: str) -> str:
        """Return the stem by which the index finds a word."""
        return str(self._stemmer.stemWord(word))

    def is_by_stem(self, word: str) -> bool:
        """Return True if the index knows a word by its stem alone: "earings", by "ear"."""
        is_written = word in english() or not self.weights.keys().isdisjoint({word, singular(word)})
        return not is_written and self.is_indexed(word)

    def corrections(
        self, word: str, beside: Iterable[str] = (), most: int = MOST_ERRORS
    ) -> list[tuple[float, str]]:
        """Return the words that may have been meant with their points, the likeliest first.

        `beside` are words that make a known phrase with the neighbours of this one. An English word
        is seldom a typing error ("acid" is no aid, "rise" no rose): only of a type's English name,
        or of a word beside which it is one ("flour lamp"), by one letter and not the first, or by
        letters that it lacks.
        """
        allowed = min(most, _most_errors(word))
        if not allowed:
            return []
        is_written = word in english()
        is_english = is_written or self.stem(word) in english()
        near = self._speller.lookup(word, Verbosity.ALL, allowed)
        if not is_english and allowed > 1:  # "sawter": the speller counts three errors
            sounding = self._by_sound.get(_consonants(word), ())
            known = {item.term for item in near}
            near += [SuggestItem(term, 2, 0) for term in sounding if term not in known]
        # Nobody means an abbreviation: "sweatshrt" is no "tshrt".
        near = [item for item in near if has_vowel(item.term) or self.is_indexed(item.term)]
        is_near = _lacks if is_english else _may_be
        near = [item for item in near if item.distance == 1 or is_near(word, item.term)]
        if bases := bases_of_adjective(word):  # "squishy" is no squash; but "hoody" a hoodie
            near = [item for item in near if item.term in bases or self._is_name(word, item.term)]
        phrase = frozenset(beside)
        if is_english:  # "runing" is no form of "rune"
            near = [
                item
                for item in near
                if self._is_near_name(word, item.term, phrase)
                or not (is_written or _without_doubles(word) != _without_doubles(item.term))
            ]
        # "coast" may be coats, but "grade" is no grate; "rde" is red, "nwt" no nut.
        if word in common() or len(word) == SHORTEST_FOR_ONE - 1:
            near = [i for i in near if sorted(i.term) == sorted(word) or i.term in phrase]
        points = ((self._points(word, i.term, i.distance, phrase), i.term) for i in near)
        return sorted(points, reverse=True)

    def expand_abbreviation(self, word: str) -> list[str]:
        """Return the words that mean something of which this one leaves out letters, nearest first.

        Of an unknown word without vowels: "blk" is black. Its first and last letter are theirs.
        """
        if has_vowel(word) or len(word) < SHORTEST_SHORTENED or not word.isalpha():
            return []
        ends = self._by_ends.get((word[0], word[-1]), ())
        swaps = range(len(word) - 1) if len(word) > SHORTEST_FOR_ONE else ()  # "shtrs"
        forms = (word, *(word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in swaps))
        long = [term for term in ends if len(term) <= 2 * len(word)]
        near = [term for term in long if any(_leaves_out(form, term) for form in forms)]
        return sorted(near, key=lambda term: (len(term), -self.weights[term]))[:MOST_SHORTENED]

    @cached_property
    def _by_ends(self) -> Mapping[tuple[str, str], list[str]]:
        by_ends: dict[tuple[str, str], list[str]] = {}
        for term in self.table:
            if has_vowel(term) and self.is_indexed(term):
                by_ends.setdefault((term[0], term[-1]), []).append(term)
        return by_ends

    @cached_property
    def _by_sound(self) -> Mapping[str, list[str]]:
        by_sound: dict[str, list[str]] = {}
        for name in sorted(self.names):
            by_sound.setdefault(_consonants(name), []).append(name)
        return by_sound

    def _is_name(self, word: str, term: str) -> bool:
        return term in self.names and _consonants(word) == _consonants(term)

    def _is_near_name(self, word: str, term: str, phrase: frozenset[str]) -> bool:
        is_word = term in english() or self.is_indexed(term)  # "waisted" is no "waister"
        is_colour = term in self.colours and word not in english(USUAL)
        is_meant = term[0] == word[0] and (term in self.names or is_colour)
        return (is_meant or term in phrase) and is_word  # "coffee able" is a table

    def _points(self, word: str, term: str, distance: int, beside: frozenset[str]) -> float:
        points = log10(self.weights[term] + 1) - PER_ERROR * distance
        points += SAME_LETTER * (term[0] == word[0])
        points += IN_TABLE * (term in self.table)
        points += SAME_SOUND * (_consonants(word) == _consonants(term))  # "braclet", no bracket
        return points + BESIDE * (term in beside)

    def completions(self, prefix: str, beside: Iterable[str] = ()) -> list[tuple[float, str]]:
        """Return the words that begin so with their points, the likeliest first."""
        if len(prefix) < SHORTEST_PREFIX:
            return []
        start = bisect_left(self._sorted_words, prefix)
        tail = self._sorted_words[start : start + MOST_COMPLETIONS]
        matches = takewhile(lambda word: word.startswith(prefix), tail)
        phrase = frozenset(beside)
        points = ((self._base_points(word) + BESIDE * (word in phrase), word) for word in matches)
        return sorted(points, reverse=True)

    def _base_points(self, word: str) -> float:
        return log10(self.weights[word] + 1) + IN_TABLE * (word in self.table)

    def parts(self, word: str) -> list[str]:
        """Return the known words that were glued into this one; empty where it is none.

        Fewest parts first, then the likeliest: "blackdress" is black and dress.
        """
        if not 2 * SHORTEST_PART <= len(word) <= LONGEST_WORD or _PARTICIPLE.search(word):
            return []
        best: list[tuple[int, float, list[str]] | None] = [None] * (len(word) + 1)
        best[0] = (0, 0.0, [])
        for end in range(1, len(word) + 1):
            for start in range(end):
                before, part = best[start], word[start:end]
                count = self._count_of_part(part)
                if before is None or not count:
                    continue
                points = before[1] + log10(count + 1) + IN_TABLE * (part in self.table)
                sense = (before[0] + 1, points, [*before[2], part])
                now = best[end]
                if now is None or (sense[0], -sense[1]) < (now[0], -now[1]):
                    best[end] = sense
        split = best[-1]
        return split[2] if split and len(split[2]) > 1 else []

    def _count_of_part(self, part: str) -> int:
        """Return how many products have a word that may be a part ("b22"); 0 for other words."""
        if len(part) < SHORTEST_PART:
            return 0
        count = self.counts.get(part, 0)
        return max(count, TABLE_COUNT) if part in self.table else count * (count >= SHORTEST_PART)


@cache
def english(most: int = MOST_ENGLISH) -> frozenset[str]:
    return frozenset(_by_frequency()[:most])


@cache
def _by_frequency() -> tuple[str, ...]:
    return tuple(islice(_all_english(), MOST_ENGLISH))


def _all_english() -> Iterator[str]:
    lines = (files("symspellpy") / ENGLISH_FILE).read_text(encoding="utf-8-sig").splitlines()
    return (line.split()[0] for line in lines if line)


@cache
def _adjectives() -> Mapping[str, frozenset[str]]:
    known = frozenset(_all_english())
    pairs = ((word, known.intersection(_bases(word))) for word in known if word.endswith("y"))
    return {word: bases for word, bases in pairs if bases}


def _bases(word: str) -> Iterator[str]:
    stem = word.removesuffix("y")
    yield from (stem, f"{stem}e")
    if stem[-2:-1] == stem[-1:]:  # "preppy"
        yield stem[:-1]


def bases_of_adjective(word: str) -> frozenset[str]:
    """Return what an English adjective on -y is made of: "dressy", dress; empty for other words."""
    return _adjectives().get(word, frozenset())


def common() -> frozenset[str]:
    """Return the English words that everybody uses, whatever is called by them: "guess", "gap"."""
    return english(COMMON)


def has_vowel(word: str) -> bool:
    """Tell a word from an abbreviation, which has no vowel."""
    return not _VOWELS.isdisjoint(word)


def _leaves_out(word: str, term: str) -> bool:
    letters = iter(term)
    return all(letter in letters for letter in word)


def _lacks(word: str, term: str) -> bool:
    """Return True if a word has the ends of a term and not all between: "curtis", curtains."""
    return word[0] == term[0] and word[-1] == term[-1] and _leaves_out(word, term)


def _without_doubles(word: str) -> str:
    return "".join(letter for letter, _ in groupby(word))


def _consonants(word: str) -> str:
    """Return what is heard of a word apart from its vowels: its consonants, none twice in a row."""
    return "".join(letter for letter, _ in groupby(word) if letter not in _VOWELS)


def _may_be(word: str, term: str) -> bool:
    """Return True if two errors may lie between: "kaizer" is no maize, "kushin" a cushion.

    A short word has no two letters too many: "stokvel" is no "stoel".
    """
    is_alike = term[0] == word[0] or _consonants(word) == _consonants(term)
    is_short = len(word) < SHORTEST_FOR_ANY_TWO
    return (is_alike and len(word) - len(term) < MOST_ERRORS) if is_short else True


def _most_errors(word: str) -> int:
    if not 3 <= len(word) <= LONGEST_WORD or any(char.isdigit() for char in word):
        return 0
    return 1 if len(word) < SHORTEST_FOR_TWO else MOST_ERRORS


def _is_word(word: str) -> bool:
    return 2 <= len(word) <= LONGEST_WORD and word.isalpha()

"""What follows from a path of readings: negation, noun groups, and brands that are words, too."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from math import inf
from typing import Literal

from app.search.understand.language import Language
from app.search.understand.lexicon import FREQUENT, Key, Reading, Sense
from app.search.understand.spelling import common, english
from app.search.understand.text import Token, is_capital
from indexer.catalogue.document import lineage
from indexer.language.groups import compound, has_other_head, intended_nouns, themselves
from indexer.language.words.entries import ADJECTIVE, classes_of
from indexer.language.words.languages.reading import FunctionWords

Candidate = tuple[Reading, Sense]
Slugs = tuple[str, ...]


class Groups:
    """The product types of a text, and by their places the words that join groups of nouns."""

    def __init__(self, tokens: Sequence[Token], language: Language) -> None:
        self.tokens, self.language = tokens, language
        self.types: list[Candidate] = []
        self.links: dict[int, str] = {}  # "or" or "with"

    def heads(self, words: Sequence[int]) -> tuple[list[Candidate], list[Reading]]:
        """Return the product types that are meant, and the readings that only describe them.

        The last of a row of types is meant ("jean jacket"), each of those joined by "or" or "and",
        none behind "with" or "for" if another stands before. `words`: the places of unread words.
        """
        raw, vocabulary = [token.text for token in self.tokens], self.language.vocabulary
        sure = [one for one in self.types if not self._is_doubtful(one)] or self.types
        spans = [(reading.start, reading.end) for reading, _ in sure]
        own = themselves(spans, raw, [at + 1 for at in self.links], vocabulary)
        sure = [candidate for candidate in sure if candidate[0].start in own]
        describing = [reading for reading, _ in self.types]
        if not sure:
            return [], describing
        first, end = sure[0][0], sure[-1][0].end
        unread = [*words, *(reading.start for reading, sense in self.types if sense.weak)]
        owner = self._owner(first, unread)
        if owner is not None:
            return self._of_owner(first, owner), describing
        is_label = len(raw) == end + 2 and raw[-1].isdigit()  # "foundation shade 310"
        tail = [raw[at] for at in takewhile(lambda at: at in unread, range(end, len(raw)))]
        if not is_label and has_other_head(tail, vocabulary, is_typed=True):
            return [], describing  # "braai cover" is no braai
        opening = self._opening([*unread, *(reading.start for reading in describing)])
        ends = min((at for at in opening if at > first.start), default=len(raw))
        front = [candidate for candidate in sure if candidate[0].start < ends]
        chosen = intended_nouns(
            front, lambda one, other: self._is_joined(one[0].end, other[0].start)
        )
        return chosen, [r for r in describing if all(r != reading for reading, _ in chosen)]

    def _is_joined(self, start: int, end: int) -> bool:
        return any(start <= at < end for at, link in self.links.items() if link == "or")

    def _opening(self, nouns: Sequence[int]) -> Iterator[int]:
        """Give where a "with" begins a group that has a noun of its own: not in "jeans in blue"."""
        for start, end in pairwise((*sorted(self.links), len(self.tokens))):
            if self.links[start] == "with" and any(start < noun < end for noun in nouns):
                yield start

    def _is_doubtful(self, candidate: Candidate) -> bool:
        """Return True if words give way to another type: the "bolo" of a tie is no Setswana ball.

        "Long sleeve" behind one is none: "hemp lang moue" is a shirt.
        """
        reading, sense = candidate
        is_english = sense.non_english and self.tokens[reading.start].text in english()
        return sense.weak or (
            is_english
            and any(
                other.start == reading.end
                and self._key(other) not in self.language.vocabulary.looks_behind
                for other, _ in self.types
            )
        )

    def _key(self, reading: Reading) -> tuple[str, ...]:
        return tuple(token.stem for token in self.tokens[reading.start : reading.end])

    def _owner(self, reading: Reading, words: Sequence[int]) -> int | None:
        """Return the place of the noun before a type that it is for or of: "cover for my sofa"."""
        before = [at for at in self.links if self._begins(at, reading.start, "belonging")]
        owner = max((at for at in words if before and at < max(before)), default=None)
        # What stands before "for" is a noun, known or not, unless it says how something is.
        is_noun = owner is not None and classes_of(self.tokens[owner].text) != ADJECTIVE
        return owner if is_noun else None

    def is_beside(self, reading: Reading) -> bool:
        """Return True if a look is another type's: "dress to wear with white shoes"."""
        wanted = min((other.end for other, sense in self.types if not sense.weak), default=inf)
        return any(
            link == "with" and wanted <= at < reading.start
            for at, link in self.links.items()
            if self._begins(at, reading.start, "beside")
        )

    def _begins(self, start: int, end: int, sense: str) -> bool:
        text = " ".join(token.text for token in self.tokens[start:end])
        phrases = self.language.vocabulary.spoken.phrases_of(sense)
        return any(f"{text} ".startswith(f"{phrase} ") for phrase in phrases)

    def _of_owner(self, reading: Reading, at: int) -> list[Candidate]:
        """Return "cover for a sofa" as "sofa cover" where the tables know that, or nothing."""

        def named(key: Key) -> Candidate | None:
            whole = Reading(at, reading.end, self.language.lexicon.senses(key, key))
            sense = whole.of("type")
            return (whole, sense) if sense else None

        found = compound((self.tokens[at].stem,), self._key(reading), named)
        return [found[1]] if found else []

    def types_by_colour(
        self, colours: Sequence[Reading], types: Sequence[Reading]
    ) -> dict[Reading, Reading]:
        """Return the type of each colour where each of several has its own.

        A colour belongs to the type behind it ("blue jeans and a white shirt"), or before what
        joins it ("jeans in blue"). Where a type has none, all are of all.
        """
        owned: dict[Reading, Reading] = {}
        for colour in colours:
            before = [reading for reading in types if reading.end <= colour.start]
            behind = [reading for reading in types if reading.start >= colour.end]
            joint = max((at for at in self.links if at < colour.start), default=-1)
            is_joined = bool(before) and joint >= before[-1].end and self.links[joint] == "with"
            if is_joined or behind:
                owned[colour] = before[-1] if is_joined else behind[0]
        return owned if len(types) > 1 and set(owned.values()) == set(types) else {}


def is_sold(sense: Sense, language: Language) -> bool:
    """Return True if the catalogue has something of a product type."""
    return any(map(language.stocked_categories, sense.values))


def shorter(
    reading: Reading, tokens: Sequence[Token], language: Language
) -> tuple[Reading, Sense] | None:
    """Return the last words of a type that is not sold, where those are: of a shweshwe dress."""
    for start in range(reading.start + 1, reading.end):
        senses = language.lexicon.entries_of(tokens[start : reading.end])
        sense = next((sense for sense in senses if sense.kind == "type"), None)
        if sense is not None and _stands_for(sense, reading, language):
            return Reading(start, reading.end, tuple(senses)), sense
    return None


def _stands_for(sense: Sense, reading: Reading, language: Language) -> bool:
    sold = [
        product_type for product_type in sense.values if language.stocked_categories(product_type)
    ]
    longer = reading.of("type")
    if longer is not None and all(map(language.is_homely, longer.values)):
        return bool(sold) and not any(map(language.is_worn, sold))
    return bool(sold)


def is_another_word(reading: Reading, meant: Collection[str]) -> bool:
    """Return True if a type is one of those that are meant, in other words: "low top sneakers"."""
    sense = reading.of("type")
    return sense is not None and bool(meant) and set(sense.values) <= set(meant)


def in_english(reading: Reading, phrase: str, language: Language) -> list[str]:
    """Return the words by which names say what describes a type; none where it is said so."""
    sense = reading.of("type")
    if (
        sense is None
        or not sense.non_english
        or sense.weak
        or language.dictionary.is_indexed(phrase)
    ):
        return []
    own = language.vocabulary.product_types[sense.values[0]].synonyms[:1]
    return own[0].split() if own else []


def names_type(readings: Iterable[Reading], tokens: Sequence[Token], language: Language) -> bool:
    """Return True if a text names a product type; of an outfit its purpose says what it is."""
    outfits = language.vocabulary.spoken.phrases_of("outfit")
    types = (reading for reading in readings if reading.first.kind in {"type", "gift"})
    return any(" ".join(t.text for t in tokens[r.start : r.end]) not in outfits for r in types)


def serving_categories(readings: Sequence[Reading], language: Language) -> dict[Reading, Slugs]:
    """Return the categories that serve what was read, for each reading that any serves.

    Only what serves all of them where there is such: of winter and clothes no boots and scarves.
    """
    slugs = {reading: language.serving(reading.first.values) for reading in readings}
    filled = {reading: own for reading, own in slugs.items() if own}
    alternatives = [frozenset(own) for own in dict.fromkeys(filled.values())]  # a word said twice
    shared = tuple(
        slug
        for slug in dict.fromkeys(slug for own in filled.values() for slug in own)
        if not any(other.isdisjoint(lineage(slug)) for other in alternatives)
    )
    return dict.fromkeys(filled, shared) if shared else filled


Naming = Literal["surely", "perhaps", "no"]

_BESIDE = frozenset({"type", "colour", "people", "state", "brand", "store"})


def is_named(
    words: Sequence[Token], tokens: Sequence[Token], original: str, language: Language
) -> bool:
    """Return True if a text shows that words are a brand's name: alone, by "by", in capitals."""
    before = [token.text for token in tokens if token.end <= words[0].start][-1:]
    is_called = not language.vocabulary.spoken.phrases_of("calling").isdisjoint(before)
    is_name = words[0] in tokens and is_capital(words[0], tokens, original)
    return len(words) == len(tokens) or is_called or is_name


def naming(
    reading: Reading,
    tokens: Sequence[Token],
    readings: Mapping[int, Reading],
    original: str,
    language: Language,
) -> Naming:
    """Return True if a reading that may be a brand's name is one, from what stands beside it."""
    before = tokens[reading.start - 1].text if reading.start else ""
    spoken = language.vocabulary.spoken
    if reading.end - reading.start > 1:
        return _of_several(before, reading, tokens, language)
    word = tokens[reading.start]
    is_filler = reading.first.kind == "filler"
    if not is_filler and word.text not in common():
        return "surely"
    if is_named([word], tokens, original, language):
        return "perhaps" if is_filler else "surely"
    if is_filler:
        return "perhaps" if _leads(reading, tokens, original, readings) else "no"
    return _of_single(before, reading, tokens, readings, spoken)


def _of_single(
    before: str,
    reading: Reading,
    tokens: Sequence[Token],
    readings: Mapping[int, Reading],
    spoken: FunctionWords,
) -> Naming:
    word, following = tokens[reading.start], readings.get(reading.end)
    is_beside = following is not None and following.first.kind in _BESIDE
    if before in spoken.phrases_of("subject"):  # "I guess"
        return "no"
    is_owned = before in spoken.phrases_of("owner")
    if is_owned or before in spoken.phrases_of("article"):  # "a gap in", but "a diesel watch"
        is_ordinary = not is_beside or (is_owned and word.text in english(FREQUENT))
        return "no" if is_ordinary else "surely"
    is_read = reading.end == len(tokens) or tokens[reading.end].is_sign
    is_read |= following is not None and following.first.kind != "purpose"  # "next wedding"
    is_leading = not reading.start and word.text not in english(FREQUENT)
    return "surely" if is_read or is_leading else "perhaps"  # "diesel slim jeans", "next exam"


def _of_several(
    before: str, reading: Reading, tokens: Sequence[Token], language: Language
) -> Naming:
    last, following = tokens[reading.end - 1], tokens[reading.end : reading.end + 1]
    is_colour = any(sense.kind == "colour" for sense in language.lexicon.entries_of([last]))
    is_one = before in language.vocabulary.spoken.phrases_of("article")
    return "perhaps" if is_colour and following and is_one else "surely"


def _leads(
    reading: Reading, tokens: Sequence[Token], original: str, readings: Mapping[int, Reading]
) -> bool:
    """Return True if a small word begins the text, or ends it behind nothing but a type."""
    word, said, first = tokens[reading.start].text, original.lower().split(), readings.get(0)
    is_behind = first is not None and first.first.kind == "type" and first.end == reading.start
    return said[0] == word or (said[-1] == word and is_behind)


JOINING = frozenset({"sign", "or", "with", "filler", "feature"})  # these say nothing by themselves
MOST_WORDS = 3  # of one description: "long bell sleeves"


def find_exclusions(
    tokens: Sequence[Token], readings: Mapping[int, Reading], original: str, spoken: FunctionWords
) -> tuple[set[int], set[int], dict[int, range]]:
    """Return what a text says is not wanted, in one pass from left to right.

    The places of tokens, where the phrases start that say so, and by its first place what is one
    description.
    """
    places, denying, descriptions = set[int](), set[int](), dict[int, range]()
    closes = closing(readings.values(), tokens, spoken)
    at, is_on, has_type = 0, False, False

    def reaches(end: int) -> bool:
        """Return True if the word there is meant: no number, and no unknown word stands between.

        If the word after "not" is unknown, the next known word is not excluded.
        """
        if end >= len(tokens) or tokens[end].text.isdigit():
            return False
        return not any(map(str.isalnum, original[tokens[end - 1].end : tokens[end].start]))

    while at < len(tokens):
        is_on = is_on or tokens[at].minus
        reading = readings.get(at)
        end = reading.end if reading else at + 1
        kind = reading.first.kind if reading else "sign" if tokens[at].is_sign else "word"
        if reading and (kind == "not" or (kind == "filler" and excepts(reading, tokens, spoken))):
            denying.add(at)
            is_on = at not in closes and reaches(end)
            start = past_small(end, tokens, spoken)
            if (
                is_on
                and kind == "not"
                and (span := description(start, tokens, readings, original, has_type=has_type))
            ):
                descriptions[end] = span
                at, is_on = span.stop, False
                continue
        elif kind not in JOINING:
            following = tokens[end].text if end < len(tokens) else ""
            if is_on:
                places.update(range(at, end))
            # "Not red or blue" excludes both; so does "without buttons and zips" of words.
            joined = spoken.phrases_of("joint" if kind == "word" else "either")
            is_last = kind == "word" and (end + 1 >= len(tokens) or end + 1 in readings)
            has_type = has_type or (kind == "type" and not is_on)
            is_on = is_on and following in joined and not is_last
        at = end
    return places, denying, descriptions


def closing(
    readings: Iterable[Reading], tokens: Sequence[Token], spoken: FunctionWords
) -> frozenset[int]:
    """Return where the readings start that end an Afrikaans "not" and begin none: "nie kort nie".

    They stand in pairs; where one is left over it is not known which, and each says no.
    """
    starts = [
        reading.start
        for reading in readings
        if reading.first.kind == "not"
        and any(t.text in spoken.phrases_of("closing") for t in tokens[reading.start : reading.end])
    ]
    return frozenset(starts[1::2]) if len(starts) % 2 == 0 else frozenset()


def excepts(reading: Reading, tokens: Sequence[Token], spoken: FunctionWords) -> bool:
    """Return True if a small word leaves out what follows it: the "but" of "any jeans but blue"."""
    before = tokens[: reading.start]
    is_but = tokens[reading.start].text in spoken.phrases_of("except")
    return is_but and any(token.text in spoken.phrases_of("all") for token in before)


def past_small(start: int, tokens: Sequence[Token], spoken: FunctionWords) -> int:
    """Return where what a "not" is about begins: behind the "too" of "not too short"."""
    places = range(start, len(tokens))
    return next(
        (at for at in places if tokens[at].text not in spoken.phrases_of("skipped")), len(tokens)
    )


def description(
    start: int,
    tokens: Sequence[Token],
    readings: Mapping[int, Reading],
    original: str,
    *,
    has_type: bool,
) -> range:
    """Return the places of several words that say together what is not wanted, from `start` on.

    Empty where one reading says it all ("no high heels") or one word does. A type at their end is
    what is wanted after all ("no short sleeve shirts"), unless the text named one (`has_type`).
    """
    end = start
    while end < len(tokens) and end - start < MOST_WORDS and _describes(end, tokens, readings):
        if end > start and original[tokens[end - 1].end : tokens[end].start].strip("-–' \t"):
            break
        end += 1
    last = readings.get(end - 1)
    if not has_type and last is not None and last.first.kind == "type":
        end -= 1
    return range(start, end) if end - start > 1 else range(0)


def _describes(at: int, tokens: Sequence[Token], readings: Mapping[int, Reading]) -> bool:
    if tokens[at].is_sign or tokens[at].minus:
        return False
    if any(reading.start < at < reading.end for reading in readings.values()):
        return False
    reading = readings.get(at)
    return reading is None or (reading.first.kind == "type" and reading.end == at + 1)

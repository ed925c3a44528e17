"""Groups of a text: the head among its types, what that stands for here, and what it is for."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise, takewhile
from math import inf

from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import Key, Reading, Sense
from app.search.understand.words.spelling import english
from app.search.understand.words.text import Token
from indexer.language.groups import compound, has_other_head, meant, themselves
from indexer.language.words.entries import ADJECTIVE, classes_of

Candidate = tuple[Reading, Sense]
Slugs = tuple[str, ...]


@dataclass(slots=True)
class Groups:
    """The product types of a text, and by their places the words that join groups of nouns."""

    tokens: Sequence[Token]
    language: Language
    types: list[Candidate] = field(default_factory=list)
    links: dict[int, str] = field(default_factory=dict)  # "or" or "with"

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
        chosen = meant(front, lambda one, other: self._is_joined(one[0].end, other[0].start))
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
        phrases = self.language.vocabulary.spoken.said(sense)
        return any(f"{text} ".startswith(f"{phrase} ") for phrase in phrases)

    def _of_owner(self, reading: Reading, at: int) -> list[Candidate]:
        """Return "cover for a sofa" as "sofa cover" where the tables know that, or nothing."""

        def named(key: Key) -> Candidate | None:
            whole = Reading(at, reading.end, self.language.lexicon.senses(key, key))
            sense = whole.of("type")
            return (whole, sense) if sense else None

        found = compound((self.tokens[at].stem,), self._key(reading), named)
        return [found[1]] if found else []

    def owned(self, colours: Sequence[Reading], types: Sequence[Reading]) -> dict[Reading, Reading]:
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
    return any(map(language.stocked, sense.values))


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
    sold = [product_type for product_type in sense.values if language.stocked(product_type)]
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


def has_purpose(readings: Iterable[Reading]) -> bool:
    """Return True if something of a text says what it is for."""
    return any(reading.first.kind == "purpose" for reading in readings)


def names_type(readings: Iterable[Reading], tokens: Sequence[Token], language: Language) -> bool:
    """Return True if a text names a product type; of an outfit its purpose says what it is."""
    outfits = language.vocabulary.spoken.said("outfit")
    types = (reading for reading in readings if reading.first.kind in {"type", "gift"})
    return any(" ".join(t.text for t in tokens[r.start : r.end]) not in outfits for r in types)


def served(readings: Sequence[Reading], language: Language) -> dict[Reading, Slugs]:
    """Return the categories that serve what was read, for each reading that any serves.

    Only what serves all of them where there is such: of winter and clothes no boots and scarves.
    """
    slugs = {reading: language.serving(reading.first.values) for reading in readings}
    filled = {reading: own for reading, own in slugs.items() if own}
    alternatives = [frozenset(own) for own in dict.fromkeys(filled.values())]  # a word said twice
    shared = tuple(
        slug
        for slug in dict.fromkeys(slug for own in filled.values() for slug in own)
        if not any(other.isdisjoint(_line(slug)) for other in alternatives)
    )
    return dict.fromkeys(filled, shared) if shared else filled


def _line(slug: str) -> Iterable[str]:
    return accumulate(slug.split("/"), "{}/{}".format)

"""What each word of a text may be: as typed, in another form, corrected, parted or completed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from app.search.understand.language import Language
from app.search.understand.meaning import Part
from app.search.understand.spelling import MOST_ERRORS, USUAL, bases_of_adjective, english
from app.search.understand.text import MOST_WORDS, Costs, Token
from indexer.language.words.entries import singular

# Nodes between two tokens: one word may be read as several, one behind the other.
STRIDE = 1_000
MOST_CORRECTIONS = 3
SHORTEST_UNFINISHED = 3  # letters of a last word that is completed by itself
# Points (see `spelling`) by which a completion leads before it is taken for the only one meant.
CLEAR_LEAD = 0.6
LONGEST_RARE = 5  # letters of a rare colour that no misspelling is read as

# "ga2100", "airmax97", "wh1000xm4"; no size, year or measure, which begin with a digit.
_MODEL, _PIECE = re.compile(r"[a-z]{2,}\d+(?:[a-z]{1,3}\d*)?"), re.compile(r"[a-z]+|\d+")

Source = Literal["typed", "form", "other"]


class Arc(NamedTuple):
    """One word between two nodes of the lattice.

    `alone`: what it costs beside `cost` where it belongs to no longer phrase. `source`: whether it
    was typed so, is a form of what was (another language, number), or another word. `is_lost`:
    it is unknown.
    """

    start: int
    end: int
    token: Token
    cost: float = 0.0
    alone: float = 0.0
    source: Source = "typed"
    is_lost: bool = False


Option = tuple[Sequence[str], float, Source]


@dataclass(frozen=True)
class Text:
    """The tokens of a text with what they are read by.

    `known`: words that the index has though the dictionary does not know them yet. `as_typed`:
    every word is what it says. `currency`: the visitor's, for labels. `stated`: what numbers state,
    by the places of the first token and behind the last one.
    """

    tokens: Sequence[Token]
    language: Language
    known: frozenset[str] = frozenset()
    as_typed: bool = False
    original: str = ""
    folded: str = ""
    currency: str = ""
    stated: Sequence[tuple[int, int, tuple[Part, ...]]] = ()

    @cached_property
    def number_places(self) -> frozenset[int]:
        """Return the places of the tokens that numbers state something by."""
        return frozenset(at for start, end, _ in self.stated for at in range(start, end))

    def arcs(self) -> dict[int, list[Arc]]:
        """Return all that the words may be, by the node at which they begin."""
        by_start: dict[int, list[Arc]] = {}
        meant = 0  # words that synonyms stand for: a letter may mean a sentence
        said = [token.text for token in self.tokens]
        for at, token in enumerate(self.tokens):
            is_lost = not self.as_typed and self.is_lost(at)
            doubt = Costs.lost if is_lost else self._doubt(at)
            start = at * STRIDE
            typed = Arc(start, start + STRIDE, token, alone=doubt, is_lost=is_lost)
            by_start[start] = [typed]
            if at in self.number_places:
                continue
            options = [(at + 1, *o) for o in self._options(at, is_doubted=bool(doubt))]
            for end, means in () if self.as_typed else self.language.synonyms.at(said, at):
                meant += len(means)
                if meant <= MOST_WORDS:
                    options.append((end, means, Costs.synonym * len(means), "form"))
            inner = start
            for end, words, cost, source in options:
                *firsts, _ = words
                ends = [*range(inner + 1, inner + 1 + len(firsts)), end * STRIDE]
                for node, stop, word in zip([start, *ends], ends, words, strict=False):
                    last = self.tokens[end - 1].end
                    own = token._replace(text=word, stem=singular(word), end=last)
                    price = cost if node == start else 0.0
                    by_start.setdefault(node, []).append(Arc(node, stop, own, price, 0.0, source))
                inner += len(firsts)
        return by_start

    def is_last(self, at: int) -> bool:
        """Return True if the token may be unfinished."""
        return at == len(self.tokens) - 1 and not (self.as_typed or at in self.number_places)

    def is_lost(self, at: int) -> bool:
        """Return True if neither the tables nor the index know the word."""
        token = self.tokens[at]
        return token.text not in self.known and is_unknown(token, self.language)

    def _doubt(self, at: int) -> float:
        """Return what a known word costs by itself as typed; 0 where it is what it says."""
        if self.as_typed:
            return 0.0
        token = self.tokens[at]
        if self._is_foreign(token) or self._is_by_stem(token):
            return Costs.unsold
        if self.is_last(at) and is_unstocked(token, self.language):
            return Costs.unsold
        return 0.0

    def _is_foreign(self, token: Token) -> bool:
        """Return True if an Afrikaans word says of a type what products say in English: "leer"."""
        is_said = self.language.dictionary.is_indexed(token.text)
        return token.text in self.language.vocabulary.spoken.describing and not (
            is_said or self.language.lexicon.entries_of([token])
        )

    def _is_by_stem(self, token: Token) -> bool:
        is_known = self.language.lexicon.has_word(token.text)
        return not is_known and self.language.dictionary.is_by_stem(token.text)

    def _options(self, at: int, *, is_doubted: bool) -> Iterator[Option]:
        token = self.tokens[at]
        if not is_doubted:
            if is_word(token) and not (self.as_typed or self._means_something(token)):
                for words, cost, source in _OtherWords(self, at).near():
                    yield words, cost + Costs.otherwise, source
            return
        translated = self.language.vocabulary.spoken.describing.get(token.text, "")
        if translated:
            yield translated.split(), Costs.translated, "form"
            return
        for option in _OtherWords(self, at).options():
            if not (self._is_unwanted(at) and is_type(option[0], self.language)):
                yield option

    def _means_something(self, token: Token) -> bool:
        return any(
            sense.kind != "type" or any(map(self.language.stocked_categories, sense.values))
            for sense in self.language.lexicon.entries_of([token])
        )

    def _is_unwanted(self, at: int) -> bool:
        """Return True if a word is said not to be wanted: "not nike" leaves out no bikes."""
        denying = self.language.vocabulary.spoken.phrases_of("not")
        return self.tokens[at].minus or bool(at and self.tokens[at - 1].text in denying)

    def beside(self, at: int) -> frozenset[str]:
        """Return the words that make a known phrase with the neighbours of a token."""
        before, after = self._near(at - 1), self._near(at + 1)
        return self.language.lexicon.neighbours(before, after)

    def _near(self, at: int) -> list[str]:
        """Return what a neighbour may be, as keys of phrases: both words may be misspelt."""
        if not 0 <= at < len(self.tokens):
            return []
        own = self.tokens[at]
        if not self.is_lost(at):
            return [own.stem]
        found = self.language.dictionary.corrections(own.text)[:MOST_CORRECTIONS]
        return [own.stem, *(singular(term) for _, term in found)]


class _OtherWords:
    """The words that an unknown one may be."""

    def __init__(self, text: Text, at: int) -> None:
        self.text, self.at = text, at
        self.word, self.language = text.tokens[at].text, text.language

    def options(self) -> Iterator[Option]:
        yield from self._afrikaans()
        yield from self._loans()
        if self.text.is_last(self.at):
            yield from self._completions()
        yield from self._spelling_corrections(MOST_ERRORS)
        yield from self._abbreviations()
        yield from self._compound_parts()
        yield from self._model()

    def near(self) -> Iterator[Option]:
        """Give what a word may be that says itself: for where the filters leave nothing by it."""
        if self.text.is_last(self.at):
            for _, word in completions_of(self.text, self.at)[:MOST_CORRECTIONS]:
                if singular(word) != singular(self.word):
                    yield [word], Costs.completed, "other"
        yield from self._afrikaans()
        if self.word not in english():
            yield from self._spelling_corrections(1)

    def _corrections(self, errors: int) -> list[tuple[float, str]]:
        if self.word in self.language.vocabulary.spoken.phrases_of("name"):
            return []
        beside = self.text.beside(self.at)
        found = self.language.dictionary.corrections(self.word, beside, errors)
        bases = bases_of_adjective(self.word)
        return [
            (points, term)
            for points, term in found
            if not (term in bases and is_subject([term], self.language))
            and (term in beside or (self._has_meaning(term) and not self._is_rare_shade(term)))
        ]

    def _is_rare_shade(self, term: str) -> bool:
        """Return True if a short word is nothing but a colour that few name: "vert", "lava"."""
        is_short = len(term) <= LONGEST_RARE and term not in english(USUAL)
        return is_short and _kinds([term], self.language) == {"colour"}

    def _has_meaning(self, term: str) -> bool:
        """Return True if a word says something by itself; a baby grow's "grow" says nothing."""
        return self.language.dictionary.is_indexed(term) or bool(_kinds([term], self.language))

    def _abbreviations(self) -> Iterator[Option]:
        """Give the words that this one is without some of their letters: "blk", "jckt"."""
        for place, word in enumerate(self.language.dictionary.expand_abbreviation(self.word)):
            yield [word], Costs.shortened + place * Costs.each_place, "other"

    def _spelling_corrections(self, errors: int) -> Iterator[Option]:
        table = self.language.dictionary.table
        near = self._corrections(1)
        found = self._corrections(errors) if errors > 1 else []
        far = [pair for pair in found if pair not in near]
        for found, meant, any_word in (
            (near, Costs.corrected, Costs.corrected_word),
            (far, Costs.corrected_twice, Costs.corrected_far),
        ):
            for place, (_, term) in enumerate(found[:MOST_CORRECTIONS]):
                is_meant = term in table and (found is far or term[0] == self.word[0])
                cost = meant if is_meant else any_word
                yield [term], cost + place * Costs.each_place, "other"

    def _completions(self) -> Iterator[Option]:
        completions = completions_of(self.text, self.at)
        if not completions or is_open(self.text, self.at):
            return
        near = max(self._corrections(1), default=(0.0, ""))
        points, likeliest = completions[0]
        cost = Costs.completed if points >= near[0] else Costs.completed_behind
        yield [likeliest], cost, "other"

    def _model(self) -> Iterator[Option]:
        """Give the words and numbers of a model that are typed as one: "ga2100", "airmax97"."""
        pieces = pieces_of(self.word)
        read = [self._piece(piece) for piece in pieces]
        if len(pieces) > 1 and all(read):
            yield [word for words in read for word in words], Costs.parted, "other"

    def _piece(self, piece: str) -> list[str]:
        dictionary = self.language.dictionary
        is_known = piece.isdigit() or piece in self.text.known or dictionary.is_indexed(piece)
        return [piece] if is_known else dictionary.parts(piece)

    def _parts(self) -> list[str]:
        """Return the words that are glued in this one.

        An English word is one ("butterfly"), unless it ends in a product type ("multivitamin").
        """
        parts = self.language.dictionary.parts(self.word)
        is_one = self.word in english() and not is_type(parts[-1:], self.language)
        return [] if is_one else parts

    def _compound_parts(self) -> Iterator[Option]:
        for end in self.text.beside(self.at):  # "blackt-shirt"
            rest = self.word.removesuffix(end)
            if rest != self.word and rest in self.language.dictionary.table:
                yield [rest, end], Costs.parted, "other"
        parts = self._parts()
        if parts:
            is_meant = len(parts) == 2 and self.language.lexicon.content_words.issuperset(parts)
            yield parts, Costs.parted if is_meant else Costs.parted_words, "other"

    def _afrikaans(self) -> Iterator[Option]:
        compounds = self.language.compounds
        inflected = compounds.base_form(self.word)
        if inflected:
            yield [inflected], Costs.inflected, "other"
        elif self.word not in english():  # "bedroom"
            parted = compounds.split(self.word)
            if len(parted) > 1:
                yield parted, Costs.compound, "other"
            elif parted:
                yield parted, Costs.head_only, "other"

    def _loans(self) -> Iterator[Option]:
        """Give the English type behind a noun's prefix: "amasneakers", "dijeans"."""
        for prefix in self.language.vocabulary.spoken.phrases_of("loan"):
            own = self.word.removeprefix(prefix)
            if own != self.word and len(own) > 2 and is_type([own], self.language):
                yield [own], Costs.inflected, "other"


def pieces_of(word: str) -> list[str]:
    """Return the letters and the numbers of a word, apart, where a model's begins with letters."""
    return _PIECE.findall(word) if _MODEL.fullmatch(word) else []


def is_word(token: Token) -> bool:
    """Return True if a token is no sign, number or single letter."""
    return not token.is_sign and len(token.text) > 1 and not token.text[0].isdigit()


def is_unknown(token: Token, language: Language) -> bool:
    """Return True if neither the tables nor the dictionary know a word."""
    is_known = language.lexicon.has_word(token.text) or language.dictionary.has_word(token.text)
    return is_word(token) and not is_known


def is_unstocked(token: Token, language: Language) -> bool:
    """Return True if the tables know a word and the catalogue has nothing by it: "pan", for
    pants.
    """
    if not is_word(token) or language.dictionary.is_indexed(token.text):
        return False
    senses = language.lexicon.entries_of([token])
    return (
        bool(senses)
        and all(
            sense.kind == "type"
            and not any(language.stocked_categories(product_type) for product_type in sense.values)
            for sense in senses
        )
        and not language.lexicon.split_glued(token.text)
    )


def is_type(read: Sequence[str], language: Language) -> bool:
    """Return True if these words are a product type."""
    return "type" in _kinds(read, language)


def is_subject(read: Sequence[str], language: Language) -> bool:
    """Return True if a word is a thing or people: "dressy" is no dress, nor is "girly" for
    girls.
    """
    return not {"type", "people"}.isdisjoint(_kinds(read, language))


def _kinds(read: Sequence[str], language: Language) -> set[str]:
    stems = tuple(singular(word) for word in read)
    return {sense.kind for sense in language.lexicon.senses(stems, tuple(read))}


def completions_of(text: Text, at: int) -> list[tuple[float, str]]:
    """Return the words that the last one begins with their points, the likeliest first."""
    word = text.tokens[at].text
    if len(word) < SHORTEST_UNFINISHED - (at > 0):
        return []
    return text.language.dictionary.completions(word, text.beside(at))


def is_open(text: Text, at: int) -> bool:
    """Return True if several words complete the last one as well: "sho" is shoes and shorts."""
    completions = completions_of(text, at)
    if not completions:
        return False
    points, likeliest = completions[0]
    others = [own for own, word in completions[1:] if singular(word) != singular(likeliest)]
    if not others or points - others[0] >= CLEAR_LEAD:
        return False
    word = text.tokens[at].text
    near = text.language.dictionary.corrections(word, text.beside(at), 1)
    return max(near, default=(0.0, ""))[0] < points

"""Words that the catalogue does not know: completed, corrected, parted, or left as unknown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.search.understand.conditions.meaning import Correction
from app.search.understand.words import grammar
from app.search.understand.words.language import Language
from app.search.understand.words.spelling import bases_of_adjective, english
from app.search.understand.words.text import Token
from indexer.reference.words.phrases import singular
from indexer.wording import LONGEST_WORD

PHRASE_WORDS = 3  # of the longest phrases that a last word is taken for the end of
SHORTEST_PAIR = 6  # letters of two small words that are written as one
SHORTEST_UNFINISHED = 3  # letters of a last word that is completed
# Points (see `spelling`) by which a completion leads before it is taken for the only one meant.
CLEAR_LEAD = 0.6
FAR_MORE = 4  # times as many products, where a word that is said may be the beginning of a thing
_NOT = frozenset(grammar.phrases(grammar.NOT))


@dataclass(frozen=True, slots=True)
class Repaired:
    """The tokens to be read, what was corrected, and the words that remain unknown.

    `prefix` is the last word where several words complete it as well. `begun` are the ids of the
    things among them, where the text names none before.
    """

    tokens: tuple[Token, ...]
    corrections: tuple[Correction, ...] = ()
    unknown: tuple[Token, ...] = ()
    prefix: str = ""
    begun: tuple[str, ...] = ()


def unknown_words(tokens: Sequence[Token], language: Language) -> tuple[str, ...]:
    """Return the words that neither the tables nor the dictionary know."""
    lexicon, dictionary = language.lexicon, language.dictionary
    return tuple(
        token.text
        for token in tokens
        if _is_word(token) and not lexicon.knows(token.text) and not dictionary.knows(token.text)
    )


def _is_word(token: Token) -> bool:
    return not token.is_sign and len(token.text) > 1 and not token.text[0].isdigit()


def repair(
    tokens: Sequence[Token],
    language: Language,
    known: frozenset[str],
    techniques: frozenset[str],
    *,
    is_finished: bool,
) -> Repaired:
    """Return tokens that are known; `known` are those of the unknown that the index has after all.

    The last word may be unfinished unless the text `is_finished`: then also one is completed that
    the tables know and of which the catalogue has nothing.
    """
    lost = frozenset(unknown_words(tokens, language)) - known
    kept: list[Token] = []
    corrections: list[Correction] = []
    unknown: list[Token] = []
    prefix, begun = "", ()  # type: str, tuple[str, ...]
    for at, token in enumerate(tokens):
        is_last = at == len(tokens) - 1 and not is_finished
        english = _in_english(tokens, at, language)
        if english:
            kept += [replace(token, text=word, stem=singular(word)) for word in english]
            continue
        unstocked = (
            is_last and _is_unstocked(token, language) and not _ends_a_phrase(tokens, language)
        )
        is_known = not (token.text in lost or unstocked) or _is_part(tokens, at, language)
        options = _WordRepair(language, token.text, _around(tokens, at), techniques)
        if is_last and (_is_begun(tokens, language, options) if is_known else options.is_prefix()):
            prefix = token.text
            begun = () if _names_thing(tokens[:-1], language) else options.things()
            continue
        if token.is_sign or is_known:
            kept.append(token)
            continue
        read = next(options.readings(is_last), [] if token.text in lost else [token.text])
        if token.text in lost and _is_unwanted(tokens, at) and _is_thing(read, language):
            read = []
        if bases_of_adjective(token.text).intersection(read) and _is_subject(read, language):
            read = []
        kept += [replace(token, text=word, stem=singular(word)) for word in read]
        if read and read != [token.text]:
            corrections.append(Correction(token.text, " ".join(read)))
        if not read:
            unknown.append(token)
    return Repaired(tuple(kept), tuple(corrections), tuple(unknown), prefix, begun)


def _is_unwanted(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a word is said not to be wanted: "not nike" leaves out no bikes."""
    return tokens[at].minus or bool(at and tokens[at - 1].text in _NOT)


def _is_thing(read: Sequence[str], language: Language) -> bool:
    return "thing" in _kinds(read, language)


def _is_subject(read: Sequence[str], language: Language) -> bool:
    """Tell whether a word is a thing or people: "dressy" is no dress, nor is "girly" for girls."""
    return not {"thing", "people"}.isdisjoint(_kinds(read, language))


def _kinds(read: Sequence[str], language: Language) -> set[str]:
    stems = tuple(singular(word) for word in read)
    return {entry.kind for entry in language.lexicon.entries(stems, tuple(read))}


def _in_english(tokens: Sequence[Token], at: int, language: Language) -> list[str]:
    """Return what an Afrikaans word that no product carries says of a thing: "leer", leather.

    Nothing where it is part of a phrase: a "lang rok" is a langrok.
    """
    token = tokens[at]
    english = language.vocabulary.describing.get(token.text, "")
    if not english or language.dictionary.is_indexed(token.text):
        return []
    is_own = _is_part(tokens, at, language) or bool(language.lexicon.entries_of([token]))
    return [] if is_own else english.split()


def _is_part(tokens: Sequence[Token], at: int, language: Language) -> bool:
    """Tell whether a word and its neighbour are one that the tables know: "langmou hemp"."""
    pairs = (tokens[max(0, at - 1) : at + 1], tokens[at : at + 2])
    glued = ("".join(token.text for token in pair) for pair in pairs if len(pair) > 1)
    return any(map(language.lexicon.is_glued, glued))


def _is_unstocked(token: Token, language: Language) -> bool:
    """Tell whether the tables know a word and the catalogue has nothing by it: "pan", for pants."""
    if not _is_word(token) or language.dictionary.is_indexed(token.text):
        return False
    entries = language.lexicon.entries_of([token])
    return (
        bool(entries)
        and all(
            entry.kind == "thing" and not any(language.stocked(thing) for thing in entry.values)
            for entry in entries
        )
        and not language.lexicon.is_glued(token.text)
    )


def _is_begun(tokens: Sequence[Token], language: Language, options: _WordRepair) -> bool:
    """Tell whether a last word that is known is rather the beginning of a thing's.

    "wat" alone is, and "hand" behind "women's": there are few hands, and many handbags.
    """
    entries = language.lexicon.entries_of(tokens[-1:])
    if any(entry.kind == "filler" for entry in entries):
        return _says_nothing(tokens, language) and options.begins_thing()
    if entries or not _is_word(tokens[-1]) or _is_part(tokens, len(tokens) - 1, language):
        return False
    if _ends_a_phrase(tokens, language):
        return False
    return not _names_thing(tokens[:-1], language) and options.is_rather_thing()


def _names_thing(tokens: Sequence[Token], language: Language) -> bool:
    return any(
        entry.kind == "thing" for token in tokens for entry in language.lexicon.entries_of([token])
    )


def _says_nothing(tokens: Sequence[Token], language: Language) -> bool:
    """Tell whether a text asks for nothing: "wat" alone is no Afrikaans what, but a watch's."""
    kinds = [{e.kind for e in language.lexicon.entries_of([token])} for token in tokens]
    return all(kind == {"filler"} for kind in kinds) and not _ends_a_phrase(tokens, language)


def _ends_a_phrase(tokens: Sequence[Token], language: Language) -> bool:
    """Tell whether the last words are one phrase, as "cape town", whose last alone says nothing."""
    tails = (tokens[start:] for start in range(max(0, len(tokens) - PHRASE_WORDS), len(tokens) - 1))
    return any(map(language.lexicon.entries_of, tails))


def _around(tokens: Sequence[Token], at: int) -> tuple[str, str]:
    before = tokens[at - 1].stem if at else ""
    return before, tokens[at + 1].stem if at + 1 < len(tokens) else ""


@dataclass(frozen=True, slots=True)
class _WordRepair:
    """What one word may have been."""

    language: Language
    word: str
    around: tuple[str, str]
    techniques: frozenset[str]

    def _completions(self) -> list[tuple[float, str]]:
        if "completion" not in self.techniques or len(self.word) < SHORTEST_UNFINISHED:
            return []
        return self.language.dictionary.completions(self.word, self._beside)

    @property
    def _beside(self) -> frozenset[str]:
        """Return the words that make a known phrase with this one's neighbours."""
        return self.language.lexicon.neighbours(*self.around)

    def is_prefix(self) -> bool:
        """Tell whether several words complete this one as well: "sho" is shoes and shorts."""
        completions = self._completions()
        if not completions:
            return False
        points, likeliest = completions[0]
        others = [p for p, word in completions[1:] if singular(word) != singular(likeliest)]
        return bool(others) and points - others[0] < CLEAR_LEAD and self._corrected(1)[0] < points

    def things(self) -> tuple[str, ...]:
        """Return the ids of the things to be had that begin so, but for what is rarely said."""
        begun: dict[str, float] = {}
        for points, word in self._completions():
            for entry in self.language.lexicon.entries((singular(word),), (word,)):
                if entry.kind == "thing":
                    begun |= {id_: points for id_ in entry.values if id_ not in begun}
        stocked = {id_: points for id_, points in begun.items() if self.language.stocked(id_)}
        least = max(stocked.values(), default=0.0) - CLEAR_LEAD
        return tuple(id_ for id_, points in stocked.items() if points > least)

    def is_rather_thing(self) -> bool:
        """Tell whether far more products are a thing that begins so than say this very word."""
        if not self.begins_thing():
            return False
        weights, own = self.language.dictionary.weights, singular(self.word)
        said = (weights[word] for _, word in self._completions() if singular(word) == own)
        return weights[self._longer()[0]] >= FAR_MORE * max(said, default=0)

    def begins_thing(self) -> bool:
        """Tell whether the likeliest word that begins so is a thing, and not this very word."""
        longer = self._longer()
        return bool(longer) and _is_thing(longer[:1], self.language)

    def _longer(self) -> list[str]:
        """Return the other words that begin so, the likeliest first."""
        own = singular(self.word)
        return [word for _, word in self._completions() if singular(word) != own]

    def _corrected(self, errors: int) -> tuple[float, str]:
        if "correction" not in self.techniques:
            return 0.0, ""
        return self.language.dictionary.corrected(self.word, self._beside, errors)

    def readings(self, is_last: bool) -> Iterator[list[str]]:
        """Give what the word may have been, the likeliest first."""
        completed = self._completions()[:1] if is_last else []
        near, far = self._corrected(1), self._corrected(2)
        afrikaans = self._afrikaans()
        if afrikaans:
            yield afrikaans
        if completed and completed[0][0] >= near[0]:
            yield [completed[0][1]]
        shaded = self._shaded()
        if shaded:
            yield shaded
        dictionary, lexicon = self.language.dictionary, self.language.lexicon
        parts = self._parts()
        if near[1] in dictionary.table and near[1][0] == self.word[0]:  # "sweather": no "sweat her"
            yield [near[1]]
        if len(parts) == 2 and lexicon.content_words.issuperset(parts):
            yield parts
        if near[1]:
            yield [near[1]]
        small = self._small_words()
        if small:
            yield small
        if far[1] in dictionary.table:
            yield [far[1]]
        if parts:
            yield parts
        if far[1]:
            yield [far[1]]
        if unsold := self._unsold():
            yield [unsold]

    def _parts(self) -> list[str]:
        """Return the words that are glued in this one.

        An English word is one ("butterfly"), unless it ends in a thing ("multivitamin").
        """
        if "splitting" not in self.techniques:
            return []
        parts = self.language.dictionary.parts(self.word)
        is_one = self.word in english() and not _is_thing(parts[-1:], self.language)
        return [] if is_one else parts

    def _unsold(self) -> str:
        """Return the thing that was meant where nobody sells any: what is near it then follows."""
        if not {"correction", "relaxation"} <= self.techniques:
            return ""
        return self.language.dictionary.unsold_thing(self.word)

    def _afrikaans(self) -> list[str]:
        """Return the words of a table that this one is a form or a compound of."""
        if "things" not in self.techniques:
            return []
        compounds = self.language.compounds
        inflected = compounds.inflected(self.word)
        if inflected:
            return [inflected]
        if self.word in english():  # "bedroom"
            return []
        parted = compounds.parted(self.word)
        if len(parted) > 1:
            return parted
        # "backsplash" is no lash, and "snekers" are no "kerse", candles.
        return [] if self._parts() or self._corrected(1)[1] else parted

    def _small_words(self) -> list[str]:
        """Return two words that say nothing and are written as one: "opsoek", "forsale"."""
        may_be = SHORTEST_PAIR <= len(self.word) <= LONGEST_WORD and self.word not in english()
        if not may_be or "fillers" not in self.techniques:
            return []
        pairs = ((self.word[:at], self.word[at:]) for at in range(2, len(self.word) - 1))
        is_small = self.language.lexicon.is_small
        return next(
            ([first, second] for first, second in pairs if is_small(first) and is_small(second)), []
        )

    def _shaded(self) -> list[str]:
        """Return a shade and a colour that are written as one: "donkerblou", "lightblue"."""
        if "colours" not in self.techniques:
            return []
        for shade in self.language.vocabulary.colours.shades:
            colour = self.word.removeprefix(shade)
            is_colour = colour != self.word and self.language.vocabulary.colour_words.named(colour)
            if is_colour:
                return [shade, colour]
        return []

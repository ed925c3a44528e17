"""Whether a word of ordinary English that a brand is called by is meant as the brand.

"Next", "Guess", "Gap" and "Only" are brands and words that people use: a name stands where names
stand, beside what is sold or behind "by".
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import Reading
from app.search.understand.words.spelling import common, english
from app.search.understand.words.text import Token
from indexer.language.words.languages.reading import Spoken

Naming = Literal["surely", "perhaps", "no"]

FREQUENT = 1_000  # of the most frequent English words: "my next dress" is no brand's
_BESIDE = frozenset({"type", "colour", "people", "state", "brand", "store"})


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
    if before in spoken.said("calling") or _is_capital(word, tokens, original):
        return "perhaps" if is_filler else "surely"
    if is_filler:
        return "perhaps" if _leads(reading, tokens, original, readings) else "no"
    return _of_single(before, reading, tokens, readings, spoken)


def _of_single(
    before: str,
    reading: Reading,
    tokens: Sequence[Token],
    readings: Mapping[int, Reading],
    spoken: Spoken,
) -> Naming:
    word, following = tokens[reading.start], readings.get(reading.end)
    is_beside = following is not None and following.first.kind in _BESIDE
    if before in spoken.said("subject"):  # "I guess"
        return "no"
    is_owned = before in spoken.said("owner")
    if is_owned or before in spoken.said("article"):  # "a gap in", but "a diesel watch"
        is_ordinary = not is_beside or (is_owned and word.text in english(FREQUENT))
        return "no" if is_ordinary else "surely"
    is_read = following is not None or reading.end == len(tokens) or tokens[reading.end].is_sign
    is_leading = not reading.start and word.text not in english(FREQUENT)
    return "surely" if is_read or is_leading else "perhaps"  # "diesel slim jeans", "next exam"


def _of_several(
    before: str, reading: Reading, tokens: Sequence[Token], language: Language
) -> Naming:
    last, following = tokens[reading.end - 1], tokens[reading.end : reading.end + 1]
    if any(sense.kind == "state" for sense in language.lexicon.entries_of([last, *following])):
        return "perhaps" if following else "surely"
    is_colour = any(sense.kind == "colour" for sense in language.lexicon.entries_of([last]))
    is_one = before in language.vocabulary.spoken.said("article")
    return "perhaps" if is_colour and following and is_one else "surely"


def _leads(
    reading: Reading, tokens: Sequence[Token], original: str, readings: Mapping[int, Reading]
) -> bool:
    if not reading.start:
        rest = original[tokens[0].end : tokens[1].start] if len(tokens) > 1 else ""
        return not rest.strip()
    first = readings.get(0)
    is_all = first is not None and first.end == reading.start and reading.end == len(tokens)
    between = original[tokens[reading.start - 1].end : tokens[reading.start].start]
    if not is_all or between.strip() or original[tokens[reading.end - 1].end :].strip():
        return False
    return first is not None and first.first.kind == "type"


def _is_capital(word: Token, tokens: Sequence[Token], original: str) -> bool:
    """Return True if a word inside a text is written as a name, where others are not."""
    others = [original[t.start] for t in tokens[1:] if t is not word and not t.is_sign]
    return (
        word is not tokens[0]
        and original[word.start].isupper()
        and any(char.islower() for char in others)
    )

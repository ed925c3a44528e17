"""Which of several types in a text is the type: the head noun, as in a product's title."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import Reading, Sense
from app.search.understand.words.spelling import english
from app.search.understand.words.text import Token
from indexer.classify.groups import is_noun, meant, themselves, turned
from indexer.reference.words.classes import ADJECTIVE, classes_of

Candidate = tuple[Reading, Sense]


def heads(
    product_types: Sequence[Candidate],
    links: Mapping[int, str],
    words: Sequence[int],
    tokens: Sequence[Token],
    language: Language,
) -> tuple[list[Candidate], list[Reading]]:
    """Return the product types that are meant, and the readings that only describe them.

    The last of a row of types is meant ("jean jacket"), each of those joined by "or" or "and",
    none behind "with" or "for" if another stands before. `links` are the joining words and
    `words` the places of unread words, by token.
    """
    sure = [
        candidate
        for candidate in product_types
        if not _is_doubtful(candidate, product_types, tokens, language)
    ]
    sure = sure or list(product_types)
    spans = [(reading.start, reading.end) for reading, _ in sure]
    raw = [token.text for token in tokens]
    own = themselves(spans, raw, [at + 1 for at in links], language.vocabulary)
    sure = [candidate for candidate in sure if candidate[0].start in own]
    describing = [reading for reading, _ in product_types]
    if not sure:
        return [], describing
    unread = [*words, *(reading.start for reading, sense in product_types if sense.weak)]
    owner = _owner(sure[0][0], links, unread, tokens, language)
    if owner is not None:
        return _of_owner(sure[0][0], owner, tokens, language), describing
    end = sure[-1][0].end
    is_label = len(raw) == end + 2 and raw[-1].isdigit()  # "foundation shade 310"
    if end in unread and not is_label and is_noun(raw[end], language.vocabulary, is_typed=True):
        return [], describing  # "braai cover" is no braai
    behind = [at for at in sorted(links) if links[at] == "with" and at > sure[0][0].start]
    front = [candidate for candidate in sure if not behind or candidate[0].start < behind[0]]
    joints = [at for at in links if links[at] == "or"]
    chosen = meant(
        front, lambda one, other: any(one[0].end <= at < other[0].start for at in joints)
    )
    readings = [reading for reading, _ in chosen]
    return chosen, [reading for reading in describing if reading not in readings]


def _is_doubtful(
    candidate: Candidate,
    product_types: Sequence[Candidate],
    tokens: Sequence[Token],
    language: Language,
) -> bool:
    """Return True if words give way to another type: the "bolo" of a tie is no Setswana ball.

    "Long sleeve" behind one is none: "hemp lang moue" is a shirt.
    """
    reading, sense = candidate
    is_followed = any(
        other.start == reading.end
        and tuple(token.stem for token in tokens[other.start : other.end])
        not in language.vocabulary.looks_behind
        for other, _ in product_types
    )
    is_english = sense.is_spoken and tokens[reading.start].text in english()
    return sense.weak or (is_english and is_followed)


def _owner(
    reading: Reading,
    links: Mapping[int, str],
    words: Sequence[int],
    tokens: Sequence[Token],
    language: Language,
) -> int | None:
    """Return the place of the noun before a type that it is for or of: "cover for my sofa"."""
    phrases = language.vocabulary.spoken.said("belonging")
    before = [at for at in links if _begins(tokens[at : reading.start], phrases)]
    heads = [at for at in words if before and at < max(before)]
    # What stands before "for" is a noun, known or not, unless it says how something is.
    if not heads or classes_of(tokens[max(heads)].text) == ADJECTIVE:
        return None
    return max(heads)


def is_beside(
    reading: Reading,
    product_types: Sequence[Candidate],
    links: Mapping[int, str],
    tokens: Sequence[Token],
    language: Language,
) -> bool:
    """Return True if a colour is that of another product type: "dress to wear with white shoes"."""
    wanted = [other.end for other, sense in product_types if not sense.weak]
    beside = language.vocabulary.spoken.said("beside")
    return any(
        wanted and at >= wanted[0] and _begins(tokens[at : reading.start], beside)
        for at in links
        if links[at] == "with" and at < reading.start
    )


def _begins(tokens: Sequence[Token], phrases: Iterable[str]) -> bool:
    """Return True if these words begin with one of the phrases."""
    text = " ".join(token.text for token in tokens)
    return any(f"{text} ".startswith(f"{phrase} ") for phrase in phrases)


def _of_owner(
    reading: Reading, at: int, tokens: Sequence[Token], language: Language
) -> list[Candidate]:
    """Return "cover for a sofa" as "sofa cover" where the tables know that, or nothing known."""
    of = tuple(token.stem for token in tokens[reading.start : reading.end])
    for key in turned((tokens[at].stem,), of):
        whole = Reading(at, reading.end, language.lexicon.senses(key, key))
        sense = whole.of("type")
        if sense is not None:
            return [(whole, sense)]
    return []

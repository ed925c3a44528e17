"""Which of several things in a text is the thing: the head noun, as in a product's title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.search.understand.words import grammar
from app.search.understand.words.language import Language
from app.search.understand.words.lexicon import Entry, Reading
from app.search.understand.words.spelling import english
from app.search.understand.words.text import Token
from indexer.classify.groups import is_noun
from indexer.reference.words.classes import ADJECTIVE, classes_of

Candidate = tuple[Reading, Entry]
# Behind these stands what the thing before them belongs to: "cover for a sofa" is no sofa.
BELONGING = grammar.phrases(
    "for|vir|of|van|to go with|to match|matching|to fit|that fits|which fits|compatible with"
)
COUNTED = frozenset(grammar.phrases(grammar.COUNTED))
TRAILING = frozenset(grammar.phrases(grammar.TRAILING))
JOINING = frozenset({*grammar.phrases(f"{grammar.OR}|{grammar.WITH}"), "and", "en", *"&+,/"})
BESIDE = grammar.phrases(grammar.BESIDE)


def heads(
    things: Sequence[Candidate],
    links: Mapping[int, str],
    words: Sequence[int],
    tokens: Sequence[Token],
    language: Language,
) -> tuple[list[Candidate], list[Reading]]:
    """Return the things that are meant, and the readings that only describe them.

    The last of a row of things is meant ("jean jacket"), each of those joined by "or" or "and",
    none behind "with" or "for" if another stands before. `links` are the joining words and
    `words` the places of unread words, by token.
    """
    sure = [candidate for candidate in things if not _is_doubtful(candidate, things, tokens)]
    sure = sure or list(things)
    sure = [candidate for candidate in sure if not _is_trailing(candidate[0], sure, tokens)]
    if not sure:
        return [], [reading for reading, _ in things]
    weak = [candidate[0].start for candidate in things if candidate[1].weak]
    unread = [*words, *weak]
    inverted = _inverted(sure, links, unread, tokens, language)
    if inverted is not None:
        return [inverted], [reading for reading, _ in things]
    if _has_other_head(sure, unread, links, tokens, language):
        return [], [reading for reading, _ in things]
    behind = [at for at in sorted(links) if links[at] == "with" and at > sure[0][0].start]
    behind = sorted([*behind, *_counted(sure, tokens)])
    front = [candidate for candidate in sure if not behind or candidate[0].start < behind[0]]
    chosen: list[Candidate] = []
    for candidate, following in zip(front, [*front[1:], None], strict=True):
        if following is None or _joined(candidate[0], following[0], links):
            chosen.append(candidate)
    meant = [reading for reading, _ in chosen]
    return chosen, [reading for reading, _ in things if reading not in meant]


def _is_doubtful(
    candidate: Candidate, things: Sequence[Candidate], tokens: Sequence[Token]
) -> bool:
    """Tell whether words give way to another thing: the "bolo" of a tie is no Setswana ball."""
    reading, entry = candidate
    is_followed = any(other.start == reading.end for other, _ in things)
    is_english = entry.is_spoken and tokens[reading.start].text in english()
    return entry.weak or (is_english and is_followed)


def _is_trailing(reading: Reading, things: Sequence[Candidate], tokens: Sequence[Token]) -> bool:
    """Tell whether a thing only says how the one before it is: "dress black long sleeve"."""
    phrase = " ".join(token.text for token in tokens[reading.start : reading.end])
    before = [other.end for other, _ in things if other.end <= reading.start]
    between = tokens[before[-1] : reading.start] if before else ()
    return phrase in TRAILING and bool(before) and not any(t.text in JOINING for t in between)


def _counted(things: Sequence[Candidate], tokens: Sequence[Token]) -> list[int]:
    """Return where parts are counted that another thing has: "bedside table white 2 drawers"."""
    return [
        reading.start
        for reading, _ in things[1:]
        if tokens[reading.start - 1].text.isdigit() and tokens[reading.start].text in COUNTED
    ]


def _has_other_head(
    things: Sequence[Candidate],
    words: Sequence[int],
    links: Mapping[int, str],
    tokens: Sequence[Token],
    language: Language,
) -> bool:
    """Tell whether a noun that nobody knows is what is meant: "braai cover" is no braai.

    It stands behind the thing, or before what it is for: "stand for rings".
    """
    at = things[-1][0].end
    if at in words and is_noun(tokens[at].text, language.vocabulary, is_typed=True):
        return True
    return _belongs_to(things[0][0], words, links, tokens) is not None


def _belongs_to(
    reading: Reading,
    words: Sequence[int],
    links: Mapping[int, str],
    tokens: Sequence[Token],
) -> int | None:
    """Return the place of the noun before a thing that it is for or of: "cover for my sofa"."""
    before = [
        at
        for at in sorted(links)
        if at < reading.start and _begins(tokens[at : reading.start], BELONGING)
    ]
    heads = [at for at in words if before and at < before[-1]]
    # What stands before "for" is a noun, known or not, unless it says how something is.
    if not heads or classes_of(tokens[max(heads)].text) == ADJECTIVE:
        return None
    return max(heads)


def _joined(first: Reading, second: Reading, links: Mapping[int, str]) -> bool:
    return any(links.get(at) == "or" for at in range(first.end, second.start))


def is_beside(
    reading: Reading,
    things: Sequence[Candidate],
    links: Mapping[int, str],
    tokens: Sequence[Token],
) -> bool:
    """Tell whether a colour is that of another thing: "dress to wear with white shoes"."""
    wanted = [other.end for other, entry in things if not entry.weak]
    return any(
        wanted and at >= wanted[0] and _begins(tokens[at : reading.start], BESIDE)
        for at in links
        if links[at] == "with" and at < reading.start
    )


def _begins(tokens: Sequence[Token], phrases: Sequence[str]) -> bool:
    """Tell whether these words begin with one of the phrases."""
    text = " ".join(token.text for token in tokens)
    return any(f"{text} ".startswith(f"{phrase} ") for phrase in phrases)


def _inverted(
    things: Sequence[Candidate],
    links: Mapping[int, str],
    words: Sequence[int],
    tokens: Sequence[Token],
    language: Language,
) -> Candidate | None:
    """Read "cover for a sofa" as "sofa cover", where the tables know that."""
    reading = things[0][0]
    at = _belongs_to(reading, words, links, tokens)
    if at is None:
        return None
    for start in range(reading.start, reading.end):
        key = (*(token.stem for token in tokens[start : reading.end]), tokens[at].stem)
        entries = language.lexicon.entries(key, key)
        entry = next((entry for entry in entries if entry.kind == "thing"), None)
        if entry is not None:
            return Reading(at, reading.end, tuple(entries)), entry
    return None

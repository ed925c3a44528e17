"""What else a text may say where the filters leave nothing of what it was read as. Pure.

A word may be known by a product that the filters leave out, and be an error or a beginning all the
same: "t-sh" in a store of T-shirts, where another store sells something by those letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from app.search.understand.conditions.meaning import Correction, Meaning
from app.search.understand.understand import understand
from app.search.understand.words.language import Language
from app.search.understand.words.spelling import english
from app.search.understand.words.text import Token, fold_in_place, tokens
from indexer.reference.words.phrases import singular

MOST = 4  # other readings of a text: each is counted with the search
SHORTEST_ALONE = 3  # letters of a beginning that stands for a word by itself, not beside another


def alternatives(
    text: str,
    read: Meaning,
    language: Language,
    without: frozenset[str] = frozenset(),
    currency: str = "",
) -> tuple[Meaning, ...]:
    """Return other readings of a text that was `read` as typed or corrected, the likeliest first.

    One word is another in each of them: one near to it, or one that the last word begins.
    """
    original = unicodedata.normalize("NFC", text)
    typed = tokens(fold_in_place(original))
    seen = {read.used.casefold()}
    others: list[Meaning] = []
    for token, word in islice(_others(typed, read, language), MOST):
        changed = f"{original[: token.start]}{word}{original[token.end :]}"
        meaning = understand(
            changed, language, without=without, techniques=read.techniques, currency=currency
        )
        if meaning.used.casefold() not in seen:
            seen.add(meaning.used.casefold())
            corrections = (Correction(token.text, word), *meaning.corrections)
            others.append(replace(meaning, corrections=corrections))
    return tuple(others)


def _others(
    typed: Sequence[Token], read: Meaning, language: Language
) -> Iterator[tuple[Token, str]]:
    """Give the words that stand for one of the text's, with the word; the last word's first."""
    for at in reversed(range(len(typed))):
        token, is_last = typed[at], at == len(typed) - 1
        if token.is_sign or token.text[0].isdigit() or _means_something(token, language):
            continue
        before = typed[at - 1].stem if at else ""
        after = typed[at + 1].stem if at + 1 < len(typed) else ""
        beside = language.lexicon.neighbours(before, after)
        words = dict.fromkeys(_near(token.text, beside, read, language))
        if is_last and "completion" in read.techniques:
            words = dict.fromkeys([*_completed(token.text, beside, language), *words])
        stems = {singular(token.text)}
        for word in words:
            if singular(word) not in stems:
                stems.add(singular(word))
                yield token, word


def _means_something(token: Token, language: Language) -> bool:
    """Tell whether the tables know a word, and the catalogue has what it means."""
    return any(
        entry.kind != "thing" or any(language.stocked(thing) for thing in entry.values)
        for entry in language.lexicon.entries_of([token])
    )


def _near(word: str, beside: frozenset[str], read: Meaning, language: Language) -> Iterator[str]:
    """Give the words with one error less; of an English word none, which says itself."""
    if "correction" in read.techniques and word not in english():
        yield from (term for _, term in language.dictionary.corrections(word, beside, 1))


def _completed(word: str, beside: frozenset[str], language: Language) -> list[str]:
    """Return the words that begin so: those that make a phrase with the neighbours first."""
    known = language.dictionary.weights
    together = sorted(
        (term for term in beside if term.startswith(word)),
        key=lambda term: known.get(term, 0),
        reverse=True,
    )
    if len(word) < SHORTEST_ALONE:
        return together[:MOST]
    alone = [term for _, term in language.dictionary.completions(word, beside)]
    return [*together[:MOST], *alone[:MOST]]

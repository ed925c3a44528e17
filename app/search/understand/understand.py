"""What a shopper's text means: a pure function from text and tables to conditions and words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.search.filters import MAX_TEXT
from app.search.understand.conditions.amounts import amounts, in_sides
from app.search.understand.conditions.meaning import TECHNIQUES, Meaning, Part, Unfinished
from app.search.understand.conditions.mention import Mention, Said
from app.search.understand.conditions.parts import is_childs
from app.search.understand.conditions.shipping import shipping
from app.search.understand.conditions.sizes import sizes
from app.search.understand.lattice.paths import Path, read_as
from app.search.understand.lattice.words import Text, is_unknown
from app.search.understand.notes import Notes
from app.search.understand.reader import Reader
from app.search.understand.words.language import Language
from app.search.understand.words.spans import Span, drop_overlaps
from app.search.understand.words.text import Token, fold_in_place, tokens

ALL = frozenset(TECHNIQUES)
MOST_ALTERNATIVES = 4  # other readings of a text: each is counted with the search


def unknown(text: str, language: Language) -> tuple[str, ...]:
    """Return the words of a text that the index should be asked for before they are given up."""
    spoken = language.vocabulary.spoken
    folded = spoken.with_english_bounds(fold_in_place(unicodedata.normalize("NFC", text)))
    said = Said(folded, language, ALL)
    left = tokens(_blank(folded, _mentioned(folded, said)))
    return tuple(token.text for token in left if is_unknown(token, language))


def understand(  # noqa: PLR0913 - what a reading depends on
    text: str,
    language: Language,
    *,
    without: frozenset[str] = frozenset(),
    as_typed: bool = False,
    known: frozenset[str] = frozenset(),
    techniques: frozenset[str] = ALL,
    currency: str = "",
) -> Meaning:
    """Read a text as conditions and the words that remain; never raises.

    `without`: ids of parts that the visitor took away, whose words are words again. `as_typed`:
    nothing is corrected. `known`: words that the index has though the dictionary does not know
    them yet. `techniques`: those of `TECHNIQUES` that are used. `currency`: the visitor's,
    for labels.
    """
    original = unicodedata.normalize("NFC", text)
    folded = language.vocabulary.spoken.with_english_bounds(fold_in_place(original))
    said = Said(original, language, techniques, currency)
    kept = _mentioned(folded, said, without)
    typed = tokens(_blank(folded, kept))
    is_finished = bool(typed) and any(mention.start >= typed[-1].end for mention in kept)
    words = Text(typed, language, known, techniques, is_finished, as_typed)
    mentioned = tuple(part for one in kept for part in one.parts)
    likeliest, *near = read_as(words)
    paths = [path for path in near if len(path.unknown) <= len(likeliest.unknown)]
    first, *others = (
        _meaning(path, original, words, mentioned, without)
        for path in (likeliest, *paths[:MOST_ALTERNATIVES])
    )
    return replace(first, alternatives=tuple(others))


def _meaning(
    path: Path, original: str, text: Text, mentioned: Sequence[Part], without: frozenset[str]
) -> Meaning:
    """Return what one reading of the words means, beside the conditions that were `mentioned`."""
    notes = Notes(without, any(part.certain for part in mentioned))
    Reader(original, text.language, path, notes, text.techniques).read()
    return Meaning(
        parts=_conditions(mentioned, notes.conditions),
        words=notes.words(),
        required=tuple(notes.required),
        optional=tuple(notes.optional),
        corrections=path.corrections,
        ignored=tuple(original[token.start : token.end] for token in path.unknown),
        used=_used(original, text.tokens, path)[:MAX_TEXT],  # a letter may mean a sentence
        unfinished=Unfinished(path.prefix, path.begun),
        is_vague=notes.is_vague and not path.unknown,
        techniques=text.techniques,
    )


def _mentioned(folded: str, said: Said, without: frozenset[str] = frozenset()) -> list[Mention]:
    """Return what is mentioned, with what is left of its conditions; not what lost all of them."""
    discounts, prices, aged, measures = amounts(folded, said)
    sent = shipping(folded, said) if "states" in said.techniques else []
    sized = sizes(folded, said) if "sizes" in said.techniques else []
    long = in_sides(folded, said) if "sizes" in said.techniques else []
    found = [*discounts, *prices, *sent, *aged, *long, *sized, *measures]
    left = {one: tuple(part for part in one.parts if part.id not in without) for one in found}
    kept = drop_overlaps(one for one, parts in left.items() if parts or not one.parts)
    return [replace(one, parts=left[one]) for one in kept]


def _conditions(mentioned: Iterable[Part], read: Sequence[Part]) -> tuple[Part, ...]:
    """Return the conditions, each once; of an age beside "toddler" or "girls" only the size."""
    names_children = any(part.kind == "people" and is_childs(part) for part in read)
    needed = [part for part in mentioned if not (names_children and part.kind == "people")]
    once = {(part.kind, part.label, part.values, part.excluded): part for part in (*needed, *read)}
    return tuple(once.values())


def _blank(folded: str, mentions: Iterable[Span]) -> str:
    """Return the text with blanks where these stand."""
    for mention in mentions:
        folded = (
            folded[: mention.start] + " " * (mention.end - mention.start) + folded[mention.end :]
        )
    return folded


def _used(original: str, typed: Sequence[Token], path: Path) -> str:
    """Return the text with its corrections, unknown words left out."""
    read = {token.start: [] for token in typed}  # type: dict[int, list[str]]
    for token in path.tokens:
        read[token.start].append(token.text)
    used, at = "", 0
    for token in typed:
        words = read[token.start]
        same = words == [token.text]
        used += original[at : token.start]
        used += original[token.start : token.end] if same else " ".join(words)
        at = token.end
    return " ".join((used + original[at:]).split())

"""What a shopper's text means: a pure function from text and tables to conditions and words."""

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from app.search.filters import MAX_TEXT
from app.search.understand.arcs import Text, pieces_of
from app.search.understand.language import Language
from app.search.understand.meaning import Meaning, Notes, Part
from app.search.understand.parts import is_childs, suits
from app.search.understand.paths import Path, read_as
from app.search.understand.quantities import on_scale
from app.search.understand.quantities import read_quantities as stated_in
from app.search.understand.reader import Reader
from app.search.understand.text import Token, fold_in_place, tokens
from scrapers.attributes import SIZE

_UNCUT = ("home/", "outdoor/", "kids/toys", "kids/nursery", "kids/furniture", "kids/bedding")
MOST_STATED = 4  # conditions of one kind by numbers
MOST_ALTERNATIVES = 4  # other readings of a text: each is counted with the search


def understand(  # noqa: PLR0913 - what a reading depends on
    text: str,
    language: Language,
    *,
    without: frozenset[str] = frozenset(),
    as_typed: bool = False,
    known: frozenset[str] = frozenset(),
    currency: str = "",
) -> Meaning:
    """Read a text as conditions and the words that remain; never raises.

    `without`: ids of parts that the visitor took away, whose words are words again. `as_typed`:
    nothing is corrected. `known`: words that the index has though the dictionary does not know
    them yet. `currency`: the visitor's, for labels.
    """
    read = _text(text, language, without, known=known, as_typed=as_typed, currency=currency)
    likeliest, *near = read_as(read)
    paths = [path for path in near if len(path.unknown) <= len(likeliest.unknown)]
    first, *others = (
        _meaning(path, read, without) for path in (likeliest, *paths[:MOST_ALTERNATIVES])
    )
    return replace(first, alternatives=tuple(others), lost=_unknown_words(read))


def _unknown_words(text: Text) -> tuple[str, ...]:
    places = (
        at for at in range(len(text.tokens)) if at not in text.number_places and text.is_lost(at)
    )
    words = [text.tokens[at].text for at in places]
    pieces = (piece for word in words for piece in pieces_of(word) if not piece.isdigit())
    return tuple(dict.fromkeys((*words, *pieces)))


def _text(
    typed: str, language: Language, without: frozenset[str] = frozenset(), **read_by: Any
) -> Text:
    """Return a text with all that it is `read_by`."""
    original = unicodedata.normalize("NFC", typed)
    folded = language.vocabulary.spoken.with_english_bounds(fold_in_place(original))
    words = tokens(folded)
    text = Text(words, language, original=original, folded=folded, **read_by)
    starts, ends = [token.start for token in words], [token.end for token in words]
    places: dict[tuple[int, int], tuple[Part, ...]] = {}
    for start, end, parts in stated_in(text):
        said = original[start:end].strip()
        own = tuple(replace(part, text=said) for part in parts)
        left = tuple(part for part in own if part.id not in without)
        place = bisect_right(ends, start), bisect_left(starts, end)
        is_all = place == (0, len(words)) and own and own[0].kind == "measure"
        if is_all and language.lexicon.entries_of(words):  # a "two seater" by itself is a sofa
            continue
        if place[0] < place[1] and (left or not own):
            places.setdefault(place, left)
    return replace(text, stated=tuple((*place, parts) for place, parts in places.items()))


def _meaning(path: Path, text: Text, without: frozenset[str]) -> Meaning:
    every = [part for edge in path.stated for part in edge.parts or ()]
    kinds = [part.kind for part in every]
    stated = [p for at, p in enumerate(every) if kinds[:at].count(p.kind) < MOST_STATED]
    notes = Notes(without, is_conditioned=any(part.certain for part in stated))
    Reader(text.original, text.language, path, notes).read()
    return Meaning(
        parts=_conditions(stated, notes),
        words=notes.words(),
        required=tuple(notes.required),
        optional=tuple(notes.optional),
        corrections=path.corrections,
        ignored=(*(text.original[t.start : t.end] for t in path.unknown), *notes.unsaid),
        used=_used(text.original, text.tokens, path)[:MAX_TEXT],  # a letter may mean a sentence
        prefix=path.prefix,
        begun=path.begun,
        is_vague=notes.is_vague and not path.unknown,
        is_gift=notes.is_gift,
    )


def _conditions(mentioned: Iterable[Part], notes: Notes) -> tuple[Part, ...]:
    """Return the conditions, each once; of an age beside "toddler" or "girls" only the size.

    A toy for a child of eight has no size, nor has a gift; "7-8 years" by itself is one.
    """
    names_children = any(map(is_childs, notes.of("people")))
    places = [slug for part in notes.of("type") for slug in part.values]
    is_cut = not notes.is_gift and any(not slug.startswith(_UNCUT) for slug in places)
    needed = [
        part
        for part in mentioned
        if not (names_children and part.kind == "people")
        if is_cut or not _is_of_age(part) or ("-" in part.label and not places)
    ]
    if not names_children:
        worn = [slug for slug in places if suits(slug, notes.of("people"))]
        needed = [on_scale(part, worn) if part.kind == SIZE.name else part for part in needed]
    once = {
        (part.kind, part.label, part.values, part.excluded): part
        for part in (*needed, *notes.conditions)
    }
    return tuple(once.values())


def _is_of_age(part: Part) -> bool:
    return part.kind == SIZE.name and part.label.endswith(("year", "years", "months"))


def _used(original: str, typed: Sequence[Token], path: Path) -> str:
    read = {token.start: [] for token in typed}  # type: dict[int, list[str]]
    own = (arc.token for edge in path.stated for arc in edge.arcs)
    for token in (*path.tokens, *own):
        read[token.start].append(token.text)
    used, at = "", 0
    for token in typed:
        words = read[token.start]
        same = words == [token.text]
        used += original[at : token.start]
        used += original[token.start : token.end] if same else " ".join(words)
        at = token.end
    return " ".join((used + original[at:]).split())

"""The colours of a product, from a colour attribute or the words of its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from indexer.language import LexiconEntry, Vocabulary, current
from indexer.language.groups import is_number
from indexer.language.quantities.numbers import any_of
from indexer.language.shades import MULTI, Named, is_one_name, leads
from indexer.language.words.entries import leading
from indexer.language.words.phrases import PhraseTable, fold, singular

# From three colours on, a product is of many colours, too.
MANY = 3


TOKEN = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class _ColourMatch:
    """A colour at tokens[start:end] of a run.

    `rank`: 0 an unambiguous colour, 1 also something else ("peach"), 2 a material or pattern first.
    """

    start: int
    end: int
    slug: str
    rank: int

    @property
    def named(self) -> Named:
        """Return the colour as what it is beside others."""
        return Named(frozenset({self.slug}), self.rank)


def colors_of(text: str) -> tuple[str, ...]:
    """Return the colour slugs of a store's colour wording such as "dark blue/white", in order.

    Words that belong together are one colour, named by the last: "medium slate blue" is blue.
    Three colours and more, and "multi…" anywhere, are "multi" first. Empty if none is named.
    """
    return _all(colour.slug for colour in _colours(text, about_colour=True))


def colors_in_name(name: str) -> tuple[str, ...]:
    """Return the colours that a product's name states, as `colors_of` does.

    Words that are materials first count only where no unambiguous colour stands, and then the last
    of them: "Linen shirt in olive" is green. What stands beside the type or is what it is for
    colours nothing: "Dress with white collar", "Cover for grey sofa".
    """
    colours = list(_colours(name, about_colour=False))
    best = min((colour.rank for colour in colours), default=0)
    slugs = [colour.slug for colour in colours if colour.rank == best]
    return _all(slugs if best == 0 else slugs[-1:])


def _all(slugs: Iterable[str]) -> tuple[str, ...]:
    once = tuple(dict.fromkeys(slugs))
    if MULTI not in once and len(once) < MANY:
        return once
    return (MULTI, *(slug for slug in once if slug != MULTI))


def _colours(text: str, *, about_colour: bool) -> Iterator[_ColourMatch]:
    """Yield the colours of a text; `about_colour`: it is known to describe a colour ("wit")."""
    vocabulary = current()
    for run, is_beside, is_last in _runs(text, vocabulary):
        for colour in _in_run(run, vocabulary, about_colour):
            rest = TOKEN.findall(run)[colour.end :]
            is_own = is_last and all(is_number(word) or len(word) < 3 for word in rest)
            if about_colour or not is_beside or is_own:  # "with belt, black", "with belt black"
                yield colour


@lru_cache(maxsize=4)
def _apart(vocabulary: Vocabulary) -> re.Pattern[str]:
    """Return what parts colours: one's name is letters, blanks and hyphens: "dark blue/white"."""
    words = vocabulary.spoken.in_names("with", "not", "belonging", "joint", "placing")
    return re.compile(rf"([^a-z0-9\s-]+|\s{any_of(map(re.escape, words))}\s)")


def _runs(text: str, vocabulary: Vocabulary) -> Iterator[tuple[str, bool, bool]]:
    """Give the runs of words: whether what they name is beside the type, and nothing joins on."""
    beside = vocabulary.spoken.in_names("with", "not", "belonging")
    joined = vocabulary.spoken.in_names("joint")
    first, *rest = _apart(vocabulary).split(f" {fold(text)} ")
    marks = [mark.strip() for mark in rest[::2]]
    is_named = is_beside = False
    for run, before, after in zip([first, *rest[1::2]], ["", *marks], [*marks, ""], strict=True):
        is_beside = is_named and (before in beside or (is_beside and before in joined))
        is_named = is_named or bool(run.strip())
        yield run, is_beside, after not in joined


def _in_run(run: str, vocabulary: Vocabulary, about_colour: bool) -> list[_ColourMatch]:
    """Return the colours of a run of words that nothing sets apart."""
    spans = [match.span() for match in TOKEN.finditer(run)]
    raw = [run[start:end] for start, end in spans]
    keys = [singular(word) for word in raw]
    colours: list[_ColourMatch] = []
    for match in _table(vocabulary).find(keys):
        wordings = leading(match.value, raw[match.start : match.end])
        wording = next((wording for wording in wordings if about_colour or wording.in_titles), None)
        if wording is None or not wording.meaning:
            continue
        own = keys[match.start : match.end]
        finished = keys[match.end : match.end + 1]
        finish = vocabulary.colours.finishes.intersection(finished)
        is_weak = wording.is_weak and not finish
        rank = 1 + (tuple(own) in vocabulary.colours.materials) if is_weak else 0
        colour = _ColourMatch(match.start, match.end, wording.meaning, rank)
        hyphen = "-" in run[spans[colour.start - 1][1] : spans[colour.start][0]]
        if colours and colours[-1].end == colour.start and _is_tint(colours[-1], colour, hyphen):
            meant = colours[-1] if leads(colours[-1].named, colour.named) else colour
            colours[-1] = replace(meant, start=colours[-1].start, end=colour.end)
        else:
            colours.append(colour)
    return colours


def _is_tint(before: _ColourMatch, colour: _ColourMatch, hyphen: bool) -> bool:
    """Return whether two neighbouring colour words are one name; "navy-red" are two."""
    is_parted = hyphen and not (before.rank or colour.rank)
    return not is_parted and is_one_name(before.named, colour.named, in_name=True)


@lru_cache(maxsize=4)
def _table(vocabulary: Vocabulary) -> PhraseTable[tuple[LexiconEntry[str], ...]]:
    """Return the colours' phrases, and those that only look like one: their meaning is empty."""
    grouped: dict[str, list[LexiconEntry[str]]] = {}
    looks = [LexiconEntry(phrase, "") for phrase in vocabulary.colours.not_colours]
    for wording in (*vocabulary.colours.wordings, *looks):
        grouped.setdefault(" ".join(map(singular, wording.raw)), []).append(wording)
    return PhraseTable({key: tuple(wordings) for key, wordings in grouped.items()})

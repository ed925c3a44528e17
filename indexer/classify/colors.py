"""The colours of a product, from a colour attribute or the words of its name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from indexer.reference import Vocabulary, Wording, current
from indexer.reference.phrases import PhraseTable, fold, singular
from indexer.reference.wordings import leading

MULTI = "multi"
# From three colours on, a product is of many colours, too.
MANY = 3
# Nothing is tinted by these, and they tint nothing: "black white" is two colours, and "violet
# blue" is one.
APART = frozenset({"white", "black", "gold", "silver", MULTI})


@dataclass(frozen=True, slots=True)
class _Named:
    start: int
    end: int
    slug: str
    weak: bool


def colors_of(text: str) -> tuple[str, ...]:
    """Return the colour slugs of a store's colour wording such as "dark blue/white", in order.

    Words that belong together are one colour, named by the last: "medium slate blue" is blue.
    Three colours and more, and "multi…" anywhere, are "multi" first. Empty if none is named.
    """
    return _all(named.slug for named in _found(text))


def color_of(text: str) -> str | None:
    """Return the first colour of a store's wording, "multi" for many, None if none is named."""
    return next(iter(colors_of(text)), None)


def colors_in_name(name: str) -> tuple[str, ...]:
    """Return the colours that a product's name states, as `colors_of` does.

    Words that are materials first count only where no plain colour stands, and then the last of
    them: "Linen shirt in olive" is green.
    """
    found = _found(name)
    strong = [named.slug for named in found if not named.weak]
    return _all(strong or [named.slug for named in found][-1:])


def _all(slugs: Iterable[str]) -> tuple[str, ...]:
    once = tuple(dict.fromkeys(slugs))
    if MULTI not in once and len(once) < MANY:
        return once
    return (MULTI, *(slug for slug in once if slug != MULTI))


def _found(text: str) -> list[_Named]:
    vocabulary = current()
    folded = fold(text)
    spans = [(m.start(), m.end()) for m in re.finditer(r"[a-z0-9]+", folded)]
    raw = [folded[start:end] for start, end in spans]
    found: list[_Named] = []
    for match in _table(vocabulary).find([singular(word) for word in raw]):
        wording = _reading(leading(match.value, raw[match.start : match.end]))
        if wording is None:
            continue
        named = _Named(match.start, match.end, wording.meaning, wording.kind == "weak")
        before = found[-1] if found else None
        if before and before.end == named.start and _is_tint(before, named, folded, spans):
            found[-1] = _Named(before.start, named.end, *_shaded(before, named))
        else:
            found.append(named)
    return found


def _is_tint(before: _Named, named: _Named, folded: str, spans: list[tuple[int, int]]) -> bool:
    """Return whether two neighbouring colour words are one name: "slate blue", "rust brown"."""
    gap = folded[spans[before.end - 1][1] : spans[named.start][0]]
    if gap.strip(" -"):
        return False
    if before.weak != named.weak:
        return True
    hyphen = "-" in gap and not before.weak
    return not hyphen and not {before.slug, named.slug} & APART


def _shaded(before: _Named, named: _Named) -> tuple[str, bool]:
    """Return the colour of two words that are one name, and whether it is a weak one."""
    if before.weak == named.weak:
        return named.slug, named.weak
    strong = named if before.weak else before
    return strong.slug, False


def _reading(named: tuple[Wording[str], ...]) -> Wording[str] | None:
    return next((wording for wording in named if wording.in_titles), None)


@lru_cache(maxsize=4)
def _table(vocabulary: Vocabulary) -> PhraseTable[tuple[Wording[str], ...]]:
    return vocabulary.colour_words.table

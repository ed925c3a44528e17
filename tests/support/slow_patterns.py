"""What makes a regular expression slow: repeats that can share out one run in many ways.

A backtracking matcher needs time beyond the length of a text in three cases, each found here from
the parsed pattern:

- a repeat without a bound begins again inside its own run, as `\\s+x` does at each of many spaces;
- two of them stand so that both take the same run, as in `\\s*-?\\s*x`, or one stands in a repeated
  group so (`(?:a+)+`);
- a group is repeated without a bound: by itself it may be fine, and a bound says so.

What no failure can follow is fine, as are possessive repeats and atomic groups for what is behind
them. Repeats up to MANY cost that often at most. Where in doubt a pattern counts as slow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Literal

MANY = 100
# What classes are told apart by: ASCII, and some of each other kind.
SIGNS = frozenset([*map(chr, range(1, 128)), *"\x85\xa0\u202f\u2028éßÖłıſſ×–—−½²٠〇’”€£¥円★†·•›»"])
Mode = Literal["search", "match", "fullmatch"]
Signs = frozenset[str]
Needs = Callable[[Signs], bool]  # whether a run of these signs gets past
Item = tuple[Any, Any]  # of a parsed pattern: its kind and its value

_IS: dict[Any, Callable[[str], bool]] = {
    op.CATEGORY_DIGIT: str.isdecimal,
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_WORD: lambda sign: sign.isalnum() or sign == "_",
}
_IS_NOT = {
    op.CATEGORY_NOT_DIGIT: op.CATEGORY_DIGIT,
    op.CATEGORY_NOT_SPACE: op.CATEGORY_SPACE,
    op.CATEGORY_NOT_WORD: op.CATEGORY_WORD,
}
_WORD = _IS[op.CATEGORY_WORD]
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)


def troubles(pattern: str, flags: int = 0, mode: Mode = "search") -> list[str]:
    """Return why a pattern may be slow, in words; `mode`: how it is used."""
    return list(dict.fromkeys(_Graph(pattern, flags, mode).troubles()))


def _taken(item: Item, flags: int) -> Signs | None:
    """Return the signs that an item takes one of; None where it is no class."""
    kind, value = item
    if kind is op.ANY:
        return SIGNS if flags & re.DOTALL else SIGNS - {"\n"}
    if kind in {op.LITERAL, op.NOT_LITERAL}:
        chosen, is_negated = frozenset({chr(value)}), kind is op.NOT_LITERAL
    elif kind is op.IN:
        chosen = frozenset(sign for sign in SIGNS if any(_is_one(sign, part) for part in value))
        is_negated = value[0][0] is op.NEGATE
    else:
        return None
    if flags & re.IGNORECASE:
        chosen |= {other for sign in chosen for other in (sign.lower(), sign.upper())}
    return SIGNS - chosen if is_negated else chosen


def _is_one(sign: str, part: Item) -> bool:
    kind, value = part
    if kind is op.RANGE:
        return value[0] <= ord(sign) <= value[1]  # type: ignore[no-any-return]
    if kind is op.CATEGORY:
        return _IS[_IS_NOT.get(value, value)](sign) != (value in _IS_NOT)
    return kind is op.LITERAL and ord(sign) == value


class _Graph:
    """A pattern as places and the ways between them; repeats without a bound are places, too."""

    def __init__(self, pattern: str, flags: int, mode: Mode) -> None:
        self._mode = mode
        self._ways: list[list[tuple[int, Needs | None]]] = []
        self._repeats: dict[int, tuple[Signs, frozenset[int]]] = {}  # signs, the atoms it is in
        self._atoms: frozenset[int] = frozenset()
        self._unbounded: list[str] = []
        tree = parser.parse(pattern, flags)
        self._flags = tree.state.flags
        self._start = self._place()
        self._end = self._row(tree, self._start)

    def troubles(self) -> Iterator[str]:
        yield from self._unbounded
        for place, (signs, atoms) in self._repeats.items():
            if self._cannot_fail(place):
                continue
            if self._mode == "search" and place in self._reached(self._start, signs):
                yield f"a repeat of {_shown(signs)} begins again inside its own run"
            for other, (others, inside) in self._repeats.items():
                both = signs & others
                if inside <= atoms and both and place in self._reached(other, both):
                    yield f"repeats of {_shown(others)} and {_shown(signs)} share a run"

    def _reached(self, start: int, signs: Signs) -> set[int]:
        return self._walk(start, lambda needs: needs is None or needs(signs))

    def _cannot_fail(self, place: int) -> bool:
        free = self._walk(place, lambda needs: needs is None)
        return self._mode != "fullmatch" and self._end in free | {place}

    def _walk(self, start: int, passes: Callable[[Needs | None], bool]) -> set[int]:
        seen: set[int] = set()
        waiting = [start]
        while waiting:
            for place, needs in self._ways[waiting.pop()]:
                if place not in seen and passes(needs):
                    seen.add(place)
                    waiting.append(place)
        return seen

    def _place(self, *before: int, needs: Needs | None = None) -> int:
        self._ways.append([])
        for place in before:
            self._ways[place].append((len(self._ways) - 1, needs))
        return len(self._ways) - 1

    def _row(self, items: Iterable[Item], at: int) -> int:
        for item in items:
            at = self._item(item, at)
        return at

    def _item(self, item: Item, at: int) -> int:
        """Add an item behind a place; return the place behind it."""
        kind, value = item
        signs = _taken(item, self._flags)
        if signs is not None:
            return self._place(at, needs=_meets(signs))
        if kind in _REPEATS:
            return self._repeat(kind is op.POSSESSIVE_REPEAT, value, at)
        if kind is op.BRANCH:
            return self._place(*[self._row(row, at) for row in value[1]])
        if kind is op.AT:
            return self._place(at, needs=lambda run: _is_inside(value, run, self._flags))
        if kind in {op.ASSERT, op.ASSERT_NOT}:
            return self._look(kind is op.ASSERT, value, at)
        return self._group(kind, value, at)

    def _group(self, kind: Any, value: Any, at: int) -> int:
        if kind is op.SUBPATTERN:
            return self._row(value[3], at)
        if kind is op.ATOMIC_GROUP:
            before, self._atoms = self._atoms, self._atoms | {at}
            end = self._row(value, self._place(at))
            self._atoms = before
            return self._place(end)
        assert kind is op.GROUPREF, f"nobody knows how slow a {kind} is"
        return self._place(at, needs=bool)

    def _repeat(self, is_possessive: bool, value: tuple[int, int, Any], at: int) -> int:
        least, most, body = value
        inner = body[0][1][3] if len(body) == 1 and body[0][0] is op.SUBPATTERN else body
        signs = _taken(inner[0], self._flags) if len(inner) == 1 else None
        if most >= MANY and signs is not None:
            place = self._place(at, needs=_meets(signs) if least else None)
            self._repeats[place] = signs, self._atoms | ({place} if is_possessive else set())
            return self._place(place)
        if most >= MANY:
            self._unbounded.append("a group is repeated without a bound")
        first = self._place(at)
        last = self._row(body, first)
        if most > 1:
            self._ways[last].append((first, None))
        return self._place(last, *([] if least else [at]))

    def _look(self, is_wanted: bool, value: tuple[int, Any], at: int) -> int:
        direction, body = value
        signs = _taken(body[0], self._flags) if len(body) == 1 else None
        if direction > 0 or signs is None:  # what looks ahead may take a run, too, and fail
            self._row(body, self._place(at))
            return self._place(at, needs=bool)
        return self._place(at, needs=_meets(signs) if is_wanted else lambda run: not run <= signs)


def _meets(signs: Signs) -> Needs:
    return lambda run: bool(run & signs)


def _is_inside(kind: Any, run: Signs, flags: int) -> bool:
    if kind is op.AT_BOUNDARY:
        return any(map(_WORD, run)) and not all(map(_WORD, run))
    if kind in {op.AT_BEGINNING, op.AT_END} and flags & re.MULTILINE:
        return "\n" in run
    return kind is op.AT_NON_BOUNDARY


def _shown(signs: Signs) -> str:
    return repr("".join(sorted(signs)[-12:]))

"""Products joined by equal evidence, one to one, rule after rule. Pure, and linear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from indexer.pipeline.identity.rules import FINER, PICTURES, PRICES, Rule
from indexer.pipeline.identity.side import ASIDE, JOINED, OPEN, SETTLED, Side

APART = 5.0  # times as dear: no sale goes so far
EVERY = (OPEN, SETTLED, JOINED)
LEFT = (OPEN, SETTLED)

Joined = tuple[int, int, str]  # a row of each side, and why


class Rounds:
    """The rounds of a comparison; a row that was joined takes part in no later one."""

    def __init__(self, known: Side, found: Side) -> None:
        self.known, self.found = known, found

    def sure(self, rules: Iterable[Rule], state: int = OPEN) -> list[Joined]:
        """Join known rows in this state where nothing else has the evidence, joined or not."""
        counted = (*EVERY, ASIDE) if state == ASIDE else EVERY
        return self._all(rules, counted, state)

    def likely(self, rules: Iterable[Rule]) -> list[Joined]:
        """Join what shares evidence with nothing else of what is left."""
        return self._all(rules, LEFT, OPEN)

    def unclear(self, rules: Iterable[Rule]) -> tuple[set[int], set[int]]:
        """Return the found rows that are left and could be one of several, and one of a family's.

        Of a family some products are found under their own keys: others come and go, as sizes do.
        """
        rows: tuple[set[int], set[int]] = (set(), set())
        for rule in rules:
            known, found = self._grouped(self.known, rule), self._grouped(self.found, rule)
            settled = {key for _, key in self._keys(self.found, SETTLED, rule)}
            for key in known.keys() & found.keys():
                rows[key in settled].update(found[key][: len(known[key])])
        return rows

    def _grouped(self, side: Side, rule: Rule) -> dict[int, list[int]]:
        groups: dict[int, list[int]] = {}
        for row, key in self._keys(side, OPEN, rule):
            groups.setdefault(key, []).append(row)
        return groups

    def _keys(self, side: Side, state: int, rule: Rule) -> Iterable[tuple[int, int]]:
        return side.keys(side.rows(state), rule.parts, FINER[-1])

    def _all(self, rules: Iterable[Rule], counted: Sequence[int], state: int) -> list[Joined]:
        joined: list[Joined] = []
        for rule in rules:
            for finer in FINER:
                if state not in self.known.states or OPEN not in self.found.states:
                    return joined
                joined += self._round(rule, finer, counted, state)
        return joined

    def _round(
        self, rule: Rule, finer: tuple[str, ...], counted: Sequence[int], state: int
    ) -> list[Joined]:
        known = dict(_by_key(self.known, state, rule.parts, finer))
        found = dict(_by_key(self.found, OPEN, rule.parts, finer))
        shared = known.keys() & found.keys()
        if not shared:
            return []
        alone = _alone(self.known, rule.parts, finer, counted, shared)
        alone &= _alone(self.found, rule.parts, finer, counted, shared)
        pairs = [(known[key], found[key], rule.why) for key in shared & alone]
        kept = [pair for pair in self._rare(rule, pairs, counted) if self._is_one(rule, *pair[:2])]
        for row, other, _ in kept:
            self.known.states[row] = self.found.states[other] = JOINED
        return sorted(kept)

    def _rare(
        self, rule: Rule, pairs: Sequence[Joined], counted: Sequence[int]
    ) -> Sequence[Joined]:
        if rule.most is None or not pairs:
            return pairs
        names = {self.known.columns["words"][row] for row, _, _ in pairs}
        sides = (self.known, self.found)
        counts = [
            Counter(name for name in _words(side, counted) if name in names) for side in sides
        ]
        return [
            pair
            for pair in pairs
            if all(count[self.known.columns["words"][pair[0]]] <= rule.most for count in counts)
        ]

    def _is_one(self, rule: Rule, row: int, other: int) -> bool:
        """Return True unless something tells the two apart."""
        if self.differ(row, other):
            return False
        if rule.near and not _is_near(self.known.amounts[row], self.found.amounts[other]):
            return False
        return not rule.backed or self._agree(("words", *PICTURES, *PRICES), row, other)

    def differ(self, row: int, other: int) -> bool:
        """Return True if the two are of other sizes, or of other colours and pictures."""
        is_drawn_alike = self._agree(("whole", "content"), row, other)
        return self._differ("size", row, other) or (
            self._differ("color", row, other) and not is_drawn_alike
        )

    def _differ(self, name: str, row: int, other: int) -> bool:
        one, two = self.known.columns[name][row], self.found.columns[name][other]
        return bool(one and two) and one != two

    def _agree(self, names: Iterable[str], row: int, other: int) -> bool:
        known, found = self.known.columns, self.found.columns
        return any(known[n][row] and known[n][row] == found[n][other] for n in names)


def _by_key(
    side: Side, state: int, parts: tuple[str, ...], finer: tuple[str, ...]
) -> Iterable[tuple[int, int]]:
    return ((key, row) for row, key in side.keys(side.rows(state), parts, finer))


def _alone(
    side: Side,
    parts: tuple[str, ...],
    finer: tuple[str, ...],
    counted: Sequence[int],
    shared: Collection[int],
) -> set[int]:
    """Return those keys that one row has."""
    counts = side.counted(side.rows(*counted), parts, finer, shared)
    return {key for key, count in counts.items() if count == 1}


def _words(side: Side, counted: Sequence[int]) -> Iterable[int]:
    column = side.columns["words"]
    return (column[row] for row in side.rows(*counted))


def _is_near(one: float, other: float) -> bool:
    return not one or not other or max(one / other, other / one) < APART

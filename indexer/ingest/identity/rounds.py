"""Products joined by equal evidence, one to one, rule after rule. Pure, and linear."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from indexer.ingest.identity.rules import FINER, PICTURES, PRICES, SURE, Rule
from indexer.ingest.identity.side import ASIDE, JOINED, OPEN, SETTLED, Side

APART = 5.0  # times as dear: no sale goes so far
EVERY = (OPEN, SETTLED, JOINED)
LEFT = (OPEN, SETTLED)
NONE, SEVERAL = -1, -2

Joined = tuple[int, int, str]  # a row of each side, and why


class Rounds:
    """The rounds of a comparison; a row that was joined takes part in no later one."""

    def __init__(self, known: Side, found: Side) -> None:
        self.known, self.found = known, found

    def sure(self, rules: Iterable[Rule], state: int = OPEN) -> Iterator[Joined]:
        """Join known rows in this state where nothing else has the evidence, joined or not."""
        counted = (*EVERY, ASIDE) if state == ASIDE else EVERY
        return self._all(rules, counted, state)

    def likely(self, rules: Iterable[Rule]) -> Iterator[Joined]:
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

    def _all(self, rules: Iterable[Rule], counted: Sequence[int], state: int) -> Iterator[Joined]:
        for rule in rules:
            for finer in FINER:
                if state not in self.known.states or OPEN not in self.found.states:
                    return
                yield from self._round(rule, finer, counted, state)

    def _round(
        self, rule: Rule, finer: tuple[str, ...], counted: Sequence[int], state: int
    ) -> Iterator[Joined]:
        hits = self._hits(rule.parts, finer, counted, state)
        if not any(hit >= 0 for hit in hits):
            return
        rare = self._rare(rule, hits, counted)
        for row, other in enumerate(hits):
            if other >= 0 and self._is_one(rule, row, other) and (rare is None or row in rare):
                self.known.states[row] = self.found.states[other] = JOINED
                yield row, other, rule.why

    def _hits(
        self, parts: tuple[str, ...], finer: tuple[str, ...], counted: Sequence[int], state: int
    ) -> array[int]:
        single: dict[int, int] = {}
        for row, key in self.known.keys(self.known.rows(*counted), parts, finer):
            is_open = self.known.states[row] == state
            single[key] = row if is_open and key not in single else SEVERAL
        hits = array("q", [NONE]) * len(self.known.states)
        for other, key in self.found.keys(self.found.rows(*counted), parts, finer):
            if (row := single.get(key, SEVERAL)) >= 0:
                is_first = hits[row] == NONE and self.found.states[other] == OPEN
                hits[row] = other if is_first else SEVERAL
        return hits

    def _rare(self, rule: Rule, hits: array[int], counted: Sequence[int]) -> set[int] | None:
        """Return the known rows whose names few others have; None where that is not asked."""
        if rule.most is None:
            return None
        words = self.known.columns["words"]
        names = {words[row] for row, other in enumerate(hits) if other >= 0}
        counts = [
            Counter(name for name in _words(side, counted) if name in names)
            for side in (self.known, self.found)
        ]
        return {
            row
            for row, other in enumerate(hits)
            if other >= 0 and all(count[words[row]] <= rule.most for count in counts)
        }

    def _is_one(self, rule: Rule, row: int, other: int) -> bool:
        """Return True unless something tells the two apart.

        Other GTINs leave a doubt that people decide: shops mend them, too.
        """
        if self.differ(row, other) or (rule in SURE and self.differ_in_gtins(row, other)):
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

    def differ_in_gtins(self, row: int, other: int) -> bool:
        """Return True if both have GTINs, and none in common."""
        one, two = self.known.columns["gtins"][row], self.found.columns["gtins"][other]
        return bool(one and two) and not one & two

    def _differ(self, name: str, row: int, other: int) -> bool:
        one, two = self.known.columns[name][row], self.found.columns[name][other]
        return bool(one and two) and one != two

    def _agree(self, names: Iterable[str], row: int, other: int) -> bool:
        known, found = self.known.columns, self.found.columns
        return any(known[n][row] and known[n][row] == found[n][other] for n in names)


def _words(side: Side, counted: Sequence[int]) -> Iterable[int]:
    column = side.columns["words"]
    return (column[row] for row in side.rows(*counted))


def _is_near(one: float, other: float) -> bool:
    return not one or not other or max(one / other, other / one) < APART

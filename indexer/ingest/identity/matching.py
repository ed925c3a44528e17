"""Which known product each found one is: by key, and by all else where keys changed. Pure.

Linear: products are joined by equal evidence, one rule after the other, and one to one. Whatever is
seen under its own key is nobody else's. What could be several is joined with none of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from indexer.ingest.identity.evidence import Evidence
from indexer.ingest.identity.exact import SAMPLED, Exact, Pair, Pairs
from indexer.ingest.identity.rounds import Joined, Rounds
from indexer.ingest.identity.rules import LIKELY, PRICES, SURE, UNITED, WEAK
from indexer.ingest.identity.side import ASIDE, JOINED, OPEN, SETTLED, Side, hashes_of

ALIKE = 0.5  # of the words of the shorter name
MANY = 50_000  # open products beside which all settled ones are kept, whatever they share
UNCLEAR = tuple(rule for rule in LIKELY if "words" in rule.parts and "tail" not in rule.parts)
BASE = (
    *("words", "link", "tail", "ident", "whole", "content", "ends", "file", "group"),
    *("gtin", "last_gtin", "mpn", "sku"),
)


@dataclass(slots=True)
class Matches:
    """What a comparison found, by places in what was given.

    `partner`: of each found product the known one that it is, -1 for a new one. `same`: those of
    them that are known under another key. `likely`, `weak`: perhaps the same. `unclear`: found ones
    that could be one of several, `family`: where others of those are found as before. `replaced`:
    another product has the known one's key. `freed`: known ones whose key another known one has,
    and which are not found. `united`: known ones, each with the known one that it was all along.
    `led`: some of the `led_count` products that have another link under their own key. `names`,
    `pictures`: products that have another one's under their own key. `new`: found ones
    without a partner; `missing`: known ones that the run should find, and did not.
    """

    partner: array[int]
    same: Pairs = field(default_factory=Pairs)
    likely: Pairs = field(default_factory=Pairs)
    weak: Pairs = field(default_factory=Pairs)
    unclear: list[int] = field(default_factory=list)
    family: list[int] = field(default_factory=list)
    replaced: list[Pair] = field(default_factory=list)
    freed: list[int] = field(default_factory=list)
    united: list[tuple[int, int]] = field(default_factory=list)
    led: list[tuple[int, int]] = field(default_factory=list)
    led_count: int = 0
    names: list[Pair] = field(default_factory=list)
    pictures: list[Pair] = field(default_factory=list)
    new: int = 0
    missing: int = 0

    @property
    def met(self) -> int:
        """Return how many known products were found."""
        return len(self.partner) - self.new

    @property
    def says_anything(self) -> bool:
        """Return True if more came of it than known products under their own keys, and new ones."""
        pairs = (self.same, self.likely, self.weak)
        lists = (self.unclear, self.family, self.replaced, self.freed, self.united, self.led)
        return any(map(len, pairs)) or any((*lists, self.names, self.pictures))

    def told(self) -> tuple[set[int], set[int]]:
        """Return the places of known and found products by which people are told of all."""
        known, found = set[int](), {*self.unclear[:SAMPLED], *self.family[:SAMPLED]}
        lists: tuple[Iterable[Pair], ...] = (self.same, self.likely, self.weak, self.replaced)
        for pairs in (*lists, self.names, self.pictures):
            for pair in islice(pairs, SAMPLED):
                known.add(pair.known)
                found.add(pair.found)
        return known | {one for one, _ in self.led}, found | {two for _, two in self.led}


def matches(known: Iterable[Evidence], found: Iterable[Evidence]) -> Matches:
    """Compare what is known with what a run found; keys are unique on each side.

    Both are passed over several times, and may be read anew each time.
    """
    exact = Exact(known, found)
    result = Matches(exact.partner, new=sum(exact.open_found))
    result.led, result.led_count = exact.led, exact.led_count
    result.united += exact.united
    for one, other in exact.translated:
        result.same.append(Pair(one, other, "the same in another language"))
    if sum(exact.open_known):
        _Comparison(known, found, exact, result).run()
    result.names, result.pictures = exact.traded()
    return result


class _Comparison:
    """The comparison of what keys do not settle."""

    def __init__(
        self, known: Iterable[Evidence], found: Iterable[Evidence], exact: Exact, result: Matches
    ) -> None:
        self.exact, self.result = exact, result
        self.known, self.found = Side(), Side()
        is_many = sum(exact.open_known) + sum(exact.open_found) > MANY
        told: set[int] | None = None if is_many else set()
        kept = _add_open(self.known, known, exact.open_known, told, {*exact.odd.values()})
        others = _add_open(self.found, found, exact.open_found, told, exact.odd)
        self._odd = self._odd_rows(kept, others)
        _add_settled(self.known, known, exact.open_known, told)
        _add_settled(self.found, found, exact.open_found, told)
        for shared in (self.known.shared_pictures(), self.found.shared_pictures()):
            self.known.without_pictures(shared)
            self.found.without_pictures(shared)
        self.rounds = Rounds(self.known, self.found)

    def run(self) -> None:
        """Fill the result, the surest first."""
        result, rounds = self.result, self.rounds
        self._join(rounds.sure(SURE))
        self._settle_odd()
        self._unite()
        self._join(rounds.sure(SURE, ASIDE))
        result.missing = self.known.states.count(OPEN)
        result.new = self.found.states.count(OPEN)
        self._ask(result.likely, rounds.likely(LIKELY))
        unclear, family = rounds.unclear(UNCLEAR)
        result.unclear, result.family = self._places(unclear), self._places(family)
        self._ask(result.weak, rounds.likely(WEAK))

    def _join(self, joined: Iterable[Joined]) -> None:
        for row, other, why in joined:
            pair = self._noted(row, other, why)
            self.result.partner[pair.found] = pair.known
            if self.exact.odd.get(pair.found) != pair.known:
                self.result.same.append(pair)

    def _noted(self, row: int, other: int, why: str) -> Pair:
        """Return two rows that are one product as a pair."""
        pair = Pair(self.known.positions[row], self.found.positions[other], why)
        self.exact.note(pair.known, pair.found, self.found.row(other))
        return pair

    def _ask(self, pairs: Pairs, joined: Iterable[Joined]) -> None:
        for row, other, why in joined:
            pair = Pair(self.known.positions[row], self.found.positions[other], why)
            if self.exact.odd.get(pair.found) != pair.known:
                pairs.append(pair)

    def _places(self, rows: Iterable[int]) -> list[int]:
        return sorted(self.found.positions[row] for row in rows)

    def _odd_rows(
        self, known: Mapping[int, Evidence], found: Mapping[int, Evidence]
    ) -> list[tuple[int, int, bool]]:
        of_known = {place: row for row, place in enumerate(self.known.positions)}
        of_found = {place: row for row, place in enumerate(self.found.positions)}
        return [
            (of_known[partner], of_found[place], _is_other(known[partner], found[place]))
            for place, partner in self.exact.odd.items()
        ]

    def _settle_odd(self) -> None:
        for row, other, is_other in self._odd:
            pair = Pair(self.known.positions[row], self.found.positions[other], "same key")
            states = self.known.states[row], self.found.states[other]
            if JOINED not in states and not is_other:
                self.known.states[row] = self.found.states[other] = SETTLED
                self._noted(row, other, "same key")
                continue
            if states[1] == OPEN:
                self.exact.partner[pair.found] = -1
            if states == (OPEN, OPEN):
                self.result.replaced.append(pair)
            elif states == (OPEN, JOINED):
                self.result.freed.append(pair.known)

    def _unite(self) -> None:
        """Find known products that are second links of others."""
        partner = self.exact.partner
        for rule in UNITED:
            settled = self.found.rows(SETTLED)
            links = {key: row for row, key in self.found.keys(settled, rule.parts)}
            single = self.found.counted(range(len(self.found.states)), rule.parts, (), links)
            for row, key in list(self.known.keys(self.known.rows(OPEN, ASIDE), rule.parts)):
                if single.get(key) != 1 or self.rounds.differ_in_gtins(row, links[key]):
                    continue
                if not self.rounds.differ(row, links[key]):
                    self.known.states[row] = JOINED
                    kept = partner[self.found.positions[links[key]]]
                    self.result.united.append((self.known.positions[row], kept))


def _add_open(
    side: Side,
    products: Iterable[Evidence],
    is_open: bytearray,
    told: set[int] | None,
    odd: Container[int],
) -> dict[int, Evidence]:
    """Add what keys do not settle; return the odd ones of it, by place."""
    kept = {}
    for place, one in enumerate(products):
        if is_open[place]:
            hashes = hashes_of(one)
            side.add(place, hashes, one, OPEN if one.is_expected else ASIDE)
            if told is not None:
                told.update(hashes[name] for name in BASE)
            if place in odd:
                kept[place] = one
    return kept


def _add_settled(
    side: Side, products: Iterable[Evidence], is_open: bytearray, told: set[int] | None
) -> None:
    """Add what shares something with open rows: it tells how rare their evidence is."""
    for place, one in enumerate(products):
        if not is_open[place]:
            hashes = hashes_of(one)
            if told is None or any(hashes[name] in told for name in BASE if hashes[name]):
                side.add(place, hashes, one, SETTLED)


def _is_other(known: Evidence, found: Evidence) -> bool:
    if any(getattr(known, name) == getattr(found, name) for name in PRICES if known.price):
        return False
    words, others = set(known.words.split()), set(found.words.split())
    return len(words & others) < ALIKE * min(len(words), len(others))

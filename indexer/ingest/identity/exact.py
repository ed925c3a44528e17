"""Products that are found under their known keys, and what is odd about some of them. Pure."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from indexer.ingest.identity.evidence import Evidence
from indexer.ingest.identity.rules import PICTURES, PRICES
from indexer.ingest.identity.side import hashes_of

SAMPLED = 1_000  # links by which it is told where a shop moved
COMPARED = ("words", *PICTURES, *PRICES, "address")


class Pair(NamedTuple):
    """A known and a found product by their places in what was given, and why they are a pair."""

    known: int
    found: int
    why: str


class Pairs:
    """Many pairs in little memory, in their order."""

    def __init__(self) -> None:
        self.known, self.found = array("q"), array("q")
        self._why: list[str] = []

    def append(self, pair: Pair) -> None:
        """Add a pair."""
        self.known.append(pair.known)
        self.found.append(pair.found)
        self._why.append(pair.why)

    def __len__(self) -> int:
        return len(self._why)

    def __iter__(self) -> Iterator[Pair]:
        return map(Pair, self.known, self.found, self._why)


class Exact:
    """Known and found products by their keys, which are unique on each side.

    `open_known` and `open_found` mark what the keys do not settle: what has no partner, and odd
    pairs, where the key is the same and name, picture, and price or link are not.
    """

    def __init__(self, known: Iterable[Evidence], found: Iterable[Evidence]) -> None:
        self._known = {name: array("q") for name in COMPARED}
        self._renamed: list[tuple[int, int, int]] = []  # known place, found place, name now
        self._redrawn: list[tuple[int, int, int]] = []  # the same with the picture
        self.led: list[tuple[int, int]] = []  # known and found place, of some with another link
        self.led_count = 0
        self.partner = array("q")  # of each found one the place of its known one; -1: none
        self.united: list[tuple[int, int]] = []  # known ones, each with the one that it is
        self.translated: list[tuple[int, int]] = []  # known and found place, in another language
        self.odd: dict[int, int] = {}  # places of found ones, and of their known ones
        places = self._places = dict[int, int]()
        for place, one in enumerate(known):
            places[hash(one.key)] = place
            hashes = hashes_of(one, COMPARED)
            for name, column in self._known.items():
                column.append(hashes[name])
        self.open_known = bytearray(b"\1" * len(places))
        self.open_found = bytearray()
        for place, one in enumerate(found):
            self._meet(place, one, places.get(hash(one.key), -1))
            if one.translated_keys:
                self._translate(place, one)
        del self._places

    @property
    def kept(self) -> int:
        """Return how many products are found under their own keys."""
        return len(self.partner) - sum(self.open_found)

    def traded(self) -> tuple[list[Pair], list[Pair]]:
        """Return which products have the name, and which the picture, of another known one now."""
        names = self._of_others(self._renamed, "words", "another one's name")
        return names, self._of_others(self._redrawn, "whole", "another one's picture")

    def note(self, known: int, found: int, now: Mapping[str, int]) -> None:
        """Note what a product shows now that it is known which one it is."""
        was = {name: column[known] for name, column in self._known.items()}
        if now["words"] != was["words"]:
            self._renamed.append((known, found, now["words"]))
        if _is_redrawn(now, was):
            self._redrawn.append((known, found, now["whole"]))

    def _note_link(self, known: int, found: int, address: int) -> None:
        if address and self._known["address"][known] not in {0, address}:
            self.led_count += 1
            if len(self.led) < SAMPLED:
                self.led.append((known, found))

    def _of_others(
        self, changed: Sequence[tuple[int, int, int]], column: str, why: str
    ) -> list[Pair]:
        now = {value for _, _, value in changed}
        taken = {value for value in self._known[column] if value in now} if now else set()
        return [Pair(known, found, why) for known, found, value in changed if value in taken]

    def _meet(self, place: int, one: Evidence, partner: int) -> None:
        self.partner.append(partner)
        now = hashes_of(one, COMPARED)
        is_odd = partner >= 0 and self._is_odd(one, now, partner)
        self.open_found.append(partner < 0 or is_odd)
        if is_odd:
            self.odd[place] = partner
        elif partner >= 0:
            self.open_known[partner] = 0
            self.note(partner, place, now)
            self._note_link(partner, place, now["address"])

    def _translate(self, place: int, one: Evidence) -> None:
        known = (self._places.get(hash(key), -1) for key in one.translated_keys)
        for other in known:
            if other < 0 or not self.open_known[other]:
                continue
            self.open_known[other] = 0
            if self.partner[place] >= 0:
                self.united.append((other, self.partner[place]))
                continue
            self.partner[place], self.open_found[place] = other, 0
            self.translated.append((other, place))
            self.note(other, place, hashes_of(one, COMPARED))

    def _is_odd(self, one: Evidence, now: Mapping[str, int], partner: int) -> bool:
        was = {name: column[partner] for name, column in self._known.items()}
        is_led = not one.is_linked and now["address"] != was["address"]
        changed = not agree(now, was, PRICES) or is_led
        return bool(now["words"] != was["words"] and _is_redrawn(now, was) and changed)


def _is_redrawn(now: Mapping[str, int], was: Mapping[str, int]) -> bool:
    return bool(now["whole"] and was["whole"]) and not agree(now, was, PICTURES)


def agree(one: Mapping[str, int], other: Mapping[str, int], names: Iterable[str]) -> bool:
    """Return True if one of the traits is known of both, and the same."""
    return any(one[name] and one[name] == other[name] for name in names)

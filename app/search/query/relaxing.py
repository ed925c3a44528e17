"""As what texts are read in the end: as they stand, otherwise as other words, otherwise loosely.

That is judged by what the chosen filters leave, with one count for each reading, which ends at FEW.
A request is read as the one of its array that has all of its filters and more: an InstantSearch
client leaves a facet's own choice out of the requests that only count it. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.search import Body
from app.search.query.bodies import count_body, enough_body, nearest_price
from app.search.query.understood import is_anchored, relaxations, with_all_words
from app.search.request import Asked, Conditions, Request, with_conditions
from app.search.understand import ANY_BRAND, ANY_COLOUR, ANYTHING, NEAR, Meaning

# How many products are too many to be followed by those of other colours (a row of tiles), of
# other brands, or of anything at all.
MOST_BEFORE = {ANY_COLOUR: 4, ANY_BRAND: 1, ANYTHING: 1}
FEW = 24  # products; where there are fewer, the nearest to what was asked for follow them


@dataclass(frozen=True, slots=True)
class Readings:
    """What a text may be read as, with the filters: as it `stands`, and in which other ways.

    `others` read words as other words, `looser` ask for less, each in the order in which they are
    tried. `worded` is what is near the types and has all words. `wider` give up one chosen facet
    each, and all of them, by what they give up.
    """

    stands: Conditions
    worded: tuple[Conditions, ...]
    others: tuple[Conditions, ...]
    looser: tuple[Conditions, ...]
    wider: dict[tuple[str, ...], Conditions]

    @classmethod
    def of(cls, stands: Conditions) -> Readings | None:
        """Return the readings of a text; None where it is read as it stands, whatever is found."""
        meaning = stands.meaning
        if meaning is None or meaning.relaxation:
            return None
        chosen = stands.chosen
        wider = {
            up: stands.giving_up(up) for up in (*zip(chosen, strict=True), tuple(chosen)) if up
        }
        others = tuple(replace(stands, meaning=other) for other in meaning.alternatives)
        looser = tuple(replace(stands, meaning=step) for step in relaxations(meaning))
        near = with_all_words(meaning)
        worded = (replace(stands, meaning=near),) if near else ()
        return cls(stands, worded, others, looser, wider) if others or looser or wider else None

    def chosen(self, counts: dict[Conditions, Body]) -> Meaning | None:
        """Return what the text means in the end, by the answers to what was asked; None: as it is.

        It is read as other words only where nothing at all is found. What was asked for is given up
        only where there is next to nothing of it (`MOST_BEFORE`).
        """
        exact = _total(counts[self.stands])
        meaning = self.stands.meaning
        # Without a condition that holds the page together, only nothing is too little.
        if meaning is None or exact >= (FEW if is_anchored(meaning) else 1):
            return None
        if exact:
            looser = self._loosened(exact, counts)
            return looser and _relaxed(looser, exact=exact)
        has_all_words = any(_total(counts[near]) for near in self.worded)
        found = next((other for other in self.others if _total(counts[other])), None)
        if found is not None and not has_all_words:
            return found.meaning
        looser = meaning.loosely(NEAR) if has_all_words else self._loosened(exact, counts)
        totals = {names: _total(counts[wider]) for names, wider in self.wider.items()}
        elsewhere = tuple((names, total) for names, total in totals.items() if total)
        nearest = None
        if looser is not None and looser.is_any_price:
            priced = replace(self.stands, meaning=looser)
            nearest = nearest_price(priced, counts[priced])
        if looser is None:
            return _relaxed(meaning, elsewhere=elsewhere) if elsewhere else None
        return _relaxed(looser, exact=exact, elsewhere=elsewhere, nearest=nearest)

    def _loosened(self, exact: int, counts: dict[Conditions, Body]) -> Meaning | None:
        """Return the first looser reading that finds enough, otherwise the last that finds more."""
        best, looser = exact, None
        for step in self.looser:
            if step.meaning is None or best >= _most_before(step.meaning):
                continue
            if (total := _total(counts[step])) > best:
                best, looser = total, step.meaning
            if best >= FEW or (looser is not None and looser.is_any_price):
                break
        return looser


def _relaxed(meaning: Meaning, **found: Any) -> Meaning:
    return replace(meaning, relaxed=replace(meaning.relaxed, **found))


def _most_before(meaning: Meaning) -> int:
    return 1 if meaning.is_any_price else MOST_BEFORE.get(meaning.relaxation, FEW)


class Relaxing:
    """The readings of an array's texts, and the bodies that judge them.

    `separately`: each request is judged by its own filters, as none only counts for another.
    """

    def __init__(self, requests: Sequence[Asked], *, separately: bool = False) -> None:
        asked = dict.fromkeys(request.conditions for request in requests)
        self.stands = {one: one if separately else _narrowest(one, asked) for one in asked}
        read = {one: Readings.of(one) for one in dict.fromkeys(self.stands.values())}
        self.readings = {one: readings for one, readings in read.items() if readings is not None}

    def bodies(self) -> dict[Conditions, Body]:
        """Return what is to be asked, by the conditions that are counted."""
        asked: dict[Conditions, Body] = {}
        for readings in self.readings.values():
            counted = (readings.stands, *readings.worded, *readings.others, *readings.looser)
            asked |= {one: enough_body(one, FEW) for one in counted}
            asked |= {one: count_body(one, []) for one in readings.wider.values()}
        return asked

    def is_likely_enough(self) -> bool:
        """Return True if the texts mostly find enough: nothing is left in them but what is
        known.
        """
        meanings = [readings.stands.meaning for readings in self.readings.values()]
        return not any(meaning and (meaning.words or meaning.required) for meaning in meanings)

    def chosen(self, requests: Sequence[Request], counts: dict[Conditions, Body]) -> list[Request]:
        """Return the requests as they are read in the end; `counts`: the answers by conditions."""
        meanings = {stands: one.chosen(counts) for stands, one in self.readings.items()}
        return [
            with_conditions(request, meaning=meaning)
            if (meaning := meanings.get(self.stands[request.conditions]))
            else request
            for request in requests
        ]


def _narrowest(one: Conditions, asked: Iterable[Conditions]) -> Conditions:
    """Return the conditions with the same text and most filters, among them all of these."""
    text, groups = one.unfiltered(), {*one.groups}
    like = (other for other in asked if groups <= {*other.groups} and other.unfiltered() == text)
    return max(like, key=lambda other: len(other.groups))


def _total(response: Body) -> int:
    return int(response["hits"]["total"]["value"])

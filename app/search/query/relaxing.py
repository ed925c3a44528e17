"""What a search gives up where it finds too little, and how much it may find.

A text is read with fewer conditions by the search itself (`Relaxing`). Where nothing at all is
found `fewer_conditions` are proposed: what the visitor chose and typed, without one thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from math import prod
from typing import Any

from app.search import Body
from app.search.filters import BY_ATTRIBUTE
from app.search.query.bodies import (
    count_body,
    enough_body,
    is_anchored,
    nearest_price,
    query,
    relaxations,
    with_all_words,
)
from app.search.query.kinds import BY_KIND
from app.search.request import Conditions, SearchRequest, with_conditions
from app.search.understand import ANY_BRAND, ANY_COLOUR, ANYTHING, NEAR, Language, Meaning
from indexer.language.words.entries import singular
from scrapers.attributes import ATTRIBUTES

# The shares of what is not counted: of most conditions, of one colour of many.
SOME, ONE_COLOUR = 0.5, 0.05
CERTAIN = {"visible", "shipsTo"}
COUNTED = {"category", "brand", "keys.brand", "productTypes"}
# Of fields whose values are words: the share of one that is no word of the catalogue.
WORDED = {BY_ATTRIBUTE[one.name].field: SOME for one in ATTRIBUTES} | {"colour": ONE_COLOUR}


def estimate_hits(query: Body, language: Language) -> int:
    """Return how many products a query is likely to find, rounded up: words go together."""
    return int(_share(query, language) * language.products + 0.9)


def _share(clause: Body, language: Language) -> float:
    ((kind, inner),) = clause.items()
    return _SHARES[kind](inner, language) if kind in _SHARES else SOME


def _bool(inner: Body, language: Language) -> float:
    share = prod(_share(one, language) for one in inner.get("filter", ()))
    share *= prod(1 - min(_share(one, language), 1 - SOME) for one in inner.get("must_not", ()))
    either = inner.get("should", ())
    return share * min(1.0, sum(_share(one, language) for one in either)) if either else share


def _values(inner: Body, language: Language) -> float:
    ((field, values),) = inner.items()
    several = values if isinstance(values, list) else [values]
    if field in COUNTED:
        return _part(sum(_value_count(value, language) for value in several), language)
    if field in WORDED:
        words = (_word(value.casefold(), language) for value in several)
        return _part(sum(words), language) or WORDED[field]
    return 1.0 if field in CERTAIN else SOME


def _words(inner: Body, language: Language) -> float:
    (query,) = inner.values()
    shares = _each(query, language)
    needs_all = isinstance(query, dict) and query.get("operator") == "and"
    return prod(shares) if needs_all else min(1.0, sum(shares))


def _phrase(inner: Body, language: Language) -> float:
    (query,) = inner.values()
    return min(_each(query, language), default=0.0)


def _each(query: Any, language: Language) -> list[float]:
    text = query if isinstance(query, str) else query["query"]
    return [_part(_word(word, language), language) for word in text.split()]


def _value_count(value: str, language: Language) -> int:
    """Return how many products have a value; of a type how many have the rarest of its words."""
    held = language.categories.get(value) or language.brands.get(value)
    return held or min(_word(word, language) for word in value.split("-"))


def _word(word: str, language: Language) -> int:
    forms: Iterable[str] = (word, singular(word), f"{word}s")
    return max(language.counts.get(form, 0) for form in forms)


def _part(count: int, language: Language) -> float:
    return min(1.0, count / language.products)


_SHARES: dict[str, Callable[[Any, Language], float]] = {
    "bool": _bool,
    "term": _values,
    "terms": _values,
    "match": _words,
    "match_phrase": _phrase,
    "match_none": lambda *_: 0.0,
}


# How many products are too many to be followed by those of other colours (a row of tiles), of
# other brands, or of anything at all.
MOST_BEFORE = {ANY_COLOUR: 4, ANY_BRAND: 1, ANYTHING: 1}
Counts = Mapping[Conditions, Body]
FEW = 24  # products; where there are fewer, the nearest to what was requested follow them


class Readings:
    """What a text may be read as, with the filters: as it `stands`, and in which other ways.

    All others are made where they are needed.
    """

    def __init__(self, stands: Conditions, meaning: Meaning) -> None:
        self.stands, self.meaning = stands, meaning

    def _read(self, meanings: Iterable[Meaning]) -> tuple[Conditions, ...]:
        return tuple(replace(self.stands, meaning=meaning) for meaning in meanings)

    @cached_property
    def by_name(self) -> tuple[Conditions, ...]:
        near = with_all_words(self.meaning)
        return self._read([near] if near else [])

    @cached_property
    def others(self) -> tuple[Conditions, ...]:
        """Return those that read words as other words, in the order in which they are tried."""
        return self._read(self.meaning.alternatives)

    @cached_property
    def looser(self) -> tuple[Conditions, ...]:
        """Return those with fewer conditions, in the order in which they are tried."""
        return self._read(relaxations(self.meaning))

    @cached_property
    def wider(self) -> dict[tuple[str, ...], Conditions]:
        """Return those that give up one chosen facet each, and all, by what they give up."""
        chosen = self.stands.chosen_facets
        given_up = (*zip(chosen, strict=True), tuple(chosen))
        return {up: self.stands.giving_up(up) for up in given_up if up}

    @property
    def all(self) -> tuple[Conditions, ...]:
        return self.stands, *self.by_name, *self.others, *self.looser, *self.wider.values()

    def body(self, one: Conditions) -> Body:
        """Return what counts one of them: up to FEW, but of `wider` all."""
        is_wider = one.groups != self.stands.groups
        return count_body(one, []) if is_wider else enough_body(one, FEW)

    def choose(self, total: Callable[[Conditions], int], counts: Counts) -> Meaning | None:
        """Return what the text means in the end, by the totals; None: as it is.

        It is read as other words only where nothing at all is found. What was requested is given up
        only where there is next to nothing of it (`MOST_BEFORE`).
        """
        exact, meaning = total(self.stands), self.meaning
        # Without a condition that holds the page together, only nothing is too little.
        if exact >= FEW or (exact and not is_anchored(meaning)):
            return None
        if exact:
            looser = self._looser(exact, total)
            return looser and replace(looser, exact=exact, is_parted=True)
        has_all_words = any(total(near) for near in self.by_name)
        found = next((other for other in self.others if total(other)), None)
        if found is not None and not has_all_words:
            return found.meaning
        looser = meaning.loosely(NEAR) if has_all_words else self._looser(exact, total)
        totals = {names: total(wider) for names, wider in self.wider.items()}
        elsewhere = tuple((names, number) for names, number in totals.items() if number)
        if looser is None:
            return replace(meaning, elsewhere=elsewhere) if elsewhere else None
        nearest = None
        if looser.is_any_price:
            (priced,) = self._read([looser])
            total(priced)
            nearest = nearest_price(priced, counts[priced]) if priced in counts else None
        # Parted although none comes first: where some were expected, the page is fetched already.
        parted = not looser.is_any_price
        return replace(looser, exact=0, is_parted=parted, elsewhere=elsewhere, nearest=nearest)

    def _looser(self, exact: int, total: Callable[[Conditions], int]) -> Meaning | None:
        """Return the first looser reading that finds enough, otherwise the last that finds more."""
        best, looser = exact, None
        for step in self.looser:
            if step.meaning is None or best >= _most_before(step.meaning):
                continue
            if (found := total(step)) > best:
                best, looser = found, step.meaning
            if best >= FEW or (looser is not None and looser.is_any_price):
                break
        return looser


def _most_before(meaning: Meaning) -> int:
    return 1 if meaning.is_any_price else MOST_BEFORE.get(meaning.relaxation, FEW)


class Relaxing:
    """The readings of an array's texts, and what is counted to choose among them.

    `separately`: each request is judged by its own filters, as none only counts for another.
    `counts`: the answers that are there, by what they count.
    """

    def __init__(self, requests: Sequence[SearchRequest], *, separately: bool = False) -> None:
        self._languages = [request.language for request in requests]
        conditions = dict.fromkeys(request.conditions for request in requests)
        self._stands = {
            one: one if separately else _narrowest(one, conditions) for one in conditions
        }
        self._readings = {
            one: Readings(one, one.meaning)
            for one in dict.fromkeys(self._stands.values())
            if one.meaning is not None and not one.meaning.relaxation
        }
        self.counts: dict[Conditions, Body] = {}

    def choose(
        self, requests: Sequence[SearchRequest]
    ) -> tuple[list[SearchRequest], dict[Conditions, Readings]]:
        """Return the requests as they are read in the end, and what is to be counted for that.

        What is not counted counts as what is expected of it: a text that is likely to find enough
        as it stands is counted so, of others all readings are.
        """
        uncounted: dict[Conditions, Readings] = {}
        meanings: dict[Conditions, Meaning | None] = {}
        for stands, readings in self._readings.items():
            guessed: set[Conditions] = set()
            meanings[stands] = readings.choose(partial(self._total, guessed=guessed), self.counts)
            needed = readings.all if guessed - {stands} else guessed
            uncounted |= {one: readings for one in needed if one not in self.counts}
        chosen = [
            with_conditions(request, meaning=meaning)
            if (meaning := meanings.get(self._stands[request.conditions]))
            else request
            for request in requests
        ]
        return chosen, uncounted

    def _total(self, one: Conditions, guessed: set[Conditions]) -> int:
        if one in self.counts:
            return int(self.counts[one]["hits"]["total"]["value"])
        guessed.add(one)
        language = next((own for own in self._languages if own), None)
        return estimate_hits(query(one), language) if language else FEW


def _narrowest(one: Conditions, others: Iterable[Conditions]) -> Conditions:
    text, groups = one.without_filters(), {*one.groups}
    like = (
        other for other in others if groups <= {*other.groups} and other.without_filters() == text
    )
    return max(like, key=lambda other: len(other.groups))


MOST_TRIED = 12
MOST_READ = 120  # words of them that are read again: a long text is shortened less often


def fewer_conditions(conditions: Conditions) -> list[Conditions]:
    """Return what to search for where nothing is found, unread: nothing twice, and not everything.

    Each takes one thing away: a filter, a part of the text, a word, how the text was to be read.
    """
    unread = replace(conditions, meaning=None)
    tried = dict.fromkeys(_fewer(unread, conditions.meaning))
    return [one for one in tried if (one.text or one.groups) and one != unread][:MOST_TRIED]


def _fewer(conditions: Conditions, meaning: Meaning | None) -> Iterator[Conditions]:
    text, chosen = conditions.text, conditions.chosen_facets
    if conditions.as_typed:
        yield replace(conditions, as_typed=False)
    if conditions.dismissed:
        yield replace(conditions, dismissed=frozenset())
    for attribute in chosen:
        yield conditions.giving_up([attribute])
    for shorter in _shorter(text, meaning):
        yield _typed(conditions, shorter)
    if len(chosen) > 1:
        yield conditions.giving_up(chosen)
    if len(chosen) > 2:  # where no single one is to blame, each of them alone
        for kept in chosen:
            yield conditions.giving_up([name for name in chosen if name != kept])
    if text and chosen:
        yield _typed(conditions, "")


def _typed(conditions: Conditions, text: str) -> Conditions:
    return replace(conditions, text=text, dismissed=frozenset(), as_typed=False)


def _shorter(text: str, meaning: Meaning | None) -> Iterator[str]:
    if meaning is None:
        return
    if meaning.ignored and meaning.used:
        yield meaning.used
    parts = [part for part in meaning.parts if not part.excluded]
    parts.sort(key=lambda part: BY_KIND[part.kind].is_main)
    phrases = [*meaning.words, *(part.text for part in parts)]
    if len(phrases) < 2:  # what would remain has no condition
        return
    for phrase in phrases[: MOST_READ // len(phrases)]:
        yield next((cut for full in (text, meaning.used) if (cut := _cut(full, phrase))), text)


def _cut(text: str, phrase: str) -> str:
    """Return the text without a phrase of whole words; empty where it does not stand in it."""
    match = re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE)
    if match is None:
        return ""
    return " ".join(f"{text[: match.start()]} {text[match.end() :]}".split())

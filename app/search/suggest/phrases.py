"""The phrases that a text may go on with: those of the tables, the brands, prices and states."""

import heapq
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import log1p
from typing import Literal

from app.search.understand import Language, fold_in_place
from app.search.understand.words.lexicon import Sense
from app.search.understand.words.text import tokens
from indexer.catalogue.bands import PRICE_BANDS
from indexer.core.wording import name_key
from indexer.language import LexiconEntry
from indexer.language.quantities import MONEY_SIGNS
from indexer.language.words.entries import singular

PhraseKind = Literal["type", "colour", "people", "brand", "price", "state", "word"]

# What a wording is worth beside the product type's own words: an Afrikaans one completes Afrikaans.
OTHER_LANGUAGE, SECOND, WEAK = 0.7, 0.4, 0.2
PEOPLE_WEIGHT, STATE_WEIGHT, PRICE_WEIGHT = 4.0, 2.0, 6.0
PURPOSE_WEIGHT = 0.5  # what something is for is said less often than what it is
WORD_WEIGHT = 0.8  # of a word that products carry and no table knows: "merino", "scalloped"
SHORTEST_WORD = 3  # letters
PER_PLACE = 0.97  # a product type's wordings stand in the order in which they are said
SHORT = 2  # letters; beginnings as short as that have their best phrases ready
MOST_STARTING = 40
MOST_SCANNED = 600


@dataclass(frozen=True, slots=True)
class Phrase:
    """What a text may end with. `meaning`: a type's id, a brand's name, …; equal ones show once.

    `by_root`: how many products each root category has of a product type. `currency`: a price's.
    """

    text: str
    kind: PhraseKind
    meaning: str
    weight: float
    by_root: Mapping[str, int] = field(default_factory=dict, hash=False, compare=False)
    currency: str = ""


@lru_cache(maxsize=16_384)
def key_of(text: str) -> str:
    """Return a text as phrases are looked up by: folded words with one space between."""
    return " ".join(token.text for token in tokens(fold_in_place(text)) if not token.is_sign)


class Phrases:
    """Phrases by how their keys begin."""

    def __init__(self, phrases: Iterable[tuple[str, Phrase]]) -> None:
        pairs = sorted((pair for pair in phrases if pair[0]), key=lambda pair: pair[0])
        self._keys = [key for key, _ in pairs]
        self._phrases = [phrase for _, phrase in pairs]
        self._short = self._best_of_short()

    def _best_of_short(self) -> dict[str, list[Phrase]]:
        grouped: dict[str, list[Phrase]] = {}
        for key, phrase in zip(self._keys, self._phrases, strict=True):
            for length in range(SHORT + 1):
                grouped.setdefault(key[:length], []).append(phrase)
        return {start: _best(phrases) for start, phrases in grouped.items()}

    def starting(self, prefix: str) -> list[Phrase]:
        """Return the weightiest phrases that begin so; the prefix itself is among them."""
        if len(prefix) <= SHORT:
            return self._short.get(prefix, [])
        start = bisect_left(self._keys, prefix)
        end = start
        while end < min(len(self._keys), start + MOST_SCANNED):
            if not self._keys[end].startswith(prefix):
                break
            end += 1
        return _best(self._phrases[start:end])


def _best(phrases: Iterable[Phrase]) -> list[Phrase]:
    best: dict[tuple[str, str], Phrase] = {}
    for phrase in phrases:
        same = (phrase.kind, phrase.meaning)
        other = best.get(same)
        if other is None or phrase.weight > other.weight:
            best[same] = phrase
    return heapq.nlargest(MOST_STARTING, best.values(), key=lambda phrase: phrase.weight)


def brands_of(language: Language) -> Phrases:
    """Return the brands by the letters of their names in all spellings, and of their later words.

    A name is typed with its signs and spaces or without: "g-star", "g star", "gstar".
    """
    others = language.spellings.others.get("brand", {})
    named = ((name, name) for name in language.brands)
    keyed: dict[tuple[str, str], Phrase] = {}
    for spelling, name in (*named, *others.items()):
        weight = log1p(language.brands[name])
        parts = key_of(spelling).split()
        for at, key in enumerate(
            [spelling, *(" ".join(parts[at:]) for at in range(1, len(parts)))]
        ):
            phrase = Phrase(name, "brand", name, weight / 2 if at else weight)
            keyed.setdefault((name_key(key), name), phrase)
    return Phrases((key, phrase) for (key, _), phrase in keyed.items())


def keyed(phrases: Iterable[Phrase]) -> Iterator[tuple[str, Phrase]]:
    """Give phrases with the words by which they are looked up."""
    return ((key_of(phrase.text), phrase) for phrase in phrases)


def phrases_of(language: Language) -> Iterator[Phrase]:
    """Give all phrases by which the catalogue's products are asked for."""
    yield from _product_types(language)
    yield from _purposes(language)
    yield from _colours(language)
    yield from _words(language)
    yield from _brands(language)
    for people in language.vocabulary.people.values():
        for place, wording in enumerate(people.wordings):
            if people.id != "nobody" and wording.leads:
                weight = PEOPLE_WEIGHT * _worth(wording) * PER_PLACE**place
                yield Phrase(wording.phrase, "people", people.id, weight)
    for state, phrases in language.vocabulary.spoken.of("state").items():
        for place, said in enumerate(phrases):
            yield Phrase(said, "state", state, STATE_WEIGHT * PER_PLACE**place)
    for currency, bands in PRICE_BANDS.items():
        for rank, band in enumerate(bands):
            if band.max is not None:
                text = f"under {MONEY_SIGNS[currency].strip()}{band.max}"  # typed without a space
                yield Phrase(text, "price", text, PRICE_WEIGHT - rank, currency=currency)


def _by_root(slugs: Iterable[str], language: Language) -> dict[str, int]:
    by_root: dict[str, int] = {}
    for slug in slugs:
        root = slug.partition("/")[0]
        by_root[root] = max(by_root.get(root, 0), language.categories[slug])
    return by_root


def _worth(wording: LexiconEntry[str]) -> float:
    if not wording.leads:
        return WEAK if wording.is_weak else SECOND
    return 1.0 if wording.in_names else OTHER_LANGUAGE


def _purposes(language: Language) -> Iterator[Phrase]:
    """Give what types are for, as types: "mens " goes on with "wedding" where suits are sold."""
    for id_, purpose in language.vocabulary.purposes.items():
        by_root = _by_root(language.serving((id_,)), language)
        weight = PURPOSE_WEIGHT * log1p(sum(by_root.values()))
        for place, phrase in enumerate(purpose.phrases if by_root else ()):
            yield Phrase(phrase, "type", f"for {id_}", weight * PER_PLACE**place, by_root)


def _product_types(language: Language) -> Iterator[Phrase]:
    for id_, product_type in language.vocabulary.product_types.items():
        by_root = _by_root(language.stocked(id_), language)
        if not by_root:
            continue
        for place, wording in enumerate(product_type.wordings):
            said = min(language.counts.get(word, 0) for word in wording.raw)
            weight = _worth(wording) * log1p(max(said, sum(by_root.values()) // 20))
            weight *= PER_PLACE**place
            yield Phrase(wording.phrase, "type", id_, weight, by_root)


def _colours(language: Language) -> Iterator[Phrase]:
    for wording in language.vocabulary.colours.wordings:
        said = min((language.counts.get(word, 0) for word in wording.raw), default=0)
        if said:
            yield Phrase(wording.phrase, "colour", wording.meaning, log1p(said))


def _words(language: Language) -> Iterator[Phrase]:
    for word, count in language.counts.items():
        stem = singular(word)
        if len(word) < SHORTEST_WORD or not word.isalpha():
            continue
        senses = language.lexicon.senses((stem,), (word,))
        if not any(_is_offered(sense, language) for sense in senses):
            yield Phrase(word, "word", stem, WORD_WEIGHT * log1p(count))


def _is_offered(sense: Sense, language: Language) -> bool:
    if sense.kind == "type":
        return any(language.stocked(product_type) for product_type in sense.values)
    return sense.kind != "purpose"


def _brands(language: Language) -> Iterator[Phrase]:
    for name, count in language.brands.items():
        yield Phrase(name, "brand", name, log1p(count))

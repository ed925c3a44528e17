"""The phrases that a text may go on with: those of the tables, the brands, prices and states."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count, islice
from math import log1p
from typing import Literal

from app.search.understand import Language, Meaning, fold_in_place, understand
from app.search.understand.lexicon import Sense
from app.search.understand.parts import roots_of, suits
from app.search.understand.text import tokens
from indexer.catalogue.rates import PRICE_BANDS
from indexer.core.wording import name_key
from indexer.language import LexiconEntry
from indexer.language.quantities import MONEY_SIGNS
from indexer.language.words.entries import singular

PhraseKind = Literal["type", "colour", "people", "brand", "price", "state", "word"]

# What a wording is worth beside the product type's own words: an Afrikaans one completes Afrikaans.
OTHER_LANGUAGE, SECOND, WEAK = 0.7, 0.4, 0.2
PEOPLE_WEIGHT, STATE_WEIGHT, PRICE_WEIGHT = 4.0, 2.0, 6.0
PURPOSE = "for "  # begins a purpose's meaning
PURPOSE_WEIGHT = 0.5  # what something is for is typed less often than what it is
WORD_WEIGHT = 0.8  # of a word that products carry and no table has: "merino", "scalloped"
SHORTEST_WORD = 3  # letters
PER_PLACE = 0.97  # a product type's wordings stand in the order of their frequency
MOST_STARTING = 40
KEPT_BEGINNINGS = 4096
LAST = "\uffff"  # behind all letters


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
        self.starting = lru_cache(KEPT_BEGINNINGS)(self._starting)

    def _starting(self, prefix: str) -> list[Phrase]:
        """Return the weightiest phrases that begin so; the prefix itself is among them."""
        ends = bisect_left(self._keys, prefix), bisect_left(self._keys, prefix + LAST)
        return _best(self._phrases[slice(*ends)])


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


def with_keys(phrases: Iterable[Phrase]) -> Iterator[tuple[str, Phrase]]:
    """Give phrases with the words by which they are looked up."""
    return ((key_of(phrase.text), phrase) for phrase in phrases)


def phrases_of(language: Language) -> Iterator[Phrase]:
    """Give all phrases by which the catalogue's products are requested."""
    yield from _product_types(language)
    yield from _purposes(language)
    yield from _colours(language)
    yield from _words(language)
    for name, products in language.brands.items():
        yield Phrase(name, "brand", name, log1p(products))
    for people in language.vocabulary.people.values():
        for place, wording in enumerate(people.wordings):
            if people.id != "nobody" and not wording.is_weak:
                weight = PEOPLE_WEIGHT * _worth(wording) * PER_PLACE**place
                yield Phrase(wording.phrase, "people", people.id, weight)
    for state, phrases in language.vocabulary.spoken.of("state").items():
        for place, phrase in enumerate(phrases):
            yield Phrase(phrase, "state", state, STATE_WEIGHT * PER_PLACE**place)
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
        named = (language.counts.get(word, 0) for word in purpose.named)
        weight = PURPOSE_WEIGHT * log1p(sum(by_root.values()) or max(named, default=0))
        for place, phrase in enumerate(purpose.phrases if weight else ()):
            yield Phrase(phrase, "type", PURPOSE + id_, weight * PER_PLACE**place, by_root)


def _product_types(language: Language) -> Iterator[Phrase]:
    for id_, product_type in language.vocabulary.product_types.items():
        by_root = _by_root(language.stocked_categories(id_), language)
        of_language = defaultdict[str, Iterator[int]](count)  # its own wordings are in their order
        for wording in product_type.wordings:
            place = next(of_language[wording.language])
            least = min(language.counts.get(word, 0) for word in wording.raw)
            weight = _worth(wording) * log1p(max(least, sum(by_root.values()) / 20))
            if weight:  # a watch strap stands in no category of its own
                yield Phrase(wording.phrase, "type", id_, weight * PER_PLACE**place, by_root)


def _colours(language: Language) -> Iterator[Phrase]:
    for wording in language.vocabulary.colours.wordings:
        count = min((language.counts.get(word, 0) for word in wording.raw), default=0)
        if count:
            yield Phrase(wording.phrase, "colour", wording.meaning, log1p(count))


def _words(language: Language) -> Iterator[Phrase]:
    for word, products in language.counts.items():
        stem = singular(word)
        if len(word) < SHORTEST_WORD or not word.isalpha():
            continue
        senses = language.lexicon.senses((stem,), (word,))
        if not any(_is_offered(sense, language) for sense in senses):
            yield Phrase(word, "word", stem, WORD_WEIGHT * log1p(products))


def _is_offered(sense: Sense, language: Language) -> bool:
    if sense.kind == "type":
        return any(language.stocked_categories(product_type) for product_type in sense.values)
    return sense.kind != "purpose"


LONGEST_END = 4  # words of a phrase that is being typed
OF_NOTHING = 0.3  # a look or people where nothing is named that is so
PER_WORD = 4.0  # what each further word of a phrase already typed speaks for it
POPULAR = 10.0  # what people search for comes before what could be typed
# A text has these only once.
ONCE = frozenset({"colour", "people", "brand", "price"})
SUGGESTED = 8
CHECKED = 12  # texts whose products are counted, so that some may fall out
KEPT_READINGS = 4096

_JOINING = frozenset("&+")

_numbers = count(1)


class PartialText:
    """A text as far as it is typed, leading blanks dropped.

    `head` is all before the last word, which is unfinished where the text `is_open`.
    """

    def __init__(self, text: str) -> None:
        self.text = text.lstrip()
        self.tokens = tokens(fold_in_place(self.text))
        self.is_open = bool(self.text) and not self.text[-1].isspace()

    @property
    def head(self) -> str:
        """Return the text before the word that is being typed."""
        if not self.is_open:
            return self.text
        return self.text[: self.tokens[-1].start] if self.tokens else ""

    @property
    def tail(self) -> str:
        """Return the last word, folded."""
        return self.tokens[-1].text if self.tokens else ""

    def ends(self) -> Iterator[tuple[int, str, str]]:
        """Give the last words as the beginning of a phrase: how many, the text before, the key.

        Behind a word that is ended anything may begin: no words and an empty key.
        """
        count = len(self.tokens)
        if not self.is_open:
            yield 0, self.text, ""
        for at in range(max(0, count - LONGEST_END), count):
            if self._is_joined(at):
                continue
            key = key_of(self.text[self.tokens[at].start :])
            if key:
                yield count - at, self.text[: self.tokens[at].start], key + " " * (not self.is_open)

    def _is_joined(self, at: int) -> bool:
        """Return True if no phrase begins at a token: a sign, or the "m" of "h&m" or "h & m"."""
        token, (word, sign) = self.tokens[at], (None, None, *self.tokens[:at])[-2:]
        if sign is None or sign.text not in _JOINING:
            return token.is_sign
        return token.is_sign or sign.end == token.start or (word is not None and len(word.text) < 2)


class Completer:
    """The completions of one catalogue; built beside the visitors' requests.

    Immutable but for the readings that it remembers.

    `popular`: texts that people search for and how often. `number`: another one's is another.
    """

    def __init__(self, language: Language, popular: Mapping[str, int]) -> None:
        self.number = next(_numbers)
        self.language = language
        self.popular = popular
        # Everybody types the same beginnings; a reading costs up to 2 ms.
        self.read = lru_cache(KEPT_READINGS)(lambda text: understand(text, language))
        phrases = list(phrases_of(language))
        self._phrases = Phrases(with_keys(phrases))
        people = (replace(phrase, meaning=phrase.text) for phrase in phrases)
        self._receivers = Phrases(with_keys(one for one in people if one.kind == "people"))
        self._belonging = language.vocabulary.spoken.phrases_of("belonging")
        self._brands = brands_of(language)
        searches = (
            Phrase(text, "type", text, POPULAR + log1p(times)) for text, times in popular.items()
        )
        self._popular = Phrases(with_keys(searches))

    def texts(self, typed: PartialText, currency: str) -> dict[str, float]:
        """Return whole texts that this one may become with their weights, the likeliest first."""
        typed = self._correct(typed)
        meaning = self.read(typed.head)
        weighed: dict[str, float] = {}
        shown: set[tuple[str, str, str]] = set()
        whole = key_of(typed.text)
        for text, phrase, weight in heapq.nlargest(
            4 * CHECKED,
            self._continuations(typed, meaning, currency),
            key=lambda candidate: candidate[2],
        ):
            same = (phrase.kind, phrase.meaning, text[: len(text) - len(phrase.text)])
            if same in shown or key_of(text) == whole:
                continue
            shown.add(same)
            weighed.setdefault(text, weight)
        corrected = self.read(typed.text)
        is_other = not key_of(corrected.used).startswith(key_of(typed.text))
        if corrected.corrections and is_other and corrected.used and not weighed:
            return {corrected.used: 1.0}
        return dict(islice(weighed.items(), CHECKED))

    def _correct(self, typed: PartialText) -> PartialText:
        read = self.read(typed.head)
        if not read.corrections or not read.used:
            return typed
        return PartialText(f"{read.used} {typed.text[len(typed.head) :]}")

    def _continuations(
        self, typed: PartialText, meaning: Meaning, currency: str
    ) -> Iterator[tuple[str, Phrase, float]]:
        whole = key_of(typed.text)
        for phrase in self._popular.starting(whole + " " * (not typed.is_open)) if whole else []:
            yield phrase.text, phrase, phrase.weight
        for words, before, key in typed.ends():
            # A "gift for m" is for mom, and not for maroon.
            phrases = self._receivers if meaning.is_gift and before else self._phrases
            is_for = PartialText(before).tail in self._belonging
            for phrase in phrases.starting(key):
                weight = self._weight(phrase, meaning, currency, alone=not before)
                if is_for and phrase.kind != "people" and not phrase.meaning.startswith(PURPOSE):
                    weight *= OF_NOTHING  # "shoes for m" are for men, and not for maroon
                if weight > 0:
                    yield before + phrase.text, phrase, weight + PER_WORD * (words - 1)

    def _weight(self, phrase: Phrase, before: Meaning, currency: str, *, alone: bool) -> float:
        """Return how likely a phrase follows what stands before it; 0 where it cannot."""
        roots = roots_of(before.of("people"))
        is_whose = phrase.meaning in {"girls", "boys"} and not roots  # "baby girl"
        if phrase.kind in ONCE and before.of(phrase.kind) and not is_whose:
            return 0.0
        if phrase.kind == "price":
            return phrase.weight if phrase.currency == currency and not alone else 0.0
        if phrase.kind != "type":
            is_told = alone or any(part.product_types for part in before.of("type"))
            # "baby girl" before "baby gold", "wedding guest" before "wedding grey"
            is_of_it = is_told or (phrase.kind == "people" and not before.is_empty and is_whose)
            return phrase.weight * (1.0 if is_of_it and phrase.kind != "brand" else OF_NOTHING)
        if roots and phrase.by_root and not any(phrase.by_root.get(root) for root in roots):
            return 0.0
        return phrase.weight

    def brands(self, typed: PartialText) -> list[str]:
        """Return the brands that the last words begin, by name or by a later word of it."""
        weights: dict[str, float] = {}
        for words, before, key in typed.ends():
            letters = name_key(typed.text[len(before) :]) if key else ""
            for phrase in self._brands.starting(letters):
                weight = phrase.weight + PER_WORD * (words - 1)
                weights[phrase.meaning] = max(weight, weights.get(phrase.meaning, 0.0))
        return heapq.nlargest(SUGGESTED, weights, key=lambda name: weights[name])

    def categories(self, meanings: Iterable[Meaning]) -> list[str]:
        """Return the categories of the types that are meant, those with most products first."""
        counts = self.language.categories
        slugs: dict[str, None] = {}
        for meaning in meanings:
            own = (slug for part in meaning.of("type") for slug in _topmost(part.values))
            people = meaning.of("people")
            shown = [slug for slug in own if counts.get(slug) and suits(slug, people)]
            slugs |= dict.fromkeys(sorted(shown, key=lambda slug: (-counts[slug], slug)))
        return [slug for slug in slugs if slug in self.language.names]


def _topmost(slugs: tuple[str, ...]) -> list[str]:
    return [slug for slug in slugs if not any(slug.startswith(f"{other}/") for other in slugs)]

"""The phrases that a text may go on with: those of the tables, the brands, prices and states."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
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
NOBODY = frozenset({"nobody", "unisex"})
FOR = {"en": "for", "af": "vir"}
PURPOSE = "for "  # begins a purpose's meaning
# What something is for, and words that no table has ("merino"), are typed less often than types.
PURPOSE_WEIGHT, WORD_WEIGHT = 0.5, 0.8
SHORTEST_WORD = 3  # letters
PER_PLACE = 0.97  # a product type's wordings stand in the order of their frequency
MOST_STARTING = 40
KEPT = 4096  # beginnings of texts, and readings
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
    language: str = "en"
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
        self.starting = lru_cache(KEPT)(self._starting)

    def _starting(self, prefix: str) -> list[Phrase]:
        """Return the weightiest phrases that begin so; the prefix itself is among them."""
        ends = bisect_left(self._keys, prefix), bisect_left(self._keys, prefix + LAST)
        best: dict[tuple[str, str], Phrase] = {}
        for phrase in sorted(self._phrases[slice(*ends)], key=lambda one: -one.weight):
            best.setdefault((phrase.kind, phrase.meaning), phrase)
        return [*best.values()][:MOST_STARTING]


def brands_of(language: Language) -> Iterator[tuple[str, Phrase]]:
    """Give the brands by the letters of their names in all spellings, and of their later words.

    A name is typed with its signs and spaces or without: "g-star", "g star", "gstar".
    """
    others = language.spellings.others.get("brand", {})
    for spelling, name in (*((name, name) for name in language.brands), *others.items()):
        weight, parts = log1p(language.brands[name]), key_of(spelling).split()
        yield name_key(spelling), Phrase(name, "brand", name, weight)
        for at in range(1, len(parts)):
            yield name_key(" ".join(parts[at:])), Phrase(name, "brand", name, weight / 2)


def with_keys(phrases: Iterable[Phrase]) -> Iterator[tuple[str, Phrase]]:
    """Give phrases with the words by which they are looked up."""
    return ((key_of(phrase.text), phrase) for phrase in phrases)


def phrases_of(language: Language) -> Iterator[Phrase]:
    """Give all phrases by which the catalogue's products are requested."""
    yield from _types(language)
    yield from _purposes(language)
    yield from _colours(language)
    yield from _words(language)
    for name, products in language.brands.items():
        yield Phrase(name, "brand", name, log1p(products))
    yield from _people(language)
    for state, phrases in language.vocabulary.spoken.of("state").items():
        for place, phrase in enumerate(phrases):
            yield Phrase(phrase, "state", state, STATE_WEIGHT * PER_PLACE**place)
    for currency, bands in PRICE_BANDS.items():
        for rank, band in enumerate(bands):
            if band.max is not None:
                text = f"under {MONEY_SIGNS[currency].strip()}{band.max}"  # typed without a space
                yield Phrase(text, "price", text, PRICE_WEIGHT - rank, currency=currency)


def _people(language: Language, *, is_gift: bool = False) -> Iterator[Phrase]:
    """Give whom a text may be for, with and without "for"; a gift goes to "mom" before "womens"."""
    for id_ in sorted(language.vocabulary.people.keys() - NOBODY):
        wordings = [w for w in language.vocabulary.people[id_].wordings if not w.is_weak]
        wordings.sort(key=lambda wording: is_gift and wording.in_titles)
        for place, wording in enumerate(wordings):
            worth = (SECOND if wording.in_titles else 1.0) if is_gift else _worth(wording)
            weight, text = PEOPLE_WEIGHT * worth * PER_PLACE**place, wording.phrase
            for own in (text, f"{FOR.get(wording.language, '')} {text}".strip()):
                yield Phrase(own, "people", text if is_gift else id_, weight, wording.language)


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
            yield Phrase(phrase, "type", PURPOSE + id_, weight * PER_PLACE**place, by_root=by_root)


def _types(language: Language) -> Iterator[Phrase]:
    for id_, product_type in language.vocabulary.product_types.items():
        by_root = _by_root(language.stocked_categories(id_), language)
        of_language = defaultdict[str, Iterator[int]](count)  # its own wordings are in their order
        for wording in product_type.wordings:
            place = next(of_language[wording.language])
            least = min(language.counts.get(word, 0) for word in wording.raw)
            weight = _worth(wording) * log1p(max(least, sum(by_root.values()) / 20))
            if weight:  # a watch strap stands in no category of its own
                weight *= PER_PLACE**place
                yield Phrase(wording.phrase, "type", id_, weight, wording.language, by_root)


def _colours(language: Language) -> Iterator[Phrase]:
    for wording in language.vocabulary.colours:
        count = min((language.counts.get(word, 0) for word in wording.raw), default=0)
        if count:
            yield Phrase(wording.phrase, "colour", wording.meaning, log1p(count))


def _words(language: Language) -> Iterator[Phrase]:
    for word, products in language.counts.items():
        stem = singular(word)
        if len(word) < SHORTEST_WORD or not word.isalpha():
            continue
        senses = language.lexicon.senses((stem,), (word,))
        is_start = language.lexicon.begins((stem,))  # "dining" goes on with its tables
        if not (is_start or any(_is_offered(sense, language) for sense in senses)):
            yield Phrase(word, "word", stem, WORD_WEIGHT * log1p(products))


def _is_offered(sense: Sense, language: Language) -> bool:
    if sense.kind == "type":
        return any(language.stocked_categories(product_type) for product_type in sense.values)
    return sense.kind != "purpose"


LONGEST_END = 4  # words of a phrase that is being typed
OF_NOTHING = 0.3  # a look or people where nothing is named that is so
PER_WORD = 4.0  # what each further word of a phrase already typed speaks for it
WHOLE = 1_000.0  # who types "sofa" wants sofas before sofa beds
POPULAR = 10.0  # what people search for comes before what could be typed
# A text has these only once.
ONCE = frozenset({"colour", "people", "brand", "price"})
CHECKED = 16  # texts whose products are counted, so that some may fall out

_JOINING = frozenset("&+")

_numbers = count(1)


class PartialText:
    """A text as far as it is typed, leading blanks dropped.

    `head` is all before the last word, which is unfinished where the text `is_open`; `tail` the
    last word, folded.
    """

    def __init__(self, text: str) -> None:
        self.text = text.lstrip()
        self.tokens = tokens(fold_in_place(self.text))
        self.is_open = bool(self.text) and not self.text[-1].isspace()
        is_cut = self.is_open and bool(self.tokens)
        self.head = self.text[: self.tokens[-1].start] if is_cut else self.text
        self.tail = self.tokens[-1].text if self.tokens else ""

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
        self.read = lru_cache(KEPT)(lambda text: understand(text, language))
        self._phrases = Phrases(with_keys(phrases_of(language)))
        self._receivers = Phrases(with_keys(_people(language, is_gift=True)))
        self._belonging = language.vocabulary.spoken.phrases_of("belonging")
        self._brands = Phrases(brands_of(language))
        searches = (Phrase(text, "type", text, POPULAR + log1p(n)) for text, n in popular.items())
        self._popular = Phrases(with_keys(searches))

    def texts(self, typed: PartialText, currency: str) -> dict[str, float]:
        """Return whole texts that this one may become with their weights, the likeliest first."""
        typed = self._correct(typed)
        meaning = self.read(typed.head)
        weighed: dict[str, float] = {}
        shown: set[tuple[str, str, str]] = set()
        whole, read = key_of(typed.text), self.read(typed.text)
        if typed.is_open and _is_whole(read) and key_of(read.used) == whole:
            weighed[typed.text] = WHOLE
            shown |= {("type", id_, typed.head) for id_ in _product_types(read)}
        found = sorted(self._continuations(typed, meaning, currency), key=lambda one: -one[2])
        for text, phrase, weight in found:
            same = (phrase.kind, phrase.meaning, text[: len(text) - len(phrase.text)])
            if same in shown or (key_of(text) == whole and phrase.kind != "brand"):
                continue
            shown.add(same)
            weighed.setdefault(text, weight)
        is_other = not key_of(read.used).startswith(whole)
        if read.corrections and is_other and read.used and not weighed:
            return {read.used: 1.0}
        return dict(islice(weighed.items(), CHECKED))

    def _correct(self, typed: PartialText) -> PartialText:
        read = self.read(typed.head)
        if not read.corrections or not read.used:
            return typed
        return PartialText(f"{read.used} {typed.text[len(typed.head) :]}")

    def _continuations(
        self, typed: PartialText, meaning: Meaning, currency: str
    ) -> Iterator[tuple[str, Phrase, float]]:
        whole, ended = key_of(typed.text), typed.tokens[: len(typed.tokens) - typed.is_open]
        head = (self.language.lexicon.entries_of([token]) for token in ended)
        is_foreign = any(senses and senses[0].non_english for senses in head)
        for phrase in self._popular.starting(whole + " " * (not typed.is_open)) if whole else []:
            yield phrase.text, phrase, phrase.weight
        for words, before, key in typed.ends():
            # A "gift for m" is for mom, and not for maroon.
            phrases = self._receivers if meaning.is_gift and before else self._phrases
            is_for = PartialText(before).tail in self._belonging
            for phrase in phrases.starting(key):
                weight = self._weight(phrase, meaning, key, alone=not before)
                # "shoes for m" are for men, and not for maroon; "white sn" are no snow.
                is_purpose = phrase.meaning.startswith(PURPOSE)
                if before and phrase.kind != "people" and is_purpose != is_for:
                    weight *= OF_NOTHING
                if is_foreign and phrase.language == "en":  # "swart r" is a rok before a ring
                    weight *= OF_NOTHING
                is_twice = is_for and phrase.text.partition(" ")[0] in self._belonging
                if weight > 0 and not is_twice and phrase.currency in {"", currency}:
                    yield before + phrase.text, phrase, weight + PER_WORD * (words - 1)

    def _weight(self, phrase: Phrase, before: Meaning, key: str, *, alone: bool) -> float:
        """Return how likely a phrase follows what stands before it; 0 where it cannot."""
        roots = roots_of(before.of("people"))
        is_whose = phrase.meaning in {"girls", "boys"} and not roots  # "baby girl"
        if phrase.kind in ONCE and before.of(phrase.kind) and not is_whose:
            return 0.0
        if phrase.kind == "price":
            return 0.0 if alone else phrase.weight
        if phrase.kind != "type":
            # "baby girl" before "baby gold", "wedding guest" before "wedding grey"
            is_baby = phrase.kind == "people" and is_whose and before.of("people")
            is_of_it = alone or before.is_gift or is_baby or _product_types(before)
            is_clear = phrase.kind != "brand" or len(key) >= SHORTEST_WORD
            return phrase.weight * (1.0 if is_of_it and is_clear else OF_NOTHING)
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
        return sorted(weights, key=lambda name: -weights[name])

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


def _product_types(meaning: Meaning) -> list[str]:
    return [id_ for part in meaning.of("type") for id_ in part.product_types]


def _is_whole(meaning: Meaning) -> bool:
    """Return True if a text as it stands names a product type, and nothing unknown."""
    is_more = meaning.words or meaning.prefix or meaning.ignored
    return bool(_product_types(meaning)) and not is_more


def _topmost(slugs: tuple[str, ...]) -> list[str]:
    return [slug for slug in slugs if not any(slug.startswith(f"{other}/") for other in slugs)]

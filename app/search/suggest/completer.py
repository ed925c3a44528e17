"""The phrases that a text may go on with: those of the tables, the brands, prices and states."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import nlargest
from itertools import chain, count, groupby
from math import log1p
from operator import attrgetter, itemgetter
from string import ascii_lowercase

from app.search.understand import Language, Meaning, fold_in_place, understand
from app.search.understand.lexicon import ATTRIBUTE_KINDS
from app.search.understand.parts import suits
from app.search.understand.text import tokens
from indexer.catalogue.rates import PRICE_BANDS
from indexer.core.wording import LONGEST_WORD, name_key
from indexer.language import LexiconEntry
from indexer.language.quantities import MONEY_SIGNS
from indexer.language.words.entries import ADJECTIVE, classes_of, singular

# What a phrase is worth beside a product type's own words, where as many products have it.
OTHER_LANGUAGE, SECOND, WEAK = 0.4, 0.4, 0.2  # an Afrikaans wording completes Afrikaans
PEOPLE, BRAND, PURPOSE, WORD, STATE, PRICE, COLOUR = 0.9, 0.9, 0.25, 0.8, 0.2, 0.4, 0.35
NO_WORD = frozenset({"type", "colour", "people", "state"})
NOBODY = frozenset({"nobody", "unisex"})
FOR = {"en": "for", "af": "vir"}
SHORTEST_WORD = 3  # letters
PER_PLACE = 0.97  # a product type's wordings stand in the order of their frequency
MOST_STARTING = 100
KEPT = 4096  # beginnings of texts, and readings
LAST = "\uffff"  # behind all letters


@dataclass(frozen=True, slots=True)
class Phrase:
    """What a text may end with. `meaning`: a type's id, a brand's name, …; equal ones show once.

    `products`: about how many have it. `currency`: a price's.
    """

    text: str
    kind: str  # of a condition, "word", or "search": a whole text
    meaning: str
    worth: float
    products: float = 1.0
    language: str = "en"
    currency: str = ""

    @property
    def weight(self) -> float:
        """Return how likely it is meant in the whole catalogue."""
        return self.worth * log1p(self.products)


@lru_cache(maxsize=16_384)
def key_of(text: str) -> str:
    """Return a text as phrases are looked up by: folded words with one space between."""
    return " ".join(token.text for token in tokens(fold_in_place(text)) if not token.is_sign)


class Phrases:
    """Phrases by how their keys begin."""

    def __init__(self, phrases: Iterable[Phrase], key: Callable[[str], str] = key_of) -> None:
        pairs = sorted(((key(one.text), one) for one in phrases), key=itemgetter(0))
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

    def begin(self, prefix: str) -> bool:
        """Return True if any phrase begins so."""
        at = bisect_left(self._keys, prefix)
        return any(key.startswith(prefix) for key in self._keys[at : at + 1])


def brands_of(language: Language) -> Iterator[Phrase]:
    """Give the brands by their names in all spellings, and by the later words of them.

    A name is typed with its signs and spaces or without: "g-star", "g star", "gstar".
    """
    others = language.spellings.others.get("brand", {})
    for spelling, name in (*((name, name) for name in language.brands), *others.items()):
        products, parts = language.brands[name], key_of(spelling).split()
        yield Phrase(spelling, "brand", name, 1.0, products)
        for at in range(1, len(parts)):
            yield Phrase(" ".join(parts[at:]), "brand", name, 0.5, products)


def phrases_of(language: Language) -> Iterator[Phrase]:
    """Give all phrases by which the catalogue's products are requested."""
    yield from _types(language)
    yield from _purposes(language)
    for wording in language.vocabulary.colours:
        products = _rarest(wording, language)
        yield Phrase(wording.phrase, "colour", wording.meaning, COLOUR, products)
    for name, products in language.brands.items():
        yield Phrase(name, "brand", name, BRAND, products)
    yield from _people(language)
    for state, phrases in language.vocabulary.spoken.of("state").items():
        for place, phrase in enumerate(phrases):
            yield Phrase(phrase, "state", state, STATE * PER_PLACE**place, language.products)
    for currency, bands in PRICE_BANDS.items():
        for rank, band in enumerate(bands):
            if band.max is not None:
                text = f"under {MONEY_SIGNS[currency].strip()}{band.max}"  # typed without a space
                worth = PRICE * PER_PLACE**rank
                yield Phrase(text, "price", text, worth, language.products, currency=currency)


def _rarest(wording: LexiconEntry[str], language: Language) -> int:
    return min(language.lexicon.frequency[singular(word)] for word in wording.raw)


def _share(named: int, products: int) -> float:
    """Return what a wording is worth that only some of the products' names say."""
    return (1 + min(1.0, named / products)) / 2 if products else 1.0


def _people(language: Language, *, is_gift: bool = False) -> Iterator[Phrase]:
    """Give whom a text may be for, with and without "for"; a gift goes to "mom" before "womens"."""
    for id_ in sorted(language.vocabulary.people.keys() - NOBODY):
        wordings = [w for w in language.vocabulary.people[id_].wordings if not w.is_weak]
        wordings.sort(key=lambda wording: is_gift and wording.in_titles)
        most = max((_rarest(wording, language) for wording in wordings), default=0)
        for place, wording in enumerate(wordings):
            worth = _worth(wording) * _share(_rarest(wording, language), most)
            worth = (SECOND if wording.in_titles else 1.0) if is_gift else worth
            worth, text = PEOPLE * worth * PER_PLACE**place, wording.phrase
            for own in (text, f"{FOR.get(wording.language, '')} {text}".strip()):
                meant = text if is_gift else id_
                yield Phrase(own, "people", meant, worth, language.products, wording.language)


def _worth(wording: LexiconEntry[str]) -> float:
    if not wording.leads:
        return WEAK if wording.is_weak else SECOND
    return 1.0 if wording.in_names else OTHER_LANGUAGE


def _purposes(language: Language) -> Iterator[Phrase]:
    """Give what types are for, as types: "mens " goes on with "wedding" where suits are sold."""
    for id_, purpose in language.vocabulary.purposes.items():
        stocked = sum(language.categories[slug] for slug in language.serving((id_,)))
        named = (language.counts.get(word, 0) for word in purpose.named)
        products = stocked or max(named, default=0)
        for place, wording in enumerate(purpose.wordings if products else ()):
            worth = PURPOSE * _worth(wording) * PER_PLACE**place
            yield Phrase(wording.phrase, "purpose", id_, worth, products, wording.language)


def _types(language: Language) -> Iterator[Phrase]:
    for id_, product_type in language.vocabulary.product_types.items():
        stocked = sum(language.categories[slug] for slug in language.stocked_categories(id_))
        of_language = defaultdict[str, Iterator[int]](count)  # its own wordings are in their order
        for wording in product_type.wordings:
            place = next(of_language[wording.language])
            named = _rarest(wording, language)
            if named or stocked:  # a watch strap stands in no category of its own
                worth = _worth(wording) * PER_PLACE**place * _share(named, stocked)
                # Words that stand together are fewer than the rarest of them.
                products = max(named / len(wording.raw), stocked / 20)
                yield Phrase(wording.phrase, "type", id_, worth, products, wording.language)


def words_of(language: Language) -> Iterator[Phrase]:
    """Give the words of names that are neither a type nor a colour nor people."""
    stem = language.dictionary.stem
    types = {stem(w.phrase) for t in language.vocabulary.product_types.values() for w in t.wordings}
    for word, products in language.counts.items():
        kinds = {sense.kind for sense in language.lexicon.senses((singular(word),), (word,))}
        is_other = stem(word) in types or not kinds.isdisjoint(NO_WORD)  # "dressing"
        if len(word) >= SHORTEST_WORD and word.isalpha() and not is_other:
            is_wish = ADJECTIVE in classes_of(word) or not kinds.isdisjoint(ATTRIBUTE_KINDS)
            yield Phrase(word, "word", singular(word), COLOUR if is_wish else WORD, products)


LONGEST_END = 4  # words of a phrase that is being typed
OF_NOTHING = 0.3  # a look or people where nothing is named that is so
PER_WORD = 1.0  # what each further word of a phrase already typed speaks for it
PER_OTHER = 0.9  # each word that would have to be typed, too
WHOLE = 1_000.0  # who types "sofa" wants sofas before sofa beds
POPULAR = 10.0  # what people search for comes before what could be typed
# A text has these only once.
ONCE = frozenset({"colour", "people", "brand", "price"})
COUNTED = 24  # phrases behind the same words
SHORTEST_MISSPELT, NEAR = 4, 4  # letters of a beginning, and others that it may have been
LONGEST_TALK = 6  # words

_JOINING = frozenset("&+")

_numbers, _language = count(1), attrgetter("language")
# The words among whose products it is counted, a text, the phrase that ends it, what it is worth.
Continuation = tuple[str, str, Phrase, float]


class PartialText:
    """A text as far as it is typed, leading blanks dropped.

    `head` is all before the last word, which is unfinished where the text `is_open`; `tail` the
    last word, folded; `ended` the others.
    """

    def __init__(self, text: str) -> None:
        self.text = text.lstrip()
        self.tokens = tokens(fold_in_place(self.text))
        self.is_open = bool(self.text) and not self.text[-1].isspace()
        is_cut = self.is_open and bool(self.tokens)
        self.head = self.text[: self.tokens[-1].start] if is_cut else self.text
        self.ended = self.tokens[: len(self.tokens) - self.is_open]
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
        self.read = lru_cache(KEPT)(self._read)
        every = [*phrases_of(language)]
        self._phrases = Phrases(every)
        by_language = groupby(sorted(every, key=_language), _language)
        self._spoken = {name: Phrases(own) for name, own in by_language}
        self._words = Phrases(words_of(language))
        self._receivers = Phrases(_people(language, is_gift=True))
        self._belonging = language.vocabulary.spoken.phrases_of("belonging")
        self._brands = Phrases(brands_of(language), name_key)
        people = (one.wordings for one in language.vocabulary.people.values())
        described = chain(language.vocabulary.colours, *people)
        self._foreign = {w.phrase: w.language for w in described if w.language != "en"}
        searches = (Phrase(text, "search", text, POPULAR, n) for text, n in popular.items())
        self._popular = Phrases(searches)

    def _read(self, text: str) -> Meaning:
        read = understand(text, self.language)
        if not text[-1:].isspace():
            return read
        # An ended word is no beginning: "wall " is no wallet.
        return next((one for one in (read, *read.alternatives) if not one.prefix), read)

    def understood(self, text: str) -> PartialText:
        """Return a text that is being typed without its talk, its ended words put right."""
        typed = PartialText(text)
        stems = tuple(token.stem for token in typed.ended[:LONGEST_TALK])
        for end in range(len(stems), 0, -1):
            talk = typed.text[: typed.ended[end - 1].end]
            # "Plus size" is no talk, and "Old Khaki" a brand.
            if self.read(talk).is_vague and not self.language.lexicon.begins(stems[:end]):
                typed = PartialText(typed.text[len(talk) :])
                break
        read = self.read(typed.head)
        if not read.corrections or not read.used:
            return typed
        return PartialText(f"{read.used} {typed.text[len(typed.head) :]}")

    def continuations(self, typed: PartialText, currency: str) -> list[Continuation]:
        """Return what the text may become, in the order of what it is counted among."""
        whole, read = key_of(typed.text), self.read(typed.text)
        found = [*self._continuations(typed, currency)]
        if not found and typed.is_open:
            nearly = [PartialText(typed.head + tail) for tail in self._near(typed.tail)]
            found = [each for near in nearly for each in self._continuations(near, currency)]
        if typed.is_open and _is_whole(read) and key_of(read.used) == whole:
            is_named = all(map(self.language.dictionary.is_indexed, whole.split()))
            worth = WHOLE if is_named else SECOND  # "sham" is rather shampoo
            found.append(("", typed.text, Phrase(typed.text, "search", whole, worth), worth))
        elif read.corrections and read.used and not key_of(read.used).startswith(whole):
            found.append(("", read.used, Phrase(read.used, "search", whole, WEAK), WEAK))
        found.sort(key=lambda one: (one[0], -one[3] * log1p(one[2].products)))
        places = defaultdict[str, Iterator[int]](count)  # a pair of words is counted at once
        return [one for one in found if one[2].kind == "word" or next(places[one[0]]) < COUNTED]

    def _near(self, tail: str) -> list[str]:
        """Return the beginnings of phrases of which this one differs by one letter."""
        if not SHORTEST_MISSPELT <= len(tail) <= LONGEST_WORD:
            return []
        pairs = [(tail[:at], tail[at:]) for at in range(1, len(tail))]
        near = [a + b[1:] for a, b in pairs] + [a + b[1::-1] + b[2:] for a, b in pairs]
        near += [a + new + b[cut:] for a, b in pairs for new in ascii_lowercase for cut in (0, 1)]
        begun = filter(self._phrases.begin, dict.fromkeys(near))
        return nlargest(NEAR, begun, key=lambda one: self._phrases.starting(one)[0].weight)

    def _continuations(self, typed: PartialText, currency: str) -> Iterator[Continuation]:
        meaning, whole = self.read(typed.head), key_of(typed.text)
        foreign = {self._foreign.get(token.text) for token in typed.ended} - {None}
        for phrase in self._popular.starting(whole + " " * (not typed.is_open)) if whole else []:
            yield "", phrase.text, phrase, phrase.worth
        for words, before, key in typed.ends():
            if self.read(before).ignored:  # nothing is so, whatever goes on with it
                continue
            # A "gift for m" is for mom, and not for maroon.
            phrases = self._receivers if meaning.is_gift and before else self._phrases
            last = PartialText(before).tail
            is_for = last in self._belonging
            own = [phrase for name in foreign for phrase in self._spoken[name].starting(key)]
            for phrase in own or phrases.starting(key):
                worth = self._worth(phrase, meaning, key, alone=not before, is_for=is_for)
                # "shoes for m" are for men, and not for maroon; "white sn" are no snow.
                if before and phrase.kind != "people" and (phrase.kind == "purpose") != is_for:
                    worth *= OF_NOTHING
                first, *others = phrase.text.split()
                is_twice = first == last or (is_for and first in self._belonging)
                if worth > 0 and not is_twice and phrase.currency in {"", currency}:
                    worth *= 1 + PER_WORD * (words - 1) if words > 1 else PER_OTHER ** len(others)
                    yield before, before + phrase.text, phrase, worth
            if typed.is_open and words == min(2, len(typed.tokens)):
                yield from self._worded(typed, before)

    def _worded(self, typed: PartialText, before: str) -> Iterator[Continuation]:
        """Give the words by which names go on: "king s", king size."""
        first, lexicon = typed.text[len(before) : typed.tokens[-1].start], self.language.lexicon
        for phrase in self._words.starting(typed.tail):
            # "Dining" goes on with its tables.
            alone = WEAK if lexicon.begins((phrase.meaning,)) else SECOND
            own = replace(phrase, text=first + phrase.text)
            yield before, before + own.text, own, own.worth * (1 + PER_WORD if first else alone)

    def _worth(
        self, phrase: Phrase, before: Meaning, key: str, *, alone: bool, is_for: bool
    ) -> float:
        """Return how likely a phrase follows what stands before it; 0 where it cannot."""
        people = before.of("people")
        is_baby = any("audience:baby" in part.values for part in people)
        is_whose = is_baby and phrase.meaning in {"girls", "boys"}  # "baby girl"
        if phrase.kind in ONCE and before.of(phrase.kind) and not is_whose:
            return 0.0
        if phrase.kind == "price" and alone:
            return 0.0
        if phrase.kind == "brand" and len(key) < SHORTEST_WORD:
            return phrase.worth * OF_NOTHING
        has_type = any(part.product_types for part in before.of("type"))
        if phrase.kind == "type":  # "sofa c" is a cover before a couch
            slugs = self.language.stocked_categories(phrase.meaning)
            is_theirs = not slugs or any(suits(slug, people) for slug in slugs)
            return phrase.worth * is_theirs * (OF_NOTHING if has_type else 1.0)
        is_of_it = alone or before.is_gift or is_whose or has_type
        if phrase.kind == "people" and has_type:  # "for men" before a granny's
            is_of_it = is_for or phrase.text.partition(" ")[0] in self._belonging
        return phrase.worth * (1.0 if is_of_it or phrase.kind == "colour" else OF_NOTHING)

    def brands(self, typed: PartialText) -> list[str]:
        """Return the brands that the last words begin, by name or by a later word of it."""
        weights: dict[str, float] = {}
        for words, before, key in typed.ends():
            letters = name_key(typed.text[len(before) :]) if key else ""
            for phrase in self._brands.starting(letters):
                weight = phrase.weight + 4 * (words - 1)
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


def _is_whole(meaning: Meaning) -> bool:
    """Return True if a text as it stands ends in a product type, and says nothing unknown."""
    is_more = meaning.words or meaning.prefix or meaning.ignored
    named = (part.text for part in meaning.of("type") if part.product_types)
    return any(map(meaning.used.endswith, named)) and not is_more


def _topmost(slugs: tuple[str, ...]) -> list[str]:
    return [slug for slug in slugs if not any(slug.startswith(f"{other}/") for other in slugs)]

"""Every phrase that means something, in one look-up: types, colours, people, brands, grammar."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from app.search.understand.spelling import common, english
from app.search.understand.text import Costs, Token
from indexer.language import Vocabulary
from indexer.language.words.entries import LexiconEntry, classes_of, leading, singular, words
from scrapers.attributes import ATTRIBUTES

SenseKind = str  # one of ORDER
ATTRIBUTE_KINDS = tuple(attribute.name for attribute in ATTRIBUTES)
# Which reading of one phrase leads where several are of the same length.
ORDER: tuple[SenseKind, ...] = (
    "nobody", "feature", "not", "state", "people", "type", "colour", *ATTRIBUTE_KINDS, "or",
    "with", "purpose", "filler", "brand", "store", "gift",
)  # fmt: skip
TABLES: tuple[SenseKind, ...] = ("type", "colour", "people")
SHORTEST_BRAND = 3  # letters of a single word that stands for a brand of several
MOSTLY = 0.9
# How many products say a name for one whose brand it is, where it is rather an everyday word: one
# that is nothing else, and one that people use for a thing, a colour, a quality.
EVERYDAY, WORDLY = 2.0, 1.1
LONGEST = 6  # words in a phrase
MOST_KEPT = 20_000  # phrases that were looked up
MOST_BEGUN = 200  # phrases that are looked at as what an unfinished one may become
FREQUENT = 1_000  # of the most frequent English words: "my next dress" is no brand's
GLUED_LETTERS = 5  # shorter words are not looked up glued together: "to p" is no top
_INITIALS = re.compile(r"\b(?:[A-Za-z]\.){2,20}")
_POSSESSIVE = re.compile(r"['’]s\b")
_ARTICLE = re.compile(r"the \S+ \S", re.IGNORECASE)  # "north face"
GARMENTS = frozenset({"tops", "bottoms", "outerwear"})  # branches of the tree
# The senses of languages' phrases that each kind has.
JOINING: dict[SenseKind, tuple[str, ...]] = {
    "feature": ("feature",), "not": ("not",), "or": ("or",),
    "with": ("with", "beside"), "filler": ("small",), "gift": ("gift",),
}  # fmt: skip
_BETWEEN = frozenset("&+")
_SIGNS = frozenset("/,&+|")

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a phrase; what the `values` are depends on the kind. `weak` ones give way.

    `non_english`: it means so where people ask or in another language; `query_only`: in no
    product's name. `everyday`: a brand whose name most products say that are not its own.
    """

    kind: SenseKind
    values: tuple[str, ...]
    weak: bool = False
    non_english: bool = False
    query_only: bool = False
    everyday: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A phrase at tokens[start:end], with all that it may mean, the leading kind first."""

    start: int
    end: int
    senses: tuple[Sense, ...]

    @property
    def first(self) -> Sense:
        """Return the leading meaning."""
        return self.senses[0]

    def of(self, kind: SenseKind) -> Sense | None:
        return next((sense for sense in self.senses if sense.kind == kind), None)


class Lexicon:
    """Phrases by their words in singular form, and by those words glued together."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        brands: Mapping[str, int],
        stores: Mapping[str, str],
        counts: Mapping[str, int],
        others: Mapping[str, str],
    ) -> None:
        """`brands`: name to number of products; `stores`: slug to name; `counts`: of all words;
        `others`: another spelling of a brand's name to that name.
        """
        self._tables = {
            "type": vocabulary.type_words.table,
            "colour": vocabulary.colour_words.table,
            "people": vocabulary.people_words.table,
        }
        self._types = vocabulary.product_types
        self._cuts = {(word,) for word in vocabulary.spoken.phrases_of("cut")}
        self._joints = vocabulary.spoken.phrases_of("joint")
        self._entries: dict[Key, list[Sense]] = {}
        spoken = vocabulary.spoken
        for kind, senses in JOINING.items():
            said = [phrase for sense in senses for phrase in sorted(spoken.phrases_of(sense))]
            self._add(kind, [(phrase, phrase) for phrase in said])
        for purpose in vocabulary.purposes.values():
            self._add("purpose", [(phrase, purpose.id) for phrase in purpose.phrases])
        for state, phrases in spoken.of("state").items():
            self._add("state", [(phrase, state) for phrase in phrases])
        # As they are written: "laces" are no lace.
        self._written = {
            tuple(phrase.split()): Sense(attribute.name, (value,))
            for attribute in ATTRIBUTES
            for phrase, value in attribute.query_words().items()
        }
        spelled = [*((name, name) for name in brands), *others.items()]
        named = ((typed, name) for spelling, name in spelled for typed in _typed_forms(spelling))
        names = [*dict.fromkeys(named)]
        places = [(typed, slug) for slug, name in stores.items() for typed in _typed_forms(name)]
        self.frequency = frequency = Counter[str]()  # of words in any form
        for word, products in counts.items():
            frequency[singular(word)] += products
        self._add("brand", self._own(names))
        for key, meant in self._entries.items():
            maker = next((sense for sense in meant if sense.kind == "brand"), None)
            if maker and self._is_everyday(key, maker.values, brands, frequency):
                meant[meant.index(maker)] = replace(maker, everyday=True)
        self._add("store", self._own(places))
        self._glued = _glued_forms(self._table_keys(), GLUED_LETTERS)
        self._glued |= _glued_forms(self._state_keys(), GLUED_LETTERS)  # "blackfriday"
        self._glued |= _glued_forms((_key(typed) for typed, _ in [*names, *places]), 2)
        raw_stems = (tuple(map(singular, raw)) for raw in self._written)
        self._keys = frozenset({*self._table_keys(), *self._entries, *raw_stems})
        self._known_meanings = lru_cache(MOST_KEPT)(self._meanings)
        self._starts = self._beginnings(names, brands, frequency)
        begun = _glued_forms((key for key in self._starts if len(key) > 1), GLUED_LETTERS)
        self._glued = begun | self._glued  # "gstar"
        self._after, self._before = self._pairs()
        # Most phrases of most searches are those of others.
        self._looked_up = lru_cache(MOST_KEPT)(self._look_up)
        self._sorted = sorted(self._keys)
        self._prefixes = {key[:end] for key in self._keys for end in range(1, len(key))}
        # The words of types, colours and people: what a typing error may have been.
        self.content_words = frozenset(
            word
            for table in self._tables.values()
            for _, wordings in table.items()
            for wording in wordings
            for word in wording.raw
        )
        self._known = self.content_words | {
            word for key in (*self._entries, *self._written) for word in key
        }

    def _own(self, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Leave out names that are nothing but a description of a type, such as "Red Jeans"."""
        return [pair for pair in pairs if not self._describes(_key(pair[0]))]

    def _describes(self, key: Key) -> bool:
        at, has_type = 0, False
        while at < len(key):
            for end in range(len(key), at, -1):
                kinds = [k for k in TABLES if self._tables[k].get_key(key[at:end])]
                if kinds:
                    has_type |= "type" in kinds
                    at = end
                    break
            else:
                return False
        return has_type

    def _beginnings(
        self, names: Iterable[tuple[str, str]], brands: Mapping[str, int], said: Mapping[str, int]
    ) -> dict[Key, tuple[str, ...]]:
        """Map beginnings of brands' names to those brands: "us polo", "tigress".

        A single word stands for a brand only if most products that carry it are of such brands.
        """
        brands_by_start: dict[Key, dict[str, None]] = {}
        for typed, name in names:
            key = _key(typed)
            for length in range(1, len(key)):
                if key[length - 1] in self._joints:  # "jeans and" is no Jeans & Co
                    continue
                brands_by_start.setdefault(key[:length], {})[name] = None
        return {
            key: tuple(own)
            for key, own in brands_by_start.items()
            if not self._describes(key) and self._stands_for(key, own, brands, said)
        }

    def _stands_for(
        self, key: Key, own: Iterable[str], brands: Mapping[str, int], said: Mapping[str, int]
    ) -> bool:
        if len(key) > 1:  # "I am" is nothing of I Am For You's
            is_talk = english(FREQUENT).issuperset(key)
            return not (is_talk or self._is_everyday(key, own, brands, said))
        if self.senses(key, key) or len(key[0]) < SHORTEST_BRAND or key[0] in common():
            return False  # a "country style" is nothing of Country Road's
        return sum(brands[name] for name in own) >= MOSTLY * said.get(key[0], 0)

    def _is_everyday(
        self, key: Key, own: Iterable[str], brands: Mapping[str, int], said: Mapping[str, int]
    ) -> bool:
        """Return True if a name is typed far more often than it is borne, by its rarest word.

        Talk is typed, too ("my room"); several words that mean nothing else are one name.
        """
        means_more = len(self._entries.get(key, ())) > 1 or any(
            self._tables[kind].get_key(key) for kind in TABLES
        )
        if len(key) > 1 and not means_more:
            return self.is_small(key[0]) and english(FREQUENT).issuperset(key)
        is_word = means_more or bool(classes_of(key[0])) or key[0] in english(FREQUENT)
        most = (WORDLY if is_word else EVERYDAY) * sum(brands.get(name, 0) for name in own)
        return most < min(said[word] for word in key)

    def _add(self, kind: SenseKind, pairs: Iterable[tuple[str, str]]) -> None:
        grouped: dict[Key, list[str]] = {}
        for phrase, value in pairs:
            grouped.setdefault(_key(phrase), []).append(value)
        for key, values in grouped.items():
            if key:
                self._entries.setdefault(key, []).append(Sense(kind, tuple(values)))

    def _table_keys(self) -> Iterator[Key]:
        return (key for table in self._tables.values() for key, _ in table.items())

    def _state_keys(self) -> Iterator[Key]:
        said = ((key, senses[0].kind) for key, senses in self._entries.items())
        return (key for key, kind in said if kind == "state" and len(key) > 1)

    def _pairs(self) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
        after: dict[str, set[str]] = {}
        before: dict[str, set[str]] = {}
        for key in [*self._table_keys(), *self._entries]:
            for first, second in pairwise(key):
                after.setdefault(first, set()).add(second)
                before.setdefault(second, set()).add(first)
        return _frozen(after), _frozen(before)

    def senses_of(self, span: Sequence[Token]) -> tuple[tuple[Sense, ...], float]:
        """Return the meanings of these words as one phrase, and the doubt that they are one.

        Signs hold a name together ("Jack & Jones"), and a minus begins something else.
        """
        if len(span) > 1 and any(token.is_sign or token.minus for token in span):
            is_name = not (span[0].is_sign or span[-1].is_sign or any(t.minus for t in span[1:]))
            if not is_name or any(t.text not in _BETWEEN for t in span if t.is_sign):
                return (), 0.0
            span = [token for token in span if not token.is_sign]
        key, raw = [token.stem for token in span], [token.text for token in span]
        return self._looked_up(tuple(key), tuple(raw))

    def _look_up(self, key: Key, raw: Key) -> tuple[tuple[Sense, ...], float]:
        if senses := self.senses(key, raw):
            is_worded = (
                len(key) > 1 and senses[0].kind == "brand" and bool(self.senses(key[:1], raw[:1]))
            )
            return senses, Costs.worded * is_worded
        # "Leather men" are no Leatherman.
        if len(key) == 1 or not self._tables["people"].get_key(key[-1:]):
            joined = "".join((*raw[:-1], key[-1]))
            glued = self._glued.get(joined)
            if glued and self._may_be_glued(glued, raw):
                senses = self.senses(glued, glued) or self._brand_prefix(glued)
                if len(key) > 1 and (len(joined) < GLUED_LETTERS or any(map(self.is_small, raw))):
                    senses = tuple(sense for sense in senses if sense.kind != "brand")
                if senses:  # "a tv" is no brand ATV
                    return senses, Costs.glued
        return self._brand_prefix(key), 0.0

    def _brand_prefix(self, key: Key) -> tuple[Sense, ...]:
        starts = self._starts.get(key)
        return (Sense("brand", starts),) if starts else ()

    def _may_be_glued(self, glued: Key, raw: Key) -> bool:
        """Return True unless a word only ends so in English: "winterjas" is no "winter ja"."""
        tables = (self._tables[kind].get_key(glued) or () for kind in TABLES)
        wordings = [wording for table in tables for wording in table]
        return not wordings or any(
            wording.in_names or "".join(wording.raw) == "".join(raw) for wording in wordings
        )

    def begins(self, key: Key) -> bool:
        """Return True if some phrase begins with these words and goes on."""
        return key in self._prefixes or key[:1] in self._cuts

    def beginning(self, key: Key) -> Iterator[Key]:
        """Give the phrases of the tables that begin with these words, the last one unfinished."""
        *before, last = key
        at = bisect_left(self._sorted, key)
        for own in self._sorted[at : at + MOST_BEGUN]:
            if own[: len(before)] != tuple(before) or not own[len(before)].startswith(last):
                return
            yield own

    def senses(self, key: Key, raw: Key) -> tuple[Sense, ...]:
        """Return the meanings of a phrase: its words in singular form, and as they stand."""
        # Most phrases of a text are none: nothing is built for them.
        may_mean = key in self._keys or key[:1] in self._cuts or raw in self._written
        return self._known_meanings(key, raw) if may_mean else ()

    def _meanings(self, key: Key, raw: Key) -> tuple[Sense, ...]:
        meanings = list(self._entries.get(key, ()))
        if len(meanings) > 1 and key != raw:  # a small word is what is written: no "van" is Vans
            said = " ".join(raw)
            meanings = [
                e for e in meanings if e.kind not in JOINING or said in e.values
            ] or meanings
        if raw in self._written:
            meanings.append(self._written[raw])
        for kind in TABLES:
            wordings = self._tables[kind].get_key(key)
            if wordings and self._is_whose(key, raw):
                wordings = tuple(w for w in wordings if w.raw[0] != key[0])
            wordings = tuple(w for w in wordings or () if w.scope != "title")
            if wordings:
                meanings.append(_entry_of(kind, leading(wordings, raw)))
        if len(key) > 1 and key[:1] in self._cuts and self._is_garment(key[1:], raw[1:]):
            meanings.append(Sense("nobody", ("nobody",)))
        leading_first = sorted(meanings, key=lambda e: (e.weak, ORDER.index(e.kind)))
        return tuple(leading_first)

    def _is_garment(self, key: Key, raw: Key) -> bool:
        """Return True if a phrase is a garment, which may be cut as somebody else's is."""
        ids = [id_ for e in self.senses(key, raw) if e.kind == "type" for id_ in e.values]
        slugs = (slug for id_ in ids for slug in self._types[id_].categories)
        return any(GARMENTS.intersection(slug.split("/")[1:2]) for slug in slugs)

    def _is_whose(self, key: Key, raw: Key) -> bool:
        """Return True if a phrase begins with whose it is: "men's bags" are not man bags."""
        return len(key) > 1 and raw[0] != key[0] and bool(self._tables["people"].get_key(key[:1]))

    def entries_of(self, tokens: Sequence[Token]) -> tuple[Sense, ...]:
        """Return the meanings of these tokens as one phrase."""
        key, raw = [token.stem for token in tokens], [token.text for token in tokens]
        return self.senses(tuple(key), tuple(raw))

    def has_word(self, word: str) -> bool:
        """Return True if some table holds this word, alone or in a phrase."""
        stem = (words(word) or [word])[0]
        return word in self._known or stem in self._known or stem in self._glued

    def split_glued(self, word: str) -> Key:
        """Return the known phrase that a word is without its spaces; nothing where it is none."""
        return self._glued.get((words(word) or [word])[0], ())

    def is_small(self, word: str) -> bool:
        """Return True if a word by itself only asks or joins, and means nothing that is sold."""
        senses = self._entries.get((word,), ())
        return any(sense.kind in {"filler", "with"} for sense in senses)

    def neighbours(self, before: Iterable[str], after: Iterable[str]) -> frozenset[str]:
        """Return the words that make a known phrase with one before or one after."""
        followers = (self._after[word] for word in before if word in self._after)
        leaders = (self._before[word] for word in after if word in self._before)
        return frozenset().union(*followers, *leaders)


def _entry_of(kind: SenseKind, wordings: Sequence[LexiconEntry[str]]) -> Sense:
    sure = [wording for wording in wordings if not wording.is_weak]
    meant = tuple(dict.fromkeys(wording.meaning for wording in sure or wordings))
    if kind == "people" and meant == ("nobody",):
        return Sense("nobody", meant)
    return Sense(
        kind,
        meant,
        not sure,
        not any(w.in_names for w in wordings),
        not any(w.in_titles for w in wordings),
    )


def _key(phrase: str) -> Key:
    return (phrase,) if phrase in _SIGNS or phrase.startswith("w/") else tuple(words(phrase))


def _typed_forms(name: str) -> list[str]:
    """Return a name as it is typed: "US Polo Assn" for "U.S. Polo Assn.", and for &, Levis."""
    undotted = _INITIALS.sub(lambda match: match.group().replace(".", "") + " ", name)
    forms = [undotted, undotted.replace("&", " and "), _POSSESSIVE.sub("s", undotted)]
    forms += [form.split(" ", 1)[1] for form in forms if _ARTICLE.match(form)]
    return list(dict.fromkeys(forms))


def _glued_forms(keys: Iterable[Key], letters: int) -> dict[str, Key]:
    """Map glued forms of so many letters at least to keys: "flipflop", "uspoloassn"."""
    forms: dict[str, Key] = {}
    for key in sorted(keys, key=len, reverse=True):
        form = "".join(key)
        if len(form) >= letters:
            forms.setdefault(form, key)
    return forms


def _frozen(sets: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    return {word: frozenset(others) for word, others in sets.items()}

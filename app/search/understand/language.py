"""All that understanding reads: the tables, the index's brands and words, and what they cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, TypeVar

from app.search.filters import Spellings
from app.search.understand.lexicon import Lexicon
from app.search.understand.spelling import Dictionary, english, has_vowel
from indexer.language import ProductType, Vocabulary
from indexer.language.words.entries import Compounds, Synonyms, raw_words, words
from scrapers.attributes import ATTRIBUTES

Method = TypeVar("Method", bound=Callable[..., Any])
WORN = frozenset({"women", "men", "kids"})  # roots of what people wear
# What holds things that are not like one another: sunglasses are nothing near to a belt.
MIXED = frozenset({"", "accessories", "appliances", "baby", "pets"})
HOMELY = frozenset({"home", "outdoor"})
MOST_PHRASES = 40  # wordings of a product type in one query
# Products that the rarest of the index's words that were read may have for the others to be next to
# nothing (`app.live.snapshot` reads the most frequent ones).
NEXT_TO_NOTHING = 5


def memoized(method: Method) -> Method:
    """Compute a method once for the same arguments, and keep the result with the language."""

    @wraps(method)
    def look_up(self: Language, *args: Any, **options: Any) -> Any:
        key = (method.__name__, args, *options.items())
        if key not in self._memo:
            self._memo[key] = method(self, *args, **options)
        return self._memo[key]

    return look_up  # type: ignore[return-value]


@dataclass(frozen=True, eq=False)
class Language:
    """The words of one catalogue. Immutable; `warm` it before the first visitor needs it.

    `brands`, `categories`, `counts`: the index's brand names, category slugs and words (lower
    case, without accents), each with its number of products; `is_complete`: all words, and not only
    the most frequent. `names`: category slug to name. `spellings`: how brands are spelled, too.
    `synonyms`: what operators say that words mean.
    """

    vocabulary: Vocabulary
    brands: Mapping[str, int] = field(default_factory=dict)
    stores: Mapping[str, str] = field(default_factory=dict)
    spellings: Spellings = field(default_factory=Spellings)
    categories: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    colour_names: Mapping[str, str] = field(default_factory=dict)
    is_complete: bool = False
    synonyms: Synonyms = field(default_factory=lambda: Synonyms({}))
    _memo: dict[tuple[Any, ...], Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def content(self) -> tuple[object, ...]:
        """Return what two languages are compared by."""
        return (
            self.vocabulary, self.brands, self.stores, self.spellings, self.categories, self.counts,
            self.names, self.colour_names, self.is_complete,
        )  # fmt: skip

    def with_synonyms(self, means: Mapping[str, str]) -> Language:
        """Return the same language with these synonyms of operators."""
        other = copy(self)
        object.__setattr__(other, "synonyms", Synonyms(means))
        return other

    @cached_property
    def products(self) -> int:
        """Return about how many products the index has: what is in any branch, or says a word."""
        roots = sum(count for slug, count in self.categories.items() if "/" not in slug)
        return max(1, roots, *self.counts.values())

    @cached_property
    def lexicon(self) -> Lexicon:
        """Return the phrases."""
        others = self.spellings.others.get("brand", {})
        return Lexicon(self.vocabulary, self.brands, self.stores, self.counts, others)

    @cached_property
    def dictionary(self) -> Dictionary:
        """Return the words, to correct and complete others by."""
        stocked = frozenset(self._stocked_words())
        names = (
            word
            for product_type in self.vocabulary.product_types.values()
            for wording in product_type.wordings
            if wording.leads and wording.in_names
            for word in wording.raw[-1:]  # the noun: a "twig" is no "twin"
            if not self.vocabulary.colour_words.senses_of(word)  # a robe is no "rose"
        )
        colours = (
            wording.raw[0]
            for wording in self.vocabulary.colours
            if len(wording.raw) == 1 and self.counts.get(wording.raw[0])
        )
        return Dictionary(self.counts, stocked, stocked.intersection(names), frozenset(colours))

    @cached_property
    def compounds(self) -> Compounds:
        """Return the words that end and begin compounds, of what is for sale."""
        compounding = self.vocabulary.compounding
        vocabulary = self.vocabulary
        sold = [
            t.wordings for t in vocabulary.product_types.values() if self.stocked_categories(t.id)
        ]
        sold += [p.wordings for p in vocabulary.purposes.values() if self.serving((p.id,))]
        heads = {
            wording.raw[0]: wording.language
            for wordings in sold
            for wording in wordings
            if wording.language in compounding and len(wording.raw) == 1
            if has_vowel(wording.raw[0])
        }
        firsts = {
            wording.raw[0]: wording.raw[0]
            for entries in (self.vocabulary.colour_words, self.vocabulary.people_words)
            for _, wordings in entries.table.items()
            for wording in wordings
            if wording.leads and wording.language in compounding and len(wording.raw) == 1
        }
        return Compounds(heads, {**firsts, **self.vocabulary.spoken.describing}, compounding)

    def _stocked_words(self) -> Iterator[str]:
        """Give the tables' words that lead to something: what a typing error may have been."""
        names = self.vocabulary.name_languages
        for product_type in self.vocabulary.product_types.values():
            if self.stocked_categories(product_type.id):
                # A word of a phrase may mean nothing by itself: the "waister" of a shirt waister.
                yield from (
                    word
                    for wording in product_type.wordings
                    if wording.language in names
                    for word in wording.raw
                    if len(wording.raw) == 1 or word in english()
                )
        for table in (self.vocabulary.colour_words.table, self.vocabulary.people_words.table):
            for _, wordings in table.items():
                said = (wording for wording in wordings if wording.language in names)
                yield from (word for wording in said for word in wording.raw)

        for attribute in ATTRIBUTES:
            yield from (phrase for phrase in attribute.query_words() if " " not in phrase)

    def warm(self) -> Language:
        """Build everything; returns itself."""
        self.dictionary.warm()
        _ = self.compounds
        return self

    @memoized
    def family(self, product_type: str) -> tuple[ProductType, ...]:
        """Return a product type and all that is narrower."""
        ids = (product_type, *self.vocabulary.narrower(product_type))
        return tuple(self.vocabulary.product_types[id_] for id_ in ids)

    @memoized
    def narrower(self, product_types: tuple[str, ...]) -> tuple[str, ...]:
        """Return the ids of all that is narrower than these product types, without them."""
        ids = (id_ for own in product_types for id_ in self.vocabulary.narrower(own))
        return tuple(sorted({*ids}.difference(product_types)))

    @memoized
    def stocked_categories(self, product_type: str) -> tuple[str, ...]:
        """Return the categories of a product type's family in which the index has products.

        None below another of them: a product's categories hold all that are above its own.
        """
        slugs = {slug for member in self.family(product_type) for slug in member.categories}
        filled = {slug for slug in slugs if self.categories.get(slug)}
        return tuple(sorted(s for s in filled if not any(s.startswith(f"{o}/") for o in filled)))

    @memoized
    def serving(self, purposes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the stocked categories that serve one of these purposes, otherwise those near."""
        meant = [self.vocabulary.purposes[id_] for id_ in purposes]
        serving = self._non_empty(slug for purpose in meant for slug in purpose.categories)
        return serving or self._non_empty(slug for purpose in meant for slug in purpose.near)

    def named_for(self, purposes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words of names by which a type serves one of these purposes."""
        of = map(self.vocabulary.purposes.__getitem__, dict.fromkeys(purposes))
        return tuple(word for purpose in of for word in purpose.named)

    @memoized
    def kinds_serving(
        self, product_types: tuple[str, ...], purposes: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return the stocked categories of the kinds of product types that serve a purpose.

        They lie below a type's own, or beside them where the purpose's are: a Madiba shirt is a
        shirt, and stands among what is traditional.
        """
        own = {
            slug for product_type in product_types for slug in self.stocked_categories(product_type)
        }
        serving = self.serving(purposes)
        below = [slug for slug in serving if slug.startswith(tuple(f"{one}/" for one in own))]
        within = [slug for slug in own if slug.startswith(tuple(f"{one}/" for one in serving))]
        return tuple(sorted({*below, *(within if len(within) < len(own) else ())}))

    def _non_empty(self, slugs: Iterable[str]) -> tuple[str, ...]:
        return tuple(slug for slug in dict.fromkeys(slugs) if self.categories.get(slug))

    @memoized
    def kinds(self, product_types: tuple[str, ...]) -> tuple[str, ...]:
        """Return the stocked categories of what is narrower than product types of a whole branch.

        Nothing where all that stands there is one of them.
        """
        branches = tuple(
            f"{slug}/"
            for product_type in product_types
            for slug in self.stocked_categories(product_type)
        )
        filled = {slug for slug in self.categories if slug.startswith(branches)}
        members = {
            slug
            for product_type in product_types
            for member in self.family(product_type)
            for slug in member.categories
        }
        below = members & filled
        return tuple(sorted(below)) if below < filled else ()

    @memoized
    def lines(self, brands: tuple[str, ...]) -> tuple[str, ...]:
        """Return the brands that are a line of one of these: "Nike Kids" of "Nike"."""
        starts = tuple(f"{name.casefold()} " for name in brands)
        return tuple(name for name in self.brands if name.casefold().startswith(starts))

    @memoized
    def around(self, product_types: tuple[str, ...]) -> tuple[str, ...]:
        """Return the stocked categories of what is next broader, without those of the types.

        A type that is one of nothing broader that is sold has its category's parent around it, and
        whatever is in one root its like in the others, unless that is a whole root.
        """
        broader: list[str] = []
        for product_type in product_types:
            broader += self._broader(product_type) or self._parents(product_type)
        own = {
            slug for product_type in product_types for slug in self.stocked_categories(product_type)
        }
        like = [slug for near in [*broader, *own] for slug in self._alike(near)]
        near = [slug for slug in dict.fromkeys([*broader, *like]) if slug not in own]
        # Near to a clutch is no hiking pack.
        worn = [slug for slug in near if slug.partition("/")[0] in WORN]
        return tuple(worn if all(slug.partition("/")[0] in WORN for slug in own) else near)

    @memoized
    def excluded_categories(self, product_types: tuple[str, ...]) -> tuple[str, ...]:
        """Return the stocked branches of the roots in which nothing is one of the types or near.

        Nothing where the index holds none of theirs: what is called so is then all there is of it.
        """
        own = (
            slug
            for product_type in product_types
            for slug in self.vocabulary.product_types[product_type].categories
        )
        theirs = {_branch(slug) for slug in (*own, *self.around(product_types))}
        branches = [slug for slug, n in self.categories.items() if n and slug.count("/") == 1]
        others = [slug for slug in branches if _branch(slug) not in theirs]
        return tuple(sorted(others)) if len(others) < len(branches) else ()

    def is_worn(self, product_type: str) -> bool:
        """Return True if people wear it."""
        return not WORN.isdisjoint(self.vocabulary.product_types[product_type].roots)

    def is_homely(self, product_type: str) -> bool:
        """Return True if it stands in homes and gardens, and nowhere else."""
        return self.vocabulary.product_types[product_type].roots <= HOMELY

    @memoized
    def is_distant(self, product_types: tuple[str, ...]) -> bool:
        """Return True if what is around these product types serves for something else.

        What stands in the same branch of furniture does; one garment may be worn for another.
        """
        around = (
            slug
            for product_type in product_types
            if not self._broader(product_type)
            for slug in self._parents(product_type)
        )
        return any(slug.partition("/")[0] not in WORN for slug in around)

    def _broader(self, product_type: str) -> tuple[str, ...]:
        stocked = map(self.stocked_categories, self.vocabulary.broader(product_type))
        return next((slugs for slugs in stocked if slugs), ())

    def _parents(self, product_type: str) -> list[str]:
        above = [
            slug.rpartition("/")[0]
            for slug in self.vocabulary.product_types[product_type].categories
        ]
        kin = (slug for slug in above if slug.partition("/")[2] not in MIXED)
        return [slug for slug in kin if self.categories.get(slug)]

    def _alike(self, slug: str) -> list[str]:
        below = slug.partition("/")[2]
        roots = {other.partition("/")[0] for other in self.categories} if below else set()
        return [like for root in sorted(roots) if self.categories.get(like := f"{root}/{below}")]

    @memoized
    def covers(self, product_type: str) -> bool:
        """Return True if whatever stands in the type's categories is one of these types."""
        ids = {member.id for member in self.family(product_type)}
        own = self.vocabulary.product_types[product_type]
        return all(
            self._is_name(own, slug) or self._types_by_category.get(slug, frozenset()) <= ids
            for slug in own.categories
        )

    @memoized
    def shared_categories(self, product_types: tuple[str, ...]) -> tuple[str, ...]:
        """Return the stocked categories in which other things stand, too: joggers and shorts."""
        family = [member for product_type in product_types for member in self.family(product_type)]
        ids = {member.id for member in family}
        return tuple(
            slug
            for slug in dict.fromkeys(
                slug
                for product_type in product_types
                for slug in self.stocked_categories(product_type)
            )
            if not self._types_by_category.get(slug, frozenset()) <= ids
            and not any(self._is_name(member, slug) for member in family)
        )

    def _is_name(self, product_type: ProductType, slug: str) -> bool:
        """Return True if a category is called by the product type: "Couches & Sofas" by sofa."""
        name = self.names.get(slug, "")
        parts = {tuple(words(part)) for part in name.split("&")}
        return any(tuple(words(phrase)) in parts for phrase in product_type.synonyms)

    @cached_property
    def _types_by_category(self) -> Mapping[str, frozenset[str]]:
        ids_by_slug: dict[str, set[str]] = {}
        for product_type in self.vocabulary.product_types.values():
            for slug in product_type.categories:
                ids_by_slug.setdefault(slug, set()).add(product_type.id)
        return {slug: frozenset(members) for slug, members in ids_by_slug.items()}

    @memoized
    def child_words(self, audiences: frozenset[str]) -> tuple[str, ...]:
        """Return the words by which a product's name says that it is for these children."""
        kids = (p for p in self.vocabulary.people.values() if p.audience in audiences)
        words_ = (w.phrase for people in kids for w in people.wordings if w.in_titles)
        return self.stocked_phrases(phrase for phrase in words_ if " " not in phrase)

    def stocked_phrases(self, phrases: Iterable[str]) -> tuple[str, ...]:
        """Return the phrases, each once, without those that no product can say.

        The tables know every wording of a type, in three languages; a catalogue says a few of
        them. Each of the others costs a search as much as one that matches.
        """
        unique = dict.fromkeys(phrases)
        if not self._has_all_words:
            return tuple(unique)
        return tuple(
            phrase
            for phrase in unique
            if all(self.dictionary.is_indexed(word) for word in raw_words(phrase))
        )

    @cached_property
    def _has_all_words(self) -> bool:
        rarest = min(self.counts.values(), default=NEXT_TO_NOTHING + 1)
        return self.is_complete or rarest <= NEXT_TO_NOTHING

    @memoized
    def phrases(self, product_type: str, *, family: bool) -> tuple[str, ...]:
        """Return the wordings by which a product's name says that it is this product type.

        None that another one implies: who says "boot" need not say "ankle boot"; and none that
        says so only where a name says nothing else, if it is sold: a "wrap dress" is no shawl.
        """
        members = (
            self.family(product_type) if family else (self.vocabulary.product_types[product_type],)
        )
        is_sold = bool(self.stocked_categories(product_type))
        wordings = {
            tuple(words(wording.phrase)): wording.phrase
            for member in members
            for wording in member.wordings
            if wording.in_titles and not (is_sold and wording.is_weak)
        }
        kept: list[tuple[str, ...]] = []
        for key in sorted(wordings, key=len):
            if not any(_holds(key, shorter) for shorter in kept):
                kept.append(key)
        return self.stocked_phrases(wordings[key] for key in kept)[:MOST_PHRASES]

    @memoized
    def alike(self, phrase: str) -> tuple[str, ...]:
        """Return the other wordings of a colour's shade; "donker blou" is donkerblou."""
        others = self.vocabulary.alike
        return self.stocked_phrases(others.get(phrase) or others.get(phrase.replace(" ", ""), ()))

    @memoized
    def edge(self, colour: str) -> tuple[str, ...]:
        """Return the wordings that lie between the colour and another, and count as either."""
        return self.stocked_phrases(self.vocabulary.colours_between.get(colour, ()))


def _branch(slug: str) -> str:
    """Return what a category is below its root: "shoes" of "women/shoes/boots"."""
    return slug.partition("/")[2].partition("/")[0]


def _holds(key: tuple[str, ...], shorter: tuple[str, ...]) -> bool:
    width = len(shorter)
    return any(key[at : at + width] == shorter for at in range(len(key) - width + 1))

"""The vocabulary: product types and tables of words, by language."""

import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from indexer.language.tree import (
    FOLDER,
    NOTHING,
    Row,
    VocabularyError,
    category_slugs,
    color_slugs,
    folder,
    split_list,
    table,
)
from indexer.language.words.entries import (
    SECOND,
    Endings,
    LexiconEntries,
    LexiconEntry,
    raw_words,
    words,
)
from indexer.language.words.languages.reading import FunctionWords, read_languages

ANY_ROOT = "*"  # "*/tops/shirts": below every root that has such a category
AND = ", "  # "women/dresses, kids/dresses": in both


@dataclass(frozen=True, slots=True)
class ProductType:
    """One concept with all its wordings. `categories` are slugs, the leading first."""

    id: str
    categories: tuple[str, ...]
    broader: str | None
    wordings: tuple[LexiconEntry[str], ...]
    at: Row

    @property
    def synonyms(self) -> tuple[str, ...]:
        """Return the phrases that name just this product type, its display name first."""
        return tuple(w.phrase for w in self.wordings if w.leads)

    @property
    def roots(self) -> frozenset[str]:
        return frozenset(slug.split("/", 1)[0] for slug in self.categories)


def read_product_types(
    folder: Path, slugs: Sequence[str], spoken: FunctionWords
) -> dict[str, ProductType]:
    """Return all product types by id; raises VocabularyError naming the row.

    `slugs` are all categories, in the order of the tree; `spoken` what they are called elsewhere.
    """
    product_types: dict[str, ProductType] = {}
    for path in sorted(folder.glob("*.tsv")):
        for at, (category, id_, broader) in table(path, 3):
            if id_ in product_types:
                raise at.error(f"{id_!r} is also in {product_types[id_].at}")
            categories = resolve(category, slugs)
            at.one_of([category] if categories else [], category, "category")
            own = spoken.wordings("type", id_)
            if not any(wording.leads for wording in own):
                raise at.error(f"no language has a word that names just {id_!r}")
            above = None if broader == NOTHING else broader
            product_types[id_] = ProductType(id_, categories, above, own, at)
    if not product_types:
        raise VocabularyError(f"{folder.name}: has no table of product types (*.tsv)")
    spoken.check("type", product_types)
    _check_broader(product_types)
    _check_precedence(product_types)
    taken = {tuple(words(w.phrase)) for one in product_types.values() for w in one.wordings}
    heads = _heads(product_types)
    return {
        id_: replace(one, wordings=(*one.wordings, *_composed_phrases(one, heads, taken)))
        for id_, one in product_types.items()
    }


Heads = Mapping[str, Mapping[tuple[str, ...], tuple[str, ...]]]


def _heads(product_types: Mapping[str, ProductType]) -> Heads:
    """Return by a type's id the words of it in which names of several narrower types end, by their
    singular keys: those of its words that follow others.
    """
    named = {
        id_: {tuple(words(w.phrase)): w.raw for w in reversed(one.wordings) if _is_own(w)}
        for id_, one in product_types.items()
    }
    used: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for id_, one in product_types.items():
        for key in named[id_]:
            if one.broader and (head := _head(key, named[one.broader])):
                used.setdefault((one.broader, head), set()).add(id_)
    heads: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = {}
    for (id_, head), below in used.items():
        if len(below) > 1:
            heads.setdefault(id_, {})[head] = named[id_][head]
    return heads


def _is_own(wording: LexiconEntry[str]) -> bool:
    return wording.leads and wording.in_names


def _head(key: tuple[str, ...], heads: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the longest of the heads that a phrase ends in, behind another word; or none."""
    ends = (h for h in heads if len(h) < len(key) and key[-len(h) :] == h)
    return max(ends, key=len, default=())


def _composed_phrases(
    one: ProductType, heads: Heads, taken: set[tuple[str, ...]]
) -> Iterator[LexiconEntry[str]]:
    """Give a type's phrases with the other words of what it is one of: a "3 seater couch"
    is a "3 seater sofa".

    None that is `taken`, by another meaning or by itself; what is given is from then on.
    """
    others = heads.get(one.broader or "", {})
    for phrase in [w.raw for w in one.wordings if _is_own(w)]:
        key = tuple(words(" ".join(phrase)))
        described = len(key) - len(head) if (head := _head(key, others)) else 0
        for other, raw in others.items() if described else ():
            if (composed := (*key[:described], *other)) not in taken:
                taken.add(composed)
                yield LexiconEntry((*phrase[:described], *raw), one.id)


def resolve(key: str, slugs: Sequence[str]) -> tuple[str, ...]:
    """Return the slugs that a key means, in its order; empty where one of its paths is unknown."""
    each = [_of_path(path, slugs) for path in key.split(AND)]
    return tuple(slug for path_slugs in each for slug in path_slugs) if all(each) else ()


def _of_path(category: str, slugs: Sequence[str]) -> tuple[str, ...]:
    """Return the slugs of one path; its `*` stands for every root that has the rest."""
    root, _, below = category.partition("/")
    if root == ANY_ROOT:
        return tuple(slug for slug in slugs if slug.partition("/")[2] == below and below)
    return (category,) if category in slugs else ()


def _check_broader(product_types: Mapping[str, ProductType]) -> None:
    for one in product_types.values():
        seen, at = [one.id], one
        while at.broader is not None:
            at = product_types[at.at.one_of(product_types, at.broader, "type")]
            if at.id in seen:
                raise one.at.error(f"what it is one of: a cycle, {' → '.join([*seen, at.id])}")
            seen.append(at.id)


def _check_precedence(product_types: Mapping[str, ProductType]) -> None:
    """Below one root a phrase leads to one thing; a second one has less weight."""
    leads: dict[tuple[tuple[str, ...], str], ProductType] = {}
    said = [(one, wording) for one in product_types.values() for wording in one.wordings]
    for one, wording in said:
        for root in one.roots if wording.weight != SECOND else ():
            other = leads.setdefault((wording.raw, root), one)
            if other is not one:
                problem = f"{wording.phrase!r} already names {other.id!r} ({other.at})"
                raise one.at.error(f"{problem}; give it a weight of {SECOND}")
    for one, wording in said:
        led = any((wording.raw, root) in leads for root in one.roots)
        if wording.weight == SECOND and not led:
            raise one.at.error(
                f"{wording.phrase!r} names nothing else there; give it a weight of 1"
            )


GENDERS, AUDIENCES = ("women", "men", "unisex", NOTHING), ("adult", "kids", "baby", NOTHING)
PURPOSES = ("purpose", "occasion")  # the senses of what something is for
Wordings = tuple[LexiconEntry[str], ...]


@dataclass(frozen=True, slots=True)
class People:
    """Whom a wording speaks of. `gender`: women, men, unisex; `audience`: adult, kids, baby.

    The entry "nobody" has neither: its phrases only look like people ("baby blue") and keep their
    words from being read as such.
    """

    id: str
    gender: str | None
    audience: str | None
    wordings: Wordings


def read_people(path: Path, spoken: FunctionWords) -> dict[str, People]:
    """Return the people by id; raises VocabularyError naming the row."""
    people: dict[str, People] = {}
    for at, (id_, gender, audience) in table(path, 3):
        at.one_of(GENDERS, gender, "gender")
        at.one_of(AUDIENCES, audience, "audience")
        of, who = (None if one == NOTHING else one for one in (gender, audience))
        people[id_] = People(id_, of, who, spoken.wordings("people", id_))
    spoken.check("people", people)
    _check_one_meaning({id_: one.wordings for id_, one in people.items()})
    return people


def _check_one_meaning(wordings: Mapping[str, Wordings]) -> None:
    led: dict[tuple[str, ...], str] = {}
    for id_, own in wordings.items():
        for wording in own:
            other = led.setdefault(wording.raw, id_)
            if other != id_:
                raise VocabularyError(f"{id_}: {wording.phrase!r} already names {other!r}")


@dataclass(frozen=True, slots=True)
class Purpose:
    """What types are for, where no type is named: to wear, an occasion, a season, a room.

    Or how types are: warm, long. `categories`: what people look at for it; `near`: where nothing
    of that is sold. `named`: the words of names by which a type serves it or is so.
    """

    id: str
    categories: tuple[str, ...]
    near: tuple[str, ...]
    named: tuple[str, ...]
    wordings: Wordings

    @property
    def phrases(self) -> tuple[str, ...]:
        return tuple(wording.phrase for wording in self.wordings)


def read_purposes(path: Path, slugs: Sequence[str], spoken: FunctionWords) -> dict[str, Purpose]:
    """Return the purposes by id; raises VocabularyError naming the row.

    `slugs` are all categories, in the order of the tree.
    """
    purposes: dict[str, Purpose] = {}
    for at, (id_, *columns, named) in table(path, 4):
        if id_ in purposes:
            raise at.error(f"{id_!r} is there twice")
        serving, near = (_slugs(at, column, slugs) for column in columns)
        wordings = (w for sense in PURPOSES for w in spoken.wordings(sense, id_))
        purposes[id_] = Purpose(id_, serving, near, tuple(split_list(named)), tuple(wordings))
    for sense in PURPOSES:
        spoken.check(sense, purposes)
    return purposes


def _slugs(at: Row, column: str, slugs: Sequence[str]) -> tuple[str, ...]:
    found = {key: resolve(key, slugs) for key in split_list(column)}
    for key, own in found.items():
        at.one_of([key] if own else [], key, "category")
    return tuple(slug for own in found.values() for slug in own)


def read_colours(slugs: Collection[str], spoken: FunctionWords) -> Wordings:
    """Return the wordings of the colours; raises VocabularyError."""
    spoken.check("colour", slugs)
    wordings = {slug: spoken.wordings("colour", slug) for slug in slugs}
    _check_one_meaning(wordings)
    return tuple(wording for own in wordings.values() for wording in own)


Shades = Mapping[str, tuple[str, ...]]


def read_shades(path: Path, slugs: Collection[str]) -> tuple[Shades, Shades]:
    """Return the wordings at a colour's edge, by colour, and those of one shade, by wording.

    Raises VocabularyError naming the row.
    """
    between: dict[str, tuple[str, ...]] = {}
    alike: dict[str, tuple[str, ...]] = {}
    for at, (what, written, colours) in table(path, 3):
        for slug in split_list(colours):
            known = at.one_of(slugs, slug, "colour")
            between[known] = (*between.get(known, ()), *split_list(written))
        said = (
            [" ".join(raw_words(phrase)) for phrase in split_list(written)]
            if what == "alike"
            else []
        )
        for phrase in said:
            if phrase in alike:
                raise at.error(f"{phrase!r} stands there twice")
            alike[phrase] = tuple(other for other in said if other != phrase)
    return between, alike


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """All that is known of words. Immutable; compared and hashed by identity.

    `colours_between`: by colour, the wordings at its edge that people count as it, too ("tan" is
    brown and beige), as they are written. `alike`: by wording, the others of its shade: "navy" is
    "midnight blue", and no light blue.
    """

    product_types: Mapping[str, ProductType]
    people: Mapping[str, People]
    colours: Wordings
    colours_between: Shades
    alike: Shades
    purposes: Mapping[str, Purpose]
    spoken: FunctionWords
    compounding: Mapping[str, Endings]  # of the languages that write several words as one

    @cached_property
    def not_types(self) -> frozenset[tuple[str, ...]]:
        """Return the singular keys of phrases that only look like types: "cap sleeve"."""
        return self.spoken.keys("look", "type")

    @cached_property
    def looks_behind(self) -> frozenset[tuple[str, ...]]:
        """Return those that only look so behind another type: "sheets queen bed"."""
        return self.spoken.keys("look", "behind")

    @cached_property
    def foreign(self) -> frozenset[tuple[str, ...]]:
        """Return those that other trades call their goods by: a "gear box"."""
        return self.spoken.keys("look", "foreign")

    @cached_property
    def not_colours(self) -> frozenset[tuple[str, ...]]:
        """Return those that only look like a colour: "multi pack", "wine glass"."""
        return self.spoken.keys("look", "colour")

    @cached_property
    def materials(self) -> frozenset[tuple[str, ...]]:
        """Return those that are a cloth, wood, metal or pattern first: "linen", "gold"."""
        return self.spoken.keys("look", "material")

    @cached_property
    def shades(self) -> frozenset[str]:
        """Return what only shades a colour: "light", "donker"."""
        return frozenset(key for keys in self.spoken.keys("shade") for key in keys)

    @cached_property
    def finishes(self) -> frozenset[str]:
        """Return what makes a colour of any word before it: "gold-toned", "gold-plated"."""
        return frozenset(key for keys in self.spoken.keys("finish") for key in keys)

    @cached_property
    def name_languages(self) -> frozenset[str]:
        """Return the languages that have words for types which names say."""
        types = self.product_types.values()
        return frozenset(w.language for one in types for w in one.wordings if w.in_titles)

    @cached_property
    def type_words(self) -> LexiconEntries[str]:
        """Return the wordings of product types, their meaning a product type's id."""
        return LexiconEntries(
            w for product_type in self.product_types.values() for w in product_type.wordings
        )

    @cached_property
    def colour_words(self) -> LexiconEntries[str]:
        """Return the wordings of colours, their meaning a colour's slug."""
        return LexiconEntries(self.colours)

    @cached_property
    def people_words(self) -> LexiconEntries[str]:
        """Return the wordings of people, their meaning the id in `people`."""
        return LexiconEntries(w for people in self.people.values() for w in people.wordings)

    def broader(self, product_type: str) -> tuple[str, ...]:
        """Return the ids of the more general product types, the nearest first; raises KeyError."""
        above = self.product_types[product_type].broader
        return () if above is None else (above, *self.broader(above))

    def narrower(self, product_type: str) -> tuple[str, ...]:
        """Return the ids of all product types that are one of this; raises KeyError."""
        below = self._children.get(self.product_types[product_type].id, ())
        return tuple(id_ for child in below for id_ in (child, *self.narrower(child)))

    @cached_property
    def _children(self) -> Mapping[str, tuple[str, ...]]:
        children: dict[str, tuple[str, ...]] = {}
        for one in self.product_types.values():
            if one.broader is not None:
                children[one.broader] = (*children.get(one.broader, ()), one.id)
        return children


def load_vocabulary(folder: Path = FOLDER) -> Vocabulary:
    """Read a folder's files: languages, product types and those beside; raises VocabularyError."""
    slugs = category_slugs()
    spoken = read_languages(folder / "languages")
    between, alike = read_shades(folder / "colours.tsv", color_slugs())
    endings = ((one.name, Endings(one)) for one in sorted(folder.glob("languages/*/")))
    return Vocabulary(
        product_types=read_product_types(folder / "product_types", slugs, spoken),
        people=read_people(folder / "people.tsv", spoken),
        colours=read_colours(color_slugs(), spoken),
        colours_between=between,
        alike=alike,
        purposes=read_purposes(folder / "purposes.tsv", slugs, spoken),
        spoken=spoken,
        compounding={code: own for code, own in endings if own.of["link"]},
    )


class _Current:
    """The process's vocabulary and the state of the files that it was read from."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.read: tuple[Path, object, Vocabulary] | None = None


_current = _Current()


def current() -> Vocabulary:
    """Return the process's vocabulary, read on first use; raises VocabularyError."""
    read = _current.read
    if read is None:
        refresh()
        read = _current.read
    assert read is not None  # noqa: S101 - refresh sets it or raises
    return read[2]


def refresh() -> bool:
    """Read the folder again if a file changed; returns whether. Raises VocabularyError."""
    with _current.lock:
        where = folder()
        state = _state(where)
        if _current.read is not None and _current.read[:2] == (where, state):
            return False
        _current.read = (where, state, load_vocabulary(where))
        return True


def _state(where: Path) -> object:
    stats = [(str(path), path.stat()) for path in sorted(where.glob("**/*.tsv"))]
    return [(name, stat.st_mtime_ns, stat.st_size) for name, stat in stats]

"""Product types: what people name, where it stands in the tree, and what is narrower or broader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from indexer.reference.files import ProductTypeSchema, VocabularyError, load_entry, read_json
from indexer.reference.words.entries import LexiconEntry, entries_of
from indexer.reference.words.languages.reading import Spoken
from indexer.reference.words.phrases import words

ANY_ROOT = "*"  # "*/tops/shirts": below every root that has such a category
# Beside the categories: phrases that only look like product types ("cap sleeve"), and those that do
# so behind another one: "sheets queen bed"; and what other trades sell: a "gear box", read from
# WordNet's compounds of artefacts (on the terms of classes.LICENSE), and some of our own.
NOT, BEHIND, FOREIGN = "not", "behind", "foreign"
AND = ", "  # "women/dresses, kids/dresses": in both


@dataclass(frozen=True, slots=True)
class ProductType:
    """One concept with all its wordings. `categories` are slugs, the leading first."""

    id: str
    categories: tuple[str, ...]
    broader: str | None
    wordings: tuple[LexiconEntry[str], ...]
    file: str

    @property
    def synonyms(self) -> tuple[str, ...]:
        """Return the phrases that name just this product type, its display name first."""
        return tuple(w.phrase for w in self.wordings if w.kind in {"words", "af"})

    @property
    def roots(self) -> frozenset[str]:
        """Return the roots that it stands below."""
        return frozenset(slug.split("/", 1)[0] for slug in self.categories)


def read_product_types(
    folder: Path, slugs: Sequence[str], spoken: Spoken
) -> dict[str, ProductType]:
    """Return all product types by id; raises VocabularyError naming file and entry.

    `slugs` are all categories, in the order of the tree; `spoken` what they are called elsewhere.
    """
    product_types: dict[str, ProductType] = {}
    files = sorted(folder.glob("*.json"))
    if not files:
        raise VocabularyError(folder.name, "the folder", "has no file of product types (*.json)")
    for path in files:
        for product_type in _in_file(path, slugs):
            if product_type.id in product_types:
                raise VocabularyError(
                    path.name, product_type.id, f"is also in {product_types[product_type.id].file}"
                )
            own = (*product_type.wordings, *spoken.wordings("type", product_type.id))
            product_types[product_type.id] = replace(product_type, wordings=own)
    spoken.check("type", product_types)
    _check_broader(product_types)
    _check_precedence(product_types)
    taken = {tuple(words(w.phrase)) for one in product_types.values() for w in one.wordings}
    heads = _heads(product_types)
    return {
        id_: replace(one, wordings=(*one.wordings, *_composed(one, heads, taken)))
        for id_, one in product_types.items()
    }


Heads = Mapping[str, Mapping[tuple[str, ...], tuple[str, ...]]]


def _heads(product_types: Mapping[str, ProductType]) -> Heads:
    """Return by a type's id the words of it in which names of several narrower types end, by their
    singular keys: those of its words that are said with others before them.
    """
    named = {
        id_: {tuple(words(w.phrase)): w.raw for w in reversed(one.wordings) if w.kind == "words"}
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


def _head(key: tuple[str, ...], heads: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the longest of the heads that a phrase ends in, behind another word; or none."""
    ends = (h for h in heads if len(h) < len(key) and key[-len(h) :] == h)
    return max(ends, key=len, default=())


def _composed(
    one: ProductType, heads: Heads, taken: set[tuple[str, ...]]
) -> Iterator[LexiconEntry[str]]:
    """Give a type's phrases with the other words of what it is one of: who says "3 seater couch"
    means a "3 seater sofa".

    None that is `taken`, by another meaning or by itself; what is given is from then on.
    """
    others = heads.get(one.broader or "", {})
    for phrase in [w.raw for w in one.wordings if w.kind == "words"]:
        key = tuple(words(" ".join(phrase)))
        described = len(key) - len(head) if (head := _head(key, others)) else 0
        for other, raw in others.items() if described else ():
            if (composed := (*key[:described], *other)) not in taken:
                taken.add(composed)
                yield LexiconEntry((*phrase[:described], *raw), "words", one.id)


def read_looks(folder: Path, name: str = NOT) -> frozenset[tuple[str, ...]]:
    """Return the phrases that only look like types, as singular keys; raises VocabularyError.

    `name`: of their lists, NOT, BEHIND or FOREIGN.
    """
    phrases: set[tuple[str, ...]] = set()
    for path in sorted(folder.glob("*.json")):
        groups = read_json(path)
        listed = groups.get(name, []) if isinstance(groups, dict) else []
        if not isinstance(listed, list) or not all(isinstance(phrase, str) for phrase in listed):
            raise VocabularyError(path.name, name, "is no list of phrases")
        phrases.update(tuple(words(phrase)) for phrase in listed)
    return frozenset(phrases)


def _in_file(path: Path, slugs: Sequence[str]) -> Iterator[ProductType]:
    groups = read_json(path)
    if not isinstance(groups, dict):
        raise VocabularyError(
            path.name, "the file", "is no object of categories and their product types"
        )
    schema = ProductTypeSchema()
    for category, entries in groups.items():
        if category in {NOT, BEHIND, FOREIGN}:
            continue
        categories = resolve(category, slugs)
        if not categories:
            raise VocabularyError(path.name, category, "there is no such category")
        if not isinstance(entries, list):
            raise VocabularyError(path.name, category, "has no list of product types")
        for number, entry in enumerate(entries, 1):
            loaded = load_entry(schema, path.name, entry, f"{category}, type {number}")
            wordings = entries_of(loaded, loaded["id"])
            if any(not wording.raw for wording in wordings):
                raise VocabularyError(path.name, loaded["id"], "a wording has no letters")
            if not loaded["words"] and not loaded["af"]:
                raise VocabularyError(path.name, loaded["id"], "has no word of its own (words, af)")
            yield ProductType(loaded["id"], categories, loaded["broader"], wordings, path.name)


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
    for product_type in product_types.values():
        seen = [product_type.id]
        at = product_type
        while at.broader is not None:
            above = product_types.get(at.broader)
            if above is None:
                raise VocabularyError(at.file, at.id, f"broader: there is no {at.broader!r}")
            if above.id in seen:
                cycle = " → ".join([*seen, above.id])
                raise VocabularyError(
                    product_type.file, product_type.id, f"broader: a cycle, {cycle}"
                )
            seen.append(above.id)
            at = above


def _check_precedence(product_types: Mapping[str, ProductType]) -> None:
    """Below one root a phrase leads to one thing; a second one says `also`."""
    leads: dict[tuple[tuple[str, ...], str], ProductType] = {}
    for product_type in product_types.values():
        for wording in product_type.wordings:
            if wording.kind == "also":
                continue
            for root in product_type.roots:
                other = leads.setdefault((wording.raw, root), product_type)
                if other is not product_type:
                    problem = f"{wording.phrase!r} already names {other.id!r} ({other.file})"
                    raise VocabularyError(
                        product_type.file, product_type.id, f"{problem}; say it under also"
                    )
    for product_type in product_types.values():
        for wording in product_type.wordings:
            led = any((wording.raw, root) in leads for root in product_type.roots)
            if wording.kind == "also" and not led:
                problem = f"also: {wording.phrase!r} names nothing else there; say it under words"
                raise VocabularyError(product_type.file, product_type.id, problem)

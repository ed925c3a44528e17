"""Product types: what people name, where it stands in the tree, and what is narrower or broader.

They stand in the tables of a folder: a key of categories, the type's id, what it is one of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from indexer.language.files import NOTHING, Row, VocabularyError, table
from indexer.language.words.entries import SECOND, LexiconEntry
from indexer.language.words.languages.reading import Spoken
from indexer.language.words.phrases import words

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
        """Return the roots that it stands below."""
        return frozenset(slug.split("/", 1)[0] for slug in self.categories)


def read_product_types(
    folder: Path, slugs: Sequence[str], spoken: Spoken
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
        id_: replace(one, wordings=(*one.wordings, *_composed(one, heads, taken)))
        for id_, one in product_types.items()
    }


Heads = Mapping[str, Mapping[tuple[str, ...], tuple[str, ...]]]


def _heads(product_types: Mapping[str, ProductType]) -> Heads:
    """Return by a type's id the words of it in which names of several narrower types end, by their
    singular keys: those of its words that are said with others before them.
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


def _composed(
    one: ProductType, heads: Heads, taken: set[tuple[str, ...]]
) -> Iterator[LexiconEntry[str]]:
    """Give a type's phrases with the other words of what it is one of: who says "3 seater couch"
    means a "3 seater sofa".

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

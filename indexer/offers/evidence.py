"""Whether two stores' products are one thing, and why. Pure.

An identifier decides where it is one product's in each store; otherwise name and picture have to
agree, with the same colour, and nothing may speak against it. A wrong pair is worse than none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from indexer.offers.facts import Facts
from indexer.offers.picture import NEAR, SAME_COLOR, difference

PERSON, GTIN, MPN, LOOKS = "person", "gtin", "mpn", "name and picture"
SCORES = {PERSON: 2.0, GTIN: 1.0, MPN: 0.9}
PRICE_RATIO = 3.0
_CHILDREN = frozenset({"girls", "boys", "kids", "baby"})
_UNLIKE = (frozenset({"women", "men"}), frozenset({"girls", "boys"}), frozenset({"women", "boys"}),
           frozenset({"men", "girls"}))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Edge:
    """Two products, a < b, that are one thing (`joins`) or would be but for `evidence["apart"]`."""

    a: int
    b: int
    rule: str
    score: float
    joins: bool = True
    evidence: dict[str, Any] = field(default_factory=dict)

    @property
    def pair(self) -> tuple[int, int]:
        """Return the two products."""
        return self.a, self.b


def edges_of(one: Facts, candidates: Iterable[Facts]) -> Iterator[Edge]:
    """Give what joins a product to others. Candidates of its own store share its identifiers."""
    others = [*candidates]
    known = _honest(others, one)
    colored = {mpn for each in (one, *others) if each.colors for mpn in each.mpns}
    for other in others:
        if other.store == one.store:
            continue
        # A number may be a model's in all colours: who says none may be any of them.
        is_one = one.colors & other.colors or look_alike(one, other) is not None
        edge = compared(one, other, known if is_one else known - colored)
        if edge is not None:
            yield edge


def _honest(others: Iterable[Facts], one: Facts) -> frozenset[str]:
    """Return the product's identifiers that each store has on one model only: on several they say
    nothing of any.
    """
    own = one.gtins | one.mpns
    holders = [one, *(other for other in others if (other.gtins | other.mpns) & own)]
    bad: set[str] = set()
    holders.sort(key=lambda each: each.store)
    for _, group in groupby(holders, key=lambda each: each.store):
        of_store = [*group]
        for first, *rest in (of_store[at:] for at in range(len(of_store))):
            for other in rest:
                if not _are_one_model(first, other):
                    bad |= (first.gtins | first.mpns) & (other.gtins | other.mpns)
    return own - bad


def compared(one: Facts, other: Facts, believed: frozenset[str]) -> Edge | None:
    """Return what joins two products of two stores, None where nothing does.

    `believed`: which of `one`'s identifiers say something.
    """
    rule, evidence = _rule(one, other, believed)
    if rule is None:
        return None
    if "bits" in evidence:
        evidence["words"] = sorted(one.telling & other.telling)
    score = SCORES.get(rule, 0.5 + 0.3 * (1 - evidence.get("bits", 0) / NEAR))
    is_far = _is_far(one, other)
    if is_far:
        evidence["apart"] = "price"
    first, last = sorted((one.id, other.id))
    return Edge(first, last, rule, round(score, 4), not is_far, evidence)


def _rule(one: Facts, other: Facts, believed: frozenset[str]) -> tuple[str | None, dict[str, Any]]:
    against = set(_against(one, other))
    gtins = one.gtins & other.gtins & believed
    if gtins and against <= {"color", "size"} and is_related(one, other):
        return GTIN, {"gtin": min(gtins)}
    mpns = one.mpns & other.mpns & believed
    is_made = _makers_agree(one, other) or one.words == other.words
    if mpns and is_made and not against and is_related(one, other):
        return MPN, {"mpn": min(mpns)}
    if against or _is_other_number(one, other) or not names_agree(one, other, strictly=True):
        return None, {}
    bits = look_alike(one, other)
    return (None, {}) if bits is None else (LOOKS, {"bits": bits})


def is_related(one: Facts, other: Facts) -> bool:
    """Return True if pictures are alike, or makers, types and half of the telling words: a number
    that is typed on everything joins nothing.
    """
    if look_alike(one, other) is not None:
        return True
    is_other = one.maker and other.maker and one.maker != other.maker
    if is_other or (one.types and other.types and not one.types & other.types):
        return False
    maker = one.maker_words | other.maker_words
    a, b = one.telling - maker, other.telling - maker
    return 2 * len(a & b) >= min(len(a), len(b)) > 0


def _is_other_number(one: Facts, other: Facts) -> bool:
    """Return True if both have a number of a kind, and none in common."""
    is_other = bool(one.gtins and other.gtins and not one.gtins & other.gtins)
    return is_other or bool(one.mpns and other.mpns and not one.mpns & other.mpns)


def conflict(one: Facts, other: Facts) -> bool:
    """Return True if two products cannot be one thing, whoever joins them."""
    return _is_far(one, other) or any(True for _ in _against(one, other))


def _against(one: Facts, other: Facts) -> Iterator[str]:
    """Give what speaks against two products being one thing, but for the price."""
    for kind in (one.measures or {}).keys() & (other.measures or {}).keys():
        if list((one.measures or {})[kind]) != list((other.measures or {})[kind]):
            yield "measure"
    if one.sizes and other.sizes and not one.sizes & other.sizes:
        yield "size"
    if one.colors and other.colors and not one.colors & other.colors:
        yield "color"
    people = frozenset({one.people, other.people})
    if people in _UNLIKE or (len(people) > 1 and len(people & _CHILDREN) == 1):
        yield "people"


def _is_far(one: Facts, other: Facts) -> bool:
    if not one.price or not other.price:
        return False
    return max(one.price, other.price) > PRICE_RATIO * min(one.price, other.price)


def names_agree(one: Facts, other: Facts, *, strictly: bool = False) -> bool:
    """Return True if maker and words are the same, but for words that only name the type.

    `strictly`: what one says of its amount, the other has to say, too.
    """
    if not _makers_agree(one, other):
        return False
    if strictly and (one.measures or {}).keys() != (other.measures or {}).keys():
        return False
    return _are_one_model(one, other)


def _are_one_model(one: Facts, other: Facts) -> bool:
    """Return True if the words are the same, but for those that only name the type, and a number
    of the product's own.
    """
    maker = one.maker_words | other.maker_words
    a, b = one.words - maker, other.words - maker
    if not (a & b) - (one.types & other.types):
        return False
    extra_a, extra_b = a - b - one.codes, b - a - other.codes
    if extra_a and extra_b:
        return False
    more, fewer = (other, one) if extra_b else (one, other)
    extra = extra_a or extra_b
    return not extra or (extra <= more.types and not fewer.types)


def _makers_agree(one: Facts, other: Facts) -> bool:
    """Return True if one says its maker, and the other the same, as such or in its name."""
    if one.maker and other.maker:
        return one.maker == other.maker
    said, silent = (one, other) if one.maker else (other, one)
    return bool(said.maker) and said.maker_words <= silent.said


def look_alike(one: Facts, other: Facts) -> int | None:
    """Return in how many bits pictures differ that show one thing in one colour; else None."""
    if one.picture and one.picture == other.picture:
        return 0
    if not one.forms or not other.forms:
        return None
    bits, color = difference(one.forms, other.forms)
    return bits if bits <= NEAR and color <= SAME_COLOR else None

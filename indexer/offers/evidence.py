"""What two products have in common, the evidence that they are the same, and their groups."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from typing import Any

from indexer.core.wording import fold, name_key
from indexer.language import current
from indexer.language.classify.colors import people_of
from indexer.language.classify.product import without_brand, words_without_colors
from indexer.language.quantities import measures_of
from indexer.language.words.entries import words
from indexer.offers.picture import NEAR, SAME_COLOR, Forms, difference
from scrapers.values.identifiers import GTIN, MPN

MOST_WORDS = 12  # of a name that are keys
_MEASURE = re.compile(
    r"\b\d{1,6}(?:[.,]\d{1,3})?(?:\s?x\s?\d{1,6})?[\s-]?(?:ml|cl|l|lit(?:re|er)s?|m?g|kg|grams?|mm|cm|m|inch|oz"
    r"|packs?|pk|pcs?|pieces?)\b|\bpack of \d{1,6}\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d")
_ANY_WORD = "qqq"  # that is no colour and nobody: of a name of nothing else all words are left


@dataclass(frozen=True, slots=True)
class Facts:
    """A product as it is compared. `words` are the name's own, `types` those that name its type.

    `maker` is a key, empty where a store of many makers does not name it; `colors` are ids, `price`
    is in ZAR. `picture` is the main picture's content, empty where it is none of its own.
    """

    id: int
    store: int
    maker: str = ""
    maker_words: frozenset[str] = frozenset()
    name_words: frozenset[str] = frozenset()  # all of the name, and a maker's that is a colour
    words: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    people: str = ""
    measures: Mapping[str, Sequence[float]] | None = None
    sizes: frozenset[str] = frozenset()
    colors: frozenset[int] = frozenset()
    price: float | None = None
    gtins: frozenset[str] = frozenset()
    mpns: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()  # all numbers, as a name may repeat them
    picture: str = ""
    forms: Forms = ()

    @property
    def numbers(self) -> frozenset[str]:
        """Return the words with digits: of models and of generations."""
        return frozenset(word for word in self.words if _NUMBER.search(word))

    @property
    def distinctive_words(self) -> frozenset[str]:
        """Return the words that distinguish this product from others of its type."""
        return self.words - self.types


def facts_of(row: Any, price: float | None, forms: Forms = ()) -> Facts:
    """Return the facts of a product's row; its price in ZAR."""
    name, maker = row.name, row.maker or ""
    numbers = [(one["kind"], one["value"]) for one in row.identifiers or ()]
    named, people_words = _core(without_brand(name, maker), row.color)
    people = row.people
    return Facts(
        id=row.id,
        store=row.brand_id,
        maker=name_key(maker),
        maker_words=frozenset(words(maker)),
        name_words=frozenset(words(name)),
        words=named,
        types=_types(name) & named,
        people=people or _people(name) if people_words or people else "",
        measures={kind: sorted(all_) for kind, all_ in measures_of(name, *_measures(name)).items()},
        sizes=frozenset(fold(size) for size in row.sizes or ()),
        colors=frozenset(color for color in row.colors if color is not None),
        price=price,
        gtins=frozenset(value for kind, value in numbers if kind == GTIN),
        mpns=frozenset(name_key(value) for kind, value in numbers if kind == MPN),
        codes=frozenset(fold(value) for _, value in numbers),
        picture=row.picture or "",
        forms=forms,
    )


def _core(name: str, color: str | None) -> tuple[frozenset[str], bool]:
    for measure in _measures(name):
        name = name.replace(measure, " ")
    tokens = words_without_colors(name, color)
    people = {
        token
        for match in current().people_words.table.find(tokens)
        for token in tokens[match.start : match.end]
    }
    kept = [token for token in tokens if token not in people] or tokens
    return frozenset(kept), bool(people)


def _measures(name: str) -> list[str]:
    """Return the texts of a name's measures: what is no word has to be read as an amount."""
    return [found[0] for found in _MEASURE.finditer(name) if measures_of(found[0])]


@lru_cache(maxsize=16_384)
def _types(name: str) -> frozenset[str]:
    tokens = words(name)
    found = current().type_words.table.find(tokens)
    return frozenset(token for match in found for token in tokens[match.start : match.end])


def _people(name: str) -> str:
    people = people_of(name)
    return people.id if people else ""


def identifier_keys(facts: Facts) -> list[int]:
    gtins = [_key("gtin", gtin) for gtin in facts.gtins]
    mpns = [_key("mpn", mpn) for mpn in facts.mpns]
    return sorted([*gtins, *mpns])


def name_keys(facts: Facts) -> list[int]:
    """Return the keys that products of one maker and one telling word share, or of one name.

    Of a maker, what is left of its words in a name whose store does not name it as the maker.
    """
    maker = " ".join(sorted(facts.maker_words))
    words = facts.words | (_core(f"{maker} {_ANY_WORD}", None)[0] - {_ANY_WORD})
    types = facts.types | _types(maker)
    whole = {_key("name", *sorted(words)), _key("name", *sorted(words - types))}
    words_ = sorted(facts.distinctive_words)[:MOST_WORDS] if facts.maker else ()
    return sorted({*whole, *(_key("word", facts.maker, word) for word in words_)})


def picture_key(picture: str) -> int:
    return _key("picture", picture)


def _key(*parts: str) -> int:
    text = "\0".join(parts).encode("utf-8", "replace")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), signed=True)


PERSON, EVIDENCE_GTIN, EVIDENCE_MPN, LOOKS = "person", "gtin", "mpn", "name and picture"
SCORES = {PERSON: 2.0, EVIDENCE_GTIN: 1.0, EVIDENCE_MPN: 0.9}
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
        # A number may be a model's in all colours: one without may be any of them.
        is_one = one.colors & other.colors or look_alike(one, other) is not None
        edge = edge_between(one, other, known if is_one else known - colored)
        if edge is not None:
            yield edge


def _honest(others: Iterable[Facts], one: Facts) -> frozenset[str]:
    """Return the product's identifiers that each store has on one model only: on several they prove
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


def edge_between(one: Facts, other: Facts, believed: frozenset[str]) -> Edge | None:
    """Return what joins two products of two stores, None where nothing does.

    `believed`: which of `one`'s identifiers are evidence.
    """
    rule, evidence = _rule(one, other, believed)
    if rule is None:
        return None
    if "bits" in evidence:
        evidence["words"] = sorted(one.distinctive_words & other.distinctive_words)
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
        return EVIDENCE_GTIN, {"gtin": min(gtins)}
    mpns = one.mpns & other.mpns & believed
    is_made = _makers_agree(one, other) or one.words == other.words
    if mpns and is_made and not against and is_related(one, other):
        return EVIDENCE_MPN, {"mpn": min(mpns)}
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
    a, b = one.distinctive_words - maker, other.distinctive_words - maker
    return 2 * len(a & b) >= min(len(a), len(b)) > 0


def _is_other_number(one: Facts, other: Facts) -> bool:
    """Return True if both have a number of a kind, and none in common."""
    is_other = bool(one.gtins and other.gtins and not one.gtins & other.gtins)
    return is_other or bool(one.mpns and other.mpns and not one.mpns & other.mpns)


def conflict(one: Facts, other: Facts) -> bool:
    """Return True if two products cannot be one thing, whoever joins them."""
    return _is_far(one, other) or any(True for _ in _against(one, other))


def _against(one: Facts, other: Facts) -> Iterator[str]:
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

    `strictly`: an amount of one must be the other's, too.
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
    """Return True if one has its maker, and the other the same, as such or in its name."""
    if one.maker and other.maker:
        return one.maker == other.maker
    named, silent = (one, other) if one.maker else (other, one)
    return bool(named.maker) and named.maker_words <= silent.name_words


def look_alike(one: Facts, other: Facts) -> int | None:
    """Return in how many bits pictures differ that show one thing in one colour; else None."""
    if one.picture and one.picture == other.picture:
        return 0
    if not one.forms or not other.forms:
        return None
    bits, color = difference(one.forms, other.forms)
    return bits if bits <= NEAR and color <= SAME_COLOR else None


def things_of(products: Mapping[int, Facts], edges: Iterable[Edge]) -> dict[int, int | None]:
    """Return each product's thing, the lowest id among its offers; None where it has no others.

    `products` are all that the edges lead to, and nothing but: then the answer for one part that
    hangs together depends on nothing outside of it.
    """
    all_ = [edge for edge in edges if edge.a in products and edge.b in products]
    parted = {edge.pair for edge in all_ if edge.rule == PERSON and not edge.joins}
    joining = [edge for edge in _unambiguous(products, all_) if edge.joins]
    linked = {edge.pair for edge in joining}
    groups = {key: [key] for key in products}
    for edge in sorted(joining, key=lambda each: (-each.score, each.pair)):
        one, other = groups[edge.a], groups[edge.b]
        if one is other or not _fit(products, one, other, linked, parted):
            continue
        one.extend(other)
        for key in other:
            groups[key] = one
    return {key: min(group) if len(group) > 1 else None for key, group in groups.items()}


def _fit(
    products: Mapping[int, Facts],
    one: Iterable[int],
    others: Iterable[int],
    linked: set[tuple[int, int]],
    parted: set[tuple[int, int]],
) -> bool:
    for a, b in ((min(a, b), max(a, b)) for a in one for b in others):
        if products[a].store == products[b].store or (a, b) in parted:
            return False
        if (a, b) not in linked and conflict(products[a], products[b]):
            return False
    return True


def _unambiguous(products: Mapping[int, Facts], edges: Iterable[Edge]) -> list[Edge]:
    """Return the edges without looks that join a product to several of one store: near duplicates
    there are no evidence of either.
    """
    all_ = [*edges]
    alike = Counter(
        (key, products[other].store)
        for edge in all_
        if edge.rule == LOOKS
        for key, other in (edge.pair, edge.pair[::-1])
    )
    return [
        edge
        for edge in all_
        if edge.rule != LOOKS
        or max(alike[edge.a, products[edge.b].store], alike[edge.b, products[edge.a].store]) == 1
    ]

"""What is compared of a product, read once from its row, and the keys that others are found by.

Pure. Names are compared as sets of words: without the maker's, colours, measures, people and the
product's own numbers, which are compared each by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from indexer.core.wording import fold, name_key
from indexer.language import current
from indexer.language.classify.people import people_of
from indexer.language.classify.product import without_brand
from indexer.language.classify.siblings import words_without_colors
from indexer.language.quantities.quantities import measures_of
from indexer.language.words.phrases import words
from indexer.offers.picture import Forms
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

    `maker` is a key, empty where a store of many makers does not say it; `colors` are ids, `price`
    is in ZAR. `picture` is the main picture's content, empty where it is none of its own.
    """

    id: int
    store: int
    maker: str = ""
    maker_words: frozenset[str] = frozenset()
    said: frozenset[str] = frozenset()  # all words of the name, with a maker's that is a colour
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
    def telling(self) -> frozenset[str]:
        """Return the words that tell this product from others of its type."""
        return self.words - self.types


def facts_of(  # noqa: PLR0913 - a product's facts, named
    id_: int,
    store: int,
    name: str,
    maker: str,
    *,
    color: str | None = None,
    colors: Iterable[int] = (),
    people: str | None = None,
    sizes: Iterable[str] = (),
    price: float | None = None,
    identifiers: Iterable[tuple[str, str]] = (),
    picture: str = "",
    forms: Forms = (),
) -> Facts:
    """Return the facts of a product. `maker` is empty where nobody says it."""
    numbers = [*identifiers]
    named, people_words = _core(without_brand(name, maker), color)
    return Facts(
        id=id_,
        store=store,
        maker=name_key(maker),
        maker_words=frozenset(words(maker)),
        said=frozenset(words(name)),
        words=named,
        types=_types(name) & named,
        people=people or _people(name) if people_words or people else "",
        measures={kind: sorted(all_) for kind, all_ in measures_of(name, *_measures(name)).items()},
        sizes=frozenset(fold(size) for size in sizes),
        colors=frozenset(colors),
        price=price,
        gtins=frozenset(value for kind, value in numbers if kind == GTIN),
        mpns=frozenset(name_key(value) for kind, value in numbers if kind == MPN),
        codes=frozenset(fold(value) for _, value in numbers),
        picture=picture,
        forms=forms,
    )


def _core(name: str, color: str | None) -> tuple[frozenset[str], bool]:
    """Return the name's words, and whether it says whom it is for."""
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
    """Return the keys that products of one identifier share."""
    gtins = [_key("gtin", gtin) for gtin in facts.gtins]
    mpns = [_key("mpn", mpn) for mpn in facts.mpns]
    return sorted([*gtins, *mpns])


def name_keys(facts: Facts) -> list[int]:
    """Return the keys that products of one maker and one telling word share, or of one name.

    Of a maker, what is left of its words in a name whose store does not say it as the maker.
    """
    maker = " ".join(sorted(facts.maker_words))
    said = facts.words | (_core(f"{maker} {_ANY_WORD}", None)[0] - {_ANY_WORD})
    types = facts.types | _types(maker)
    whole = {_key("name", *sorted(said)), _key("name", *sorted(said - types))}
    words_ = sorted(facts.telling)[:MOST_WORDS] if facts.maker else ()
    return sorted({*whole, *(_key("word", facts.maker, word) for word in words_)})


def picture_key(picture: str) -> int:
    """Return the key of products that have one picture."""
    return _key("picture", picture)


def _key(*parts: str) -> int:
    text = "\0".join(parts).encode("utf-8", "replace")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), signed=True)

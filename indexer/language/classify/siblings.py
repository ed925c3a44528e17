"""Which products are the same thing in other colours, decided from each product alone. Pure.

Two products of a store are siblings where their keys are equal: they have the feed's
`item_group_id`, or stand on one page under a parameter that only chooses the variant, or have one
name but for the colour words. `app` and the index never see the keys, only what follows of them.
"""

from __future__ import annotations

import re
from hashlib import blake2b

from w3lib.url import url_query_cleaner

from indexer.core.wording import fold
from indexer.language import LexiconEntry, current
from indexer.language.shades import shaded
from indexer.language.words.phrases import Match, words

# Parameters of a product's page that choose a variant of the product and never another product.
VARIANT = tuple(
    "variant variant_id variantid color colour color_id colorid colour_id selectedcolor"
    " selected_color swatch attribute_pa_color attribute_pa_colour".split()
)
# "Linen shirt - Olive", "Linen shirt in olive", "Linen shirt (olive)": what follows the last one
# may be a colour even where its words name materials elsewhere.
_SEPARATOR = re.compile(r"\s[-–—|/]\s|,\s?|\(|\sin\s", re.IGNORECASE)
# More visible products than this under one key are no siblings: the name says only what kind of
# product type they are ("Print T-shirt").
GROUP_LIMIT = 40
_JOINING = frozenset({"and", "en", "with", "in"})


def name_key(name: str, color: str | None) -> int:
    """Return what is equal for equal names, whatever colours they say; `color` as the store words
    it. A signed number of 64 bits.
    """
    return _digest("name", *words_without_colors(name, color))


def sibling_key(
    name: str,
    *,
    color: str | None = None,
    product_brand: str | None = None,
    href: str | None = None,
    group: str | None = None,
) -> int:
    """Return what is equal for siblings of one store, a signed number of 64 bits.

    The strongest evidence counts: `group`, then the page of `href`, then the name; see
    `is_from_store`.
    """
    if group:
        return _digest("group", group) | 1
    page = url_query_cleaner(href, VARIANT, remove=True, unique=False) if href else None
    if page and page != href:
        return _digest("page", str(page)) | 1
    return _digest("named", fold(product_brand or ""), *words_without_colors(name, color)) & ~1


def is_from_store(key: int) -> bool:
    """Return True if the store itself says that products of this key are siblings, by a group or a
    page; it is the key's lowest bit. Equal names may be chance.
    """
    return bool(key & 1)


def _digest(*parts: str) -> int:
    text = "\0".join(parts).encode("utf-8", "replace")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), signed=True)


def words_without_colors(name: str, color: str | None) -> list[str]:
    """Return the name's words without those of its colour; all of them where nothing remains."""
    body = _without_tail(name)
    tokens = _without_phrase(words(body), words(color or ""))
    colored = {
        at for match in _colors(tokens) if _is_plain(match) for at in _positions(tokens, match)
    }
    return [
        token for at, token in enumerate(tokens) if at not in colored and token not in _JOINING
    ] or words(name)


def _without_tail(name: str) -> str:
    """Cut what follows the last separator where it is nothing but colours."""
    for separator in reversed(list(_SEPARATOR.finditer(name))):
        tail = words(name[separator.end() :])
        known = {at for match in _colors(tail) for at in _span(tail, match)}
        if tail and all(at in known or token in _JOINING for at, token in enumerate(tail)):
            return name[: separator.start()]
        return name
    return name


def _without_phrase(tokens: list[str], phrase: list[str]) -> list[str]:
    """Cut the first place where the store's own wording of the colour stands in the name."""
    for at in range(len(tokens) - len(phrase) + 1 if phrase else 0):
        if tokens[at : at + len(phrase)] == phrase:
            return tokens[:at] + tokens[at + len(phrase) :]
    return tokens


def _colors(tokens: list[str]) -> list[Match[tuple[LexiconEntry[str], ...]]]:
    return current().colour_words.table.find(tokens)


def _is_plain(match: Match[tuple[LexiconEntry[str], ...]]) -> bool:
    """Return True if the words are a colour wherever they stand: "denim" and "oak" are not."""
    return any(wording.in_titles and not wording.is_weak for wording in match.value)


def _positions(tokens: list[str], match: Match[tuple[LexiconEntry[str], ...]]) -> range:
    """Return the positions to leave out: of "black denim" not the material that ends it."""
    span, (last, *_) = _span(tokens, match), _colors(tokens[match.end - 1 : match.end]) or (match,)
    material = match.end - match.start > 1 and not _is_plain(last)
    return range(span.start, span.stop - 1) if material else span


def _span(tokens: list[str], match: Match[tuple[LexiconEntry[str], ...]]) -> range:
    """Return the positions of a colour with the shades before it: "dark blue"."""
    return range(shaded(tokens, match.start, current().colours.shades), match.end)

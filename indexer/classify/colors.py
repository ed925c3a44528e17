"""The colour of a product, from a colour attribute or the words of its name."""

from __future__ import annotations

from functools import cache

from indexer.reference import colors
from indexer.reference.phrases import Match, PhraseTable, words

MULTI = "multi"
# "dark blue/white" is blue with white; from three colours on a product is of many colours.
MANY = 3
# In a name these are materials, places, jewels or woods first, and colours only if nothing else is.
WEAK_IN_NAMES = frozenset(
    words(
        "fire ash steel stone wood oak linen jute straw clay bone pearl coffee chocolate honey"
        " pine forest sand dune rattan raffia raven ink ocean berry cherry plum peach coral lemon"
        " lime mint sage olive wine rose denim ivory gold brass copper silver natural"
        " pumpkin almond coal smoke storm slate army military hunter grape watermelon papaya"
        " strawberry paprika champagne latte biscuit vanilla candy ballet cement concrete ruby"
        " jade amber onyx jet sapphire garnet amethyst espresso mahogany teak walnut rooibos"
        " protea jacaranda flamingo orchid fern aloe fynbos eucalyptus avocado lagoon metallic"
        " chrome platinum cracked floral leopard zebra patchwork camouflage camo royal sky marine"
    )
)


@cache
def _table() -> PhraseTable[str]:
    return PhraseTable({word: color.slug for color in colors() for word in color.words})


def color_of(text: str) -> str | None:
    """Return the colour slug of a store's colour wording such as "dark blue/white".

    The first colour named is the product's; "multi…" anywhere and three or more different
    colours are "multi". None when no colour is named.
    """
    return _main_color([match.value for match in _table().find(words(text))])


def color_in_name(name: str) -> str | None:
    """Return the colour that a product's name states.

    Words that are materials first count only where no plain colour stands, and then the last of
    them: "Linen shirt in olive" is green.
    """
    tokens = words(name)
    found = _table().find(tokens)
    strong = [match.value for match in found if not _is_weak(tokens, match)]
    weak = [match.value for match in found if _is_weak(tokens, match)]
    return _main_color(strong or weak[-1:])


def _is_weak(tokens: list[str], match: Match[str]) -> bool:
    return match.end - match.start == 1 and tokens[match.start] in WEAK_IN_NAMES


def _main_color(slugs: list[str]) -> str | None:
    if MULTI in slugs or len(set(slugs)) >= MANY:
        return MULTI
    return slugs[0] if slugs else None

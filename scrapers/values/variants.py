"""Which names are of one product's variants: what differs is a size, a colour, an option. Pure.

The one rule for feeds, structured data and sitemaps. A source's group holds together only where
names agree: shops write 0, NULL or a range of goods where a group should stand. Pictures are no
part of it: each colour has its own.
"""

import re
from collections.abc import Iterable

from scrapers.wording import without_accents

WORD = re.compile(r"[^\W_]+")
# Google's size types, and sizes as words. A word with a digit is a size or a number of the model.
_SIZES = (
    "xxxs xxs xs s m l xl xxl xxxl xxxxl x extra small medium large regular petite tall plus big"
    " maternity one free size sizes sz maat uk us usa eu eur euro sa za au fr it cm mm ml kg g oz"
    " inch inches pack single double queen king super twin three quarter month months year years"
    " yr yrs newborn klein medium groot"
)
# CSS's basic names, those that shops use most, and their shades; Afrikaans beside English.
_COLORS = (
    "black white grey gray silver red maroon purple fuchsia green lime olive yellow navy blue teal"
    " aqua orange pink brown beige tan cream ivory gold golden bronze copper rose coral peach mint"
    " khaki charcoal burgundy indigo violet turquoise cyan magenta lavender lilac mauve mustard"
    " rust terracotta camel taupe stone sand nude champagne ecru emerald plum wine cobalt"
    " multi multicolour multicolor multicoloured multicolored assorted dark light bright pale deep"
    " neon pastel hot off swart wit rooi blou groen geel pienk pers bruin grys oranje silwer goud"
    " donker lig"
)
_JOINING = "in and en colour color kleur"
OPTIONS = frozenset(f"{_SIZES} {_COLORS} {_JOINING}".split())


def words_of(name: str) -> list[str]:
    """Return a text's words without case, accents and signs."""
    return WORD.findall(without_accents(name).casefold())


def core(name: str, options: Iterable[str] = ()) -> str:
    """Return a variant's name without what distinguishes it from others; empty where that is all.

    `options`: what the source states of it, its colour and its size.
    """
    words = words_of(name)
    stated = {word for option in options for word in words_of(option)}
    without = stated | OPTIONS
    return " ".join(w for w in words if w not in without and not any(map(str.isdigit, w)))


def are_related(one: str, other: str) -> bool:
    """Return True if two cores share a word, or one is empty."""
    return not one or not other or not {*one.split()}.isdisjoint(other.split())

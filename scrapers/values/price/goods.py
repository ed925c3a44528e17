"""What shops sell beside their goods or instead of a piece of them, by how they call it.

A name is that of an option's value ("Fabric sample"), of an offer or a product, and known by the
words that it ends with: a gift card holder is no gift card.
"""

import re
from collections.abc import Collection, Iterable
from decimal import Decimal

from scrapers.attributes import MATERIAL
from scrapers.attributes.definitions import size_rank
from scrapers.attributes.size_forms import Group
from scrapers.values.offers import NEW, Kind
from scrapers.values.variants import core, words_of
from scrapers.values.words import words
from scrapers.wording import without_accents

ENDING = {
    phrase: kind for kind in Kind for phrase in words(f"name {kind.name.replace('_', ' ').lower()}")
}
USED, AUDIENCES = frozenset(words("used")), frozenset(words("audience"))
# Adjectives of a piece's size, and of who wears it: no noun, whatever it costs.
SIZED, SIZE = frozenset(words("sized")), re.compile(r"\b(?:sizes?|maat|grootte)\b", re.I)
# As the last word of a name in one piece: "Chore coat by Denim Workshop" is goods.
VISITED = frozenset(words("visited"))
# At the end of a name: what is no part of it, as "(up to 10 letters)", "2 years", "1 of 3".
BRACKETS = re.compile(r"[(\[][^)\]]{0,80}[)\]]")
TAIL = re.compile(
    rf"{BRACKETS.pattern}|(?:\s[-–]\s|[|:,/])[^|:,/]{{0,40}}$|"
    r"\b[A-Z]{0,3} ?\d{1,6}(?:[ .,-]\d{2,3}){0,2}"
    r" ?(?:[Yy]ears?|[Mm]onths?|%|of \d{1,3}|[A-Z]{3})?\s{0,9}$"
)
# Behind it stands what it is for, or whose: "Shipping protection by Route".
PREPOSITION = re.compile(
    r"\s(?:for|by|to|from|of|with|on|worth|valued|vir|van)\s|\s[-–—]\s|[(\[|:–,]", re.I
)
JOINING = re.compile(rf"{PREPOSITION.pattern}|\s[+&]\s", re.I)  # "Watch + strap"
APART = re.compile(r"(?:\s[-–—]\s|[(\[|:/])([^-–—(\[|:/]{1,40})[)\]]?\s*$")  # "Oak table (trade)"
NO_GOODS = frozenset({Kind.BESIDE, Kind.DEPOSIT, Kind.INSTALMENT})
ALONE = re.compile(
    r"(?:tips?|fooitjie|delivery|shipping|test|donate|skenk)(?:\s(?:for|to|vir|na|aan)\s.*)?", re.I
)
SAMPLES = (["sample"], ["samples"], ["swatch"], ["swatches"])
LONGEST = 4  # words of a name's end
PACK = re.compile(
    r"\b(?:box|case|carton|pack|crate|bale|pallet|set) of (\d{1,4})\b|"
    r"\b(\d{1,4})[ -]?(?:(?:pack|pk)\b|x ?\d{1,5} ?(?:ml|l|g|kg)\b)",
    re.I,
)


def kind_of(name: str) -> Kind | None:
    """Return what a name calls other than a piece of goods; None for all other names."""
    for form in (name, TAIL.sub(" ", name), PREPOSITION.split(name)[0]):
        last = _words(form)
        if kind := _first_kind(last[-length:] for length in range(LONGEST, 0, -1)):
            return kind
    return None


def _first_kind(phrases: Iterable[list[str]]) -> Kind | None:
    texts = (" ".join(phrase) for phrase in phrases)
    kinds = (ENDING.get(text) or ENDING.get(text.removeprefix("e")) for text in texts)  # "eVoucher"
    return next(filter(None, kinds), None)


def condition_of(values: Iterable[str]) -> str:
    """Return the condition of the goods that an option's value is; "new" for all other values."""
    named = (" ".join(_words(TAIL.sub(" ", value))) for value in values)
    return next((name for name in named if name in USED), NEW)


def audience_of(values: Iterable[str]) -> str:
    """Return for whom alone an option's value is; empty for all other values."""
    written = (form for value in values for form in (value, BRACKETS.sub(" ", value)))
    forms = (part for form in written for part in (TAIL.sub(" ", form), *APART.findall(form)))
    named = (" ".join(_words(form)) for form in forms)
    return next((name for name in named if name in AUDIENCES), "")


def pack_of(name: str) -> Decimal:
    """Return the number of pieces in a variant's name; 1 without one."""
    match = PACK.search(name)
    return Decimal(match[1] or match[2]) if match else Decimal(1)


def piece_of(options: Collection[str], name: str) -> str:
    """Return the noun that options call a piece, where its product's name does not have it.

    "strap" of "Leather watch - Spare strap"; empty where they are a size, a colour or a material.
    """
    if not options:
        return ""  # as of most rows: a name's pattern costs more than their reading
    own = re.compile(rf"{re.escape(name)}[\s\-–—|:/,([]*", re.I)
    heads = (JOINING.split(own.sub(" ", text, count=1))[0] for text in options)
    known = SIZED.union(words_of(name))
    nouns = [noun for head in heads if _is_named(head) for noun in core(head).split()[-1:]]
    return " ".join(
        noun
        for noun in nouns
        if noun not in known and _is_named(noun) and not MATERIAL.read([noun])
    )


def _is_named(text: str) -> bool:
    """Return False for a size, and for what is called one."""
    return not SIZE.search(text) and size_rank(text).group is Group.OTHERS


def is_beside(name: str, department: str = "") -> bool:
    """Return True if a product's name is that of no goods.

    Its department alone is no evidence: workbenches are sold under "Garage & Workshop". It is where
    the name begins so, too: "Gift voucher Dress Shop" under "Gift vouchers".
    """
    plain = BRACKETS.sub(" ", name)
    head, *rest = PREPOSITION.split(plain)
    own = _words(head)
    # One noun behind it is what is sold: a gift card holder.
    begins = _first_kind(own[:n] for n in range(LONGEST, 0, -1) if len(own) != n + 1)
    is_filed = begins in NO_GOODS and kind_of(department) in NO_GOODS
    is_service = kind_of(plain) in NO_GOODS or own[-1:] in SAMPLES or is_filed
    is_visit = not rest and not VISITED.isdisjoint(own[-1:])
    return is_service or is_visit or ALONE.fullmatch(plain.strip()) is not None


def _words(text: str) -> list[str]:
    plain = without_accents(text).casefold()
    return re.findall(r"[^\W\d_]+", plain)

"""What shops sell beside their goods or instead of a piece of them, by how they call it.

A name is that of an option's value ("Fabric sample"), of an offer, a product or its type, and known
by the words that it ends with: a gift card holder is no gift card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from scrapers.values.offers import NEW, Kind
from scrapers.wording import without_accents

_KINDS = {
    Kind.SAMPLE: "sample|samples|swatch|swatches|tester|monster|muster|stoffmuster|echantillon|"
    "muestra|staal|stoffstaal|swatch card|sample pack|sample card",
    Kind.DEPOSIT: "deposit|deposit only|deposito|lay by|laybuy|layby|anzahlung|acompte|"
    "down payment|downpayment|aanbetaling|deposit payment|booking fee",
    Kind.INSTALMENT: "instalment|installment|instalments|installments|paaiement|payment plan",
    Kind.RENT: "rental|rent|hire|lease|huur|miete|verhuur|to rent|for rent|rent per day|per day|"
    "per night|per week",
    Kind.SUBSCRIPTION: "subscription|subscriptions|autoship|abonnement|intekening|abo|"
    "subscribe and save|subscribe save|membership|repeat delivery",
    Kind.TRADE_IN: "trade in|inruil",
    Kind.BESIDE: "gift card|gift cards|giftcard|giftcards|gift voucher|gift vouchers|e gift|"
    "gift certificate|voucher|vouchers|geskenkbewys|geskenkbewyse|cadeaubon|geschenkgutschein|"
    "carte cadeau|shipping protection|package protection|delivery protection|order protection|"
    "parcel protection|checkout protection|damage protection|delivery guarantee|insurance|"
    "warranty|warranties|garantie|engraving|gift wrap|gift wrapping|gift wrapping service|"
    "carbon offset|carbon neutral order|option set|delivery fee|shipping fee|service fee|"
    "handling fee|donation",
}
# An option's values: "used blue" is a colour.
USED = frozenset(
    "used|second hand|secondhand|pre owned|preowned|preloved|pre loved|refurbished|open box|"
    "ex display|ex demo|demo|demo unit|display unit|display model|tweedehands|gebraucht|occasion|"
    "graded|b stock".split("|")
)
ENDING = {phrase: kind for kind, listed in _KINDS.items() for phrase in listed.split("|")}
# At the end of a name: what is no part of it, as "(up to 10 letters)", "2 years", "1 of 3".
BRACKETS = re.compile(r"[(\[][^)\]]{0,80}[)\]]")
TAIL = re.compile(
    rf"{BRACKETS.pattern}|(?:\s[-–]\s|[|:,/])[^|:,/]{{0,40}}$|"
    r"\b[A-Z]{0,3} ?\d{1,6} ?(?:years?|months?|%|of \d{1,3})?\s{0,9}$"
)
LEADING_SHARE = re.compile(r"^\s*(?:\d{1,3} ?%|free|full)\s+", re.I)
SAMPLES = (["sample"], ["samples"], ["swatch"], ["swatches"])
LONGEST = 4  # words of a name's end
PACK = re.compile(
    r"\b(?:box|case|carton|pack|crate|bale|pallet|set) of (\d{1,4})\b|"
    r"\b(\d{1,4})[ -]?(?:pack|pk)\b",
    re.I,
)


def kind_of(name: str) -> Kind | None:
    """Return what a name calls other than a piece of goods; None for all other names."""
    for form in (name, TAIL.sub(" ", name), re.split(r"[(\[|:–]", name)[0]):
        words = _words(form)
        for length in range(min(LONGEST, len(words)), 0, -1):
            kind = ENDING.get(" ".join(words[-length:]))
            if kind is not None:
                return kind
    return None


def condition_of(values: Iterable[str]) -> str:
    """Return the condition of the goods that an option's value is; "new" for all other values."""
    named = (" ".join(_words(TAIL.sub(" ", value))) for value in values)
    return next((name for name in named if name in USED), NEW)


def pack_of(name: str) -> Decimal:
    """Return how many pieces a variant's name says that it holds; 1 where it says none."""
    match = PACK.search(name)
    return Decimal(match[1] or match[2]) if match else Decimal(1)


def is_beside(name: str, type_: str = "") -> bool:
    """Return True if a product's name, or its type in the shop, is that of no goods."""
    named = (kind_of(BRACKETS.sub(" ", text)) for text in (name, type_.replace("_", " ")))
    words = _words(BRACKETS.sub(" ", name))[-1:]
    return any(kind is Kind.BESIDE for kind in named) or words in SAMPLES


def _words(text: str) -> list[str]:
    plain = without_accents(LEADING_SHARE.sub("", text)).casefold()
    return re.findall(r"[^\W\d_]+", plain)

"""What shops sell beside their goods or instead of a piece of them, by how they call it.

A name is that of an option's value ("Fabric sample"), of an offer or a product, and known by the
words that it ends with: a gift card holder is no gift card.
"""

import re
from collections.abc import Iterable
from decimal import Decimal

from scrapers.values.offers import NEW, Kind
from scrapers.wording import without_accents

# Where a shop sells a service beside its goods: what it is done to, or how.
_SENT = "shipping|package|delivery|order|parcel|checkout|damage|transit|purchase|route|courier"
_DONE = (
    "hemming|tailoring|cleaning|sharpening|assembly|installation|repair|alteration|engraving|"
    "gift wrap|gift wrapping|wrapping|styling"
)


def _each(firsts: str, seconds: str) -> str:
    """Return each of the first words before each of the second ones."""
    return "|".join(f"{a} {b}" for a in firsts.split("|") for b in seconds.split("|"))


_KINDS = {
    Kind.SAMPLE: "sample|samples|swatch|swatches|tester|monster|muster|stoffmuster|echantillon|"
    "muestra|staal|stoffstaal|swatch card|sample pack|sample card",
    Kind.DEPOSIT: "deposit|deposit only|deposito|lay by|layaway|laybuy|layby|anzahlung|acompte|"
    "down payment|downpayment|aanbetaling|deposit payment|booking fee",
    Kind.INSTALMENT: "instalment|installment|instalments|installments|paaiement|payment plan",
    Kind.RENT: "rental|rent|hire|lease|huur|miete|verhuur|to rent|for rent|rent per day|per day|"
    "per night|per week",
    Kind.SUBSCRIPTION: "subscription|subscriptions|autoship|abonnement|intekening|abo|"
    "subscribe and save|subscribe save|membership|repeat delivery",
    Kind.TRADE_IN: "trade in|inruil",
    Kind.BESIDE: "gift card|gift cards|giftcard|giftcards|gift voucher|gift vouchers|e gift|"
    "gift certificate|gift certificates|gift message|gift message card|voucher|vouchers|"
    "geskenkbewys|geskenkbewyse|cadeaubon|geschenkgutschein|carte cadeau|store credit|"
    "insurance|warranty|warranties|garantie|engraving|gift wrap|gift wrapping|donation|donations|"
    "skenking|fee|fees|surcharge|levy|carbon offset|carbon neutral order|eco contribution|"
    "carbon neutral shipping|carbon neutral delivery|delivery guarantee|"
    "option set|product option|product options|custom option|custom options|option product|"
    "test product|do not buy|installation|consultation|consultations|booking|bookings|monogramming|"
    "personalisation|personalization|hemming|alteration|alterations|care plan|protection plan|"
    "loyalty card|course fee|workshop ticket|"
    "workshop tickets|event ticket|event tickets|workshop booking|additional payment|"
    "balance payment|final payment|outstanding balance|price difference|membership|memberships|"
    "delivery upgrade|shipping upgrade|tip jar|"
    + _each(_SENT, "protection|insurance|guarantee|cover")
    + "|"
    + _each(_DONE, "service|services|option")
    + "|"
    + _each("bag|handling|service|delivery|shipping|late", "charge|charges")
    + "|"
    + _each(
        "express|standard|same day|next day|courier|white glove|international|economy|overnight",
        "delivery|shipping",
    ),
}
# An option's values: "used blue" is a colour.
USED = frozenset(
    "used|second hand|secondhand|pre owned|preowned|preloved|pre loved|refurbished|open box|"
    "ex display|ex demo|demo|demo unit|display unit|display model|tweedehands|gebraucht|occasion|"
    "graded|b stock".split("|")
)
# An option's values: who buys, or how it is fetched, for another price than everybody's.
_WHO = (
    "wholesale|wholesaler|wholesalers|trade|dealer|dealers|reseller|resellers|stockist|stockists|"
    "distributor|distributors|b2b|staff|employee|employees|member|members|affiliate|"
    "pensioner|pensioners|students|groothandel|handelaar|handelaars|personeel|lede|"
    "leden|mitglied|mitglieder|handler|membre|membres|socio|socios"
)
# Alone they are a style, a size, a part or a category: a club chair, a student desk, a pot's lid.
_OFTEN_GOODS = "club|vip|student|lid|collection|collect|pickup"
_FETCHED = "pick up|self collect|click and collect|ex works"
AUDIENCES = frozenset(
    [
        *f"{_WHO}|{_FETCHED}|collect in store|collection in store|pick up in store".split("|"),
        *_each(f"{_WHO}|{_OFTEN_GOODS}", "price|prices|pricing|only|account|discount").split("|"),
        *_each(_WHO, "customer|customers").split("|"),
        *_each(_FETCHED, "only|price").split("|"),
    ]
)
# What is visited, as the last word of a name in one piece: "Chore coat by Denim Workshop" is goods.
VISITED = frozenset(
    "workshop workshops lesson lessons masterclass appointment appointments ticket tickets"
    " webinar werkswinkel".split()
)
ENDING = {phrase: kind for kind, listed in _KINDS.items() for phrase in listed.split("|")}
# At the end of a name: what is no part of it, as "(up to 10 letters)", "2 years", "1 of 3".
BRACKETS = re.compile(r"[(\[][^)\]]{0,80}[)\]]")
TAIL = re.compile(
    rf"{BRACKETS.pattern}|(?:\s[-–]\s|[|:,/])[^|:,/]{{0,40}}$|"
    r"\b[A-Z]{0,3} ?\d{1,6} ?(?:[Yy]ears?|[Mm]onths?|%|of \d{1,3})?\s{0,9}$"
)
# Behind it stands what it is for, or whose: "Shipping protection by Route".
PREPOSITION = re.compile(r"\s(?:for|by|to|from|of|with|on|vir|van|by)\s|\s[-–—]\s|[(\[|:–,]", re.I)
APART = re.compile(r"(?:\s[-–—]\s|[(\[|:/])([^-–—(\[|:/]{1,40})[)\]]?\s*$")  # "Oak table (trade)"
NO_GOODS = frozenset({Kind.BESIDE, Kind.DEPOSIT, Kind.INSTALMENT, Kind.TRADE_IN})
ALONE = re.compile(r"(?:tips?|fooitjie|delivery|shipping|test)(?:\s(?:for|to|vir|na)\s.*)?", re.I)
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
    for form in (name, TAIL.sub(" ", name), PREPOSITION.split(name)[0]):
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


def audience_of(values: Iterable[str]) -> str:
    """Return for whom alone an option's value is; empty for all other values."""
    written = (form for value in values for form in (value, BRACKETS.sub(" ", value)))
    forms = (part for form in written for part in (TAIL.sub(" ", form), *APART.findall(form)))
    named = (" ".join(_words(form)) for form in forms)
    return next((name for name in named if name in AUDIENCES), "")


def pack_of(name: str) -> Decimal:
    """Return how many pieces a variant's name says that it holds; 1 where it says none."""
    match = PACK.search(name)
    return Decimal(match[1] or match[2]) if match else Decimal(1)


def is_beside(name: str) -> bool:
    """Return True if a product's name is that of no goods.

    Its department is no evidence: workbenches are sold under "Garage & Workshop".
    """
    plain = BRACKETS.sub(" ", name)
    head, *rest = PREPOSITION.split(plain)
    last = _words(head)[-1:]
    is_service = kind_of(plain) in NO_GOODS or last in SAMPLES
    is_visit = not rest and not VISITED.isdisjoint(last)
    return is_service or is_visit or ALONE.fullmatch(plain.strip()) is not None


def _words(text: str) -> list[str]:
    plain = without_accents(LEADING_SHARE.sub("", text)).casefold()
    return re.findall(r"[^\W\d_]+", plain)

"""Prices in a text: "under R300", "R200-R400", "max 500 rand", "onder 300", "about $40".

Pure. What names no currency is in the visitor's; a number by itself is a price only where a word of
comparison stands before it and no unit ("cm", "pack", "years") behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.search.understand.words.spans import Span, apart

SYMBOLS = {
    "ZAR": ("r", "zar", "rand", "rands", "rande"),
    "USD": ("$", "us$", "usd", "dollar", "dollars"),
    "EUR": ("€", "eur", "euro", "euros"),
}
ANY = ("buck", "bucks")  # slang for units of whatever is spent
_CODES = {sign: code for code, signs in SYMBOLS.items() for sign in signs}

# What makes an upper, a lower, an approximate bound, longest first where one begins another.
BELOW = (
    "under|undr|udner|undet|below|bellow|belo|beneath|less than|les than|lower than|cheaper than"
    "|without exceeding|smaller than|fewer than|sub|u/"
    "|up to|upto|up2|until|till|at most|(?<!air[ ])max(?:imum)?\\.?(?: of| price| price of)?:?"
    "|within|inside|<=|<|≤"
    "|budget(?: of| is|:)?|limit(?: of|:)?|capped at|priced under|for under|costing under"
    "|onder|minder as|goedkoper as|laer as|nie meer as|hoogstens|op die meeste|tot"
    "|maks(?:imum)?"
)
ABOVE = (
    "over|above|more than|higher than|greater than"
    "|at least|starting (?:at|from)|upwards of|min(?:imum)?(?: of| price)?|from|>=|>|≥|beyond"
    "|exceeding|pricier than|dearer than|more expensive than|costing over|priced over|priced from"
    "|bo|meer as|duurder as|hoer as|minstens|ten minste|vanaf"
)
ABOUT = (
    "around|about|approx(?:imately|\\.)?|roughly|near(?:ly)?|circa|close to|somewhere around|~|±"
    "|\\+ ?/? ?-|plus ?/? ?minus|in the region of|in the vicinity of|give or take|more or less"
    "|ongeveer|omtrent|naby|rondom|min of meer"
)
# Before a bound these turn it round: "don't cost more than R300", "nothing over", "not less than".
NOT = (
    "not|no|nothing|none|never|dont|don't|doesnt|doesn't|cant|can't|cannot|wont|won't|isnt|isn't"
    "|arent|aren't|shouldnt|shouldn't|nie|niks|geen"
)
COSTING = "be|to|cost|costs|costing|spend|pay|go|going|priced|price|want|kos|that"
AT = "for|at|priced at|costing|price|cost|costs|@|vir|teen"
TO = "-|–|—|&|to|and|until|till|tot|en|through|up to"
BETWEEN = "between|from|range|in the range(?: of)?|tussen|van|vanaf|price range|priced between"
OR_LESS = (
    "(?:or|and|&) (?:less|under|below|cheaper|lower)|max(?:imum)?|tops|to spend"
    "|at (?:the )?most|of minder|en minder|en laer|budget|limit|maks"
)
OR_MORE = (
    "or more|or over|or above|or up|or higher|and up|and over|and above|and more|upwards?|plus|\\+"
    "|minimum|min|of meer|en meer|en op"
)
OR_SO = "or so|or thereabouts|give or take|ish|of so|more or less|min of meer"
UNITS = (
    "%|per ?cent|cm|mm|m|km|kg|g|gr|gsm|ml|l|lt|litres?|liters?|inch(?:es)?|in|ft|feet|w|watt|v|tc"
    "|thread|pcs?|pieces?|packs?|pairs?|sets?|years?|yrs?|months?|mths?|weeks?|days?|hours?|seaters?"
    "|drawers?|doors?|tiers?|person|people|man|men|sleeper|burner|x|by|maande|jaar|waist|length"
    "|carats?|ct|karat|kt|k gold|spf|ply|oz|lb|way|ring|panel|light|shelf|shelves|cups?|plate|mah"
)
ABOUT_SHARE = 0.3  # "around R400" is R280 to R520
OVER_SHARE = (
    0.2  # "R500 dress": who names an amount may go so far above it, if nothing else is left
)

# Numbers in words, English and Afrikaans.
_UNITS = {
    "one": 1, "een": 1, "two": 2, "twee": 2, "three": 3, "drie": 3, "four": 4, "vier": 4,
    "five": 5, "vyf": 5, "six": 6, "ses": 6, "seven": 7, "sewe": 7, "eight": 8, "agt": 8,
    "nine": 9, "nege": 9,
}  # fmt: skip
_TEENS = {
    "ten": 10, "tien": 10, "eleven": 11, "elf": 11, "twelve": 12, "twaalf": 12, "thirteen": 13,
    "dertien": 13, "fourteen": 14, "veertien": 14, "fifteen": 15, "vyftien": 15, "sixteen": 16,
    "sestien": 16, "seventeen": 17, "sewentien": 17, "eighteen": 18, "agtien": 18,
    "nineteen": 19, "negentien": 19,
}  # fmt: skip
_TENS = {
    "twenty": 20, "twintig": 20, "thirty": 30, "dertig": 30, "forty": 40, "fourty": 40,
    "veertig": 40, "fifty": 50, "vyftig": 50, "sixty": 60, "sestig": 60, "seventy": 70,
    "sewentig": 70, "eighty": 80, "tagtig": 80, "ninety": 90, "negentig": 90,
}  # fmt: skip
_HUNDREDS = {"hundred": 100, "honderd": 100}
_THOUSANDS = {"thousand": 1000, "duisend": 1000, "grand": 1000}
_IN_WORDS = {"half": 0.5, **_UNITS, **_TEENS, **_TENS, **_HUNDREDS, **_THOUSANDS}
_A_WORD = re.compile("|".join(sorted(_IN_WORDS, key=len, reverse=True)))  # or several, glued


def _any(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


# Behind digits: "5k", "8 thousand", "2 grand".
_TIMES_OF = {"k": 1000, **_HUNDREDS, **_THOUSANDS}
_TIMES = rf"k|{_any([*_HUNDREDS, *_THOUSANDS])}(?!\w)"
_MORE = rf"(?!\s{_any([*_HUNDREDS, *_THOUSANDS])})"  # "one hundred and two hundred" are two
_UNDER_100 = (
    rf"(?:{_any(_TENS)}(?:[\s-]?{_any(_UNITS)})?(?!\w)"
    rf"|{_any(_UNITS)}[\s-]?en[\s-]?{_any(_TENS)}|{_any([*_TEENS, *_UNITS])})"
)
_SO_MANY = rf"(?:(?:half\s)?a|{_UNDER_100}(?:\sand\sa\shalf)?)[\s-]?"
_AND = rf"[\s-]?(?:(?:and|en)\s)?{_UNDER_100}(?!\w){_MORE}"
_SPELT_HUNDREDS = rf"(?:{_SO_MANY})?{_any(_HUNDREDS)}(?:{_AND})?"
_SPELT = (
    rf"(?:(?:{_SO_MANY})?{_any(_THOUSANDS)}(?:[\s-]?{_SPELT_HUNDREDS}|{_AND})?|{_SPELT_HUNDREDS}"
    rf"|(?:(?:{_any(_UNITS)}|[1-9])\s)?{_any(_TENS)}(?:[\s-]{_any(_UNITS)})?"
    rf"|{_any(_UNITS)}[\s-]?en[\s-]?{_any(_TENS)})(?!\w)"
)
_NUMBER = rf"(?:{_SPELT}|(?:\d{{1,3}}(?:[ ,\u00a0']\d{{3}}){{1,4}}|\d+)(?:[.,]\d{{1,2}})?(?![\d]))"
_BEFORE = r"us\$|zar|usd|eur|r|\$|€"
_AFTER = r"rands?|rande|zar|dollars?|usd|euros?|eur|bucks?|\$|€|r(?![a-z0-9])"
_FREE = rf"(?![\w])(?!\s*(?:{UNITS})(?![\w]))(?![\w.,]?\d)"
_NUMBER_PARTS = (
    rf"(?:(?P<NAME_c1>{_BEFORE})\s{{0,2}})?(?P<NAME_n>{_NUMBER})(?:\s?(?P<NAME_k>{_TIMES}))?"
    rf"(?:\s{{0,2}}(?P<NAME_c2>{_AFTER}))?(?:[.,]-)?"
)


def _amount(name: str) -> str:
    return f"(?:{_NUMBER_PARTS.replace('NAME', name)})"


def phrase_pattern(words: str) -> str:
    """Return a pattern of the phrases; "then" is how many write "than"."""
    return rf"(?:{words})".replace("than", "th[ae]n").replace(" ?", r"\s?").replace(" ", r"\s+")


_DIGITS = {str(number): word for word, number in _UNITS.items()}  # "3 fifty"
_NO_HUNDRED = re.compile(rf"{_any(_UNITS)}\s{_any(_TENS)}")
_COUNTED = re.compile(rf"{_SO_MANY}{_any([*_HUNDREDS, *_THOUSANDS])}")
_HAS_NUMBER = re.compile(rf"\d|{_any([*_TENS, *_HUNDREDS, *_THOUSANDS])}")
_START = r"(?<![\w.,])"
_GAP = r"\s{0,3}(?:(?:a|an|the|price of|only|just)\s+)?"
_RANGE = re.compile(
    rf"{_START}(?:(?P<lead>{phrase_pattern(BETWEEN)})\s{{0,3}})?{_amount('low')}"
    rf"\s{{0,2}}{phrase_pattern(TO)}\s{{0,2}}{_amount('high')}{_FREE}"
)
_BOUND = re.compile(
    rf"{_START}(?P<not>{phrase_pattern(NOT)}\s+(?:{phrase_pattern(COSTING)}\s+){{0,4}})?(?P<word>(?P<below>{phrase_pattern(BELOW)})|(?P<above>{phrase_pattern(ABOVE)})"
    rf"|(?P<about>{phrase_pattern(ABOUT)})){_GAP}{_amount('at')}{_FREE}"
)
_TAILED = re.compile(
    rf"{_START}{_amount('at')}(?!(?!ish)\w)\s{{0,2}}"
    rf"(?:(?P<below>{phrase_pattern(OR_LESS)})|(?P<above>{phrase_pattern(OR_MORE)})|(?P<about>{phrase_pattern(OR_SO)}))"
    r"(?![\w])"
    rf"(?!\s*(?:{_BEFORE})?\s?\d)"
)
_ALONE = re.compile(rf"{_START}(?:{phrase_pattern(AT)}\s{{1,3}})?{_amount('at')}{_FREE}")
# Sizes look like ranges and bounds too: "size 32-34", "waist under 90".
_SIZED = re.compile(r"(?:sizes?|waist|length|eu|uk|age|ages|aged|no|number|grootte)\s{0,2}$")
_SIZED_WITHIN = 10  # characters before an amount
SMALLEST_UNMARKED = 20  # "2-3" and "under 5" without a currency are no prices


@dataclass(frozen=True, slots=True)
class Price(Span):
    """A price in a text: from `low` to `high`, in `currency` or the visitor's.

    A null bound is open. `near` is the amount that comes first where one was named by itself.
    """

    low: float | None
    high: float | None
    currency: str | None
    near: float | None = None


def prices(folded: str) -> list[Price]:
    """Return the prices of a folded text from left to right, none overlapping."""
    if not _HAS_NUMBER.search(folded):  # most texts, in a tenth of the time
        return []
    return sorted(apart(_all(folded)), key=lambda price: price.start)


def _all(folded: str) -> Iterator[Price]:
    """Give every reading, the ones with most words first."""
    for pattern, read in (
        (_RANGE, _range),
        (_BOUND, _bound),
        (_TAILED, _bound),
        (_ALONE, _alone),
    ):
        for match in pattern.finditer(folded):
            price = read(match)
            before = max(0, match.start() - _SIZED_WITHIN)
            is_size = _SIZED.search(folded, before, match.start()) is not None
            if price is not None and (price.currency or not is_size):
                yield price


def _value(match: re.Match[str], name: str) -> float:
    """Return an amount; "1 200", "1,200" and "1.2k" are one."""
    text = match.group(f"{name}_n")
    if text[-1].isalpha():
        return _spelt(text)
    cents = re.search(r"[.,](\d{1,2})$", text)
    units = text[: cents.start()] if cents else text
    number = float(re.sub(r"\D", "", units) + (f".{cents.group(1)}" if cents else ""))
    return number * _TIMES_OF.get(match.group(f"{name}_k"), 1)


def _spelt(text: str) -> float:
    """Return "five hundred and fifty", "vyfhonderd-en-vyftig", "five fifty" as 550."""
    text = _DIGITS.get(text[0], text[0]) + text[1:]
    thousands = rest = 0.0
    words = _A_WORD.findall(text)
    if _NO_HUNDRED.match(text):
        words.insert(1, "hundred")
    for word in words:
        if word in _THOUSANDS:
            thousands, rest = (rest or 1) * 1000, 0
        elif word in _HUNDREDS:
            rest = (rest or 1) * 100
        else:
            rest += _IN_WORDS[word]
    return thousands + rest


def _currency(match: re.Match[str], *names: str) -> str | None:
    for name in names:
        for sign in (match.group(f"{name}_c1"), match.group(f"{name}_c2")):
            if sign in _CODES:
                return _CODES[sign]
    return None


def _is_marked(match: re.Match[str], *names: str) -> bool:
    return any(
        match.group(f"{name}_c1") or match.group(f"{name}_c2") or _counts_money(match, name)
        for name in names
    )


def _counts_money(match: re.Match[str], name: str) -> bool:
    """Tell whether an amount is said as money is: "2 grand", "five hundred"."""
    times, number = match.group(f"{name}_k"), match.group(f"{name}_n")
    return (times or "k") != "k" or bool(_COUNTED.match(number))


def _range(match: re.Match[str]) -> Price | None:
    low, high = _value(match, "low"), _value(match, "high")
    if match.group("high_k") and not match.group("low_k") and low < high / 1000:
        low *= 1000  # "1-2k"
    if low > high:
        return None
    marked = _is_marked(match, "low", "high")
    if not marked and (low < SMALLEST_UNMARKED or not (match.group("lead") or high >= 100)):
        return None
    return Price(*match.span(), low, high, _currency(match, "low", "high"))


def _bound(match: re.Match[str]) -> Price | None:
    amount = _value(match, "at")
    if not _is_marked(match, "at") and amount < SMALLEST_UNMARKED and not match.group("at_k"):
        return None
    return _of(match, amount)


def _of(match: re.Match[str], amount: float) -> Price:
    low = high = None
    negated = bool(match.groupdict().get("not"))
    if match.group("about"):
        low, high = amount * (1 - ABOUT_SHARE), amount * (1 + ABOUT_SHARE)
    elif bool(match.group("below")) != negated:
        high = amount
    else:
        low = amount
    near = amount if low is not None and high is not None else None
    return Price(*match.span(), low, high, _currency(match, "at"), near)


def _alone(match: re.Match[str]) -> Price | None:
    """Read "R500 dress" as what may be spent: up to the amount, nearest to it first."""
    if not _is_marked(match, "at"):
        return None
    amount = _value(match, "at")
    high = round(amount * (1 + OVER_SHARE), 2)
    return Price(*match.span(), None, high, _currency(match, "at"), amount)

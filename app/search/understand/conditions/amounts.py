"""What a quantity becomes, by its unit: a price, a discount, an age, a size, a measure. Pure.

All of them are edges of the lattice, beside the readings of their words; where two of them share a
word, the costs decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from app.search.understand.conditions.parts import Found, people_part, size_part
from app.search.understand.conditions.shipping import shipping
from app.search.understand.conditions.sizes import sizes
from app.search.understand.lattice.arcs import Text
from app.search.understand.meaning import Amount, Part
from app.search.understand.words.text import MOST_WORDS
from indexer.language.quantities import (
    MONEY_SIGNS,
    TAILS,
    UNITS,
    Quantity,
    phrases,
    quantities,
    sides,
    value,
)
from scrapers.attributes import SIZE

ABOUT_SHARE = 0.3  # "around R400" is R280 to R520
# "R500 dress": who names an amount may go so far above it, if nothing else is left
OVER_SHARE = 0.2
SMALLEST_UNMARKED = 20  # "2-3" and "under 5" without a currency are no prices
# Sizes look like ranges and bounds too: "size 32-34", "waist under 90".
_SIZED = re.compile(r"(?:sizes?|waist|length|eu|uk|age|ages|aged|no|number|grootte)\s{0,2}$")
_SIZED_WITHIN = 10  # characters before an amount

_OFF = re.compile(
    r"\s(?:in\s)?(?:off|less|cheaper|goedkoper|discount(?:ed|s)?|reductions?|reduced|sale|afslag"
    rf"|korting)(?:\s?(?:{phrases(TAILS['above'])}))?(?!\w)"
)
_OFF_BY = re.compile(
    r"(?<!\w)(?:discount(?:ed|s)?|reductions?|reduced|marked down|sale|save|saving|afslag|korting"
    r"|spaar)(?:\s(?:of|by|at|with|van|met))?\s$"
)
_OFF_BY_WITHIN = 20

_MONTHS = ("age", "1")
BABY_MONTHS = 24  # stores' own border between baby and toddler
_CUT_MONTHS = [(0, 3), (3, 6), (6, 9), (6, 12), (9, 12), (12, 18), (18, 24)]
CHILD_YEARS = 13  # until then children's sizes; who is older wears either, or an adult's
_OLD = re.compile(r"[\s-](?:olds?|oud|oue)(?!\w)")
# Months by themselves are an age too ("m" as babies' sizes are cut, others may be metres), where
# nothing lasts or is counted in them; years by themselves are not.
_LASTING = re.compile(
    r"\s(?:warrant\w*|guarant\w*|waarborg|garansie|calendars?|planners?|diar\w*|subscriptions?)"
)

NEAR_SHARE = Fraction(1, 10)  # "about 2 m" is 1.8 to 2.2 m
_LEAST, _GREATEST = Fraction(1, 10), 1_000_000  # of the smallest unit: a kilometre, a ton


def discount(of: Quantity, _: Text) -> Found | None:
    """Read "at least 20% off", "save 20-40%", "half price"; in per cent."""
    if of.unit[0] != "share" or not 1 <= of.at < 100 or of.at.denominator > 1:
        return None
    off = _OFF.match(of.text, of.stop)
    start = of.match.start()
    by = _OFF_BY.search(of.text, max(0, start - _OFF_BY_WITHIN), start)
    if not (off or by or of.has("half")):
        return None
    at, low = int(of.at), None if of.low is None else int(of.low)
    if low is None:
        low, high = (None, at) if of.role == "below" else (at, None)
    else:
        high = at
    label = f"{low} to {high}% off" if low and high else f"{low}% off or more"
    span = by.start() if by else start, off.end() if off else of.stop
    label = label if low else f"Up to {high}% off"
    part = Amount("state", "", label, values=("sale",), low=low, high=high)
    return Found(*span, (part,))


def price(of: Quantity, text: Text) -> Found | None:
    """Read an amount of money; without a currency only where it is compared, and no size."""
    kind, code = of.unit
    is_marked = kind == "money" or of.is_counted
    before = of.match.start()
    sized = of.has("aged") or _SIZED.search(of.text, max(0, before - _SIZED_WITHIN), before)
    if kind not in {"", "money"} or (sized and not code):
        return None
    at, low, high, near = float(of.at), None, None, None
    is_small = at < SMALLEST_UNMARKED and not of.has("at_times")
    if of.low is not None:
        low, high = float(of.low), at
        if of.has("at_times") and not of.has("low_times") and low < high / 1000:
            low *= 1000  # "1-2k"
        is_small = low < SMALLEST_UNMARKED or not (of.has("between") or high >= 100)
        if low > high:
            return None
    elif of.role == "about":
        low, high, near = at * (1 - ABOUT_SHARE), at * (1 + ABOUT_SHARE), at
    elif of.role == "below":
        high = at
    elif of.role == "above":
        low = at
    else:  # "R500 dress" is what may be spent: nearest to it first
        high, near, is_small = round(at * (1 + OVER_SHARE), 2), at, True
    if is_small and not is_marked:
        return None
    label = _price_label(low, high, near, MONEY_SIGNS.get(code or text.currency, ""))
    span = of.match.start(), of.stop
    part = Amount("price", "", label, low=low, high=high, near=near, currency=code or None)
    return Found(*span, (part,))


def _price_label(low: float | None, high: float | None, near: float | None, sign: str) -> str:
    first, last, named = (
        f"{sign}{amount:,.2f}".removesuffix(".00") if amount is not None else ""
        for amount in (low, high, near)
    )
    if named:
        return f"About {named}"
    if first and last:
        return f"{first} to {last}"
    return f"From {first}" if first else f"Up to {last}"


def age(of: Quantity, text: Text) -> Found | None:
    """Read an age as whom it means, and a range of them as a size of children as well."""
    low, kind = of.at if of.low is None else of.low, of.unit[0]
    unit, is_range = of.match.groupdict()["at_unit"], of.low is not None
    is_aged = of.has("aged") and kind not in {"money", "share"}
    is_cut = of.is_months
    is_months = is_cut or of.unit == _MONTHS
    old = _OLD.match(of.text, of.end)
    is_old = kind == "age" and (old is not None or unit in {"yo", "y/o"})
    is_one = is_old or is_aged or (is_months and not is_range)
    if not (is_one or is_cut or (is_range and kind == "age")) or (unit == "y" and not is_range):
        return None
    end = old.end() if old else of.end if kind == "age" or is_cut else of.match.end("at")
    is_lasting = (is_range or not (is_old or is_aged)) and _LASTING.match(of.text, end)
    end += 2 if of.text.startswith("'s", end) else 0
    is_whole = low.denominator == of.at.denominator == 1 and low <= of.at < 100
    if is_lasting or not is_whole or of.text[end : end + 1].isalnum():  # "age 24kg"
        return None
    span = (of.match.start() if is_aged else of.start), end
    people = _people(int(low) * (1 if is_months else 12), is_range=is_range)
    parts: list[Part] = []
    if people:
        parts.append(people_part("", (people,), text.language))
        written = _sizes_of(int(low), int(of.at), "months" if is_months else "years")
        values = dict.fromkeys(value for text in written for value in SIZE.values(text))
        parts.append(size_part(written[0], tuple(values)))
    return Found(*span, tuple(parts))


def _sizes_of(low: int, high: int, named: str) -> list[str]:
    """Return the sizes of an age, itself first: of one also the ranges that it lies in."""
    if low < high:
        return [f"{low}-{high} {named}", f"{low} {named}", f"{high} {named}"]
    spans = _CUT_MONTHS if named == "months" else [(low - 1, low), (low, low + 1), (low, low + 2)]
    within = [f"{first}-{last} {named}" for first, last in spans if first <= low <= last]
    return [f"1 {named[:-1]}" if low == 1 else f"{low} {named}", *within]


def _people(months: int, *, is_range: bool) -> str:
    """Return whom an age means; 9-12 months are a baby's in one store, a child's in the next."""
    if months < BABY_MONTHS and not is_range:
        return "baby"
    return "kids" if months <= CHILD_YEARS * 12 else ""


def measure(of: Quantity, _: Text) -> Found | None:
    """Read a measure as a wish: in whatever unit a name says it, what fits it comes first."""
    kind, size = of.unit
    if not of.is_measure or of.text.startswith("/", of.end):
        return None
    last = of.match["at"].rpartition(" ")[2]
    is_cut = last != of.match["at"] and not last.isalpha()  # "size 9 500 ml"
    at = value(last) if is_cut else of.at
    start = of.match.end("at") - len(last) if is_cut else of.match.start()
    low, high, label = _compared(of.low, at, "" if is_cut else of.role)
    span = start if of.role in TAILS or is_cut or of.low is not None else of.start, of.stop
    part = _measured(label, kind, size, (low, high))
    return Found(*span, (part,)) if part else None


def _compared(
    low: Fraction | None, at: Fraction, role: str
) -> tuple[Fraction | None, Fraction | None, str]:
    """Return from where to where an amount goes as it is compared, and how that is said."""
    if low is not None:
        return low, at, f"{_written(low)} to {_written(at)}"
    match role:
        case "below":
            return None, at, f"Up to {_written(at)}"
        case "above":
            return at, None, f"From {_written(at)}"
        case "about":
            return at * (1 - NEAR_SHARE), at * (1 + NEAR_SHARE), f"About {_written(at)}"
        case _:
            return at, at, _written(at)


def _measured(
    label: str, kind: str, size: str, bounds: tuple[Fraction | None, Fraction | None]
) -> Amount | None:
    """Return the wish for a measure within bounds; None where nobody would write them."""
    low, high = (None if bound is None else bound * int(size) for bound in bounds)
    if any(bound is not None and not _LEAST <= bound < _GREATEST for bound in (low, high)):
        return None
    first, last = (None if bound is None else float(bound) for bound in (low, high))
    said = f"{label} {UNITS[kind][size][0]}"
    return Amount("measure", "", said, values=(kind,), certain=False, low=first, high=last)


def in_sides(text: Text) -> Iterator[Found]:
    """Give what is so long and so wide: "160 x 230 cm" wishes for both."""
    for one in sides(text.folded):
        read = (_measured(_written(at), one.kind, one.size, (at, at)) for at in one.each)
        yield Found(one.start, one.end, tuple(part for part in read if part))


def _written(amount: Fraction) -> str:
    return f"{float(amount):.2f}".rstrip("0").rstrip(".")


def amounts(text: Text) -> Iterator[Found]:
    """Give what the quantities of a text become: the first that reads one has it.

    Those behind the MOST_WORDS first are no more of a search than words are: a text may hold 300,
    and is read a dozen times where nothing is found.
    """
    for quantity in islice(quantities(text.folded), MOST_WORDS):
        found = (read(quantity, text) for read in (discount, price, age, measure))
        yield from islice(filter(None, found), 1)


def stated(text: Text) -> Iterator[Found]:
    """Give all that a text states by numbers, letters of size and countries."""
    for source in (amounts, shipping, in_sides, sizes):
        yield from islice(source(text), MOST_WORDS)

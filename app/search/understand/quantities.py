"""Sizes in a text: "size 9", "XL", "UK 8", "32 waist", "grootte 12". Pure.

A size is looked for under the values of documents, however stores word it (scrapers.attributes).
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice

from app.search.understand.arcs import Text
from app.search.understand.meaning import Amount, Part
from app.search.understand.parts import StatedPart, people_part, size_part
from app.search.understand.text import MOST_WORDS
from indexer.catalogue.stores import EVERYWHERE
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
from indexer.language.tree import FOLDER, iso_by_wording, names, split_list, table
from scrapers.attributes import LENGTHS, SIZE, WAISTS

_WORDS = {
    "extra small": "XS", "x-small": "XS", "extra large": "XL", "x-large": "XL", "xx-large": "XXL",
    "x large": "XL", "x small": "XS",
    "small": "S", "medium": "M", "large": "L", "klein": "S", "groot": "L", "ekstra groot": "XL",
}  # fmt: skip
MOST_BETWEEN = 20  # sizes of a range
_BRA = re.compile(r"(?<!\w)(?:bra|bras|bralette|bralettes|bh)(?!\w)")
# What the rows below are made of. "m" by itself is a metre, or a letter; rings have letters.
_PARTS = {
    "letters": r"(?:x{1,4}s|x{1,4}l|[2-6]xl)",
    "worded": f"(?:{'|'.join(sorted(map(re.escape, _WORDS), key=len, reverse=True))})",
    "letter": r"[b-hj-z]",
    "number": r"\d{1,3}(?:[.,]5|½|\s?1/2)?(?:\s?[-/]\s?\d{1,3})?[a-h]?",
    "system": r"(?:uk|us|eu|eur|sa)",
    "said": r"(?:in\s+)?(?:an?\s+)?(?:sizes?|sz|grootte|nommer|maat)(?![a-z])\s*(?::\s*)?",
    "waist": r"(?:2[4-9]|3\d|4[0-8])",
    "leg": r"(?:2[6-9]|3[0-8])",
    "cup": r"(?:aa|dd|ff|gg|hh|[a-h])",
    "band": r"(?:2[68]|3[0-8]|4[0-8]|[6-9][05]|1[01][05])",  # in inches and centimetres
    "end": r"(?![\w%]|[.,]\d|\s?(?:cm|mm|m|x|inch|seater|pack|piece|rand|l|ml|kg|g)\b)",
}
# How sizes are written, a row each; of several at one place the longest is meant.
_FORMS = (
    r"(?:(?P<before>%(system)s)\s)?%(said)s(?:(?P<own>%(system)s)\s?)?"
    r"(?P<value>%(letters)s|%(worded)s|%(letter)s|%(number)s)"
    r"(?:\s?(?:to|tot|until|and|en)\s(?P<most>\d{1,3}))?(?:\s?(?P<behind>%(system)s)(?!\w))?%(end)s",
    r"(?P<own>%(system)s)\s?(?P<value>%(number)s)%(end)s",
    r"(?P<value>\d{1,2}(?:[.,]5)?)\s?(?P<own>uk|eu)",
    r"(?:w\s?)?(?P<value>%(waist)s)\s?(?:[/x]\s?l?|l\s?)(?P<leg>%(leg)s)",  # "34/32", "W34 L32"
    r"(?P<value>%(letters)s|(?:extra\s|x[\s-])(?:large|small))",
    r"(?P<value>\d{2})(?:\s?inch(?:es)?)?[\s-]waist",
    r"waist\s(?P<value>\d{2})%(end)s",
    r"(?P<value>\d{2}%(cup)s)",
)
# "Bra 34 B", which by itself may count anything.
_OF_BRAS = r"(?:%(said)s)?(?P<value>%(band)s\s{1,2}%(cup)s)"


def _compile(form: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.,$€])(?:{form % _PARTS})(?!\w)")


_PATTERNS, _OF_BRA = [*map(_compile, _FORMS)], _compile(_OF_BRAS)


def sizes(text: Text) -> Iterator[StatedPart]:
    """Give the sizes of a text, as each of the forms finds them."""
    forms = [_OF_BRA, *_PATTERNS] if _BRA.search(text.folded) else _PATTERNS
    return (_size(match) for form in forms for match in form.finditer(text.folded))


def _size(match: re.Match[str]) -> StatedPart:
    said_of = match.groupdict()
    typed = match["value"] + (f"/{said_of['leg']}" if said_of.get("leg") else "")
    value = _WORDS.get(typed, re.sub(r"\s", "", typed).replace(",", ".").replace("½", ".5").upper())
    value = value.replace("1/2", ".5")
    systems = (said_of.get(name) for name in ("own", "behind", "before"))
    system = next(filter(None, systems), "").upper()
    each = _between(value, said_of.get("most"))
    value += f" to {each[-1]}" if len(each) > 1 else ""
    wordings = (wording for one in each for wording in _wordings(one, system))
    values = dict.fromkeys(value for wording in wordings for value in SIZE.values(wording))
    part = size_part(f"{system} {value}".strip(), tuple(values))
    return (*match.span(), (part,))


def _between(low: str, high: str | None) -> list[str]:
    """Return the sizes from one to the other, or the first alone: "size 32 to 36"."""
    if not (high and low.isdigit() and int(low) < int(high) <= int(low) + MOST_BETWEEN):
        return [low]
    return [str(size) for size in range(int(low), int(high) + 1)]


def _wordings(value: str, system: str) -> Iterator[str]:
    """Give what stores may say of it: a system is not always named, nor is a length."""
    yield value
    if not value[0].isdigit() or value[-1].isalpha() or "/" in value:
        return
    yield from (f"{name} {value}" for name in ((system,) if system else ("UK", "SA")))
    if not system and value.isdigit() and int(value) in WAISTS:
        yield from (f"{value}/{length}" for length in LENGTHS)


@cache
def _scales() -> list[tuple[tuple[str, ...], dict[str, str]]]:
    """Return the scales of clothes' sizes: where they are worn; of a number its letter and back."""
    scales = []
    for _, (worn, scale) in table(FOLDER / "sizes.tsv", 2):
        letters = dict(pair.partition(":")[::2] for pair in split_list(scale))
        numbers = {letter: number for number, letter in letters.items()}
        scales.append((tuple(split_list(worn)), letters | numbers))
    return scales


def on_scale(size: Part, categories: Collection[str]) -> Part:
    """Return a size of clothes of these categories with its letter or number: 12 is L, too."""
    named = re.sub(r"(UK|SA) ", "", size.label.removeprefix(f"{SIZE.label} "))
    worn = [same for where, same in _scales() if any(slug.startswith(where) for slug in categories)]
    others = dict.fromkeys(same[named] for same in worn if named in same)
    if not others:
        return size
    written = (wording for other in others for wording in _wordings(other, ""))
    values = dict.fromkeys((*size.values, *(v for one in written for v in SIZE.values(one))))
    return replace(size, label=f"{size.label} ({', '.join(others)})", values=tuple(values))


_SHIP = (
    "ship(?:s|ped|ping)?|deliver(?:s|y|ies|ed|ing)?|send(?:s|ing)?|sent|post(?:s|ed|ing)?"
    "|courier(?:s|ed)?|dispatch(?:es|ed)?|shippable|deliverable|available"
    "|lewer|gelewer|aflewering|versend|versending|stuur|gestuur|beskikbaar"
)
_COME = "import(?:s|ed)?|com(?:e|es|ing)|sold|sourced|ingevoer|kom"
_FILLED = r"(?:(?:that|which|and|who|can|do|does|will|be|wat|kan)\s){0,4}"
_NOT = r"(?:(?P<not>not|never|except|excluding|but\snot|nie)\s)?"
_TO, _FROM = "to|into|in|within|na|aan|binne", "(?P<from>from|out of|uit|vanuit|van)"
_WORLDWIDE = (
    "world[ -]?wide|international(?:ly)?|globally|everywhere|anywhere|overseas|abroad|wereldwyd"
    "|(?:to )?(?:any|all) countr(?:y|ies)|(?:all )?over the world|oorsee"
)
# Countries whose names, by themselves, say something else more often.
_ELSE = frozenset({"jersey", "jordan", "georgia", "chad", "panama", "south africa"})


def shipping(text: Text) -> Iterator[StatedPart]:
    """Give the countries that products are sent to or come from in a text."""
    return (_shipping(match) for one in _patterns() for match in one.finditer(text.folded))


def _shipping(match: re.Match[str]) -> StatedPart:
    """Return a state whose values are the direction and an ISO 3166-1 code, or all of them."""
    groups = match.groupdict()
    iso = iso_by_wording()[groups["country"]] if groups.get("country") else EVERYWHERE
    direction = "from" if groups.get("from") else "to"
    label = f"Ships {direction} {names()[iso]}" if iso in names() else "Ships worldwide"
    values, excluded = (f"ships-{direction}", iso), bool(groups["not"])
    part = Part("state", "", label, values=values, excluded=excluded)
    return (*match.span(), (part,))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Return the patterns: with a word of sending first; then "from Italy"."""
    wordings = [wording for wording in iso_by_wording() if wording != "jersey"]
    of_some = r"(?:\s\w+)?"  # "delivers shoes to"
    sent = rf"(?:{_SHIP}){of_some}\s(?:{_TO})|(?:{_SHIP}|{_COME}){of_some}\s{_FROM}"
    alone = [wording for wording in wordings if wording not in _ELSE and len(wording) > 2]
    return (
        re.compile(rf"(?<!\w){_FILLED}{_NOT}(?:{sent})\s{_country(wordings)}"),
        re.compile(rf"(?<!\w){_NOT}(?P<from>from|uit)\s{_country([*alone, 'uk'])}"),
        re.compile(rf"(?<!\w){_FILLED}{_NOT}(?:{_SHIP})\s(?:{_WORLDWIDE})(?!\w)"),
    )


def _country(wordings: Iterable[str]) -> str:
    longest_first = sorted(map(re.escape, wordings), key=len, reverse=True)
    return rf"(?:the\s|die\s)?(?P<country>{'|'.join(longest_first)})(?![\w])"


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


def discount(of: Quantity, _: Text) -> StatedPart | None:
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
    return (*span, (part,))


def price(of: Quantity, text: Text) -> StatedPart | None:
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
    return (*span, (part,))


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


def age(of: Quantity, text: Text) -> StatedPart | None:
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
    return (*span, tuple(parts))


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


def measure(of: Quantity, _: Text) -> StatedPart | None:
    """Read a measure as a wish: in whatever unit a name says it, what fits it comes first."""
    kind, size = of.unit
    if not of.is_measure or of.text.startswith("/", of.end):
        return None
    last = of.match["at"].rpartition(" ")[2]
    is_cut = last != of.match["at"] and not last.isalpha()  # "size 9 500 ml"
    at = value(last) if is_cut else of.at
    start = of.match.end("at") - len(last) if is_cut else of.match.start()
    low, high, label = _bounds_of(of.low, at, "" if is_cut else of.role)
    span = start if of.role in TAILS or is_cut or of.low is not None else of.start, of.stop
    part = _measure_wish(label, kind, size, (low, high))
    return (*span, (part,)) if part else None


def _bounds_of(
    low: Fraction | None, at: Fraction, role: str
) -> tuple[Fraction | None, Fraction | None, str]:
    """Return from where to where an amount goes as it is compared, and how that is said."""
    if low is not None:
        return low, at, f"{_plain_number(low)} to {_plain_number(at)}"
    match role:
        case "below":
            return None, at, f"Up to {_plain_number(at)}"
        case "above":
            return at, None, f"From {_plain_number(at)}"
        case "about":
            return at * (1 - NEAR_SHARE), at * (1 + NEAR_SHARE), f"About {_plain_number(at)}"
        case _:
            return at, at, _plain_number(at)


def _measure_wish(
    label: str, kind: str, size: str, bounds: tuple[Fraction | None, Fraction | None]
) -> Amount | None:
    """Return the wish for a measure within bounds; None where nobody would write them."""
    low, high = (None if bound is None else bound * int(size) for bound in bounds)
    if any(bound is not None and not _LEAST <= bound < _GREATEST for bound in (low, high)):
        return None
    first, last = (None if bound is None else float(bound) for bound in (low, high))
    said = f"{label} {UNITS[kind][size][0]}"
    return Amount("measure", "", said, values=(kind,), certain=False, low=first, high=last)


def in_sides(text: Text) -> Iterator[StatedPart]:
    """Give what is so long and so wide: "160 x 230 cm" wishes for both."""
    for one in sides(text.folded):
        read = (_measure_wish(_plain_number(at), one.kind, one.size, (at, at)) for at in one.each)
        yield (one.start, one.end, tuple(part for part in read if part))


def _plain_number(amount: Fraction) -> str:
    return f"{float(amount):.2f}".rstrip("0").rstrip(".")


def amounts(text: Text) -> Iterator[StatedPart]:
    """Give what the quantities of a text become: the first that reads one has it.

    Those behind the MOST_WORDS first are no more of a search than words are: a text may hold 300,
    and is read a dozen times where nothing is found.
    """
    for quantity in islice(quantities(text.folded), MOST_WORDS):
        found = (read(quantity, text) for read in (discount, price, age, measure))
        yield from islice(filter(None, found), 1)


def read_quantities(text: Text) -> Iterator[StatedPart]:
    """Give all that a text states by numbers, letters of size and countries."""
    for source in (amounts, shipping, in_sides, sizes):
        yield from islice(source(text), MOST_WORDS)

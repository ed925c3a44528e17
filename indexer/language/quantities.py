"""Numbers, units and comparisons in a text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from indexer.core.wording import fold
from indexer.language.tree import FOLDER, NOTHING, folder, table


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of the words, the longest first."""
    return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})"


def _words(numbers: range) -> dict[str, Fraction]:
    tables = sorted(folder().glob("languages/*/numbers.tsv"))
    rows = (row for path in tables for _, row in table(path, 2))
    chosen = ((int(number), words.split("|")) for number, words in rows)
    return {word: Fraction(n) for n, words in chosen if n in numbers for word in words}


_ONES, _TEENS, _TENS = _words(range(1, 10)), _words(range(10, 20)), _words(range(20, 100))
_HUNDREDS, _THOUSANDS = _words(range(100, 101)), _words(range(1000, 1001))
_TIMES = {"k": Fraction(1000), **_HUNDREDS, **_THOUSANDS}  # behind digits: "5k", "8 thousand"
_IN_WORDS = {"half": Fraction(1, 2), **_ONES, **_TEENS, **_TENS, **_HUNDREDS, **_THOUSANDS}
DOZEN = {word: number for word, number in (_ONES | _TEENS).items() if number <= 12}

_LARGE = any_of([*_HUNDREDS, *_THOUSANDS])
_UNDER_100 = (
    rf"(?:{any_of(_TENS)}(?:[\s-]?{any_of(_ONES)})?(?!\w)"
    rf"|{any_of(_ONES)}[\s-]?en[\s-]?{any_of(_TENS)}|{any_of([*_TEENS, *_ONES])})"
)
_SO_MANY = rf"(?:(?:half\s)?a|{_UNDER_100}(?:\sand\sa\shalf)?)[\s-]?"
# "One hundred and two hundred" are two.
_AND = rf"[\s-]?(?:(?:and|en)\s)?{_UNDER_100}(?!\w)(?!\s{_LARGE})"
_SPELT_HUNDREDS = rf"(?:{_SO_MANY})?{any_of(_HUNDREDS)}(?:{_AND})?"
_SPELT = (
    rf"(?:(?:{_SO_MANY})?{any_of(_THOUSANDS)}(?:[\s-]?{_SPELT_HUNDREDS}|{_AND})?|{_SPELT_HUNDREDS}"
    rf"|(?:(?:{any_of(_ONES)}|[1-9])\s)?{any_of(_TENS)}(?:[\s-]{any_of(_ONES)})?"
    rf"|{any_of(_ONES)}[\s-]?en[\s-]?{any_of(_TENS)}|{any_of(DOZEN)}(?!\sen\s{any_of(_TENS)}))(?!\w)"
)
_WRITTEN = r"(?:\d{1,3}(?:[ ,\u00a0']\d{3}){1,4}|\d{1,12})(?:[.,]\d{1,2})?(?!\d)"
WHOLE = r"(?!(?!ish)\w)"  # "R400ish"
NUMBER, TIMES = rf"(?:{_SPELT}|{_WRITTEN})", rf"(?:k|{_LARGE}){WHOLE}"
_A_WORD = re.compile(any_of(_IN_WORDS))  # or several, glued
_DIGITS = {str(number): word for word, number in _ONES.items()}  # "3 fifty"
_NO_HUNDRED = re.compile(rf"{any_of(_ONES)}\s{any_of(_TENS)}")
_COUNTED = re.compile(rf"{_SO_MANY}{_LARGE}")


def value(number: str, times: str | None = None) -> Fraction:
    """Return what a number that NUMBER matches is, so many TIMES; "1 200", "1,200" are one."""
    if number[-1].isalpha():
        return _spelt(_DIGITS.get(number[0], number[0]) + number[1:])
    units, cents = re.fullmatch(r"(.*?)(?:[.,](\d{1,2}))?", number, re.DOTALL).groups()  # type: ignore[union-attr] # matches all
    amount = Fraction(f"{re.sub(r'[^0-9]', '', units)}.{cents or 0}")
    return amount * _TIMES.get(times or "", 1)


def counts_money(number: str, times: str | None) -> bool:
    """Return True if an amount is worded as money is: "2 grand", "five hundred"."""
    return (times or "k") != "k" or bool(_COUNTED.match(number))


def _spelt(text: str) -> Fraction:
    """Return "five hundred and fifty", "vyfhonderd-en-vyftig", "five fifty" as 550."""
    thousands = rest = Fraction()
    words = _A_WORD.findall(text)
    if _NO_HUNDRED.match(text):
        words.insert(1, "hundred")
    for word in words:
        if word in _THOUSANDS:
            thousands, rest = (rest or Fraction(1)) * 1000, Fraction()
        elif word in _HUNDREDS:
            rest = (rest or Fraction(1)) * 100
        else:
            rest += _IN_WORDS[word]
    return thousands + rest


# By kind and size (in the smallest of the kind): how it is written; the first is the label's.
UNITS: dict[str, dict[str, tuple[str, ...]]] = {}
# What makes a bound before and behind a number, and what stands about two: patterns by name.
SAID: dict[str, dict[str, str]] = {"lead": {}, "tail": {}, "other": {}}
for _, (_what, _name, _size, _said) in table(FOLDER / "quantities.tsv", 4):
    if _what == "unit":
        UNITS.setdefault(_name, {})[_size.removeprefix(NOTHING)] = tuple(_said.split("|"))
    else:
        SAID[_what][_name] = _said
LEADS, TAILS, OTHER = SAID["lead"], SAID["tail"], SAID["other"]
# As on tiles and in bands, by the currency: "R 1,000", "€35".
MONEY_SIGNS = {
    code: f"{signs[0].upper()} " if signs[0].isalpha() else signs[0]
    for code, signs in UNITS["money"].items()
    if code
}
MOST_MEASURES = 8  # of one kind, of one product
NAMELESS = {"money", "share", "age", "count"}
MEASURED = tuple(kind for kind in UNITS if kind not in NAMELESS)  # what names say of products
_SIGNS = ("us$", "zar", "usd", "eur", "r", "$", "€")  # before a number
_INCH, _FOOT = (
    [written for written in UNITS["inches"][size] if not written.isalpha()] for size in ("1", "12")
)
_LONE = {"in", *_INCH, *_FOOT}  # only right behind digits, and feet before inches and sides
_UNIT_OF = {
    said: (kind, size)
    for kind, sizes in UNITS.items()
    for size, writings in sizes.items()
    for written in writings
    for said in (written, *((f"{written}s", f"{written}es") if len(written) > 1 else ()))
}


def phrases(words: str) -> str:
    """Return a pattern of the phrases; "then" is how many write "than"."""
    return rf"(?:{words})".replace("than", "th[ae]n").replace(" ?", r"\s?").replace(" ", r"\s+")


def _roles(said: dict[str, str]) -> str:
    behind = "or_" if said is TAILS else ""
    return "|".join(f"(?P<{behind}{role}>{phrases(words)})" for role, words in said.items())


def _amount(name: str) -> str:
    worded = any_of(re.escape(said) for said in _UNIT_OF if said not in _LONE)
    return (
        rf"(?:(?P<{name}_sign>{any_of(map(re.escape, _SIGNS))})\s{{0,2}})?(?P<{name}>{NUMBER})"
        rf"(?:\s?(?P<{name}_times>{TIMES}))?"
        rf"(?:[\s-]?\s?(?P<{name}_unit>{worded}{WHOLE}|(?<=\d)in(?!\w)|(?<=\d){any_of(_INCH)}))?"
    )


_START, _END = r"(?<![\w.,$€])(?<!\d[-'’′])", r"(?:[.,]-|-00)?(?![\w%])(?![.,]?\d)"
_GAP = r"\s{0,3}(?:(?:a|an|the|price of|only|just)\s+)?"
_NEGATED = rf"(?P<not>{phrases(OTHER['not'])}\s+(?:{phrases(OTHER['costing'])}\s+){{0,4}})?"
_SIGN = any_of(map(re.escape, _SIGNS))
_TAILED = rf"\s{{0,2}}(?:{_roles(TAILS)})(?!\w)(?!\s*{_SIGN}?\s?\d)"
_HALF = r"(?P<half>half[\s-]?priced?|half[\s-]off|halwe[\s-]?prys|halfprys)"
_PATTERNS = (
    re.compile(
        rf"{_START}(?:(?P<between>{phrases(OTHER['between'])}|(?P<aged>{LEADS['aged']}))\s{{0,3}})?"
        rf"{_amount('low')}\s{{0,2}}{phrases(OTHER['to'])}\s{{0,2}}{_amount('at')}{_END}"
    ),
    re.compile(
        rf"{_START}(?:(?P<pack>packs?|pk)\sof\s|{_NEGATED}(?:{_roles(LEADS)}){_GAP})?"
        rf"(?:{_amount('at')}|{_HALF})(?:{_TAILED}|{_END})"
    ),
)
_LONG = any_of(
    re.escape(said)
    for said, (kind, _) in _UNIT_OF.items()
    if kind in {"length", "inches"} and said not in _LONE
)
_SIDE_UNIT = rf"(?:{_LONG}(?!(?!ish|x\s?\d)\w)|in(?!\w)|{any_of((*_INCH, *_FOOT))})"
# "W60 x H40 x D30cm", "60cm (w) x 40cm", "70*140 cm", "10\" x 12\"".
_SIDE = (
    rf"(?:[whdl]\s?)?\d{{1,5}}(?:[.,]\d{{1,2}})?(?:[\s-]?{_SIDE_UNIT})?(?:\s?\(?[whdl](?!\w)\)?)?"
)
_SIDES = re.compile(
    rf"(?<![\w.,$€]){_SIDE}(?:(?:\s?(?:x|×|\*|by)\s?|\s(?=[whdl]\d)){_SIDE}){{1,2}}"
    rf"(?:[\s-]?{_SIDE_UNIT})?"
)
_SIDE_OF = re.compile(rf"(\d{{1,5}}(?:[.,]\d{{1,2}})?)(?:\s?[whdl](?!\w))?[\s-]?({_SIDE_UNIT})?")
_FEET = re.compile(
    rf"(?<![\w.,$€])(\d{{1,2}})\s?(?:{any_of(_FOOT)}|ft|feet|foot)\.?\s?"
    rf"(\d{{1,2}}(?:[.,]\d)?)\s?(?:{any_of(_INCH)}|in(?:ch(?:es)?)?(?!\w))"
)
# Sides without a unit are centimetres; "34x32" are jeans, "4x4" a car.
_BARE, SHORTEST_SIDE, LONGEST_SIDE = ("length", "10"), 20, 500
_WAISTS, _LEGS = range(24, 49), range(26, 39)
_WORN = re.compile(r"\s(?:waist|leg|inseam)")
_OVER = re.compile(r"\d/$")
_BABY_SIZES = ({0, 3, 6, 9, 12, 18}, {3, 6, 9, 12, 18, 24})


class Sides(NamedTuple):
    """What is so long and so wide at [start, end): "160 x 230 cm"; each in the unit's `size`."""

    start: int
    end: int
    kind: str
    size: str
    each: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what stands about it in `text`; a range goes from `low` to `at`.

    `unit` is the kind of its unit and the unit's size (money's is the currency), both empty
    without. It stands in [start, end), and up to `stop` with its comparison, whose `role` is one of
    those of LEADS and TAILS. `is_counted`: it is worded as money is ("2 grand", "five hundred").
    """

    text: str
    match: re.Match[str]
    start: int
    end: int
    stop: int
    low: Fraction | None
    at: Fraction
    unit: tuple[str, str]
    role: str
    is_counted: bool

    @property
    def is_months(self) -> bool:
        """Return True if a range with an "m" is one of babies' sizes: "0-3m", and no metres."""
        is_m = self.match.groupdict()["at_unit"] == "m"
        return is_m and self.low in _BABY_SIZES[0] and self.at in _BABY_SIZES[1]

    @property
    def is_measure(self) -> bool:
        """Return True if it is how much or how long: no waist, no months, no thousands, and not
        what stands below a line (1/2").
        """
        is_below = _OVER.search(self.text, max(0, self.start - 2), self.start)
        is_worn = _WORN.match(self.text, self.end)
        is_type = self.unit[0] == "pieces" and self.at < 3  # swimsuits, suits
        is_one = self.unit[0] in MEASURED and not (is_below or is_worn or is_type or self.is_months)
        return is_one and not self.has("at_times")

    def has(self, group: str) -> bool:
        """Return True if a word is present: "between" before a range, "times" behind a number."""
        return bool(self.match.groupdict().get(group))


def quantities(folded: str) -> Iterator[Quantity]:
    """Give the quantities of a folded text, ranges before single numbers; some may overlap."""
    for pattern in _PATTERNS:
        for match in pattern.finditer(folded):
            quantity = _quantity(folded, match)
            if quantity is not None:
                yield quantity


def sides(folded: str) -> Iterator[Sides]:
    """Give the lengths and widths of a folded text, or so many feet and inches."""
    for match in _FEET.finditer(folded):
        feet, inches = map(value, match.groups())
        yield Sides(*match.span(), "inches", "1", (feet * 12 + inches,))
    for match in _SIDES.finditer(folded):
        said = [(value(side), unit) for side, unit in _SIDE_OF.findall(match[0])]
        units = [_UNIT_OF[unit] for _, unit in said if unit]
        if len({kind for kind, _ in units}) == 1 or _is_bare(said):
            kind, size = units[-1] if units else _BARE
            own = (int(_UNIT_OF[unit][1] if unit else size) for _, unit in said)
            each = (at * Fraction(of, int(size)) for (at, _), of in zip(said, own, strict=True))
            yield Sides(*match.span(), kind, size, tuple(each))


def _is_bare(said: Sequence[tuple[Fraction, str]]) -> bool:
    """Return True if sides without a unit are a rug's, a cushion's: "120x170"; no waist and leg."""
    sides = [at for at, unit in said if not unit]
    is_worn = len(sides) == 2 and sides[0] in _WAISTS and sides[1] in _LEGS
    in_range = all(SHORTEST_SIDE <= at <= LONGEST_SIDE for at in sides)
    return len(sides) == len(said) and in_range and not is_worn


def read_measures(folded: str) -> dict[str, list[float]]:
    """Return the measures of a folded name, by their kind (of MEASURED), in its smallest."""
    found: dict[str, dict[float, None]] = {}
    spans: list[tuple[int, int]] = []
    for one in sides(folded):
        spans.append((one.start, one.end))
        found.setdefault(one.kind, {}).update((float(at * int(one.size)), None) for at in one.each)
    for quantity in quantities(folded):
        kind, size = quantity.unit
        is_side = any(start <= quantity.start < end for start, end in spans)
        if quantity.is_measure and not is_side:
            named = [at for at in (quantity.low, quantity.at) if at is not None]
            found.setdefault(kind, {}).update((float(at * int(size)), None) for at in named)
    return {kind: list(amounts)[:MOST_MEASURES] for kind, amounts in found.items()}


def _quantity(text: str, match: re.Match[str]) -> Quantity | None:
    said = match.groupdict()
    names = [name for name in ("low", "at") if said.get(name)]
    groups = [f"{name}_{part}" for name in names for part in ("sign", "unit")]
    units = {group: _UNIT_OF[unit] for group in groups if (unit := said[group])}
    ends = [match.end(group) for group in ("at", "at_times", "at_unit") if said[group]]
    end, stop = max(ends, default=match.end()), match.end()
    signed = "at_sign" in units or "low_sign" in units
    if signed and units.get("at_unit", ("money",))[0] != "money":  # "R500 men's shoes"
        end = stop = max(ends[:-1])
        del units["at_unit"]
        if text[end].isalnum():  # "R45m"
            return None
    if said.get("pack"):
        units, end = {"pack": _UNIT_OF["pack"]}, match.end("at")
    if said.get("half"):
        units = {"half": _UNIT_OF["%"]}
    if len({kind for kind, _ in units.values()}) > 1:
        return None
    own, other = units.get("at_unit"), units.get("low_unit")
    starts = ("pack", "low_sign", "low", "at_sign", "at", "half")
    amounts = [value(said[name], said[f"{name}_times"]) for name in names] or [Fraction(50)]
    if own and other and own != other and own[0] in MEASURED:  # "500 ml to 1 litre"
        amounts[0] *= Fraction(int(other[1]), int(own[1]))
        del units["low_unit"]
    return Quantity(
        text,
        match,
        match.start(next(group for group in starts if said.get(group))),
        end,
        stop,
        amounts[0] if len(amounts) > 1 else None,
        amounts[-1],
        next((unit for unit in units.values() if unit[1]), next(iter(units.values()), ("", ""))),
        _role(said),
        any(counts_money(said[name], said[f"{name}_times"]) for name in names),
    )


def _role(said: dict[str, str | None]) -> str:
    """Return what a comparison makes of its number; "not more than" is below."""
    compared = next((role for role in TAILS if said.get(role)), "")
    turned = {"below": "above", "above": "below"}
    if compared:
        return turned.get(compared, compared) if said.get("not") else compared
    behind = (role for role in TAILS if said.get(f"or_{role}"))
    return next(behind, next((role for role in LEADS if said.get(role)), ""))


KEPT_TEXTS = 16_384  # texts; colours of one name share it, and products their sizes
_JOINED = re.compile(r"(?<=\D),(?=\d)")  # "Body oil,500ml"


def measures_of(*texts: str) -> dict[str, list[float]]:
    """Return the amounts by the kind of measure, each in the smallest unit (ml, mm, g)."""
    found: dict[str, dict[float, None]] = {}
    for text in texts:
        for kind, amounts in _measures(text):
            found.setdefault(kind, {}).update(dict.fromkeys(amounts))
    return {kind: list(amounts) for kind, amounts in found.items()}


@lru_cache(maxsize=KEPT_TEXTS)
def _measures(text: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    read = read_measures(_JOINED.sub(", ", fold(text)))
    return tuple((kind, tuple(amounts)) for kind, amounts in read.items())

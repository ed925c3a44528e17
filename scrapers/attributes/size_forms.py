"""Parsers of a single size: letters, numbers, systems, children's, beds. Pure."""

import re
from enum import IntEnum, auto
from typing import NamedTuple

ONE_SIZE = "One size"


class Group(IntEnum):
    """Kinds of sizes, in the order in which the filter lists them."""

    LETTERS = auto()
    NUMBERS = auto()
    PAIRS = auto()
    SYSTEMS = auto()
    CUPS = auto()
    MONTHS = auto()
    YEARS = auto()
    HEIGHTS = auto()
    BEDS = auto()
    MEASURES = auto()
    OTHERS = auto()
    ONE = auto()


class Size(NamedTuple):
    """One size: its sort key, and how it is written."""

    group: Group
    low: float
    high: float
    value: str


_ONE = re.compile(
    r"one|(?:one|free|uni)[\s-]?size(?:[\s-]fits[\s-](?:all|most))?|o/?s(?:f[am])?|tu|t\.u\."
    r"|einheits(?:grosse|gr\.?)|universal|universeel|taille unique|talla unica|taglia unica"
    r"|tamanho unico|een (?:maat|grootte)"
)
_WORDS = (
    (re.compile(r"extra[\s-]*"), "x"),
    (re.compile(r"\b(?:large|gross|groot|grande)\b|(?<=x)[\s-]*large\b"), "l"),
    (re.compile(r"\b(?:medium|med|mittel|medio|moyen)\b"), "m"),
    (re.compile(r"\b(?:small|klein|petit|pequeno)\b|(?<=x)[\s-]*small\b"), "s"),
)
_LETTER = re.compile(r"(\d?)(x*)([sml])")
_PLUS = re.compile(r"([1-6])x")
_NUMBER = r"\d{1,3}(?:[.,]\d{1,2}|\s?[½⅓⅔]|\s[12]/[23])?"
_SYSTEM = r"uk|gb|usa?|eu(?:ro?)?|sa|rsa|za|aus?|fr|it|de|jp|br|cn"
_UNPREFIXED = re.compile(_NUMBER)
_IN_SYSTEM = re.compile(
    rf"(?P<before>{_SYSTEM})[\s.:-]*(?P<first>{_NUMBER})|(?P<second>{_NUMBER})\s*(?P<after>{_SYSTEM})"
)
_PAIR = re.compile(
    r"(?P<w>w?)\s?(?P<low>\d{1,3})\s?w?\s?(?P<sign>[/x–-]|\s)\s?(?P<l>l?)\s?(?P<high>\d{1,3})\s?l?"
)
_WAIST = re.compile(r"(?:w|waist)\s*(\d{2})|(\d{2})\s*(?:w|waist)")
_CUP = re.compile(r"(\d{2,3})\s?(a{1,3}|b|c|d{1,4}|e{1,2}|ff?|gg?|hh?|j|k)")
_SPAN = r"(\d{1,2})(?:\s*(?:-|–|/|to|tot|bis|a)\s*(\d{1,2}))?"
_MONTHS = re.compile(
    rf"(?:age\s*)?{_SPAN}\s*(?:m|mo|mos|mths?|mnths?|months?|monate?|mois|maande?|maanden|mesi|meses)"
    r"(?:\s*old)?"
)
_YEARS = re.compile(
    rf"(?:ages?\s*)?{_SPAN}\s*(?:y|yo|yrs?|years?|jaar|jahre?|ans|anni|anos)(?:\s*old)?"
    rf"|(?:ages?)\s*{_SPAN}|(\d{{1,2}})t"
)
_NEWBORN = re.compile(r"new\s?born|nb|neonat[ao]?|naissance|preemie|premature|pasgeborene?")
_HEIGHT = re.compile(r"(\d{2,3})(?:\s?[-/–]\s?(\d{2,3}))?\s?cm")
_BED = {
    "cot": "Cot", "single": "Single", "twin": "Twin", "three quarter": "Three quarter",
    "3/4": "Three quarter", "double": "Double", "full": "Full", "queen": "Queen", "king": "King",
    "super king": "Super king", "superking": "Super king", "standard": "Standard",
}  # fmt: skip
_DIMENSIONS = re.compile(
    r"(\d{1,4}(?:[.,]\d)?)\s?(?:cm|mm|m)?\s?[x×]\s?(\d{1,4}(?:[.,]\d)?)"
    r"(?:\s?[x×]\s?\d{1,4})?\s?(cm|mm|m|in)?"
)
_MEASURE = re.compile(
    r"(\d{1,5}(?:[.,]\d{1,2})?)\s?(ml|l|g|kg|oz|inch(?:es)?|\"|”|″|mm|m|piece|pack)"
)
_UNITS = {"inches": "inch", '"': "inch", "”": "inch", "″": "inch"}
_FRACTIONS = ((" ½", ".5"), ("½", ".5"), (" 1/2", ".5"), ("⅓", " 1/3"), ("⅔", " 2/3"))
_SAME_SYSTEM = {
    "USA": "US", "EURO": "EU", "EUR": "EU", "RSA": "SA", "ZA": "SA", "GB": "UK", "AUS": "AU",
}  # fmt: skip
_SYSTEMS = ("UK", "US", "EU", "SA", "AU", "FR", "IT", "DE", "JP", "BR", "CN")
# Waists and lengths of trousers, inches: "40 x 60" is a picture's frame.
WAISTS, LENGTHS = range(22, 61), range(26, 41)


def one_size(text: str) -> Size | None:
    if _ONE.fullmatch(text):
        return Size(Group.ONE, 0, 0, ONE_SIZE)
    readers = (_letter, _without_prefix, _child, _cup, _system, _waist, _pair, _measured_size)
    return next((size for reader in readers if (size := reader(text)) is not None), None)


def _letter(text: str) -> Size | None:
    short = text
    for pattern, letter in _WORDS:
        short = pattern.sub(letter, short)
    short = re.sub(r"[\s.-]", "", short)
    if match := _PLUS.fullmatch(short):
        return Size(Group.LETTERS, 20, float(match[1]), short.upper())
    match = _LETTER.fullmatch(short)
    if match is None or (match[1] and match[2] != "x") or (match[3] == "m" and match[2]):
        return None
    many = int(match[1] or len(match[2]))
    step = 0 if match[3] == "m" else (1 + many) * (-1 if match[3] == "s" else 1)
    extra = "X" * many if many <= 2 else f"{many}X"
    return Size(Group.LETTERS, step, 0, extra + match[3].upper())


def _without_prefix(text: str) -> Size | None:
    if not _UNPREFIXED.fullmatch(text):
        return None
    value, number = _number(text)
    return Size(Group.NUMBERS, number, 0, value)


def _number(text: str) -> tuple[str, float]:
    """Return a number in our notation ("8.5", "42 2/3"), and its value."""
    for sign, replacement in _FRACTIONS:
        text = text.replace(sign, replacement)
    integer, _, third = " ".join(text.replace(",", ".").split()).partition(" ")
    amount = float(integer)
    written_integer = f"{amount:g}"
    return (
        (f"{written_integer} {third}", amount + int(third[0]) / 3)
        if third
        else (written_integer, amount)
    )


def _system(text: str) -> Size | None:
    match = _IN_SYSTEM.fullmatch(text)
    if match is None:
        return None
    name = (match["before"] or match["after"]).upper()
    system = _SAME_SYSTEM.get(name, name)
    value, number = _number(match["first"] or match["second"])
    return Size(Group.SYSTEMS, _SYSTEMS.index(system), number, f"{system} {value}")


def _waist(text: str) -> Size | None:
    match = _WAIST.fullmatch(text)
    value = (match[1] or match[2]) if match else ""
    return Size(Group.NUMBERS, float(value), 0, value) if value else None


def _pair(text: str) -> Size | None:
    """Return a waist and a length (32/34), or a span that one size covers (8-10)."""
    match = _PAIR.fullmatch(text)
    if match is None or (match["sign"] == " " and not (match["w"] or match["l"])):
        return None
    low, high = int(match["low"]), int(match["high"])
    if match["sign"] == "x" and (low not in WAISTS or high not in LENGTHS):
        return None
    sign = "-" if match["sign"] in "-–" and not match["w"] else "/"
    return Size(Group.PAIRS, low, high, f"{low}{sign}{high}")


def _cup(text: str) -> Size | None:
    match = _CUP.fullmatch(text)
    return Size(Group.CUPS, float(match[1]), 0, f"{match[1]}{match[2].upper()}") if match else None


def _child(text: str) -> Size | None:
    if _NEWBORN.fullmatch(text):
        return Size(Group.MONTHS, -1, 0, "Newborn")
    for pattern, group, unit in ((_MONTHS, Group.MONTHS, "month"), (_YEARS, Group.YEARS, "year")):
        if match := pattern.fullmatch(text):
            low, high = (*filter(None, match.groups()), "")[:2]
            return Size(group, float(low), float(high or low), _span(low, high, unit))
    return None


def _span(low: str, high: str, unit: str) -> str:
    first = str(int(low))
    if not high:
        return f"{first} {unit}{'' if first == '1' else 's'}"
    return f"{first}-{int(high)} {unit}s"


def _measured_size(text: str) -> Size | None:
    if match := _HEIGHT.fullmatch(text):
        span = f"{match[1]}-{match[2]}" if match[2] else match[1]
        return Size(Group.HEIGHTS, float(match[1]), float(match[2] or match[1]), f"{span} cm")
    bed = _BED.get(re.sub(r"[\s-]{0,3}(?:bed|size)$", "", text).replace("-", " "))
    if bed:
        return Size(Group.BEDS, list(_BED.values()).index(bed), 0, bed)
    if match := _DIMENSIONS.fullmatch(text):
        low, high = match[1].replace(",", "."), match[2].replace(",", ".")
        unit = f" {match[3]}" if match[3] else ""
        return Size(Group.MEASURES, float(low), float(high), f"{low} × {high}{unit}")
    if match := _MEASURE.fullmatch(text):
        value, amount = _number(match[1])
        return Size(Group.MEASURES, amount, 0, f"{value} {_UNITS.get(match[2], match[2])}")
    return None

"""What names a product beyond its store: GTIN and MPN; and each variant's sku. The one reader.

Sources of the rules: GS1 General Specifications (check digits, restricted circulation numbers);
python-stdnum checks the digits. Fields are found by the names that feeds, schema.org, Open Graph
and platforms give them. Pure; hostile data in.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from stdnum import ean, isbn
from stdnum.exceptions import ValidationError

from scrapers.wording import meaningful, plain_text

GTIN, MPN, SKU = "gtin", "mpn", "sku"
KINDS = (GTIN, MPN, SKU)
MOST = 120  # of a product: some sixty sizes, each with two
LONGEST, LONGEST_VARIANT = 100, 120  # characters
DEEPEST = 6
_GTINS = (
    "gtin gtin8 gtin12 gtin13 gtin14 gtins ean ean8 ean13 eancode upc upca upccode isbn isbn10"
    " isbn13 jan barcode variantbarcode globaluniqueid"
)
_MPNS = "mpn mpns mfrpartno manufacturerpartnumber manufacturerpartno variantmpn"
_SKUS = "sku variantsku retaileritemid sellersku"
# By names without case, signs and the prefix of their vocabulary.
FIELDS = {
    name: kind
    for kind, names in ((GTIN, _GTINS), (MPN, _MPNS), (SKU, _SKUS))
    for name in names.split()
}
# What holds identifiers with their kinds: ours, and schema.org's.
HOLDERS = frozenset({"identifiers", "identifier", "productid"})
# Columns of feeds that are read, as `attribute_name` writes them.
COLUMNS = frozenset(
    "gtin gtins ean ean13 upc isbn barcode jan mpn sku global_unique_id identifiers"
    " manufacturer_part_number".split()
)
_PREFIX = re.compile(r"^.{0,60}[/:#](?=\w{1,40}$)|^(?:g|og|product|schema)[:_]")
_SIGNS = re.compile(r"[^a-z0-9]+")
_LISTED = re.compile(r"[,;|]")
_NUMBER = re.compile(
    r"['’`]?(?:(?:ean|upc|gtin|isbn|jan)[-\s]?(?:8|1[0234])?\s?[:#]?\s?)?"
    r"([\d\s-]{8,25}x?)(?:\.0)?",
    re.IGNORECASE,
)
_WHOLE = (8, 12, 13, 14)  # digits of a GTIN
UPC = 12
# GS1 prefixes, of the number with 13 digits, that are a company's or a store's own, coupons or
# refunds: the same number is another thing elsewhere.
_RESTRICTED = re.compile(r"(?:0000000|02|04|05|2|98[0-4]|99)")
_RESTRICTED_8 = re.compile(r"[02]")
NO_OPTION = "default title"  # Shopify's, of a product without options
VARIABLE = "9"  # the first of 14 digits, of goods by weight


@dataclass(frozen=True, slots=True)
class Identifier:
    """One identifier; a GTIN has 14 digits. `variant`: the words of its options, or empty."""

    kind: str
    value: str
    variant: str = ""


def identifiers_of(source: Mapping[str, Any], variant: str = "") -> tuple[Identifier, ...]:
    """Return the identifiers that a source's fields hold, each once.

    `source`: a feed's row, a schema.org node, a page's tags, a platform's variant.
    """
    return unique_identifiers(_read(source, " ".join(variant.split())[:LONGEST_VARIANT]))


def unique_identifiers(found: Iterable[Identifier]) -> tuple[Identifier, ...]:
    """Return them in their order, each once; without those that a variant's own repeats."""
    listed = dict.fromkeys(found)
    varied = {(one.kind, one.value) for one in listed if one.variant}
    kept = (one for one in listed if one.variant or (one.kind, one.value) not in varied)
    return tuple(kept)[:MOST]


def variant_words(*texts: Any) -> str:
    """Return a variant's options as its identifiers carry them: "Red / UK 8"."""
    words = dict.fromkeys(plain_text(str(text or "")) for text in texts)
    return " / ".join(text for text in words if text and text.casefold() != NO_OPTION)


def gtin_of(value: Any) -> str | None:
    """Return a worldwide number with its 14 digits; None for what is none.

    UPC-12, EAN-8, EAN-13 and GTIN-14 of the same thing are one number; so is ISBN-10. A number of
    JSON or of a spreadsheet may have lost its leading zeros.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    match = _NUMBER.fullmatch(_text(value))
    digits = re.sub(r"[\s-]", "", match[1]) if match else ""
    if len(digits) == 10 and isbn.is_valid(digits):
        digits = isbn.to_isbn13(digits)
    if not digits.isdecimal():
        return None
    if len(digits) not in _WHOLE:
        digits = digits.zfill(next((size for size in _WHOLE[1:] if size > len(digits)), 0))
    return digits.zfill(14) if _is_worldwide(digits) else None


def _text(value: str | float) -> str:
    is_whole = isinstance(value, float) and value.is_integer()
    return plain_text(str(int(value) if is_whole else value))


def _is_worldwide(digits: str) -> bool:
    try:
        ean.validate(digits)
    except ValidationError:
        return False
    if len(digits) == _WHOLE[0]:
        return not _RESTRICTED_8.match(digits) and not _is_filler(digits)
    thirteen = digits.zfill(14)[1:]
    is_variable = len(digits) == _WHOLE[-1] and digits[0] == VARIABLE
    return not (is_variable or _RESTRICTED.match(thirteen) or _is_filler(digits))


def _is_filler(digits: str) -> bool:
    """Return True for what is typed where no number is known: one digit, or digits in order."""
    body = digits.lstrip("0")[:-1]
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(body)}
    return len(steps) <= 1 and steps <= {0, 1, 9}


def part_of(value: Any) -> str | None:
    """Return a manufacturer's number or a store's sku; None for words such as "none"."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = meaningful(_text(value).lstrip("'"))
    is_number = any(char.isalnum() for char in text) and text.strip("0")
    return text if is_number and len(text) <= LONGEST else None


def _read(source: Mapping[str, Any], variant: str, depth: int = 0) -> Iterator[Identifier]:
    for name, value in source.items():
        plain = _plain(str(name)) if value not in (None, "", [], {}) else ""
        if kind := FIELDS.get(plain):
            yield from _values(kind, value, variant)
        elif plain in HOLDERS and depth < DEEPEST:
            yield from _self_named(value, variant, depth + 1)


@lru_cache(maxsize=4_096)
def _plain(name: str) -> str:
    return _SIGNS.sub("", _PREFIX.sub("", name.strip().lower()))


def _values(kind: str, value: Any, variant: str) -> Iterator[Identifier]:
    for one in value[:MOST] if isinstance(value, list) else [value]:
        inner = one.get("@value") or one.get("value") if isinstance(one, Mapping) else one
        is_text = kind == GTIN and isinstance(inner, str)
        for part in _LISTED.split(inner) if is_text and isinstance(inner, str) else [inner]:
            if found := gtin_of(part) if kind == GTIN else part_of(part):
                yield Identifier(kind, found, variant)


def _self_named(value: Any, variant: str, depth: int) -> Iterator[Identifier]:
    """Yield what names its own kind: our rows, a PropertyValue, schema.org's "isbn:978…"."""
    for one in value[:MOST] if isinstance(value, list) else [value]:
        if isinstance(one, Mapping):
            named = one.get("propertyID") or one.get("name")
            kind = FIELDS.get(_plain(named)) if isinstance(named, str) else None
            if kind:
                yield from _values(kind, one.get("value"), variant)
            else:
                words = one.get("variant")
                own = words[:LONGEST_VARIANT] if isinstance(words, str) else variant
                yield from _read(one, own, depth)
        elif isinstance(one, str) and (kind := FIELDS.get(_plain(one.partition(":")[0]))):
            yield from _values(kind, one.partition(":")[2], variant)


def as_json(identifiers: Iterable[Identifier]) -> list[dict[str, str]]:
    """Return identifiers as JSON holds them, which `identifiers_of` reads under "identifiers"."""
    return [
        {one.kind: one.value, **({"variant": one.variant} if one.variant else {})}
        for one in identifiers
    ]

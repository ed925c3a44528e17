"""Feeds as JSON: one object a line, or one document that holds a list of them."""

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any

from scrapers.encodings import TooManyValuesError, encoding_of, values_in
from scrapers.errors import FeedError, RowRefusedError
from scrapers.feeds import magento, shopify, woocommerce
from scrapers.feeds.merchant import Record, attribute_name, by_attribute
from scrapers.feeds.unpack import BUFFER, LINE_LIMIT, Feed, Line

# The platforms' products, by the keys that such a product has: the first that fits counts.
PLATFORMS: dict[frozenset[str], Callable[[Mapping[str, Any]], Iterator[Mapping[str, Any]]]] = {
    magento.KEYS: magento.rows_of,
    shopify.KEYS: shopify.rows_of,
    woocommerce.KEYS: woocommerce.rows_of,
}
DEEPEST = 6  # levels above a document's products
ITEM_VALUES = 200_000  # of an item, each of which takes up to 120 bytes
TOO_MANY = f"holds more than {ITEM_VALUES} values"
_DECODER = json.JSONDecoder()
_SPACE, _COMMA = re.compile(r"\s*"), re.compile(r"\s*,")
_COLON, _END = re.compile(r"\s*:\s*"), re.compile(r"\s*[\]}]")


def json_records(lines: Iterable[Line]) -> Iterator[Record]:
    for line in lines:
        if line.problem:
            yield Record(line.number, line.end, {}, line.problem)
        elif values_in(line.text) > ITEM_VALUES:
            yield Record(line.number, line.end, {}, f"the line {TOO_MANY}")
        elif line.text.strip():
            yield from _line_records(line)


def _line_records(line: Line) -> Iterator[Record]:
    try:
        values = json.loads(line.text)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", None) or "a value is too large or too deep"
        yield Record(line.number, line.end, {}, f"the line is not JSON: {reason}")
        return
    yield from records_of(values, line.number, line.end, "line")


def records_of(values: Any, line: int, end: int, unit: str) -> Iterator[Record]:
    """Yield the records of an object: one, or one for each variant.

    What has a list where its form has a number, or the like, is one that is refused.
    """
    id_ = values.get("handle") if isinstance(values, dict) else None
    try:
        for row in rows_of(values, unit):
            yield Record(line, end, row, unit=unit)
    except RowRefusedError as error:
        yield Record(line, end, {"id": id_}, str(error), unit)
    except (TypeError, AttributeError, LookupError, ArithmeticError, ValueError) as error:
        yield Record(line, end, {}, f"the {unit} is not of its form: {str(error)[:80]}", unit)


def rows_of(values: Any, unit: str = "item") -> Iterator[Mapping[str, Any]]:
    """Yield the Merchant rows of an object: of a platform's product one for each variant."""
    if not isinstance(values, dict):
        raise RowRefusedError(f"the {unit} is not a JSON object")
    if len(values) == 1 and isinstance(inner := next(iter(values.values())), dict):
        yield from rows_of(inner, unit)  # {"node": {…}}
        return
    for keys, rows in PLATFORMS.items():
        if values.keys() >= keys:
            yield from rows(values)
            return
    yield by_attribute(values)


def start_of_list(text: str) -> int | None:
    """Return where the products begin in one JSON document, by its start; None in JSON Lines.

    In a list of products, or an object that holds them by their ids, wherever in the document it
    is; else in the first list of objects.
    """
    start = _after(text, 0, "")
    first, _, rest = text[start:].partition("\n")
    is_lined = text.startswith("{", start) and rest.lstrip().startswith("{")
    if is_lined or _is_product(_parse(first)):
        return None
    found = list(_object_starts(text, start, DEEPEST))
    is_one = bool({"id", "title"} & set(_attributes(text, start)))
    goods = (place for place, keys in found if _are_goods(keys))
    return next(goods, found[0][0] if found and not is_one else None)


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_product(values: Any) -> bool:
    """Return True if a value is read as a product, and is no list of products with a title."""
    if not isinstance(values, dict) or not _are_goods(set(map(attribute_name, values)), values):
        return False
    lists = (value for value in values.values() if isinstance(value, list))
    return not any(_is_product(listed[0]) for listed in lists if listed)


def _are_goods(keys: Set[str], names: Iterable[str] = ()) -> bool:
    """Return True if an object with these attributes, and names as they are written, is goods."""
    return any({*keys, *names} >= form for form in (*PLATFORMS, {"title", "price"}))


def _object_starts(text: str, place: int, deep: int) -> Iterator[tuple[int, set[str]]]:
    """Yield where the objects begin of each list and keyed object, and the first one's attributes.

    Nothing is yielded of what the text is cut off in, but for the object that the cut is in.
    """
    sign = text[place : place + 1]
    if not deep or sign not in {"[", "{"}:
        return
    place = inner = _after(text, place, sign)
    try:
        while text[place : place + 1] not in {"]", "}", ""}:
            if sign == "{":
                _, place = _DECODER.raw_decode(text, place)
                place = _after(text, place, ":")
            if text.startswith("{", place):
                keys = set(_attributes(text, place))
                if _are_goods(keys) or (sign == "[" and place == inner):
                    yield place, keys
                    return
            yield from _object_starts(text, place, deep - 1)
            _, place = _DECODER.raw_decode(text, place)
            place = _after(text, _after(text, place, ""), "," if text[place : place + 1] else "")
    except (ValueError, RecursionError):
        return  # cut off, or broken


def _attributes(text: str, place: int) -> Iterator[str]:
    """Yield an object's attributes, as far as the text goes."""
    try:
        place = _after(text, place, "{")
        while text.startswith('"', place):
            key, place = _DECODER.raw_decode(text, place)
            yield str(key)
            yield attribute_name(str(key))
            _, place = _DECODER.raw_decode(text, _after(text, place, ":"))
            place = _after(text, _after(text, place, ""), ",")
    except (ValueError, RecursionError):
        return


def _after(text: str, place: int, sign: str) -> int:
    """Return the place after a sign and the spaces around it; raises ValueError."""
    while text[place : place + 1].isspace():
        place += 1
    if not text.startswith(sign, place):
        raise ValueError
    place += len(sign)
    while text[place : place + 1].isspace():
        place += 1
    return place


def document_records(feed: Feed, start: int, name: str) -> Iterator[Record]:
    """Yield the records of one document from its list on; raises FeedError where it is broken."""
    number = 0
    try:
        for number, values in enumerate(_objects(feed, start), 1):
            yield from records_of(values, number, feed.position(), "item")
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", None) or str(error) or "a value is too deep"
        raise FeedError(f"{name} is broken after item {number}: {reason}.") from error


def _objects(feed: Feed, start: int) -> Iterator[Any]:
    text = io.TextIOWrapper(feed, *encoding_of(feed.peek(BUFFER)), newline="")
    held, place = text.read(BUFFER), start
    while True:
        spaces = _SPACE.match(held, place)
        place = spaces.end() if spaces else place
        try:
            value, end = _DECODER.raw_decode(held, place)
            if isinstance(value, str) and (key := _COLON.match(held, end)):
                value, end = _DECODER.raw_decode(held, key.end())
            sign = _COMMA.match(held, end) or _END.match(held, end)
            if sign is None:
                raise json.JSONDecodeError("Expecting ',' or ']'", held, end)
            if values_in(held[place:end]) > ITEM_VALUES:
                raise TooManyValuesError(f"it {TOO_MANY}")
        except TooManyValuesError:
            raise
        except ValueError:
            left = LINE_LIMIT - (len(held) - place)
            if left <= 0:
                raise
            if values_in(held[place:]) > ITEM_VALUES:
                raise TooManyValuesError(f"it {TOO_MANY}") from None
            more = text.read(min(max(BUFFER, len(held) - place), left))
            if not more:
                raise
            held, place = held[place:] + more, 0
            continue
        yield value
        if sign.re is _END:
            text.detach()
            return
        place = sign.end()

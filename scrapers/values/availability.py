"""Whether a product can be bought: in feeds' and schema.org's names, shops' words and numbers.

Sources of the names: schema.org's ItemAvailability, Google's and Meta's feed specifications. The
words are those of words.tsv; with any other one, a text of something that can be bought is not
understood.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from scrapers.values.reading import Reading
from scrapers.values.words import words
from scrapers.wording import one_line, without_accents

LONGEST = 200  # characters: longer ones are no statement about stock
_REQUESTS = frozenset(tuple(phrase.split()) for phrase in words("request"))
_NOT, _WAS, _TURNED = ({*words(role)} for role in ("not", "was there", "turned"))
_LATER, _LATER_BEFORE, _LATER_BEHIND = (
    {*words(role)} for role in ("later", "later before", "later behind")
)
_SENT, _SOLD_HOW, _COUNTED = ({*words(role)} for role in ("sent", "sold how", "stock counted"))
_SOME, _VARIANTS = {*words("some")}, {*words("of variants")}
_ANSWERS = dict.fromkeys(words("answer yes"), True) | dict.fromkeys(words("answer no"), False)
_BESIDE = {*words("filling"), *_ANSWERS} | _COUNTED | _NOT | _LATER | _WAS | _TURNED
_BESIDE |= _SOME | _VARIANTS
_REACH = 3  # words that a "not" reaches over: "not currently in stock", "nicht mehr auf lager"
_VOCABULARY = re.compile(
    r"^(?:\S{0,60}//\S{0,60}[/#]|schema(?:\.org)?[:/#])(?=\w)|(?<=\w)/$"
)  # an address's, a prefix
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TOKEN = re.compile(r"[a-z']+|(?:(?<!\d)[-+])?\d+(?:[.,]\d+)?")  # "1-3 days" has no -3
_DATE = re.compile(  # "2027", but not "R 2027"; "12/12", "24-12-26"
    r"(?<!\br )\b20[2-9]\d\b|\b\d{1,2}/\d{1,2}\b|\b\d{1,2}([.-])\d{1,2}\1\d{2}\b"
)
_NUMBER = re.compile(r"([-+]?\d+)(?:[.,]\d+)?")
_AT_LEAST = re.compile(  # "5+", ">10", "more than 20"
    r"(?:(?:[>≥]|more than|over|at least|meer as) ?)?[1-9]\d{0,8} ?\+?", re.I
)

_SAID = (("yes", True), ("no", False), ("only yes", True), ("only no", False))
_NAMES = _ANSWERS | {name.replace(" ", ""): value for role, value in _SAID for name in words(role)}
_PHRASES = {
    tuple(phrase.split()): value
    for role, value in (*_SAID[:2], ("request", False))
    for phrase in words(role)
}
_LONGEST_PHRASE = max(map(len, _PHRASES))


def read_availability(value: Any) -> Reading[bool]:
    """Return whether a product can be bought, of a feed's cell or of structured data's value.

    A number counts pieces. A text of both, one of neither, and one of yes
    beside a date or an unknown word is not understood: "available in December".
    """
    if isinstance(value, bool):
        return Reading(value, str(value))
    text = one_line(str(value)) if isinstance(value, str | int | float) else ""
    if not text:
        return Reading()
    return Reading(_read_statement(text) if len(text) <= LONGEST else None, text[:LONGEST])


def stated_stock(text: str) -> bool | None:
    """Return whether a text in a page only offers a product for sale.

    None for all others: most short texts of a page are about something else.
    """
    text = one_line(text)
    if not text or len(text) > LONGEST:
        return None
    plain = _plain(text)
    tokens = _TOKEN.findall(plain)
    return _statement_of(tokens) if _is_understood(plain, tokens) else None


def _read_statement(text: str) -> bool | None:
    if number := _NUMBER.fullmatch(text):
        return int(number[1]) > 0
    if _AT_LEAST.fullmatch(text):
        return True
    plain = _plain(_CAMEL.sub(" ", _VOCABULARY.sub("", text)))
    known = _NAMES.get(re.sub(r"[^a-z0-9]", "", plain))
    if known is not None:
        return known
    tokens = _TOKEN.findall(plain)
    stated = _statement_of(tokens)
    return stated if not stated or _is_understood(plain, tokens) else None


def _statement_of(tokens: list[str]) -> bool | None:
    """Return what all statements agree on; of "in stock: no" the answer to the one before it."""
    *label, last = tokens or [""]
    answer = _ANSWERS.get(last)
    statements = set(_statements(tokens if answer is None else label))
    if answer is not None and not statements and not _COUNTED.isdisjoint(label):
        statements = {True}  # "stock: yes"
    stated = statements.pop() if len(statements) == 1 else None
    return stated if answer is None or stated is None else stated is answer


def _plain(text: str) -> str:
    return without_accents(text).casefold().replace("_", " ").replace("’", "'")


def _phrase_at(tokens: list[str], place: int) -> int:
    """Return how many words the longest phrase at a place has; 0 where none begins there."""
    longest = min(_LONGEST_PHRASE, len(tokens) - place)
    lengths = range(longest, 0, -1)
    length = next((n for n in lengths if tuple(tokens[place : place + n]) in _PHRASES), 0)
    behind = tokens[place + 1 : place + 2]
    before = tokens[max(0, place - 1) : place]
    is_how = not _SOLD_HOW.isdisjoint(behind) or any(map(_NUMBER.fullmatch, before))
    return 0 if length == 1 and tokens[place] == "sold" and is_how else length


def _is_understood(text: str, tokens: list[str]) -> bool:
    place = 0
    while place < len(tokens):
        length = _phrase_at(tokens, place)
        if tokens[place] in _SENT or tuple(tokens[place : place + length]) in _REQUESTS:
            break
        if not length and tokens[place] not in _BESIDE and not _NUMBER.fullmatch(tokens[place]):
            return False
        place += max(1, length)
    return place < len(tokens) or not _DATE.search(text)


def _statements(tokens: list[str]) -> Iterator[bool | None]:
    """Yield each phrase's state, turned round by a "not" before it or by a count of none.

    None where it leaves open whether something can be bought now.
    """
    place = 0
    while place < len(tokens):
        length = _phrase_at(tokens, place)
        before = tokens[max(0, place - _REACH) : place]
        behind = tokens[place + max(1, length) :][:3]
        around = (*before, *behind[:1])
        counts = [int(number[1]) for word in around if (number := _NUMBER.fullmatch(word))]
        denied = not _NOT.isdisjoint(before) or _is_later(before, behind)
        # "in 3 weeks", and "in 3 colours", which is about something else.
        is_counted = behind[:1] == ["in"] and _NUMBER.fullmatch("".join(behind[1:2]))
        if tuple(tokens[place : place + length]) in _REQUESTS:
            yield False
            return
        if length:
            value = _PHRASES[tuple(tokens[place : place + length])]
            if not _WAS.isdisjoint(before[-1:]):
                yield None
            elif not value and not _TURNED.isdisjoint(before[-1:]):
                yield True  # "not sold out"
            elif not value and any(a in _SOME and of in _VARIANTS for a, of in pairwise(before)):
                yield True  # "some sizes sold out"
            elif value and not denied and tokens[place] not in _SENT and is_counted:
                yield None
            elif not value and behind[:1] == ["in"] and _BESIDE.isdisjoint(behind[1:2]):
                yield None  # "sold out in XS"
            else:
                yield value and not denied and all(count > 0 for count in counts)
        elif tokens[place] in _COUNTED and (counts or denied):
            yield not denied and all(count > 0 for count in counts)
        place += max(1, length)


def _is_later(before: list[str], behind: list[str]) -> bool:
    near = {*before, *behind[:1]}
    return bool(
        _LATER & near or _LATER_BEFORE.intersection(before) or _LATER_BEHIND & {*behind[:1]}
    )

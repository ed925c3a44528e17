"""A price text as a row of amounts and of what is said of them, in its order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from scrapers.values.price.currencies import CODES
from scrapers.values.price.numbers import DATE_SIGN, SignedNumber, signed_numbers
from scrapers.values.price.phrases import (
    ABBREVIATED,
    GLUED,
    MINUS,
    NUMBER,
    TOKEN,
    WORD,
    Phrase,
    Role,
    Side,
    beginning_with,
    key,
)
from scrapers.values.price.price_text import Marked

PIECE, DATE = "¦", "@"
UNKNOWN = Phrase(Role.CONDITION, Side.EITHER)
PREPOSITION = Phrase(Role.NEUTRAL, Side.BEHIND)
NAMED = {Role.WAS, Role.USUAL, Role.NOW}  # "Was 999 Now R499"
PAIR = {"voor", "por", "por solo", "por sólo"}
SPACE = {"", " ", "\n", "("}
MANY = 1000  # pieces at most
RANGE = re.compile(r"[-–—]|[ \n]{1,3}(?:-|–|—|to|bis|à|tot|do|até|till)[ \n]{1,3}", re.I)
CASE = re.compile(rf"{DATE_SIGN}+|{TOKEN.pattern}")


@dataclass(slots=True)
class Amount:
    """A number of a text. `codes`: the currencies of its sign; empty without one."""

    number: SignedNumber
    role: Role = Role.NEUTRAL
    words: list[str] = field(default_factory=list)  # what is said of it and unknown
    ranged: bool = False  # an end of a range, or the "from" of one
    in_brackets: bool = False
    is_said: bool = False  # some phrase is about it
    is_part: bool = False  # as an instalment is, whatever else is said of it
    is_now: bool = False  # reduced, whatever else is said of it
    is_pair: bool = False  # the second of "van 79 voor 49", whatever else is said of it
    is_named: bool = False  # at once behind it stands what it is: "/ l", "p/m"

    @property
    def value(self) -> Decimal:
        return self.number.value

    @property
    def codes(self) -> frozenset[str]:
        """Return the currencies of the amount's sign."""
        return self.number.codes

    def take(self, said: Said) -> None:
        """Add what a phrase says."""
        self.is_said |= said.phrase.role is not Role.NOISE
        self.is_now |= said.phrase.role is Role.NOW
        self.is_pair |= said.text in PAIR
        self.is_part |= said.phrase.role is Role.PART
        self.ranged |= said.phrase.role is Role.FROM
        self.words += [said.text] if said.phrase is UNKNOWN else []
        self.role = max(self.role, said.phrase.role, key=lambda role: role.value)

    def take_all(self, said: Sequence[Said]) -> None:
        """Add what several phrases say."""
        for one in said:
            self.take(one)


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase or an unknown word in its place."""

    phrase: Phrase
    text: str

    @property
    def side(self) -> Side:
        """Return which amount it belongs to."""
        return self.phrase.side


Entry = Amount | Said


def entries_of(text: str, marked: Marked, currency: str) -> Iterator[Entry]:
    """Yield amounts and what is said, in the text's order."""
    numbers = [
        n
        for n in signed_numbers(text, currency, marked.breaks)
        if n.codes or not _is_glued(text, n.start)
    ]
    is_signed = any(number.codes for number in numbers)
    tokens = list(_tokens(text, marked, numbers))
    place, previous = 0, UNKNOWN
    while place < len(tokens):
        token = tokens[place]
        if isinstance(token, SignedNumber) and token.codes:
            yield Amount(token, in_brackets=place > 0 and tokens[place - 1] == "(")
            place, previous = place + 1, UNKNOWN
            continue
        length, phrase = _phrase_at(tokens, place)
        words = " ".join(_shown(one) for one in tokens[place : place + max(1, length)])
        if length:
            if phrase.side is Side.OPEN and _is_amount(tokens[place + length : place + length + 1]):
                phrase = PREPOSITION
            yield Said(phrase, words)
            if phrase.role is not Role.NOISE or phrase.side is not Side.APART:
                previous = phrase
        elif isinstance(token, SignedNumber):
            if not is_signed or previous.role in NAMED or _is_ranged(text, token, numbers):
                yield Amount(token, in_brackets=place > 0 and tokens[place - 1] == "(")
        elif (token[0].isalpha() and token.upper() not in CODES) or token == DATE:
            yield Said(UNKNOWN, words)
        place += max(1, length)


Token = str | SignedNumber


def _is_amount(tokens: Sequence[Token]) -> bool:
    return any(isinstance(token, SignedNumber) and token.codes for token in tokens)


def _tokens(text: str, marked: Marked, numbers: Sequence[SignedNumber]) -> Iterator[Token]:
    end = 0
    breaks = sorted(marked.breaks)
    for number in (*numbers, None):
        start = number.sign_start if number else len(text)
        for match in CASE.finditer(text, end, start):
            if match.group().isdigit() and _is_glued(text, match.start()):
                continue  # "SAVE50" is one word
            while breaks and breaks[0] <= match.start():
                if breaks.pop(0) >= end:
                    yield PIECE
            yield _token(text, match, end, start if number and number.codes else 0)
        while breaks and breaks[0] <= start:
            if breaks.pop(0) >= end:
                yield PIECE
        if number:
            yield number
            end = number.sign_end


def _token(text: str, match: re.Match[str], end: int, start: int) -> str:
    """Return the token of a match between two numbers; `end` and `start` are theirs."""
    if match.group()[0] == DATE_SIGN:
        return DATE
    if match.group() == "+" and 0 < match.start() == end and text[end + 1 : end + 2] in {"", " "}:
        return GLUED
    if match.group() in "-−–" and match.end() == start and text[: match.start()][-1:] in SPACE:
        return MINUS
    return match.group().casefold()


def _shown(token: Token) -> str:
    return str(token.value) if isinstance(token, SignedNumber) else token


def _phrase_at(tokens: Sequence[Token], place: int) -> tuple[int, Phrase]:
    """Return the longest phrase at a place and its length in tokens; 0 where there is none."""
    second = place + 2 if tokens[place + 1 : place + 2] == [ABBREVIATED] else place + 1
    behind = _key(tokens[second]) if second < len(tokens) else ""
    for expected, phrase in beginning_with(_key(tokens[place]), behind):
        length = _matched(expected, tokens, place)
        if length and (phrase.role is not Role.CONDITION or _is_count(tokens, place, length)):
            return length, phrase
    return 0, UNKNOWN


def _is_count(tokens: Sequence[Token], place: int, length: int) -> bool:
    """Return False where a number is an amount: "79,95 voor 49,95", not "2 voor 49,95"."""
    count, behind = tokens[place], tokens[place + length : place + length + 1]
    if not isinstance(count, SignedNumber):
        return True
    amount = behind[0] if behind and isinstance(behind[0], SignedNumber) else None
    return count.value < MANY and not (amount and amount.value <= count.value)


def _matched(expected: Sequence[str], tokens: Sequence[Token], place: int) -> int:
    """Return how many tokens a phrase takes; words may be abbreviated: "excl. VAT"."""
    at = place
    for one in expected:
        if at > place and at < len(tokens) and tokens[at] == ABBREVIATED != one:
            at += 1
        if at == len(tokens) or not _fits(one, tokens[at]):
            return 0
        at += 1
    return at - place


def _key(token: Token) -> str:
    return NUMBER if isinstance(token, SignedNumber) else key(token)


def _fits(expected: str, token: Token) -> bool:
    if isinstance(token, SignedNumber):
        return not token.codes and expected in {NUMBER, str(token.value)}
    if token.isdigit():
        return expected in {NUMBER, token}
    if token == GLUED:
        return expected in {GLUED, "+"}
    return expected == token or (expected == WORD and token[0].isalpha())


def _is_glued(text: str, start: int) -> bool:
    """Return True if a number is part of a word: "SAVE50", not "x4"."""
    before = text[max(0, start - 1) : start]
    return before.isalpha() and before not in "xX"


def _is_ranged(text: str, number: SignedNumber, numbers: Sequence[SignedNumber]) -> bool:
    """Return True if a number without a sign is an end of a range with one: "R299 - 499"."""
    place = numbers.index(number)
    ends = (numbers[place - 1 : place + 1], numbers[place : place + 2])
    return any(
        len(pair) > 1 and any(one.codes for one in pair) and are_ends(text, pair[0], pair[1])
        for pair in ends
    )


def are_ends(text: str, first: SignedNumber, second: SignedNumber) -> bool:
    """Return True if two numbers are the ends of a range."""
    return RANGE.fullmatch(text, first.sign_end, second.sign_start) is not None

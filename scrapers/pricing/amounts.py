"""The amounts in a price text, each with what the words around it say of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from scrapers.pricing.currencies import CODES
from scrapers.pricing.numbers import DATE_SIGN, SignedNumber, signed_numbers, without_dates
from scrapers.pricing.phrases import GLUED, HYPHEN, MINUS, PHRASES, TOKEN, Phrase, Role, Side
from scrapers.pricing.price_text import ASIDE, NOW, STRUCK, Marked
from scrapers.values.availability import read_availability

PIECE, NUMBER, DATE, WORD, ABBREVIATED = "¦", "#", "@", "*", "."
UNKNOWN = Phrase(Role.CONDITION, Side.EITHER)
NAMED = {Role.WAS, Role.USUAL, Role.NOW}  # "Was 999 Now R499"
SMALL = {Role.UNIT, Role.PART}
LEADING = {Side.BEHIND, Side.AHEAD}
SMALLER = {Role.UNTAXED, Role.ASIDE, Role.PART}  # what stands between two amounts means the smaller
APARTS = {Role.ASIDE, Role.PART, Role.WAS, Role.USUAL, Role.NOW}  # names of an amount of their own
FEW = 2  # words that are one name: "fabric swatch"
TINY = 10  # times smaller than the amount behind it: "R12 tyre R899"
PAIR = {"voor", "por", "por solo", "por sólo"}
SPACE = {"", " ", "\n", "("}
MANY = 1000  # pieces at most
RANGE = re.compile(r"[-–—]|[ \n]{1,3}(?:-|–|—|to|bis|à|tot|do|até|till)[ \n]{1,3}", re.I)
CASE = re.compile(rf"{DATE_SIGN}+|{TOKEN.pattern}")
PREPOSITION = Phrase(Role.NEUTRAL, Side.BEHIND)


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
        """Return the amount."""
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


@dataclass(frozen=True, slots=True)
class Amounts:
    """The amounts of a text in their order, with those of other currencies."""

    found: list[Amount]
    is_reduced: bool  # words tell of a saving: of two plain amounts the higher one was before


def read_amounts(marked: Marked, currency: str) -> Amounts:
    """Return a text's amounts; words in elements that are asides are left out."""
    text = "".join(
        "\n" if role == ASIDE else char
        for char, role in zip(marked.text, marked.roles, strict=True)
    )
    text = HYPHEN.sub(" ", without_dates("\n".join(map(_without_stock, text.split("\n")))))
    entries = list(_entries(text, marked, currency))
    found = [entry for entry in entries if isinstance(entry, Amount)]
    _attach(entries, found, text)
    for amount in found:
        _marked(amount, marked)
    said = [entry for entry in entries if isinstance(entry, Said)]
    saved = any("%" in one.text or one.phrase.role is Role.ASIDE for one in said)
    return Amounts(found, saved)


def _without_stock(line: str) -> str:
    """Return blanks for a line that is about the stock: it says nothing of an amount."""
    is_about = not any(map(str.isdigit, line)) and read_availability(line).value is not None
    return " " * len(line) if is_about else line


def _marked(amount: Amount, marked: Marked) -> None:
    """Add what the amount's element says of it."""
    role = marked.roles[amount.number.start]
    if role == STRUCK and amount.role.value < Role.UNIT.value:
        amount.role = Role.WAS
    elif role == NOW and amount.role in {Role.NEUTRAL, Role.FROM}:
        amount.role = Role.NOW


# ------------------------------------------------------------------ the text's entries, in order


def _entries(text: str, marked: Marked, currency: str) -> Iterator[Entry]:
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
    """Yield words, signs and numbers, and a mark where another element begins."""
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
    for expected, phrase in PHRASES.get(_key(tokens[place]), ()):
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
    return NUMBER if isinstance(token, SignedNumber) or token.isdigit() else token


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
        len(pair) > 1 and any(one.codes for one in pair) and _are_ends(text, pair[0], pair[1])
        for pair in ends
    )


# -------------------------------------------------------------- what is said of which amount


def _attach(entries: Sequence[Entry], found: Sequence[Amount], text: str) -> None:
    """Give each amount what is said of it."""
    gaps: list[list[Said]] = [[]]
    for entry in entries:
        if isinstance(entry, Amount):
            gaps.append([])
        else:
            gaps[-1].append(entry)
    if not found:
        return
    for amount, gap in zip(found, gaps[1:], strict=True):
        amount.is_named = bool(gap) and gap[0].side is Side.BEFORE and gap[0].phrase.role in SMALL
    found[0].take_all(gaps[0])
    for said in gaps[-1]:
        if said.side is Side.AHEAD:
            found[-1].is_said = True
        else:
            found[-1].take(said)
    # "R399 members R499 others": what each amount is stands behind it.
    is_trailing = not any(map(_is_label, gaps[0])) and all(
        any(said.side is Side.EITHER and _is_label(said) for said in gap) for gap in gaps[1:]
    )
    for gap, first, second in zip(gaps[1:-1], found, found[1:], strict=False):
        if not _are_ends(text, first.number, second.number):
            _between(gap, first, second, is_trailing=is_trailing)
            continue
        first.ranged = second.ranged = True
        second.role = max(first.role, second.role, key=lambda role: role.value)


def _are_ends(text: str, first: SignedNumber, second: SignedNumber) -> bool:
    """Return True if two numbers are the ends of a range."""
    return RANGE.fullmatch(text, first.sign_end, second.sign_start) is not None


def _is_label(said: Said) -> bool:
    return said.phrase.role is not Role.NOISE and said.side is not Side.OPEN


def _between(gap: Sequence[Said], first: Amount, second: Amount, *, is_trailing: bool) -> None:
    """Give the words between two amounts to one of them."""
    chunks = _chunks(gap)
    for place, chunk in enumerate(chunks):
        if not chunk.said:
            continue
        sides = {said.side for said in chunk.said}
        if chunk.is_ahead:
            if sides == {Side.EITHER}:
                second.take_all(chunk.said)
            else:
                _divide(chunk.said, first, second, is_trailing=is_trailing)
        elif chunk.in_brackets or (place == 0 and len(chunks) > 1 and not sides <= LEADING):
            first.take_all(chunk.said)
        elif place > 0 and place == len(chunks) - 1:
            for said in chunk.said:
                is_small = said.side is Side.BEFORE and said.phrase.role in SMALL
                for amount in _smaller(first, second) if is_small else (second,):
                    amount.take(said)
        else:
            _divide(chunk.said, first, second, is_trailing=is_trailing)


@dataclass(slots=True)
class Chunk:
    """Words that nothing parts."""

    said: list[Said]
    in_brackets: bool = False
    is_ahead: bool = False  # a colon follows


def _chunks(gap: Sequence[Said]) -> list[Chunk]:
    """Return the words between what parts them; a bracket before an amount parts nothing."""
    chunks, opened, previous = [Chunk([])], None, None
    for said in gap[:-1] if gap and gap[-1].text == "(" else gap:
        if said.side is Side.APART:
            if said.text == ")" and opened:
                opened.in_brackets = True
            chunks[-1].is_ahead |= said.text == ":"
            if said.text != ABBREVIATED or previous is UNKNOWN or previous is None:
                chunks.append(Chunk([]))
            opened = chunks[-1] if said.text == "(" else None
        elif said.phrase.role is not Role.NOISE:
            chunks[-1].said.append(said)
        previous = None if said.side is Side.APART else said.phrase
    return chunks


def _divide(chunk: Sequence[Said], first: Amount, second: Amount, *, is_trailing: bool) -> None:
    """Give a chunk's words to an amount: by their own side, or by what they mean."""
    size = len(chunk)
    last = max((n for n, said in enumerate(chunk) if said.side is Side.BEFORE), default=-1)
    ahead = next((n for n, said in enumerate(chunk) if said.side in LEADING and n > last), size)
    opened = next((n for n, said in enumerate(chunk) if said.side is Side.OPEN), size)
    if opened < ahead and last < 0:
        for amount in _cheaper(first, second):
            amount.take_all(chunk)
        return
    if last < opened < ahead:  # "x 4 with PayJustNow"
        last = ahead - 1
    named = [said for said in chunk if said.phrase.role in SMALLER and said.side is Side.EITHER]
    for place, said in enumerate(chunk):
        if said in named and (place < last or last < 0):
            owners = _named(said, named, first, second)
        elif place <= last:
            owners = _before(said, first, second)
        elif place >= ahead or last >= 0:
            other = said in named and ahead < size and chunk[ahead].phrase.role is not Role.NEUTRAL
            owners = (first,) if other and place < ahead else (second,)
        elif ahead < size:
            is_open = first.value < second.value and not first.is_said
            owners = (first, second) if chunk[ahead].phrase.role in APARTS or is_open else (second,)
        else:
            owners = _meant(chunk, first, second, is_trailing=is_trailing)
        for amount in owners:
            amount.take(said)


def _before(said: Said, first: Amount, second: Amount) -> tuple[Amount, ...]:
    """Return whose a phrase behind an amount is: "R45 per bottle", but "per dozen R480", too."""
    is_open = said.text.startswith("per ") and said.phrase.role is Role.CONDITION
    return (first, second) if is_open and first.value < second.value else (first,)


def _cheaper(first: Amount, second: Amount) -> tuple[Amount, ...]:
    """Return whose words after a preposition are: "R374 with a card R499", "with a card R374"."""
    less, more = sorted((first, second), key=lambda amount: amount.value)
    return (less,) if less.value * 2 > more.value else (less, more)


def _named(said: Said, named: Sequence[Said], first: Amount, second: Amount) -> tuple[Amount, ...]:
    """Return the amount that a name of a part means; of two names each has one."""
    if len(named) > 1:
        return (first,) if said is named[0] else (second,)
    return _smaller(first, second)


def _smaller(first: Amount, second: Amount) -> tuple[Amount, ...]:
    if first.role in SMALLER or first.role is Role.CONDITION:
        return (second,)  # which has words of its own, before it
    if first.value == second.value:
        return (first, second)
    return (min(first, second, key=lambda amount: amount.value),)


def _meant(
    chunk: Sequence[Said], first: Amount, second: Amount, *, is_trailing: bool
) -> tuple[Amount, ...]:
    """Return which of two amounts words between them mean; both where it is not sure."""
    known = any(one.phrase.role in SMALLER for one in chunk)
    if known and len(chunk) <= FEW:
        return _smaller(first, second)
    if known:
        return (first, second)
    if is_trailing:
        return (first,)
    if (first.value >= second.value or first.is_said) and not second.is_named:
        return (second,)
    return (first,) if first.value * TINY < second.value else (first, second)

"""The amounts in a price text, each with the meaning of the words around it.

What leaves an amount everybody's, today, for one new piece can be listed, and is (words.tsv): any
other word makes its amount conditional. Words belong to the amount in their element or line, or on
the side that they name. Where that stays open they make both conditional.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import NamedTuple

from scrapers.values.availability import read_availability
from scrapers.values.price.currencies import CODES, sign_pattern
from scrapers.values.price.numbers import DATE_SIGN, SignedNumber, signed_numbers, without_dates
from scrapers.values.price.price_text import ASIDE, NOW, STRUCK, MarkedText
from scrapers.values.words import CLASSES, ROWS, words


class Role(Enum):
    """What an amount is, by a phrase; of several phrases the last in this order decides."""

    NOISE = 0  # about something else
    TAXED = 1  # tax is in it, and perhaps not in the amount beside it
    NEUTRAL = 2
    FROM = 3  # the lowest of several
    NOW = 4  # a reduced price, beside an ordinary one
    PUBLIC = 5  # what everybody pays, beside a price for some
    USUAL = 6  # what everybody pays, or paid before a reduction
    WAS = 7  # the price before a reduction
    UNIT = 8  # of a weight or a length
    UNTAXED = 9
    ASIDE = 10  # no price: a reduction's size, points, a threshold
    PART = 11  # less than the price, or beside it: an instalment, a deposit, delivery
    CONDITION = 12  # for some, for several, or at another time
    PACK = 13  # for several that are sold as one, perhaps beside one alone
    UNKNOWN = 14  # a word that is not listed: what everybody pays is open


BEFORE, BEHIND, AHEAD, EITHER, BOTH, APART = "<", ">", ">>", "=", "><", "|"


class Phrase(NamedTuple):
    """The meaning of a phrase or an unknown word, and on which side its amount stands."""

    role: Role
    side: str
    text: str = ""


Token = str | SignedNumber
Keys = tuple[str, ...]  # what a token may be in a phrase
NO_PHRASE = Phrase(Role.NOISE, "")
NUMBER, WORD, POINT, PIECE, DATE = "#", "_", ".", "¦", "@"
MINUS = "⁻"  # at once before an amount: "-R100"
GLUED = "⁺"  # a plus at once behind its number: "R450+"
OPEN = {Role.CONDITION, Role.PACK, Role.UNKNOWN}  # not everybody pays it
PLAIN = {Role.TAXED, Role.NEUTRAL}
NAMED = {Role.WAS, Role.USUAL, Role.NOW}  # "Was 999 Now R499"
# Between two amounts they mean the smaller. Where that is the first one it is open: "R89 delivery
# R99" may be a thing that costs less than its delivery.
SMALLER = ({Role.UNTAXED}, {Role.ASIDE}, {Role.PART})
PREPOSITIONS = frozenset("with for in on by at if when using met vir in op by as".split())
ONE_DECIMAL = -1  # of what may be a rating where others are signed: "Sale 4.6"
SPACE = {"", " ", "\n", "("}
SIGNS = frozenset("\n¦·•;,()/'\"![]=…→|")  # part what stands on both sides of them
# "trade-in" and "trade in" are the same.
HYPHEN = re.compile(
    r"(?<=[^\W\d_])-(?=[^\W\d_])|(?<=\d)-(?=(?:pack|piece|day|week|month|year)s?\b)", re.I
)
RANGE = re.compile(r"[-–—]|[ \n]{1,3}(?:-|–|—|(?:to|tot|through):?)[ \n]{1,3}", re.I)
TOKEN = re.compile(rf"{DATE_SIGN}+|\n|[^\W\d_]+(?:['’][^\W\d_]+){{0,3}}|[^\w\s]|_|\d+")


class Words(dict[str, "Words"]):
    """What may follow the words of a phrase: words, and classes of words."""

    meaning: Phrase | None = None  # of the words so far

    def add(self, phrase: str, meaning: Phrase) -> None:
        at = self
        for token in phrase.split():
            at = at.setdefault(token, Words())
        at.meaning = at.meaning or meaning

    def phrases(self, tokens: Sequence[Keys], place: int) -> Iterator[tuple[int, Phrase]]:
        """Yield the end and the meaning of each phrase that begins at a place.

        Words may be abbreviated: "excl. VAT".
        """
        if self.meaning:
            yield place, self.meaning
        while self is not PHRASES and tokens[place : place + 1] == [(POINT,)]:
            place += 1
        keys = tokens[place] if place < len(tokens) else ()
        for key in keys:
            if key in self:
                yield from self[key].phrases(tokens, place + 1)
        for name in [one for one in CLASSES if one in self and not STARTS[one].isdisjoint(keys)]:
            for end, _ in MEMBERS[name].phrases(tokens, place):
                yield from self[name].phrases(tokens, end)
        if WORD in self and _is_other(keys):
            yield from self[WORD].phrases(tokens, place + 1)


PHRASES = Words()
STARTS = {name: {form.split()[0] for form in words(name)} for name in CLASSES}
MEMBERS = {name: Words() for name in CLASSES}
for role, side, forms in ROWS:
    known = Role.__members__.get(role.upper(), Role.NOISE)
    for form in forms if side or role in CLASSES else ():
        MEMBERS.get(role, PHRASES).add(form, Phrase(known, side))


@dataclass(slots=True)
class Amount:
    """A number of a text that may be a price, with the roles in its words."""

    number: SignedNumber
    roles: set[Role] = field(default_factory=set)
    words: list[str] = field(default_factory=list)  # unknown words beside it
    ranged: bool = False  # an end of a range, or the "from" of one
    in_brackets: bool = False

    @property
    def value(self) -> Decimal:
        return self.number.value

    @property
    def role(self) -> Role:
        return max((Role.NEUTRAL, *self.roles), key=lambda role: role.value)

    def take(self, phrases: Sequence[Phrase]) -> None:
        """Add the phrases' meanings."""
        self.roles |= {one.role for one in phrases} - {Role.NOISE}
        self.words += [one.text for one in phrases if one.role in OPEN]
        self.ranged |= Role.FROM in self.roles


class Amounts(NamedTuple):
    """The amounts of a text in their order, with those of other currencies."""

    found: list[Amount]
    is_reduced: bool  # words mean a saving: of two plain amounts the higher one was before


Entry = Amount | Phrase


def read_amounts(marked: MarkedText, currency: str) -> Amounts:
    """Return a text's amounts; words in elements that are asides are left out."""
    text = "".join(
        "\n" if role == ASIDE else char
        for char, role in zip(marked.text, marked.roles, strict=True)
    )
    lines = (_without_stock(line, is_signed=_has_sign(text)) for line in text.split("\n"))
    text = HYPHEN.sub(" ", without_dates("\n".join(lines)))
    entries = list(_entries(text, marked, currency))
    found = [entry for entry in entries if isinstance(entry, Amount)]
    phrases = [entry for entry in entries if isinstance(entry, Phrase)]
    others = [one for one in phrases if one.text not in {GLUED, PIECE}]
    if len(found) == 1 and {one.role for one in others} <= PLAIN | {Role.FROM}:
        phrases = others  # "from R299+ each" is the lowest of several
        found[0].take(others)
    elif found:
        _attach(entries, found, text)
    for amount in found:
        mark = marked.roles[amount.number.start]
        if mark == STRUCK and amount.role.value < Role.UNIT.value:
            amount.roles.add(Role.WAS)
        elif mark == NOW and amount.role in {Role.NEUTRAL, Role.FROM}:
            amount.roles.add(Role.NOW)
        if amount.number.is_unclear:
            amount.take([Phrase(Role.CONDITION, EITHER, "?")])
    return Amounts(found, any("%" in one.text or one.role is Role.ASIDE for one in phrases))


def _without_stock(line: str, *, is_signed: bool) -> str:
    """Return blanks for a line that is about the stock: it has nothing to do with an amount.

    Its numbers are days and pieces where it has no currency's sign, and another line has one.
    """
    is_unsigned = is_signed and not _has_sign(line) and any(map(str.isalpha, line))
    is_free = is_unsigned or not any(map(str.isdigit, line))
    is_about = is_free and read_availability(line).value is not None
    return " " * len(line) if is_about else line


def _has_sign(text: str) -> bool:
    return sign_pattern().search(text) is not None


def _entries(text: str, marked: MarkedText, currency: str) -> Iterator[Entry]:
    """Yield amounts and words, in the text's order."""
    numbers = [
        n
        for n in signed_numbers(text, currency, marked.breaks)
        if n.codes or not _is_glued(text, n.start)
    ]
    is_signed = any(number.codes for number in numbers)
    tokens = _tokens(text, marked, numbers)
    keys = [_keys(token) for token in tokens]
    place, previous = 0, Role.CONDITION
    while place < len(tokens):
        token = tokens[place]
        length, phrase = _phrase_at(keys, place)
        if not is_signed and phrase.role in OPEN and not any(map(str.isalpha, phrase.text)):
            length = 0  # "344 - 444" may be amounts
        if length:
            leads = phrase.side in {BEFORE, EITHER} and tokens[place + length :][:1] == [":"]
            yield phrase._replace(side=BEHIND) if leads else phrase
            previous = phrase.role
        elif isinstance(token, SignedNumber):
            is_rating = is_signed and token.value.as_tuple().exponent == ONE_DECIMAL
            roles = {Role.CONDITION} if is_rating and not token.codes else set[Role]()
            is_named = previous in NAMED
            if token.codes or not is_signed or is_named or _is_ranged(text, token, numbers):
                yield Amount(token, roles, in_brackets=place > 0 and tokens[place - 1] == "(")
                if tokens[place + 1 : place + 2] == [POINT]:
                    yield Phrase(Role.NOISE, APART, POINT)
            elif previous is Role.FROM:
                yield Phrase(Role.CONDITION, AHEAD, str(token.value))  # "from 3 R99"
            previous = Role.CONDITION if token.codes else previous
        elif token in SIGNS:
            yield Phrase(Role.NOISE, APART, token)
            previous = previous if token == PIECE else Role.CONDITION
        elif _is_word(token):
            yield Phrase(Role.UNKNOWN, EITHER, token)
        place += max(1, length)


def _is_word(token: str) -> bool:
    """Return True for words, dates and the signs of currencies that are not read."""
    is_sign = token == DATE or unicodedata.category(token[0]) == "Sc"
    return is_sign or (token[0].isalpha() and token.upper() not in CODES)


def _tokens(text: str, marked: MarkedText, numbers: Sequence[SignedNumber]) -> list[Token]:
    spans = [(number.sign_start, number.sign_end) for number in numbers]
    placed: list[tuple[int, int, Token]] = [(n.sign_start, 1, n) for n in numbers]
    placed += [
        (at, 0, PIECE) for at in marked.breaks if not any(start < at < end for start, end in spans)
    ]
    end = 0
    for number in (*numbers, None):
        start = number.sign_start if number else len(text)
        for match in TOKEN.finditer(text, end, start):
            if not match.group().isdigit() or not _is_glued(text, match.start()):  # "SAVE50"
                token = _token(text, match, end, start if number and number.codes else 0)
                placed.append((match.start(), 1, token))
        end = number.sign_end if number else end
    return [token for _, _, token in sorted(placed, key=lambda one: one[:2])]


def _token(text: str, match: re.Match[str], end: int, start: int) -> str:
    """Return the token of a match between two numbers; `end` and `start` are theirs."""
    if match.group()[0] == DATE_SIGN:
        return DATE
    if 0 < match.start() == end and text[end : end + 2].rstrip() == "+":
        return GLUED
    if match.group() in "-−–" and match.end() == start and text[: match.start()][-1:] in SPACE:
        return MINUS
    return match.group().casefold()


def _keys(token: Token) -> Keys:
    """Return what a token is in phrases: all numbers without a sign are alike."""
    if isinstance(token, SignedNumber):
        return () if token.codes else (str(token.value), NUMBER)
    return (token, NUMBER) if token.isdigit() else (token, "+") if token == GLUED else (token,)


def _is_other(keys: Keys) -> bool:
    """Return True for a word that decides nothing: "R449 / was R599" is no "/ _"."""
    decided = (phrase.role is not Role.NOISE for _, phrase in PHRASES.phrases([keys], 0))
    return keys != () and keys[0][0].isalpha() and not any(decided)


def _phrase_at(tokens: Sequence[Keys], place: int) -> tuple[int, Phrase]:
    """Return the longest phrase at a place and its length in tokens; 0 where there is none."""
    found = PHRASES.phrases(tokens, place)
    end, phrase = max(found, key=lambda one: one[0], default=(place, NO_PHRASE))
    return end - place, phrase._replace(text=" ".join(keys[0] for keys in tokens[place:end]))


def _is_glued(text: str, start: int) -> bool:
    """Return True if a number is part of a word: "SAVE50", not "x4"."""
    before = text[max(0, start - 1) : start]
    return before.isalpha() and before not in "xX"


def _is_ranged(text: str, number: SignedNumber, numbers: Sequence[SignedNumber]) -> bool:
    """Return True if a number without a sign is an end of a range with one: "R299 - 499"."""
    place = numbers.index(number)
    ends = (numbers[max(0, place - 1) : place + 1], numbers[place : place + 2])
    return any(
        len(pair) > 1 and any(one.codes for one in pair) and _are_ends(text, *pair) for pair in ends
    )


def _are_ends(text: str, first: SignedNumber, second: SignedNumber) -> bool:
    return RANGE.fullmatch(text, first.sign_end, second.sign_start) is not None


def _attach(entries: Sequence[Entry], found: Sequence[Amount], text: str) -> None:
    gaps: list[list[Phrase]] = [[]]
    for entry in entries:
        if isinstance(entry, Amount):
            gaps.append([])
        else:
            gaps[-1].append(entry)
    found[0].take([phrase for phrase in gaps[0] if phrase.side not in {APART, BOTH}])
    last = [phrase for phrase in gaps[-1] if phrase.side not in {APART, AHEAD, BOTH}]
    found[-1].take(last)
    is_lower = len(found) > 1 and found[-1].value < found[-2].value
    if is_lower and not gaps[-2] and "%" in text[found[-1].number.end :]:
        # "50 € 45 € (10% Rabatt)" may mean either as what is paid.
        found[-2].take([phrase for phrase in last if phrase.role in OPEN])
    for gap, first, second in zip(gaps[1:-1], found, found[1:], strict=False):
        if not _are_ends(text, first.number, second.number):
            _between(gap, first, second)
        elif Role.WAS in first.roles and first.value > second.value:
            second.roles.add(Role.NOW)  # "reduced from R599 to R499"
        else:
            first.ranged = second.ranged = True
            shared = {*first.roles, *second.roles}
            first.roles, second.roles = shared, set(shared)


def _between(gap: Sequence[Phrase], first: Amount, second: Amount) -> None:
    """Give the words between two amounts to one of them, or to both."""
    chunks: list[list[Phrase]] = [[]]
    parts = [phrase.text for phrase in gap if phrase.side == APART]
    for phrase in gap:
        if phrase.side == APART:
            chunks.append([])
        elif phrase.role is not Role.NOISE:
            chunks[-1].append(phrase)
    last = len(chunks) - 1
    for place, chunk in enumerate(chunks):
        is_leading = {phrase.side for phrase in chunk} <= {BEHIND, AHEAD}
        is_closed = parts[place : place + 1] in ([")"], [","])
        if is_closed or (place == 0 < last and not is_leading):
            first.take(chunk)
        elif place == last > 0:
            second.take(chunk)
        elif chunk:
            _divide(chunk, first, second)


def _divide(words: Sequence[Phrase], first: Amount, second: Amount) -> None:
    """Give words that nothing parts to the amounts by the sides that they name."""
    size = len(words)
    last = max((n for n, phrase in enumerate(words) if phrase.side == BEFORE), default=-1) + 1
    leading = (n for n, phrase in enumerate(words) if phrase.side in {BEHIND, AHEAD} and n >= last)
    ahead = next(leading, size)
    both: tuple[Amount, ...] = (first, second)
    less = min(both, key=lambda amount: amount.value)
    first.take(words[:last])
    second.take(words[ahead:])
    between, owners = words[last:ahead], both
    if (meant := {phrase.role for phrase in words} - {Role.NEUTRAL}) in SMALLER:
        is_open = not less.roles <= meant or first.value == second.value
        is_open |= less is first and meant == {Role.PART}
        owners = both if is_open else (less,)
    elif Role.PART in first.roles and between and between[0].text in PREPOSITIONS:
        owners = (first,)  # "R199 pm on Mobicred R3 999"
    elif not last and _is_for_less(words, first.number, second.number):
        owners = (second,)
    unknown = [phrase for phrase in (*words[:last], *words[ahead:]) if phrase.side == EITHER]
    for amount in owners:
        amount.take([*between, *unknown])


def _is_for_less(words: Sequence[Phrase], first: SignedNumber, second: SignedNumber) -> bool:
    """Return True for "R499 Vitality price R374": who pays less than everybody stands before it."""
    is_less = bool(first.codes) and second.value < first.value < 2 * second.value
    is_known = any(phrase.role not in OPEN | PLAIN for phrase in words)
    return is_less and not is_known and words[0].side != BOTH and words[0].text not in PREPOSITIONS

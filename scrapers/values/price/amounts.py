"""The amounts in a price text, each with what the words around it say of it.

Words belong to the amount on the side that they name ("Was", "per month"), to the one in their
element or line, or to the one that they can mean. Where that stays open they make both conditional.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scrapers.values.availability import read_availability
from scrapers.values.price.entries import UNKNOWN, Amount, Entry, Said, are_ends, entries_of
from scrapers.values.price.numbers import without_dates
from scrapers.values.price.phrases import ABBREVIATED, HYPHEN, Role, Side
from scrapers.values.price.price_text import ASIDE, NOW, STRUCK, Marked

SMALL = {Role.UNIT, Role.PART}
PARTS = {Role.UNIT, Role.UNTAXED, Role.ASIDE, Role.PART}
NAMING = {Side.BEFORE, Side.EITHER}
LEADING = {Side.BEHIND, Side.AHEAD}
SMALLER = {Role.UNTAXED, Role.ASIDE, Role.PART}  # what stands between two amounts means the smaller
APARTS = {Role.ASIDE, Role.PART, Role.WAS, Role.USUAL, Role.NOW}  # names of an amount of their own
FEW = 2  # words that are one name: "fabric swatch"
TINY = 10  # times smaller than the amount behind it: "R12 tyre R899"


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
    entries = list(entries_of(text, marked, currency))
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
    role = marked.roles[amount.number.start]
    if role == STRUCK and amount.role.value < Role.UNIT.value:
        amount.role = Role.WAS
    elif role == NOW and amount.role in {Role.NEUTRAL, Role.FROM}:
        amount.role = Role.NOW


def _attach(entries: Sequence[Entry], found: Sequence[Amount], text: str) -> None:
    gaps: list[list[Said]] = [[]]
    for entry in entries:
        if isinstance(entry, Amount):
            gaps.append([])
        else:
            gaps[-1].append(entry)
    if not found:
        return
    for amount, gap in zip(found, gaps[1:], strict=True):
        amount.is_named = bool(gap) and gap[0].side in NAMING and gap[0].phrase.role in PARTS
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
        if not are_ends(text, first.number, second.number):
            _between(gap, first, second, is_trailing=is_trailing)
            continue
        first.ranged = second.ranged = True
        second.role = max(first.role, second.role, key=lambda role: role.value)


def _is_label(said: Said) -> bool:
    return said.phrase.role is not Role.NOISE and said.side is not Side.OPEN


def _between(gap: Sequence[Said], first: Amount, second: Amount, *, is_trailing: bool) -> None:
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
    is_sure = less.value * 2 > more.value and not second.is_named
    return (less,) if is_sure else (less, more)


def _named(said: Said, named: Sequence[Said], first: Amount, second: Amount) -> tuple[Amount, ...]:
    """Return the amount that a name of a part means; of two names each has one."""
    if len(named) > 1:
        return (first,) if said is named[0] else (second,)
    return _smaller(first, second)


def _smaller(first: Amount, second: Amount) -> tuple[Amount, ...]:
    if first.role in SMALLER or first.role is Role.CONDITION:
        return (second,)  # which has words of its own, before it
    if first.value == second.value or second.is_named:
        return (first, second)
    return (min(first, second, key=lambda amount: amount.value),)


def _meant(
    chunk: Sequence[Said], first: Amount, second: Amount, *, is_trailing: bool
) -> tuple[Amount, ...]:
    """Return which of two amounts words between them mean; both where it is not sure."""
    known = any(one.phrase.role in SMALLER for one in chunk)
    is_name = not any(one.phrase.role is Role.UNTAXED for one in chunk)
    if known and is_name and len(chunk) <= FEW:
        return _smaller(first, second)
    if known:
        return (first, second)
    if is_trailing:
        return (first,)
    if (first.value >= second.value or first.is_said) and not second.is_named:
        return (second,)
    return (first,) if first.value * TINY < second.value else (first, second)

"""How far a "not" reaches: over one word, or over all that describes what is not wanted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from app.search.understand.words.lexicon import Reading
from app.search.understand.words.text import Token
from indexer.language.words.languages.reading import Spoken

JOINING = frozenset({"sign", "or", "with", "filler", "feature"})  # these say nothing by themselves
MOST_WORDS = 3  # of one description: "long bell sleeves"


@dataclass(slots=True)
class Denied:
    """What is not wanted: the places of tokens, and by its first place what is one description.

    `denying`: where the phrases start that say so.
    """

    places: set[int] = field(default_factory=set)
    denying: set[int] = field(default_factory=set)
    descriptions: dict[int, range] = field(default_factory=dict)


def denied(
    tokens: Sequence[Token], readings: Mapping[int, Reading], original: str, spoken: Spoken
) -> Denied:
    """Return what a text says is not wanted, in one pass from left to right."""
    found, closes = Denied(), closing(readings.values(), tokens, spoken)
    at, is_on, has_type = 0, False, False

    def reaches(end: int) -> bool:
        """Return True if the word there is meant: no number, and no unknown word stands between.

        If the word after "not" is unknown, the next known word is not excluded.
        """
        if end >= len(tokens) or tokens[end].text.isdigit():
            return False
        return not any(map(str.isalnum, original[tokens[end - 1].end : tokens[end].start]))

    while at < len(tokens):
        is_on = is_on or tokens[at].minus
        reading = readings.get(at)
        end = reading.end if reading else at + 1
        kind = reading.first.kind if reading else "sign" if tokens[at].is_sign else "word"
        if reading and (kind == "not" or (kind == "filler" and excepts(reading, tokens, spoken))):
            found.denying.add(at)
            is_on = at not in closes and reaches(end)
            start = past_small(end, tokens, spoken)
            if (
                is_on
                and kind == "not"
                and (span := description(start, tokens, readings, original, has_type=has_type))
            ):
                found.descriptions[end] = span
                at, is_on = span.stop, False
                continue
        elif kind not in JOINING:
            following = tokens[end].text if end < len(tokens) else ""
            if is_on:
                found.places.update(range(at, end))
            # "Not red or blue" excludes both; so does "without buttons and zips" of words.
            joined = spoken.said("joint" if kind == "word" else "either")
            is_last = kind == "word" and (end + 1 >= len(tokens) or end + 1 in readings)
            has_type = has_type or (kind == "type" and not is_on)
            is_on = is_on and following in joined and not is_last
        at = end
    return found


def closing(readings: Iterable[Reading], tokens: Sequence[Token], spoken: Spoken) -> frozenset[int]:
    """Return where the readings start that end an Afrikaans "not" and begin none: "nie kort nie".

    They stand in pairs; where one is left over it is not known which, and each says no.
    """
    starts = [
        reading.start
        for reading in readings
        if reading.first.kind == "not"
        and any(t.text in spoken.said("closing") for t in tokens[reading.start : reading.end])
    ]
    return frozenset(starts[1::2]) if len(starts) % 2 == 0 else frozenset()


def excepts(reading: Reading, tokens: Sequence[Token], spoken: Spoken) -> bool:
    """Return True if a small word leaves out what follows it: the "but" of "any jeans but blue"."""
    before = tokens[: reading.start]
    is_but = tokens[reading.start].text in spoken.said("except")
    return is_but and any(token.text in spoken.said("all") for token in before)


def past_small(start: int, tokens: Sequence[Token], spoken: Spoken) -> int:
    """Return where what a "not" is about begins: behind the "too" of "not too short"."""
    places = range(start, len(tokens))
    return next((at for at in places if tokens[at].text not in spoken.said("skipped")), len(tokens))


def description(
    start: int,
    tokens: Sequence[Token],
    readings: Mapping[int, Reading],
    original: str,
    *,
    has_type: bool,
) -> range:
    """Return the places of several words that say together what is not wanted, from `start` on.

    Empty where one reading says it all ("no high heels") or one word does. A type at their end is
    what is wanted after all ("no short sleeve shirts"), unless the text named one (`has_type`).
    """
    end = start
    while end < len(tokens) and end - start < MOST_WORDS and _describes(end, tokens, readings):
        if end > start and original[tokens[end - 1].end : tokens[end].start].strip("-–' \t"):
            break
        end += 1
    last = readings.get(end - 1)
    if not has_type and last is not None and last.first.kind == "type":
        end -= 1
    return range(start, end) if end - start > 1 else range(0)


def _describes(at: int, tokens: Sequence[Token], readings: Mapping[int, Reading]) -> bool:
    if tokens[at].is_sign or tokens[at].minus:
        return False
    if any(reading.start < at < reading.end for reading in readings.values()):
        return False
    reading = readings.get(at)
    return reading is None or (reading.first.kind == "type" and reading.end == at + 1)

"""Colours in words, shades in several words, and whom a product is for."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from indexer.language import LexiconEntry, People, Vocabulary, current
from indexer.language.groups import is_number
from indexer.language.quantities import any_of
from indexer.language.words.entries import (
    Match,
    PhraseTable,
    fold,
    leading,
    raw_words,
    singular,
    words,
)

MULTI = "multi"
# Nothing is tinted by these, and they tint nothing: "black white" is two colours, and "violet
# blue" is one.
APART = frozenset({"white", "black", "gold", "silver", MULTI})


@dataclass(frozen=True, slots=True)
class NamedColour:
    """The colours that some words may be.

    `doubt`: 0 a colour and nothing else, 1 also something else ("peach"), 2 a material or pattern
    first.
    """

    slugs: frozenset[str]
    doubt: int


def is_one_name(before: NamedColour, colour: NamedColour, *, in_name: bool = False) -> bool:
    """Return True if two neighbouring colours are one: "slate blue", "rust brown".

    Two that are sure are two where somebody asks, and one in a name: "violet blue".
    """
    if before.slugs == colour.slugs or before.doubt or colour.doubt:
        return True
    return in_name and not (before.slugs | colour.slugs) & APART


def leads(before: NamedColour, colour: NamedColour) -> bool:
    """Return True if the first of two words is the colour of both: the surer, or the last."""
    return before.doubt < colour.doubt


def shade_start(keys: Sequence[str], start: int, shades: Collection[str]) -> int:
    """Return where a colour begins with the words before it that only shade it: "dark blue"."""
    while start and keys[start - 1] in shades:
        start -= 1
    return start


# From three colours on, a product is of many colours, too.
MANY = 3


TOKEN = re.compile(r"[a-z0-9]+")


def colors_of(text: str) -> tuple[str, ...]:
    """Return the colour slugs of a store's colour wording such as "dark blue/white", in order.

    Words that belong together are one colour, named by the last: "medium slate blue" is blue.
    Three colours and more, and "multi…" anywhere, are "multi" first. Empty if none is named.
    """
    return _all(slug for one in _colours(text, about_colour=True) for slug in one.slugs)


def colors_in_name(name: str) -> tuple[str, ...]:
    """Return the colours that a product's name states, as `colors_of` does.

    Words that are materials first count only where no unambiguous colour stands, and then the last
    of them: "Linen shirt in olive" is green. What stands beside the type or is what it is for
    colours nothing: "Dress with white collar", "Cover for grey sofa".
    """
    colours = list(_colours(name, about_colour=False))
    best = min((colour.doubt for colour in colours), default=0)
    slugs = [slug for colour in colours if colour.doubt == best for slug in colour.slugs]
    return _all(slugs if best == 0 else slugs[-1:])


def _all(slugs: Iterable[str]) -> tuple[str, ...]:
    once = tuple(dict.fromkeys(slugs))
    if MULTI not in once and len(once) < MANY:
        return once
    return (MULTI, *(slug for slug in once if slug != MULTI))


def _colours(text: str, *, about_colour: bool) -> Iterator[NamedColour]:
    """Yield the colours of a text; `about_colour`: it is known to describe a colour ("wit")."""
    vocabulary = current()
    for run, is_beside, is_last in _runs(text, vocabulary):
        for match in _in_run(run, vocabulary, about_colour):
            rest = TOKEN.findall(run)[match.end :]
            is_own = is_last and all(is_number(word) or len(word) < 3 for word in rest)
            if about_colour or not is_beside or is_own:  # "with belt, black", "with belt black"
                yield match.value


@lru_cache(maxsize=4)
def _apart(vocabulary: Vocabulary) -> re.Pattern[str]:
    """Return what parts colours: one's name is letters, blanks and hyphens: "dark blue/white"."""
    parting = vocabulary.spoken.in_names("with", "not", "belonging", "joint", "placing")
    return re.compile(rf"([^a-z0-9\s-]+|\s{any_of(map(re.escape, parting))}\s)")


def _runs(text: str, vocabulary: Vocabulary) -> Iterator[tuple[str, bool, bool]]:
    """Give the runs of words: whether what they name is beside the type, and nothing joins on."""
    beside = vocabulary.spoken.in_names("with", "not", "belonging")
    joined = vocabulary.spoken.in_names("joint")
    first, *rest = _apart(vocabulary).split(f" {fold(text)} ")
    marks = [mark.strip() for mark in rest[::2]]
    is_named = is_beside = False
    for run, before, after in zip([first, *rest[1::2]], ["", *marks], [*marks, ""], strict=True):
        is_beside = is_named and (before in beside or (is_beside and before in joined))
        is_named = is_named or bool(run.strip())
        yield run, is_beside, after not in joined


def _in_run(run: str, vocabulary: Vocabulary, about_colour: bool) -> list[Match[NamedColour]]:
    spans = [match.span() for match in TOKEN.finditer(run)]
    raw = [run[start:end] for start, end in spans]
    keys = [singular(word) for word in raw]
    colours: list[Match[NamedColour]] = []
    for match in _table(vocabulary).find(keys):
        wordings = leading(match.value, raw[match.start : match.end])
        wording = next((wording for wording in wordings if about_colour or wording.in_titles), None)
        if wording is None or not wording.meaning:
            continue
        own = keys[match.start : match.end]
        finished = keys[match.end : match.end + 1]
        finish = vocabulary.finishes.intersection(finished)
        is_weak = wording.is_weak and not finish
        doubt = 1 + (tuple(own) in vocabulary.materials) if is_weak else 0
        colour = NamedColour(frozenset({wording.meaning}), doubt)
        hyphen = "-" in run[spans[match.start - 1][1] : spans[match.start][0]]
        before = colours[-1] if colours and colours[-1].end == match.start else None
        if before and _is_tint(before.value, colour, hyphen):
            meant = before.value if leads(before.value, colour) else colour
            colours[-1] = Match(before.start, match.end, meant)
        else:
            colours.append(Match(match.start, match.end, colour))
    return colours


def _is_tint(before: NamedColour, colour: NamedColour, hyphen: bool) -> bool:
    """Return whether two neighbouring colour words are one name; "navy-red" are two."""
    is_parted = hyphen and not (before.doubt or colour.doubt)
    return not is_parted and is_one_name(before, colour, in_name=True)


@lru_cache(maxsize=4)
def _table(vocabulary: Vocabulary) -> PhraseTable[tuple[LexiconEntry[str], ...]]:
    """Return the colours' phrases, and those that only look like one: their meaning is empty."""
    grouped: dict[str, list[LexiconEntry[str]]] = {}
    looks = [LexiconEntry(phrase, "") for phrase in vocabulary.not_colours]
    for wording in (*vocabulary.colours, *looks):
        grouped.setdefault(" ".join(map(singular, wording.raw)), []).append(wording)
    return PhraseTable({key: tuple(wordings) for key, wordings in grouped.items()})


KIDS = frozenset({"kids", "baby"})
UNISEX = "unisex"
# Google's age groups, and the words that stores write there instead.
AGE_GROUPS = {"newborn": "baby", "infant": "baby", "toddler": "kids", "adult": "adult"}


def people_of(text: str, *, weak: bool = False) -> People | None:
    """Return whom a text mentions; None for nobody, or only phrases that look like people.

    Several are joined: "boys and girls" are kids, "women and men" unisex, "baby boys" baby.
    `weak` reads words such as "his" too.
    """
    vocabulary = current()
    return join_people(_people_in(text, vocabulary, weak), vocabulary)


def audience_of(age_group: str) -> str | None:
    """Return adult, kids or baby for a feed's age_group ("toddler", "5-13 years"), or None."""
    group = AGE_GROUPS.get(age_group.strip().lower())
    if group:
        return group
    people = people_of(age_group)
    return people.audience if people else None


def join_people(mentioned: Iterable[People], vocabulary: Vocabulary) -> People | None:
    """Return the one entry of the vocabulary that covers all people mentioned."""
    everyone = list(mentioned)
    if not everyone:
        return None
    audiences = {people.audience for people in everyone}
    genders = {people.gender for people in everyone if people.gender}
    if "baby" in audiences:
        return vocabulary.people.get("baby")
    if "kids" in audiences:
        adults = genders & {"women", "men"}
        return vocabulary.people.get(
            "kids" if len(adults) != 1 else "girls" if "women" in adults else "boys"
        )
    if genders in ({"women"}, {"men"}):
        return everyone[0]
    return vocabulary.people.get(UNISEX)


@lru_cache(maxsize=4096)  # paths and genders repeat from product to product
def _people_in(text: str, vocabulary: Vocabulary, weak: bool) -> tuple[People, ...]:
    raw = raw_words(text)
    mentioned = []
    for match in vocabulary.people_words.table.find(words(text)):
        wordings = leading(match.value, raw[match.start : match.end])
        read = (w for w in wordings if w.in_titles and (weak or not w.is_weak))
        people = next((vocabulary.people[w.meaning] for w in read), None)
        if people is not None and (people.gender or people.audience):
            mentioned.append(people)
    return tuple(mentioned)

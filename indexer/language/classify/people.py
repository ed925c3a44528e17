"""Whom a product is for, from the store's wording and the words of its name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from indexer.language import People, Vocabulary, current
from indexer.language.words.entries import leading
from indexer.language.words.phrases import raw_words, words

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
    return joined(_mentioned(text, vocabulary, weak), vocabulary)


def audience_of(age_group: str) -> str | None:
    """Return adult, kids or baby for a feed's age_group ("toddler", "5-13 years"), or None."""
    group = AGE_GROUPS.get(age_group.strip().lower())
    if group:
        return group
    people = people_of(age_group)
    return people.audience if people else None


def joined(mentioned: Iterable[People], vocabulary: Vocabulary) -> People | None:
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
        return vocabulary.people.get(_child(adults) if len(adults) == 1 else "kids")
    if genders in ({"women"}, {"men"}):
        return everyone[0]
    return vocabulary.people.get(UNISEX)


def _child(genders: set[str]) -> str:
    return "girls" if "women" in genders else "boys"


@lru_cache(maxsize=4096)  # paths and genders repeat from product to product
def _mentioned(text: str, vocabulary: Vocabulary, weak: bool) -> tuple[People, ...]:
    raw = raw_words(text)
    mentioned = []
    for match in vocabulary.people_words.table.find(words(text)):
        wordings = leading(match.value, raw[match.start : match.end])
        read = (w for w in wordings if w.in_titles and (weak or not w.is_weak))
        people = next((vocabulary.people[w.meaning] for w in read), None)
        if people is not None and (people.gender or people.audience):
            mentioned.append(people)
    return tuple(mentioned)

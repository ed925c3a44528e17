"""Fault 48: what is made to be slow costs as it is long, and a long word is a word and no more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.search.understand import Meaning, understand, unknown
from app.search.understand.words.afrikaans import forms
from indexer.reference.words.phrases import singular
from indexer.wording import LONGEST_WORD
from scrapers.web import urls
from tests.support.steps import steps
from tests.unit.app.understand.language import language

pytestmark = pytest.mark.faults

TWICE = 3  # times the steps for twice the text; where each is looked at with each, it is four
ENDINGS = ("etjies", "tjies", "kies", "pies", "ies", "we", "es", "s", "skoene", "ed", "dress")


def read(text: str) -> Meaning:
    """Read a text as a search does: once for what the index is asked, once for what it means."""
    unknown(text, language())
    return understand(text, language())


def word(letters: int, ending: str) -> str:
    return "b" * (letters - len(ending)) + ending


def grows(cost: Callable[[int], object], size: int) -> float:
    """Return how many times the steps are made for twice the size."""
    cost(2 * size)  # what is kept for both
    return steps(lambda: cost(2 * size)) / steps(lambda: cost(size))


@pytest.mark.parametrize("ending", ENDINGS)
def test_fault_48_a_word_of_over_forty_letters_is_a_word_and_nothing_else(ending: str) -> None:
    long, known = word(LONGEST_WORD + 1, ending), language()
    assert LONGEST_WORD == 40
    assert list(forms(long)) == [long]
    assert known.compounds.parted(long) == []
    assert known.dictionary.corrected(long) == (0.0, "")
    assert known.dictionary.parts(long) == []
    assert known.dictionary.unsold_thing(long) == ""
    assert singular(long) == long
    meaning = read(long)
    assert meaning.ignored == (long,)
    assert (meaning.corrections, meaning.prefix, meaning.parts) == ((), "", ())


@pytest.mark.parametrize("glued", ["blackdress", "kinderrok"])
def test_fault_48_glued_words_of_over_forty_letters_stay_one(glued: str) -> None:
    assert read(glued).corrections
    assert read(glued * 6).ignored == (glued * 6,)


def test_a_word_of_forty_letters_is_read() -> None:
    long = word(LONGEST_WORD - len("stewels"), "") + "stewels"
    assert read(long).parts[0].kind == "thing"


@pytest.mark.parametrize("ending", ENDINGS)
def test_fault_48_a_long_word_costs_no_more_than_a_short_one(ending: str) -> None:
    short = steps(lambda: read(word(LONGEST_WORD, ending)))
    letters = 1000  # each is folded
    assert steps(lambda: read(word(letters, ending))) < short + 10 * letters


SAID = (
    "winter|winter wedding|red dress|blackdress|drss|rokkies|kniestewels|100|under r100|r1-|not red"
    "|or|for a red dress|ships to|light|jack &|size 5|20% off|u.s. polo|qwertyuiop|next|not to be"
    "|5 drawers"
).split("|")


@pytest.mark.parametrize("said", SAID)
def test_fault_48_what_is_said_again_and_again_costs_as_often(said: str) -> None:
    words = 24 // len(said.split())  # the words behind the sixtieth are none of a search
    assert grows(lambda times: read(f"{said} " * times), words) < TWICE


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ('url("/a.jpg")', "/a.jpg"),
        ("url( '/a.jpg' ), url(/b.jpg)", "/a.jpg"),
        ("linear-gradient(red, blue), url(/b.jpg)", "/b.jpg"),
        (r'url("data:,<svg fill=\"url(#a)\">")', r"data:,<svg fill=\"url(#a)\">"),
        ("url(url(url(", None),
        ("none", None),
    ],
)
def test_the_first_address_of_a_background_is_read(value: str, address: str | None) -> None:
    assert urls.css_url(value) == address

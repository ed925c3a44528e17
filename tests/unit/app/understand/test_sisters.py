"""Kinds of texts that shoppers type, each composed of parts: two thirds seen, a third apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from app.search.understand import Language, Meaning, understand
from tests.support.sisters import apart, composed, seen
from tests.unit.app.understand.language import language

BRANDS = (
    "Vans|G-Star RAW|Casio|Nike|The North Face|New Balance|Puma|Reebok|Tommy Hilfiger|Kate Spade"
)
NAMED = "air max force 97 90 ga 2100 gel kayano superstar pegasus old skool"
LEAST = 0.9


@cache
def sold() -> Language:
    """A catalogue with brands and models that are typed in other ways."""
    names = dict.fromkeys(BRANDS.split("|"), 40)
    said = " ".join((BRANDS, NAMED)).lower().replace("|", " ").replace("-", " ").split()
    counts = {**language().counts, **dict.fromkeys(said, 40)}
    return replace(language(), brands={**language().brands, **names}, counts=counts).warm()


def read(text: str) -> Meaning:
    """Return what a text means in that catalogue."""
    return understand(text, sold())


def labels(meaning: Meaning, kind: str) -> set[str]:
    """Return the labels of the parts of a kind."""
    return {part.label for part in meaning.of(kind)}


THINGS = "dress|jeans|shirt|jacket|sneakers"


def models(text: str) -> bool:
    """The letters and numbers of a model are words."""
    return not read(text).ignored and bool(read(text).corrections)


def brands(text: str) -> bool:
    """A brand is one, however it is joined and whatever word it is like."""
    return bool(read(text).of("brand"))


def ages(text: str) -> bool:
    """An age asks for children and for its sizes."""
    return bool(read(text).of("people")) and bool(labels(read(text), "size"))


def bras(text: str) -> bool:
    """A cup is a size, joined to its band or not."""
    sizes = labels(read(text), "size")
    return len(sizes) == 1 and sizes.pop()[-1].isalpha()


def pictures(text: str) -> bool:
    """A picture of what is sold asks for it."""
    return bool(read(text).of("type"))


def gifts(text: str) -> bool:
    """A gift is for somebody, and what no product says is said."""
    return bool(read(text).of("people")) and bool(read(text).ignored)


def misspelt(text: str) -> bool:
    """Two words may be misspelt beside each other, and neither is given up."""
    return bool(read(text).of("type")) and not read(text).ignored


def kin(text: str) -> bool:
    """Whoever belongs to a family is read as whom it is for."""
    return bool(read(text).of("people")) and not (read(text).corrections or read(text).prefix)


def occasions(text: str) -> bool:
    """What it is for raises its kinds and demands no word."""
    return bool(read(text).of("type")) and not read(text).words


KINDS: list[tuple[Callable[[str], bool], list[str]]] = [
    (
        models,
        [
            *composed(
                "{b}{t}", b="casio |nike ||black ", t="ga2100|airmax97|airmax90|gel90|gelkayano90"
            ),
            *composed("{m} {t}", m="ga2100|airmax97|gelkayano97", t=THINGS),
        ],
    ),
    (
        brands,
        list(
            composed(
                "{a}{b}{t}",
                a="|black |mens ",
                b="vans|gstar|g star|northface|newbalance|tommyhilfiger|katespade|g-star",
                t="| jeans| sneakers| jacket| size 9",
            )
        ),
    ),
    (
        ages,
        [
            *composed("{t} {f} {n} year old", t=THINGS, f="for a|for my", n="5|8|11|three"),
            *composed("{w} {t} {n}", w="girls|boys", t=THINGS, n="7-8 years|18-24 months|9-10 yrs"),
            *composed("{t} {n}", t=THINGS, n="aged 6|age 4|6 jaar oud"),
        ],
    ),
    (
        bras,
        [
            *composed("{n}{s}{c} bra", n="34|36|75|80", s="| ", c="B|DD|FF|C"),
            *composed(
                "{w} {n}{s}{c}", w="bra|black bras|bra size", n="32|38|85", s="| ", c="a|d|gg"
            ),
        ],
    ),
    (
        pictures,
        list(
            composed(
                "{w}{e}{u}", w="|red |womens |cheap ", e="👗|👖|👟|🧥|🛋|🪑|👜", u="| under R500"
            )
        ),
    ),
    (
        gifts,
        [
            *composed(
                "{g} for {w}", g="present|gift|birthday present", w="my mom|my dad|him|her|my wife"
            ),
            *composed("{g} vir {w}", g="geskenk|geskenke", w="my ma|my pa|my vrou|my seun"),
        ],
    ),
    (
        misspelt,
        [
            *composed("{a} {b}", a="runing|hikng", b="shoos|shose|bots|boots"),
            *composed("{a} {b}", a="cushoin|duvay|pilow", b="cvoer|covr"),
            *composed("{a} {b}", a="dinning|bedsied|coffie", b="tabel|tbale|taable"),
        ],
    ),
    (
        kin,
        [
            *composed(
                "{g} for my {w}",
                g="gift|something|watch",
                w="mother in law|brother in law|son in law|stepmom|stepdad|godmother|godson",
            ),
            *composed("{g} vir my {w}", g="iets|geskenk", w="skoonma|skoonpa|tante|neef|vader"),
        ],
    ),
    (
        occasions,
        [
            *composed(
                "{o} {t}", o="wedding guest|gala dinner|date night|red carpet", t="dress|dresses"
            ),
            *composed(
                "{t} for {o}", t="dress|dresses", o="a wedding guest|matric farewell|a gala dinner"
            ),
            *composed("{o}{g}", o="baby shower|housewarming", g="| gift|"),
        ],
    ),
]


@pytest.mark.parametrize("chosen", [seen, apart])
@pytest.mark.parametrize(("is_right", "texts"), KINDS, ids=[kind.__name__ for kind, _ in KINDS])
def test_texts_of_a_kind_are_read_as_it_says(
    is_right: Callable[[str], bool], texts: list[str], chosen: Callable[[list[str]], list[str]]
) -> None:
    sisters = chosen(texts)
    lost = [text for text in sisters if not is_right(text)]
    assert len(sisters) >= 4
    assert len(lost) <= (1 - LEAST) * len(sisters), lost

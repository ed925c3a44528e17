from __future__ import annotations

from dataclasses import replace

import pytest

from app.search.understand import understand
from app.search.understand.spelling import Dictionary
from tests.unit.app.understand.language import language

COUNTS = {
    "dress": 900, "dresses": 40, "shirt": 800, "shirts": 60, "sneakers": 300, "boots": 500,
    "black": 700, "blue": 600, "shorts": 300, "trousers": 200, "tigress": 400, "enterprises": 400,
    "linen": 80, "striped": 50, "jumper": 200, "handbag": 90, "net": 5, "held": 900,
}  # fmt: skip
TABLE = frozenset("dress shirt sneakers boots black blue shorts trousers handbag hemde".split())


@pytest.fixture(scope="module")
def dictionary() -> Dictionary:
    return Dictionary(COUNTS, TABLE, TABLE).warm()


ERRORS = """
dreess>dress drses>dress shhorts>shorts snaekers>sneakers sneekars>sneakers trowsers>trousers
blakc>black bots>boots tigres>tigress linnen>linen
"""


@pytest.mark.parametrize(("typed", "meant"), [one.split(">") for one in ERRORS.split()])
def test_typing_errors_are_mended(dictionary: Dictionary, typed: str, meant: str) -> None:
    assert dictionary.corrected(typed)[1] == meant


@pytest.mark.parametrize("typed", ["zzzz", "qx", "x" * 1000, "w3w", "ok"])
def test_what_is_near_to_nothing_stays(dictionary: Dictionary, typed: str) -> None:
    assert dictionary.corrected(typed)[1] == ""


def test_short_words_allow_one_error_only(dictionary: Dictionary) -> None:
    assert dictionary.corrected("drexx")[1] == ""
    assert dictionary.corrected("nut")[1] == ""


def test_a_word_of_three_letters_is_meant_by_its_own_letters_alone() -> None:
    """ "Lego" was a leg, and what is near to one the answer."""
    short = frozenset({"leg", "legs", "hat", "bags"})
    few = Dictionary(dict.fromkeys(short, 50), short).warm()
    assert few.corrected("lego")[1] == few.unsold_type("lego") == ""
    assert [few.corrected(typed)[1] for typed in ("hatt", "bgas", "bagss")] == [
        "hat",
        "bags",
        "bags",
    ]


def test_a_neighbour_decides_between_two_that_are_as_near(dictionary: Dictionary) -> None:
    both = Dictionary({"coat": 50, "boat": 50, "shoe": 50}, frozenset()).warm()
    assert both.corrected("xoat", beside=["boat"])[1] == "boat"
    assert both.corrected("xoat", beside=["coat"])[1] == "coat"


def test_of_two_as_near_the_one_that_sounds_alike_is_meant() -> None:
    alike = frozenset({"bracket", "bracelet"})
    assert Dictionary({}, alike).warm().corrected("braclet")[1] == "bracelet"


def test_a_word_in_another_english_form_is_known(dictionary: Dictionary) -> None:
    assert dictionary.knows("stripes")
    assert not dictionary.knows("velvet")


def test_a_word_of_the_tables_is_known_where_the_index_lacks_it(dictionary: Dictionary) -> None:
    assert dictionary.knows("hemde")


def test_glued_words_are_parted_into_the_fewest(dictionary: Dictionary) -> None:
    assert dictionary.parts("blackdress") == ["black", "dress"]
    assert dictionary.parts("blueblackshirt") == ["blue", "black", "shirt"]
    assert dictionary.parts("zzzdress") == []


def test_the_likeliest_completion_comes_first(dictionary: Dictionary) -> None:
    assert dictionary.completions("dre")[0][1] == "dress"
    assert [word for _, word in dictionary.completions("snea")] == ["sneakers"]
    assert dictionary.completions("q") == []


def test_a_participle_is_not_taken_apart(dictionary: Dictionary) -> None:
    assert replace(dictionary, table=dictionary.table | {"rib", "bed"}).parts("ribbed") == []


def test_a_short_word_has_no_two_letters_too_many() -> None:
    near = [term for _, term in language().dictionary.corrections("stokvel")]
    assert near
    assert "stoel" not in near


def test_a_known_word_of_what_nobody_sells_is_not_corrected_to_itself() -> None:
    shop = replace(language(), categories={"women/accessories": 10, "women/accessories/belts": 10})
    assert understand("doek", shop).corrections == ()

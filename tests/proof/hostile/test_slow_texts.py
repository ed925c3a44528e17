"""Fault 48: what is made to be slow costs as it is long, and a long word is a word and no more."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.search.filters import MAX_TEXT
from app.search.understand import Meaning, understand
from indexer.core.wording import LONGEST_WORD
from indexer.language.tree import FOLDER
from indexer.language.words.entries import Endings, singular
from scrapers.feeds.files import read_records
from scrapers.feeds.merchant import FeedDefaults
from scrapers.feeds.staging import read_feed
from scrapers.polite.politeness import parse as parse_robots
from scrapers.values.price.price_text import LONGEST as LONGEST_PRICE
from scrapers.values.price.price_text import Piece
from scrapers.values.price.prices import parse_price, read_price
from tests.support.steps import steps
from tests.unit.app.understand.language import language

TWICE = 3  # times the steps for twice the text; where each is looked at with each, it is four
ENDINGS = ("etjies", "tjies", "kies", "pies", "ies", "we", "es", "s", "skoene", "ed", "dress")


def read(text: str) -> Meaning:
    return understand(text, language())


def word(letters: int, ending: str) -> str:
    return "b" * (letters - len(ending)) + ending


def _ignore(_: int) -> None: ...


def grows(cost: Callable[[int], object], size: int) -> float:
    """Return how many times the steps are made for twice the size."""
    cost(2 * size)  # what is kept for both
    return steps(lambda: cost(2 * size)) / steps(lambda: cost(size))


@pytest.mark.parametrize("ending", ENDINGS)
def test_fault_48_a_word_of_over_forty_letters_is_a_word_and_nothing_else(ending: str) -> None:
    long, known = word(LONGEST_WORD + 1, ending), language()
    assert LONGEST_WORD == 40
    assert list(Endings(FOLDER / "languages" / "af").forms(long)) == [long]
    assert known.compounds.split(long) == []
    assert known.dictionary.corrections(long) == []
    assert known.dictionary.parts(long) == []
    assert singular(long) == long
    meaning = read(long)
    assert meaning.ignored == (long,)
    assert (meaning.corrections, meaning.prefix, meaning.parts) == ((), "", ())


@pytest.mark.parametrize("ending", ENDINGS)
def test_fault_48_a_long_word_costs_no_more_than_a_short_one(ending: str) -> None:
    short = steps(lambda: read(word(LONGEST_WORD, ending)))
    letters = 1000  # each is folded
    assert steps(lambda: read(word(letters, ending))) < short + 10 * letters


SAID = (
    "winter|winter wedding|red|red dress|blackdress|drss|rokkies|kniestewels|100|under r100|r1-"
    "|not red|or|for a red dress|ships to|light|jack &|size 5|20% off|u.s. polo|qwertyuiop|next"
    "|not to be|5 drawers"
).split("|")


@pytest.mark.parametrize("said", SAID)
def test_fault_48_what_is_said_again_and_again_costs_as_often(said: str) -> None:
    words = 24 // len(said.split())  # the words behind the sixtieth are none of a search
    assert grows(lambda times: read(f"{said} " * times), words) < TWICE


def amounts(said: str, length: int) -> str:
    """Return a text of so many characters in which each amount is another."""
    return "".join(said.format(number) for number in range(1, length))[:length]


@pytest.mark.parametrize(
    "said", ["{} ", '{0}" ', "{0}cm ", "{0}% ", "r{0} ", "{0}-9{0} ", "{0}/9 "]
)
def test_fault_48_amounts_behind_the_sixtieth_cost_no_more_than_words(said: str) -> None:
    """Each was read, and compared with each: 250 took 0.26 s, as a text is read a dozen times."""
    short, long = amounts(said, 500), amounts(said, MAX_TEXT - 1)
    read(long)
    assert steps(lambda: read(long)) < 1.35 * steps(lambda: read(short))


PRICES = ("R1 ", "1 ", "R 1 299.00 ", "was R9 ", "R1 incl. vat ", "€1 R1 ", "-R1 ", "1 R ", "4 x ")


@pytest.mark.parametrize("text", PRICES)
def test_fault_48_a_price_text_costs_what_it_is_long(text: str) -> None:
    most = LONGEST_PRICE // len(text) // 2
    assert grows(lambda times: parse_price(text * times, "ZAR"), most) < TWICE


def test_fault_48_a_price_text_in_many_pieces_costs_as_many() -> None:
    def cost(pieces: int) -> object:
        return read_price([tuple(Piece(f"R{n}", "snca b"[n % 6]) for n in range(pieces))], "ZAR")

    assert grows(cost, 100) < TWICE


def robots(many: int) -> str:
    names = [f"User-agent: bot{n}" for n in range(many)]
    return "\n".join([*names, "User-agent: *", *(f"Disallow: /{n}$" for n in range(many)), ""])


def test_fault_48_the_names_of_a_robots_txt_do_not_multiply_its_rules() -> None:
    assert grows(lambda many: parse_robots(robots(many), "Winkel/1.0"), 50) < TWICE


def test_fault_48_quotation_marks_that_are_never_closed_are_read_once(tmp_path: Path) -> None:
    feed = tmp_path / "feed.csv"
    rows = 200
    feed.write_text("id,title\n" + "".join(f'{n},"dress\n' for n in range(rows)), encoding="utf-8")
    found = list(read_records(feed))
    assert len(found) == rows
    assert all(record.problem == "a quotation mark is not closed" for record in found[:-1])
    assert steps(lambda: list(read_records(feed))) < 100 * rows


def test_fault_48_rows_of_one_product_cost_as_many(tmp_path: Path) -> None:
    """10,000 rows at different prices took hours: what was known of them grew with each row."""
    feed, defaults = tmp_path / "feed.jsonl", FeedDefaults("ZAR", {"ZAR"}.__contains__)

    def cost(rows: int) -> object:
        same = {"item_group_id": "g", "title": "Boot"}
        own = ({"id": f"b{n}", "size": str(n), "price": f"{n + 9} ZAR"} for n in range(rows))
        feed.write_text("".join(f"{json.dumps(same | one)}\n" for one in own))
        (boot,) = read_feed(feed, defaults, _ignore).products()
        return boot

    assert grows(cost, 60) < TWICE

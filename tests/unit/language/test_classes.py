"""The classes of words: each word once, in the singular, with letters that mean something."""

from __future__ import annotations

from pathlib import Path

from indexer.language.words import entries as classes
from indexer.language.words.entries import (
    ADJECTIVE,
    FEATURE,
    NAMESAKE,
    NEITHER,
    NOUN,
    PLURAL,
    SPARE,
    classes_of,
)


def test_every_line_is_a_word_and_its_classes_in_order_and_once() -> None:
    lines = Path(classes.__file__).with_name("classes.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    heads = {NOUN, ADJECTIVE, NEITHER, PLURAL, PLURAL + ADJECTIVE, PLURAL + NEITHER}
    letters = {*heads, SPARE, NOUN + SPARE, *(head + NAMESAKE for head in (*heads, ""))}
    letters |= {letter + FEATURE for letter in letters} | {FEATURE}
    assert [row for row in rows if len(row) != 2 or row[1] not in letters] == []
    words = [word for word, _ in rows]
    assert words == sorted(set(words))


def test_a_word_has_its_classes_in_either_number_and_a_name_none() -> None:
    assert classes_of("gauge") == classes_of("gauges") == NOUN
    assert classes_of("wide") == ADJECTIVE
    assert classes_of("kivik") == classes_of("") == ""

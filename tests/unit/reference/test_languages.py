"""A language is its file: forms by its affixes, senses checked against the other tables."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from app.search.understand import understand
from indexer.reference import VocabularyError, load_vocabulary
from indexer.reference.words import vocabulary as module
from tests.unit.app.understand.language import language

TSHIVENDA = """# Tshivenda
affix\tclass8\ttshi|zwi
thing\tshoes\ttshienda|zwienda
thing\tchair\t[class8]dulo
colour\tblack\ttswu|ntswu
state\tcheap\ttshipa
describing\tleather\tmukumba
small\task\tndi khou toda
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(module.FOLDER, tmp_path / "words")
    return tmp_path / "words"


def test_a_new_language_is_its_file(folder: Path) -> None:
    (folder / "languages" / "ve.tsv").write_text(TSHIVENDA, encoding="utf-8")
    venda = replace(language(), vocabulary=load_vocabulary(folder))
    read = understand("ndi khou toda zwienda ntswu tshipa", venda)
    assert [part.things for part in read.of("thing")] == [("shoes",)]
    assert {(part.kind, part.values) for part in read.parts if part.kind != "thing"} == {
        ("colour", ("black",)),
        ("state", ("cheap",)),
    }
    assert (read.words, read.ignored, read.corrections) == ((), (), ())
    (chair,) = understand("tshidulo", venda).of("thing")
    assert chair.things == ("chair",)
    (material,) = understand("mukumba zwienda", venda).of("material")
    assert material.values == ("Leather",)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("thing\tshoes", "three columns"),
        ("thing\tno-such-thing\ttshienda", "no such thing"),
        ("colour\tmauve-ish\ttshitopi", "no such colour"),
        ("state\tfree\tmahala", "no such state"),
        ("verb\tbuy\trenga", "no sense 'verb'"),
        ("thing\tshoes\t[class9]enda", "names no affix"),
        ("thing\tshoes\ttafula|trousers", "already names"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(folder: Path, row: str, problem: str) -> None:
    (folder / "languages" / "ve.tsv").write_text(row + "\n", encoding="utf-8")
    with pytest.raises(VocabularyError, match=problem):
        load_vocabulary(folder)


@pytest.mark.parametrize(
    ("text", "thing", "colour"),
    [
        ("izicathulo ezibomvu", "shoes", "red"),
        ("ihembe elimhlophe", "shirt", "white"),
        ("iikawusi ezimnyama", "socks", "black"),
        ("mosese o mohibidu", "dress", "red"),
        ("dieta tše ntsho", "shoes", "black"),
        ("katiba e kgubedu", "hat", "red"),
        ("red ilokhwe", "dress", "red"),
    ],
)
def test_colours_agree_with_their_nouns_in_all_classes(text: str, thing: str, colour: str) -> None:
    read = understand(text, language())
    assert [part.things for part in read.of("thing")] == [(thing,)]
    assert [part.values for part in read.of("colour")] == [(colour,)]


def test_a_text_may_mix_languages() -> None:
    read = understand("cheap izicathulo zamadoda under R500", language())
    assert {part.kind for part in read.parts} == {"state", "thing", "people", "price"}
    assert not read.words


def test_words_of_other_languages_are_no_corrections_of_english() -> None:
    assert understand("bakin", language()).of("thing") == ()

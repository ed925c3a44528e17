"""A language is its folder: forms by its affixes, senses checked against the other tables."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from app.search.understand import Language, Meaning, understand
from indexer.language import VocabularyError, load_vocabulary
from indexer.language.tree import FOLDER, table
from tests.support.data import rows
from tests.unit.app.understand.language import language

LANGUAGES = FOLDER / "languages"
ROWS = Path(__file__).with_name("refused_rows.tsv").read_text(encoding="utf-8").splitlines()[1:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a vocabulary's folder with a new language, and one of this test's words alone."""
    words = tmp_path_factory.mktemp("vocabulary") / "words"
    shutil.copytree(FOLDER, words)
    shutil.rmtree(words / "languages" / "ve")
    for new in Path(__file__).with_name("new").iterdir():
        shutil.copytree(new, words / "languages" / new.name)
    return words


@pytest.fixture(scope="module")
def known(folder: Path) -> Language:
    return replace(language(), vocabulary=load_vocabulary(folder))


@pytest.mark.parametrize(("text", "read"), rows("new_languages"))
def test_a_language_is_a_folder_and_nothing_else(known: Language, text: str, read: str) -> None:
    assert _said(understand(text, known)) == {*read.split("|")}


@pytest.mark.parametrize("line", ROWS)
def test_a_row_that_cannot_be_read_is_named(folder: Path, tmp_path: Path, line: str) -> None:
    row, problem = line.split("\t")
    words = tmp_path / "words"
    shutil.copytree(folder, words)
    text = row.replace(";", "\t") + "\n"
    (words / "languages" / "ve" / "words.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(VocabularyError, match=problem):
        load_vocabulary(words)


@pytest.mark.parametrize("code", [folder.name for folder in sorted(LANGUAGES.glob("[a-z]*/"))])
def test_each_language_is_read_as_the_examples_in_its_folder_say(code: str) -> None:
    examples = {text: {*said.split("|")} for _, (text, said) in table(_examples(code), 2)}
    assert len(examples) >= 3
    assert {text: _said(understand(text, language())) for text in examples} == examples


def _examples(code: str) -> Path:
    return LANGUAGES / code / "examples.tsv"


def _said(read: Meaning) -> set[str]:
    """Return the product types and values of a reading's parts, and its price as bounds."""
    said = {
        f"{'-' if part.excluded else ''}{value}"
        for part in read.parts
        for value in getattr(part, "product_types", ()) or part.values
    }
    return said | {
        f"{price.low or 0:g}-{'' if price.high is None else round(price.high)}"
        for price in read.of("price")
    }

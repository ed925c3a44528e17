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
VENDA = {
    "sources": "primer\tmeaning\tCC BY 4.0\tA primer\nspeller\tform\tGPL-2.0\tSpellings\n",
    "affixes": "class8\ttshi|zwi\tprimer cldr\n",
    "words": """type\tshoes\ttshienda|zwienda\tquery\tprimer cldr
type\tchair\t[class8]dulo\tquery\tprimer speller
colour\tblack\ttswu|ntswu\tquery\tprimer dsac
state\tprice-ascending\ttshipa\tquery\tprimer dsac
bound\tunder\tfhasi ha\tquery\tprimer dsac
bound\tbetween\tvhukati ha\tquery\tprimer dsac
bound\tto\tna\tquery\tprimer dsac
bound\tsize\tsaizi\tquery\tprimer dsac
describing\tleather\tmukumba\tquery\tprimer speller
small\task\tndi khou toda\tquery\tprimer dsac
not\t-\thu si na\tquery\tprimer dsac
""",
}
GERMAN = {
    "words": """type\tshoes\tSchuh\tboth\t-
type\tdress\tKleid\tboth\t-
purpose\twedding\tHochzeit\tquery\t-
bound\tunder\tweniger als\tquery\t-
small\task\tich suche\tquery\t-
""",
    "endings": "closed\te\t-\t-\nclosed\ter\t-\t-\nlink\ts\t-\t-\n",
}
ROWS = Path(__file__).with_name("refused_rows.tsv").read_text(encoding="utf-8").splitlines()[1:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a vocabulary's folder with a new language, and one of this test's words alone."""
    words = tmp_path_factory.mktemp("vocabulary") / "words"
    shutil.copytree(FOLDER, words)
    shutil.rmtree(words / "languages" / "ve")
    for code, tables in (("ve", VENDA), ("de", GERMAN)):
        (words / "languages" / code).mkdir()
        for name, text in tables.items():
            (words / "languages" / code / f"{name}.tsv").write_text(text, encoding="utf-8")
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

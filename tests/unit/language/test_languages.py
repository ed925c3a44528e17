"""A language is its folder: forms by its affixes, senses checked against the other tables."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app.search.understand import Meaning, understand
from indexer.core.settings import ROOT
from indexer.language import VocabularyError, load_vocabulary
from indexer.language.tree import FOLDER, table
from indexer.language.words import vocabulary as module
from indexer.language.words.languages.reading import Sources
from tests.unit.app.understand.language import language

LANGUAGES = FOLDER / "languages"
SOURCES = """# Tshivenda's own
primer\tmeaning\tCC BY 4.0\tA primer
speller\tform\tGPL-2.0\tA list of spellings
"""
AFFIXES = "class8\ttshi|zwi\tprimer cldr\n"
WORDS = """# Tshivenda
type\tshoes\ttshienda|zwienda\tquery\tprimer cldr
type\tchair\t[class8]dulo\tquery\tprimer speller
colour\tblack\ttswu|ntswu\tquery\tprimer dsac
state\tprice-ascending\ttshipa\tquery\tprimer dsac
bound\tunder\tfhasi ha\tquery\tprimer dsac
bound\tbetween\tvhukati ha\tquery\tprimer dsac
bound\tto\tna\tquery\tprimer dsac
bound\tsize\tsaizi\tquery\tprimer dsac
describing\tleather\tmukumba\tquery\tprimer speller
small\task\tndi khou toda\tquery\tprimer dsac
"""
SOURCED = "primer dsac"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a vocabulary's folder in which a language has only the words of this test."""
    shutil.copytree(FOLDER, tmp_path / "words")
    venda = tmp_path / "words" / "languages" / "ve"
    shutil.rmtree(venda)
    venda.mkdir()
    for name, text in (("sources", SOURCES), ("affixes", AFFIXES), ("words", WORDS)):
        (venda / f"{name}.tsv").write_text(text, encoding="utf-8")
    return tmp_path / "words"


def test_a_new_language_is_its_folder(folder: Path) -> None:
    venda = replace(language(), vocabulary=load_vocabulary(folder))
    read = understand("ndi khou toda zwienda ntswu tshipa fhasi ha R500 for abafana", venda)
    assert _said(read) == {
        "shoes",
        "black",
        "price-ascending",
        "0-500",
        "gender:men",
        "audience:kids",
    }
    assert (read.words, read.ignored, read.corrections) == ((), (), ())
    (chair,) = understand("tshidulo", venda).of("type")
    assert chair.product_types == ("chair",)
    (material,) = understand("mukumba zwienda", venda).of("material")
    assert material.values == ("Leather",)
    assert _said(understand("tshidulo vhukati ha R300 na R700", venda)) == {"chair", "300-700"}
    assert understand("zwienda saizi 8", venda).of("size")


def test_a_changed_language_is_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOCABULARY_DIR", str(folder))
    monkeypatch.setattr(module, "_current", module._Current())
    assert not module.current().named("tshilavha")
    words = folder / "languages" / "ve" / "words.tsv"
    words.write_text(f"{WORDS}type\tshoes\ttshilavha\tquery\t{SOURCED}\n", encoding="utf-8")
    assert module.refresh()
    assert module.current().named("tshilavha")


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("type\tshoes\ttshienda", "ve/words.tsv: line 1: has not 5 columns"),
        (f"type\tno-such-thing\ttshienda\tquery\t{SOURCED}", "no such type"),
        (f"colour\tmauve-ish\ttshitopi\tquery\t{SOURCED}", "no such colour"),
        (f"state\tfree\tmahala\tquery\t{SOURCED}", "no such state"),
        (f"bound\tabout\tnga hafhu\tquery\t{SOURCED}", "no such bound"),
        (f"bound\tunder\tfhasi\tquery\t{SOURCED}", "'fhasi' is shorter than 'under a'"),
        (f"verb\tbuy\trenga\tquery\t{SOURCED}", "no sense 'verb'"),
        (f"type\tshoes\t[class9]enda\tquery\t{SOURCED}", "names no affix"),
        (f"type\tshoes\ttafula|trousers\tquery\t{SOURCED}", "already names"),
        ("type\tshoes\ttshienda\tquery\tprimer", "fewer than 2 sources"),
        ("type\tshoes\ttshienda\tquery\tprimer primer", "fewer than 2 sources"),
        (
            "type\tshoes\ttshienda\tquery\tprimer hearsay",
            "no source 'hearsay'; list it in sources.tsv",
        ),
        ("type\tshoes\ttshienda\tquery\tspeller gfwn", "none of its sources shows the meaning"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(folder: Path, row: str, problem: str) -> None:
    (folder / "languages" / "ve" / "words.tsv").write_text(row + "\n", encoding="utf-8")
    with pytest.raises(VocabularyError, match=problem):
        load_vocabulary(folder)


def test_affixes_and_sources_are_checked_as_words_are(folder: Path) -> None:
    venda = folder / "languages" / "ve"
    (venda / "affixes.tsv").write_text("class8\ttshi|zwi\tprimer\n", encoding="utf-8")
    with pytest.raises(VocabularyError, match=r"ve/affixes.tsv: line 1: names fewer than 2"):
        load_vocabulary(folder)
    (venda / "sources.tsv").write_text("primer\tall\tCC0\tA primer\n", encoding="utf-8")
    with pytest.raises(VocabularyError, match="shows the meaning or the form, not 'all'"):
        load_vocabulary(folder)


@pytest.mark.parametrize("code", ["nr", "nso", "ss", "st", "tn", "ts", "ve", "xh", "zu"])
def test_each_entry_names_two_known_public_sources(code: str) -> None:
    known = Sources.read(LANGUAGES).shown
    entries = [row for _, row in table(LANGUAGES / code / "words.tsv", 5)]
    assert entries
    for *_, named in entries:
        assert len(set(named.split()) & set(known)) >= 2
        # A list beside what it lists, or a wordnet beside what it draws on, is no second one.
        assert set(named.split()) not in ({"wikipron", "wikt"}, {"gfwn", "wikt"})


@pytest.mark.parametrize(
    ("stem", "concords"),
    [
        ("mnyama", "o e a aba eli esi ezi olu obu"),
        ("bomvu", "o e a aba eli esi ezi olu obu"),
        ("mhlophe", "o e a aba eli esi ezi olu obu"),
        ("ntsho", "mo ba me le ma se di lo bo go"),
        ("sweu", "mo ba me le ma se di lo bo go"),
        ("hibidu", "mo ba me le ma se di lo bo go"),
    ],
)
def test_a_colour_is_read_with_the_concord_of_each_noun_class(stem: str, concords: str) -> None:
    meant = {"mnyama": "black", "bomvu": "red", "mhlophe": "white"}
    meant |= {"ntsho": "black", "sweu": "white", "hibidu": "red"}
    for concord in concords.split():
        assert _said(understand(f"{concord}{stem} bag", language())) == {"bag", meant[stem]}


def test_what_joins_two_prices_is_no_range_of_other_numbers() -> None:
    spoken = module.load_vocabulary().spoken
    assert spoken.with_english_bounds("levis 501 no 34") == "levis 501 no 34"
    assert spoken.with_english_bounds("r300 no-r700") == "r300 to r700"


def _said(read: Meaning) -> set[str]:
    """Return the product types and values of a reading's parts, and its price as bounds."""
    said = {
        value for part in read.parts for value in getattr(part, "product_types", ()) or part.values
    }
    return said | {_bounds(part.low, part.high) for part in read.of("price")}


def _bounds(low: float | None, high: float | None) -> str:
    return f"{round(low or 0)}-{'' if high is None else round(high)}"


def test_a_bound_is_the_whole_phrase_that_was_typed() -> None:
    (price,) = understand("ibhedi ngaphantsi kwe-R5000", language()).of("price")
    assert price.text == "ngaphantsi kwe-R5000"


def test_words_of_a_bound_without_an_amount_stay_as_they_are() -> None:
    spoken = module.load_vocabulary().spoken
    for text in ("ngaphansi kuka", "ka fase ga mpete", "xngaphansi r500"):
        assert spoken.with_english_bounds(text) == text


def test_what_a_language_joins_and_denies_with_stands_in_its_folder(folder: Path) -> None:
    joining = "not\t-\thu si na\tquery\tprimer dsac\nwhole\t-\tzwa mbilu\tquery\tprimer dsac\n"
    (folder / "languages" / "ve" / "words.tsv").write_text(WORDS + joining, encoding="utf-8")
    venda = replace(language(), vocabulary=load_vocabulary(folder))
    read = understand("zwienda hu si na ntswu", venda)
    assert [(part.kind, part.excluded) for part in read.parts] == [
        ("colour", True),
        ("type", False),
    ]
    assert understand("zwienda zwa mbilu", venda).words == ("zwa", "mbilu")


NEW = {
    "words": """type\tshoes\tSchuh\tboth\t-
type\tdress\tKleid\tboth\t-
colour\tred\trot|rotes\tboth\t-
people\tkids\tKinder\tboth\t-
purpose\twedding\tHochzeit\tquery\t-
state\tprice-ascending\tbillig\tquery\t-
bound\tunder\tweniger als\tquery\t-
not\t-\tohne\tquery\t-
with\t-\tmit\ttitle\t-
colour\tblue\tblauem\tboth\t-
small\task\tich suche\tquery\t-
""",
    "endings": "closed\te\t-\t-\nclosed\ter\t-\t-\nlink\ts\t-\t-\n",
    "numbers": "100\teinhundert\n",
}
ASK = """
import json
from dataclasses import replace
from app.search.understand import understand
from indexer.language import current
from indexer.language.classify.product import classify
from tests.unit.app.understand.language import language
of = classify("Rotes Kleid mit blauem Gurtel")
known = replace(language(), vocabulary=current())
texts = (
    "ich suche Schuhe ohne rot weniger als R500", "einhundert rand Schuhe", "Hochzeitskleider",
    "billig Schuhe",
)
read = [repr(understand(text, known).parts) for text in texts]
print(json.dumps([of.category_slug, *of.color_slugs, *read]))
"""


def test_a_language_with_endings_numbers_and_compounds_is_a_folder_and_nothing_else(
    folder: Path,
) -> None:
    german = folder / "languages" / "de"
    german.mkdir()
    for name, text in NEW.items():
        (german / f"{name}.tsv").write_text(text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**os.environ, "VOCABULARY_DIR": str(folder)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    category, colour, without, counted, compound, cheap = json.loads(run.stdout)
    assert (category, colour) == ("women/dresses", "red")
    for said in ("'shoes'", "kind='colour'", "excluded=True", "high=500.0"):
        assert said in without
    assert "near=100.0" in counted
    assert "'dress'" in compound
    assert "price-ascending" in cheap


@pytest.mark.parametrize("code", [folder.name for folder in sorted(LANGUAGES.glob("[a-z]*/"))])
def test_each_language_is_read_as_the_examples_in_its_folder_say(code: str) -> None:
    examples = [row for _, row in table(LANGUAGES / code / "examples.tsv", 2)]
    assert len(examples) >= 3
    for text, said in examples:
        assert _said(understand(text, language())) == set(said.split("|")), text


def test_only_the_languages_of_those_who_keep_the_tables_name_no_sources() -> None:
    codes = {
        folder.name
        for folder in LANGUAGES.glob("*/")
        for _, row in table(folder / "words.tsv", 5)
        if row[-1] == "-"
    }
    assert codes == {"en", "af"}


def test_what_names_alone_say_of_a_sense_no_text_says() -> None:
    spoken = load_vocabulary().spoken
    assert {"with", "met"} <= spoken.said("with") & spoken.in_names("with")
    assert "n" in spoken.in_names("joint") - spoken.said("joint")
    assert "or" in spoken.said("joint") - spoken.in_names("joint")

"""What people say leads to what they mean: some five thousand wordings, by category."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.search.understand import understand
from indexer.language.tree import FOLDER
from indexer.language.words.entries import Endings
from tests.unit.app.understand.language import language

AFRIKAANS = Endings.read(FOLDER / "languages" / "af")
TABLE = Path(__file__).with_name("said.txt")


def wordings() -> Iterator[tuple[str, list[str]]]:
    """Give each category of the table with its wordings."""
    category, texts = "", ""
    for line in [*TABLE.read_text(encoding="utf-8").splitlines(), "end"]:
        if line.startswith("#"):
            continue
        if line.startswith(" "):
            texts += f" {line.strip()}"
            continue
        if category:
            yield category, [text.strip() for text in texts.split(",")]
        category, texts = line, ""


@pytest.mark.parametrize(("category", "texts"), list(wordings()), ids=lambda value: str(value)[:40])
def test_every_wording_leads_to_its_category(category: str, texts: list[str]) -> None:
    lost = [text for text in texts if not leads(text, category.split("|"))]
    assert lost == []


def leads(text: str, categories: list[str]) -> bool:
    """Return True if a text is read as a product type of one of these categories."""
    parts = understand(text, language()).of("type")
    read = {f"{value}/" for part in parts for value in part.values}
    return any(f"{category}/" in value for value in read for category in categories)


FORMS = """
rokkies>rok sakke>sak kettinkies>ketting ringetjie>ring pannetjie>pan sambrele>sambreel rame>raam
kolwe>kolf handskoentjies>handskoen lepels>lepel
"""


@pytest.mark.parametrize(("word", "base"), [one.split(">") for one in FORMS.split()])
def test_an_afrikaans_plural_or_diminutive_has_its_plain_word_among_its_forms(
    word: str, base: str
) -> None:
    assert base in AFRIKAANS.forms(word)


@pytest.mark.parametrize("word", ["dress", "kous", "bus", "tas", "as", ""])
def test_what_only_ends_like_a_plural_keeps_its_ending(word: str) -> None:
    assert word[:-1] not in AFRIKAANS.forms(word) or not word

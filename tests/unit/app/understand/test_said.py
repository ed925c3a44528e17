"""What people say leads to what they mean: some five thousand wordings, by category."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.search.understand import understand
from tests.unit.app.understand.language import language

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

"""Whole sentences of shoppers in South African English, Afrikaans and what is typed on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.search.understand import Amount, Part, TypePart, understand, unknown
from tests.unit.app.understand.test_brands_as_words import language

TABLE = Path(__file__).with_name("sentences.txt")


def sentences() -> Iterator[tuple[str, str]]:
    """Give each sentence of the table with the conditions that it makes."""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, _, meant = line.partition(" => ")
            yield text, meant


@pytest.mark.parametrize(("text", "meant"), list(sentences()))
def test_a_sentence_makes_its_conditions(text: str, meant: str) -> None:
    assert conditions(text) == meant


def conditions(text: str) -> str:
    """Return what a text asks for; the index knows every word that the tables do not."""
    known = frozenset(unknown(text, language()))
    parts = understand(text, language(), known=known).parts
    return "; ".join(sorted(map(_condition, parts)))


def _condition(part: Part) -> str:
    sign = "not " if part.excluded else "perhaps " if not part.certain else ""
    return f"{sign}{part.kind} {_value(part)}"


def _value(part: Part) -> str:
    if isinstance(part, Amount) and part.kind == "price":
        return "-".join("" if bound is None else f"{bound:g}" for bound in (part.low, part.high))
    if isinstance(part, TypePart):
        leaves = "/".join(sorted({slug.rpartition("/")[2] for slug in part.values}))
        return f"{leaves} ({part.phrases[0]})" if part.requires_name else leaves
    if part.kind in {"size", "people"}:
        return part.label
    return "/".join(part.values) or part.phrases[0]

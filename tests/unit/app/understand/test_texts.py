"""What shoppers write, and the conditions that it makes: a row a text, a page a subject.

`text => conditions`, in alphabetical order: "not" leaves out, "perhaps" only raises; words, unknown
words, corrections and what a last word begins stand among them. `[without size]` behind a text: the
visitor took that condition away; `[as typed]`: nothing is corrected. Lines that begin with @ hold
for the rows below: `@only price` compares these kinds alone, `@known` are words of the index,
`@called` words of products' names, and of categories with words of `@unsold` nothing is for sale.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from app.search.understand import Amount, Language, Meaning, Part, TypePart, understand
from tests.unit.app.understand.language import CATALOGUES, changed

PAGES = sorted(Path(__file__).with_name("texts").glob("*.txt"))
OPTION = re.compile(r"\[(without|as) ([\w, ]+)\]$")


class Row(NamedTuple):
    text: str
    meant: str
    rules: dict[str, str]


def rows(page: Path) -> Iterator[Row]:
    rules: dict[str, str] = {}
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("@"):
            name, _, value = line[1:].partition(" ")
            rules = {**rules, name: value}
        elif line and not line.startswith("#"):
            text, _, meant = line.partition(" =>")
            yield Row(text, meant.strip(), rules)


ROWS = [pytest.param(row, id=f"{page.stem}: {row.text}") for page in PAGES for row in rows(page)]


@pytest.mark.parametrize("row", ROWS)
def test_a_text_makes_its_conditions(row: Row) -> None:
    assert conditions(row.text, row.rules) == row.meant


def conditions(text: str, rules: dict[str, str]) -> str:
    """Return what a text asks for by the rules of its page."""
    told = list(_told(_read(text, rules)))
    if only := rules.get("only", "").split():
        told = [one for one in told if _kind(one) in only]
    return "; ".join(sorted(told))


def _kind(condition: str) -> str:
    return condition.removeprefix("not ").removeprefix("perhaps ").split(" ", 1)[0]


def _read(text: str, rules: dict[str, str]) -> Meaning:
    own = changed(
        CATALOGUES[rules.get("catalogue") or "small"](),
        unsold=tuple(rules.get("unsold", "").split()),
        called=tuple(rules.get("called", "").split()),
    )
    option = OPTION.search(text)
    text = OPTION.sub("", text).strip() if option else text
    if option and option[1] == "as":
        return understand(text, own, as_typed=True)
    meaning = understand(text, own, known=_known(text, rules, own))
    if not option:
        return meaning
    away = frozenset(part.id for part in meaning.parts if part.kind in option[2])
    return understand(text, own, without=away, known=_known(text, rules, own))


def _known(text: str, rules: dict[str, str], own: Language) -> frozenset[str]:
    words = rules.get("known", "")
    return frozenset(understand(text, own).lost if words == "all" else words.split())


def _told(meaning: Meaning) -> Iterator[str]:
    yield from map(_condition, meaning.parts)
    yield from (f"corrected {one.typed}>{one.used}" for one in meaning.corrections)
    for name, words in {
        "words": meaning.words,
        "perhaps words": meaning.optional,
        "unknown": meaning.ignored,
        "required": meaning.required,
        "vague": ("",) if meaning.is_vague else (),
        "begins": (meaning.prefix, *meaning.begun) if meaning.prefix else (),
    }.items():
        if words:
            yield f"{name} {' '.join(words)}".strip()


def _condition(part: Part) -> str:
    sign = "not " if part.excluded else "perhaps " if not part.certain else ""
    of = f" of {part.of}" if part.of else ""
    return f"{sign}{part.kind} {_value(part)}{of}".strip()


def _value(part: Part) -> str:
    if isinstance(part, Amount):
        return _bounds(part)
    if isinstance(part, TypePart):
        leaves = sorted({slug.rpartition("/")[2] for slug in part.values})
        return "/".join(part.product_types or leaves) + ("" if leaves else " of which none is sold")
    if part.kind in {"size", "people"}:
        return part.label
    return "/".join(part.values) or part.phrases[0]


def _bounds(part: Amount) -> str:
    bounds = "-".join("" if bound is None else f"{bound:g}" for bound in (part.low, part.high))
    if part.kind != "price":
        return f"{bounds} ({part.label})"
    near = "" if part.near is None else f"near {part.near:g}"
    return " ".join(filter(None, (bounds, part.currency, near)))

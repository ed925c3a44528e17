"""Titles in the manner of catalogues that nobody tuned for: a category, colours, no root.

`titles.tsv`: title, the categories that fit (the end of a slug, `|` between alternatives; a
category of the second level takes all below it), the colours in order. Half of them, by hash, was
looked at while the words were written; the other half only at the end, when 96.7 % of its
categories and 99.3 % of its colours were right and none at a root. `describing.txt` holds types and
what is commonly said behind one.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from indexer.language.classify.product import classify, types_of

FOLDER = Path(__file__).parent
ROWS = [line.split("\t") for line in (FOLDER / "titles.tsv").read_text("utf-8").splitlines()]


def fits(slug: str | None, categories: str) -> bool:
    path = f"/{slug}/"
    return any(
        path.endswith(f"/{one}/") or (one.count("/") < 2 and f"/{one}/" in path)
        for one in categories.split("|")
    )


@pytest.mark.parametrize("half", [0, 1], ids=["looked at", "kept back"])
def test_titles_of_unseen_catalogues_end_at_what_they_name(half: int) -> None:
    rows = [row for row in ROWS if hashlib.sha256(row[0].encode()).digest()[-1] % 2 == half]
    assert len(rows) >= 150
    kinds = {title: classify(title) for title, *_ in rows}
    slugs = {title: kind.category_slug for title, kind in kinds.items()}
    wrong = {title: slugs[title] for title, right, _ in rows if not fits(slugs[title], right)}
    at_root = [title for title, slug in slugs.items() if "/" not in (slug or "")]
    colored = {title: colors.split(",") for title, _, colors in rows if colors}
    other = {
        title: found
        for title, right in colored.items()
        if (found := list(kinds[title].color_slugs)) != right
        and [one for one in found if one != "multi"] != right
    }
    assert len(wrong) <= 0.05 * len(rows), wrong
    assert len(at_root) <= 0.02 * len(rows), at_root
    assert len(other) <= 0.04 * len(colored), other


def test_what_is_commonly_said_behind_a_type_leaves_it_its_type() -> None:
    types, phrases = (
        line.split("|") for line in (FOLDER / "describing.txt").read_text("utf-8").splitlines()
    )
    titles = [f"{product_type} {phrase}" for product_type in types for phrase in phrases]
    lost = [title for title in titles if not types_of(title)]
    assert len(lost) <= 0.01 * len(titles), lost

"""Countries by what people and stores call them: "UK", "Czech Republic", "Duitsland"."""

from collections.abc import Mapping
from functools import cache

from indexer.core.wording import fold
from indexer.language.tree import read


@cache
def names() -> Mapping[str, str]:
    """Return the name of each country by its ISO 3166-1 alpha-2 code."""
    return {row["iso"]: row["nicename"] for row in read("countries.json")}


@cache
def iso_by_wording() -> Mapping[str, str]:
    """Return the ISO code of each normalised wording: names, other names, abbreviations."""
    return {
        normalised(wording): row["iso"]
        for row in read("countries.json")
        for wording in (row["nicename"], *row.get("words", ()))
    }


def iso_of(text: str) -> str | None:
    """Return the ISO code of a country as a store writes it, or None."""
    wording = normalised(text)
    code = wording.upper()
    return iso_by_wording().get(wording) or (code if code in names() else None)


def normalised(text: str) -> str:
    """Return a wording without case, accents, "the" and "&"."""
    words = " ".join(fold(text).replace("&", " and ").replace("’", "'").split())
    return words.removeprefix("the ").rstrip(".,;:")

"""Where a store ships to, from its lists of country names (fields.md, shippingCountriesList)."""

from __future__ import annotations

from collections.abc import Mapping

EVERYWHERE = "*"
_WORLDWIDE = {"worldwide", "world wide", "international", "everywhere", "all countries", "*"}


def ships_to(
    listed: str, scraped: str, own_iso: str | None, iso_by_name: Mapping[str, str]
) -> list[str]:
    """Return ISO codes, or `["*"]` for the whole world, sorted.

    The operator's list wins over the scraped one; both empty (or unreadable) means the store's
    own country. `iso_by_name` maps case-folded names and codes to ISO codes.
    """
    for text in (listed, scraped):
        countries = _countries(text, iso_by_name)
        if countries:
            return [EVERYWHERE] if EVERYWHERE in countries else sorted(countries)
    return [own_iso] if own_iso else []


def _countries(text: str, iso_by_name: Mapping[str, str]) -> set[str]:
    names = {" ".join(line.split()).casefold() for line in text.splitlines()}
    if names & _WORLDWIDE:
        return {EVERYWHERE}
    return {iso_by_name[name] for name in names if name in iso_by_name}

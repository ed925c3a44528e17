"""Where a store ships to, from its lists of country names (fields.md, shippingCountriesList)."""

from indexer.language.tree import iso_of

EVERYWHERE = "*"
_WORLDWIDE = {"worldwide", "world wide", "international", "everywhere", "all countries", "*"}


def ships_to(listed: str, scraped: str, own_iso: str | None) -> list[str]:
    """Return ISO codes, or `["*"]` for the whole world, sorted.

    The operator's list wins over the scraped one; both empty (or unreadable) means the store's
    own country.
    """
    for text in (listed, scraped):
        countries = _countries(text)
        if countries:
            return [EVERYWHERE] if EVERYWHERE in countries else sorted(countries)
    return [own_iso] if own_iso else []


def _countries(text: str) -> set[str]:
    names = {" ".join(line.split()).casefold() for line in text.splitlines()}
    if names & _WORLDWIDE:
        return {EVERYWHERE}
    return set(filter(None, map(iso_of, names)))

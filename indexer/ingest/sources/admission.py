"""Whether a store is added as it was found, or a person is needed: why, and what to do. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

SOUND = 0.9  # of the products of a listing page, with a price and a picture
# What each need wants of a person, and the state of a source that it follows from, the one that has
# most first.
POOR, LOCKED, REFUSED, UNREACHED, PARTIAL = "poor", "locked", "refused", "unreached", "partial"
NOTHING, CURRENCY, FORM, BROKEN = "nothing", "currency", "form", "broken"
TODO = {
    POOR: "Open the form, filled in with what was found, and mend what is missing",
    LOCKED: "Ask the store for an address without a password, then look again",
    REFUSED: "Ask the store to let itself be read, or configure it by hand",
    UNREACHED: "Check the address, then look again",
    PARTIAL: "Look again: the store was too slow, or required a pause",
    NOTHING: "Open the form and name a page that lists products",
    CURRENCY: "Open the form, filled in with what was found, and enter the currency",
    FORM: "Open the form, filled in with what was found, and mend that field",
    BROKEN: "Look again; where it breaks off again, configure it by hand",
}
NEED_OF = {"poor": POOR, "locked": LOCKED, "refused": REFUSED, "unread": UNREACHED, "left": PARTIAL}
SHOWN_REASONS = 2
NO_SOURCE = "No feed, catalogue or list of products was found"

Row = Mapping[str, Any]  # of a suggestion's `sources`


def judge(found: Mapping[str, Any]) -> tuple[str, str, Row | None]:
    """Return what a suggestion needs, "" where it is good, with the reason and the source.

    `found`: as `indexer.ingest.tryout.suggest` makes it.
    """
    rows: Sequence[Row] = found.get("sources", ())
    reason = "; ".join(reasons(rows))
    if failure := found.get("failure"):
        return UNREACHED, failure, None
    source = next((row for row in rows if row["proposed"] and row["state"] == "good"), None)
    if source is None:
        state = next((row["state"] for row in _failing_rows(rows)), "")
        return NEED_OF.get(state, NOTHING), reason or NO_SOURCE, None
    if source["source"] == "pages" and (why := _lacks(source)):
        return POOR, "; ".join(filter(None, (why, reason))), source
    if not found["brand"].get("currency"):
        why = f"{source['label']}: no sign of the currency of its prices"
        return CURRENCY, "; ".join(filter(None, (why, reason))), source
    return "", reason, source


def reasons(rows: Sequence[Row]) -> list[str]:
    """Return why sources give nothing, the most telling first, each once."""
    problems: list[str] = []
    for row in _failing_rows(rows):
        if not any(row["problem"].endswith(own.partition(": ")[2]) for own in problems):
            problems.append(f"{row['label']}: {row['problem']}")
    return problems[:SHOWN_REASONS]


def _failing_rows(rows: Sequence[Row]) -> Iterable[Row]:
    for state in NEED_OF:
        yield from (row for row in rows if row["state"] == state)


def _lacks(source: Row) -> str:
    """Return what products of a listing page have not; "" where it can be read as it is."""
    sampled = source["sampled"]
    if not sampled:
        return f"{source['label']}: no products were read"
    for name, what in (("priced", "a price"), ("pictured", "a picture")):
        if source[name] < SOUND * sampled:
            return f"{source['label']}: only {source[name]} of {sampled} have {what}"
    return ""

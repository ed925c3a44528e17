"""Why a page gives no suggestion: which part failed, what was seen there, and what to try. Pure."""

from collections.abc import Iterable, Iterator
from typing import Any

NO_CARDS = (
    "No repeated product cards were recognised on this page: {pictures} linked pictures and"
    " {amounts} amounts{sample} were seen{frames}. Give the address of a category that lists"
    " products; where they come after a click or in a frame, set that click or frame by hand and"
    " point at a card in the preview."
)


def refusal(page: dict[str, Any], opened: int | None) -> str:
    """Return why the script's answer gives no configuration; `opened`: products' own pages."""
    group = next(iter([*page["groups"], *page["linked"]]), None)
    if group is None:
        return _without_cards(page["seen"])
    name = next(_samples(group["names"]), None)
    lacks = [
        *([] if name else ["no name that differs from card to card was found: set Product name"]),
        *_price(group, opened),
        *_picture(group["pictures"]),
    ]
    such = f", such as {name!r}" if name else ""
    return (
        f"{group['priced']} cards were found at {group['card']}{such}, but {'; '.join(lacks)}."
        " A configuration by hand can be tried in the preview, by pointing at a card's parts."
    )


def _without_cards(seen: dict[str, Any]) -> str:
    sample = f", such as {seen['sample']!r}," if seen["sample"] else ""
    frames = f", and {seen['frames']} frames" if seen["frames"] else ""
    counts = {"pictures": seen["pictures"], "amounts": seen["amounts"]}
    return NO_CARDS.format(**counts, sample=sample, frames=frames)


def _price(group: dict[str, Any], opened: int | None) -> list[str]:
    text = next(_samples(group.get("prices", ())), None)
    if text is not None:
        return [f"no price could be read: {text!r} stands there; set Price and Currency"]
    tried = "" if opened is None else f", and on none of {opened} product pages that opened"
    return [f"no price stands on them{tried}: set Price, or Detail where the pages have it"]


def _picture(pictures: list[dict[str, Any]]) -> list[str]:
    own = [picture for picture in pictures if not picture["isSame"]]
    if own:
        return []
    seen = f"all show the one at {pictures[0]['nodePath']}" if pictures else "there is none"
    return [f"no picture of their own was found, {seen}: set Image or Background image"]


def _samples(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    return iter([text[:80] for row in rows for text in row["sample"]])

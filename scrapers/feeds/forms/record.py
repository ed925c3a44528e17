"""What every form gives: records with the attributes' names as Google writes them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scrapers.values.origin import located

ADDRESS = "@address"  # of the answer that a catalogue's product stood in, as its reader notes it
# Names of the Content API, the Merchant API and of columns that mean a Merchant attribute.
ALIASES = {
    "offer_id": "id",
    "additional_image_links": "additional_image_link",
    "product_types": "product_type",
    "sizes": "size",
    "colour": "color",
    "parent_id": "item_group_id",
    "parent_sku": "item_group_id",
}
NESTED = ("attributes", "product_attributes")  # in which the Merchant API has what is not the id
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Record:
    """One row: where it begins, how far the file is read (bytes), its values or its problem.

    `line` is the line's number, or, where lines mean nothing (`unit`), the item's; both from 1.
    """

    line: int
    end: int
    values: Mapping[str, Any]
    problem: str | None = None
    unit: str = "line"
    # Where its amounts stand, by attribute, of a form that has them elsewhere than in columns; some
    # with their text.
    places: Mapping[str, str] = field(default_factory=dict)


def places_of(values: Mapping[str, Any], source: str, **places: str) -> dict[str, str]:
    """Return where a product's amounts stand; `source` has served it, if its address is known."""
    address = str(values.get(ADDRESS) or "")
    return {name: located(at, source, address) if address else at for name, at in places.items()}


def attribute_name(column: str) -> str:
    """Return an attribute's name as Google writes it, from "g:image link" or "imageLink"."""
    name = _HUMP.sub("_", column.strip().removeprefix("g:")).lower().replace(" ", "_")
    return ALIASES.get(name, name)


def named(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object's values by their attributes' names.

    An `offerId` is the store's own id; the `id` beside it is Google's.
    """
    return dict(sorted(_named(values), key=lambda pair: pair[0] == "id"))


def _named(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key in sorted(values, key=lambda key: attribute_name(key) != key):
        name, value = attribute_name(key), values[key]
        if name in NESTED and isinstance(value, Mapping):
            yield from _named(value)
        else:
            yield name, value

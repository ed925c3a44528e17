"""What an item changes on its product: pure, no database."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

from indexer.ingest.identity.evidence import picture_file
from indexer.ingest.writing.columns import DOCUMENT_FIELDS, NO_PAGES, PageFacts, columns_of
from scrapers.product import Picture
from scrapers.product import Product as Found
from scrapers.values.reading import place_of

Attributes = dict[str, list[str]]  # the store's wordings by attribute
ImageUpdate = tuple[int, dict[str, Any]]  # an image's id, and its columns to set
PRICE_FIELDS = ("currency", "price", "ordinary_price", "sold_out")
# Worth telling an operator who compares runs.
REPORTED_FIELDS = ("name", "product_brand", *PRICE_FIELDS)
# Reported, too, of a product that has another key now.
MOVED_FIELDS = ("group_key", "href")
# What makes a picture be fetched again.
FETCHED_AGAIN: dict[str, Any] = {"content_hash": None, "fetch_failures": 0}
# Kept when a run is not trusted and its item lacks them (fault 19).
KEPT_WHEN_MISSING = ("product_brand", "href", "price", "ordinary_price")
# They follow from such fields: an item that lacks one has another key and is the same product.
KEPT_WHEN_UNTRUSTED = ("sibling_key",)

NUMBERS = re.compile(r"\d+")

# A change of these changes what the words of the name mean.
RECLASSIFIED = frozenset({"name", "product_brand"})


class StoredProduct(NamedTuple):
    """A product's row, and those of its images."""

    id: int
    values: Mapping[str, Any]
    images: Sequence[Any] = ()  # is_none: it was fetched and is no picture


@dataclass(frozen=True, slots=True)
class ImageChanges:
    """What happens to a product's images.

    `quiet`: the store gave a picture another address while tiles show our copy of it. It is
    fetched again, and only other content is a change.
    """

    new: tuple[tuple[int, Picture], ...] = ()  # with their positions
    updated: tuple[ImageUpdate, ...] = ()  # image id, columns
    gone: tuple[int, ...] = ()
    quiet: tuple[ImageUpdate, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.updated or self.gone)

    def after(self, shown: Sequence[int | str]) -> tuple[int | str, ...]:
        """Return what identifies the pictures that are shown now, given the ids of those before."""
        back = (id_ for id_, columns in self.updated if "gone_at" in columns)
        added = (image.canonical_url for _, image in self.new)
        return *(id_ for id_ in shown if id_ not in self.gone), *back, *added


@dataclass(frozen=True, slots=True)
class Changes:
    """What happens to a known product: columns to set, and what operators see."""

    columns: dict[str, Any] = field(default_factory=dict)
    quiet: dict[str, Any] = field(default_factory=dict)  # columns that no document shows
    images: ImageChanges = ImageChanges()
    returned: bool = False
    reclassify: bool = False

    @property
    def raises_revision(self) -> bool:
        """Return True if the product's document changes."""
        return bool(self.columns or self.images or self.returned)

    @property
    def price_changed(self) -> bool:
        """Return True if the price history gets a row."""
        return any(name in self.columns for name in PRICE_FIELDS)


def diff(
    stored: StoredProduct,
    item: Found,
    pages: Mapping[int, PageFacts] = NO_PAGES,
    *,
    source: str,
    trusted: bool = True,
) -> Changes:
    """Return what the item changes; `trusted` False keeps known values where the item has none."""
    row, known_hints = columns_of(item, pages), stored.values["hints"]
    columns = {}
    for name in DOCUMENT_FIELDS:
        new, old = row[name], stored.values[name]
        if name == "attributes":
            new = _merge_attributes(new or {}, old or {})
        if new == old:
            continue
        if not trusted and _is_kept(name, new, old):
            continue
        columns[name] = new
    if item.group_key != (item.moved_from or stored.values["group_key"]):
        columns["group_key"] = item.group_key
    _keep_price_pair(columns, stored, item)
    hints = _merge_color(row["hints"], known_hints, source)
    quiet: dict[str, Any] = {}
    if hints != known_hints:
        shown = _color(hints) != _color(known_hints)  # documents hold the colour's wording
        (columns if shown else quiet)["hints"] = hints
    # A page that lacks them this time takes none away.
    kept = {name: row[name] or stored.values[name] for name in ("identifiers", "sizes")}
    unseen = {
        "page_id": row["page_id"],
        "source": source,
        "origin": _origin(columns, row["origin"], stored.values["origin"]),
        **kept,
    }
    if not _keeps_price(columns, stored, item):
        unseen |= {name: row[name] for name in ("planned_prices", "price_changes_at")}
    for name, new in unseen.items():
        if stored.values[name] != new:
            quiet[name] = new
    keep_images = not item.images and (not trusted or bool(item.unread_picture))
    return Changes(
        columns=columns,
        quiet=quiet,
        images=ImageChanges() if keep_images else diff_images(stored.images, item.images),
        returned=stored.values["gone_at"] is not None,
        reclassify=bool(RECLASSIFIED & columns.keys()) or hints != known_hints,
    )


def _merge_attributes(new: Attributes, known: Attributes) -> Attributes | None:
    """Return the wordings of all attributes: where a page lacks one this time, the known one stays.

    The same wordings in another order are the same: documents have an order of their own.
    """
    changed = {
        name: words
        for name, words in new.items()
        if name not in known or sorted(words) != sorted(known[name])
    }
    return {**known, **changed} or None


def _merge_color(
    hints: Mapping[str, Any] | None, stored: Mapping[str, Any] | None, source: str
) -> Mapping[str, Any] | None:
    """A page has a colour in its structured data, or not this time; a feed's row is whole."""
    known = _color(stored)
    if source != "scrape" or _color(hints) is not None or known is None:
        return hints
    return {**(hints or {}), "color": known}


def _is_kept(name: str, new: Any, old: Any) -> bool:
    if name in KEPT_WHEN_UNTRUSTED:
        return old is not None
    return new is None and name in KEPT_WHEN_MISSING


def _color(hints: Mapping[str, Any] | None) -> str | None:
    return (hints or {}).get("color")


def _origin(columns: Mapping[str, Any], new: str | None, known: str | None) -> str | None:
    """Return the origin of the price that a product has from now on; a kept price keeps its own.

    Where the price stands on another page, or further down, is no reason to write a row: a list
    that grows by a page would have all of its products written, in each run. It is noted when the
    text or the form of the place is another, or the row is written for what it shows.
    """
    if new is None:
        return None if {"price", "currency"} & columns.keys() else known
    return new if columns or _without_numbers(new) != _without_numbers(known or "") else known


def _without_numbers(origin: str) -> str:
    place = place_of(origin)
    return NUMBERS.sub("#", place) + origin[len(place) :]


def _keeps_price(columns: dict[str, Any], stored: StoredProduct, item: Found) -> bool:
    known = stored.values["price"] is not None
    return item.price is None and "price" not in columns and known


def _keep_price_pair(columns: dict[str, Any], stored: StoredProduct, item: Found) -> None:
    """Price, ordinary price and currency go together: a kept price keeps the other two."""
    if _keeps_price(columns, stored, item):
        columns.pop("ordinary_price", None)
        columns.pop("currency", None)
    elif "price" in columns and item.ordinary_price != stored.values["ordinary_price"]:
        columns["ordinary_price"] = item.ordinary_price


def diff_images(stored: Sequence[Any], incoming: tuple[Picture, ...]) -> ImageChanges:
    """Return what happens to the images; they are known by their canonical addresses."""
    known = _images_by_address(stored, incoming)
    new: list[tuple[int, Picture]] = []
    updated: list[ImageUpdate] = []
    quiet: list[ImageUpdate] = []
    for position, image in enumerate(incoming):
        row = known.get(image.canonical_url)
        if row is None:
            new.append((position, image))
        elif columns := _image_columns(row, image, position):
            moved = FETCHED_AGAIN.keys() | {"image_url"}
            shown = row.content_hash is None or columns.keys() - {"canonical_url"} != moved
            (updated if shown else quiet).append((row.id, columns))
    seen = {row.id for row in known.values()}
    gone = tuple(row.id for row in stored if row.gone_at is None and row.id not in seen)
    return ImageChanges(tuple(new), tuple(updated), gone, tuple(quiet))


def _images_by_address(stored: Sequence[Any], incoming: tuple[Picture, ...]) -> dict[str, Any]:
    """Return the known images by the addresses that they are found under.

    One that is not there is the found one that is unknown and whose file has its name, where
    there is one: the store moved its pictures.
    """
    known = {image.canonical_url: image for image in stored}
    found = {image.canonical_url for image in incoming}
    files: dict[str, list[Any]] = {}
    for image in stored:
        if image.canonical_url not in found and image.gone_at is None:
            files.setdefault(picture_file(image.canonical_url), []).append(image)
    new = Counter(picture_file(address) for address in found - known.keys())
    moved = {
        address: files[file][0]
        for address in found - known.keys()
        if new[file := picture_file(address)] == 1 and len(files.get(file, ())) == 1
    }
    return {address: image for address, image in known.items() if address in found} | moved


def _image_columns(row: Any, image: Picture, position: int) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    if row.canonical_url != image.canonical_url:
        columns["canonical_url"] = image.canonical_url
    if row.image_url != image.url:
        columns["image_url"] = image.url
        if row.content_hash is not None and image.content_hash is None:
            columns |= FETCHED_AGAIN
    if row.position != position:
        columns["position"] = position
    if row.gone_at is not None:
        columns["gone_at"] = None
    # A size is written once: pages report it while pictures still load, and it would flicker.
    if row.image_width is None and image.width:
        columns["image_width"], columns["image_height"] = image.width, image.height
    if image.content_hash and image.content_hash != row.content_hash:
        columns["content_hash"] = image.content_hash
        columns["calculated_url"] = image.calculated_url
        columns["bucket_location"] = image.bucket_location
        columns["fetch_failures"] = 0
    return columns


def reported_values(values: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Return the fields among `names` that operators see, as JSON values."""
    moved = MOVED_FIELDS if "group_key" in names else ()
    return {
        name: str(values[name]) if isinstance(values[name], Decimal) else values[name]
        for name in (*REPORTED_FIELDS, *moved)
        if name in names
    }

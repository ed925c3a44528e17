"""Product groups and image queries on the wire."""

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import ValidationError, fields

from app.api.declare import Answer, Input, ValueOrObject
from app.api.declare.fields import Flag, Id, Text, WholeNumber
from app.api.declare.schema import about
from app.api.search.hits import CurrencyCode, Hit
from app.search.filters import MAX_HITS_PER_PAGE, RESULT_WINDOW, SORTS
from app.search.wire.request_parser import SearchText
from scrapers.attributes import ATTRIBUTES, NUMBERS

ALL_WORDS = {"all", ""}
_ENTRY = {"type": "object", "properties": {"id": {"type": ["integer", "string"]}}}
_CHOICE = {
    "oneOf": [
        {"type": "array", "items": {"oneOf": [{"type": "integer"}, {"type": "string"}, _ENTRY]}},
        {"type": "string", "enum": ["all", ""]},
        {"type": "integer"},
        {"type": "null"},
    ]
}
_BANDS = {
    "oneOf": [
        {
            "type": "array",
            "items": {
                "oneOf": [
                    {"type": "string"},
                    {"type": "array", "items": {"type": ["number", "null"]}},
                ]
            },
        },
        {"type": "null"},
    ]
}
Pair = tuple[float | None, float | None]


class Choices(fields.Field[list[str]]):
    """What is chosen of a list: ids as their digits, and names, without "all"."""

    def __init__(self, description: str = "Ids, names, or entries of id and selected flag") -> None:
        words = {"description": f"{description}; `all` or empty for any"}
        super().__init__(metadata=_CHOICE | words, allow_none=True)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[str]:
        words = [_words(item) for item in chosen(value)]
        return [choice for choice in words if choice.lower() not in ALL_WORDS]


def chosen(value: Any) -> Iterator[Any]:
    """Yield the chosen entries of a list, one number, or `all`; an entry may carry `selected`."""
    if value is None or (isinstance(value, str) and value.lower() in ALL_WORDS):
        return
    if isinstance(value, str):
        raise ValidationError("must be a list, or all")
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, Mapping):
            yield item
        elif Flag().deserialize(item.get("selected", True)):
            yield item.get("id", item.get("value", item.get("finalBrand")))


def _words(item: Any) -> str:
    if isinstance(item, bool) or not isinstance(item, int | str):
        raise ValidationError("must be a list of ids or names")
    return unquoted(Text().deserialize(item)) if isinstance(item, str) else str(item)


def unquoted(value: str) -> str:
    """Return a brand filter value without its quotes, doubled ones single again (spec §5)."""
    if len(value) >= 2 and value.startswith("'") and value.endswith("'"):
        return value[1:-1].replace("''", "'")
    return value


class Prices(fields.Field[list[str | Pair]]):
    """Chosen bands: [min, max] pairs with null for no bound, or bands' values."""

    def __init__(self) -> None:
        words = {
            "description": "Bands as [min, max] pairs, null for no upper bound, or their values"
        }
        super().__init__(metadata=_BANDS | words, allow_none=True)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[str | Pair]:
        return [_band(item) for item in ([value] if _is_pair(value) else chosen(value))]


def _band(item: Any) -> str | Pair:
    if isinstance(item, str):
        return str(Text().deserialize(item))
    if not _is_pair(item):
        raise ValidationError("must be a list of [min, max] pairs")
    return item[0] or 0, item[1]


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(item is None or _is_number(item) for item in value)
    )


def _is_number(item: Any) -> bool:
    return isinstance(item, int | float) and not isinstance(item, bool)


class ImageFilters(Input):
    """Which products are meant."""

    ALSO = frozenset({"pageSize", "pageNumber"})  # of a count, which has no pages

    filtered_categories = Choices()
    filtered_colors = Choices()
    filtered_stores = Choices()
    filtered_brands = Choices()
    text = SearchText()
    prices = Prices()
    currency = CurrencyCode()
    ships_from = Choices()
    show_sa_only = Flag(data_key="showSAOnly")
    types = Choices("vintage 0, new 1")
    styles = Choices()
    gender = Choices("Men's 0, Unisex 1")
    stock = Choices("All 0, in stock 1")
    dev_mode = Flag(about="An operator's alone: hidden products too")
    sort_key = Text(
        metadata={"enum": [*dict.fromkeys(sort.key for sort in SORTS if sort.key), None]}
    )
    sort_direction = Text(metadata={"enum": ["asc", "desc", None]})


class BrandImages(ValueOrObject, ImageFilters):
    """A brand, and which of its products are meant."""

    brand_id = Id(required=True)


# The choices that follow from products' attributes.
_ATTRIBUTES: dict[str, fields.Field[Any]] = {one.name: Choices() for one in ATTRIBUTES}
_ATTRIBUTES |= {one.flag: Flag() for one in NUMBERS}
_PAGE = {
    "page_number": WholeNumber(1, RESULT_WINDOW),
    "page_size": WholeNumber(0, MAX_HITS_PER_PAGE),
}
ImagesQuery = ImageFilters.from_dict({**_ATTRIBUTES, **_PAGE}, name="ImagesQuery")
GroupedQuery = ImageFilters.from_dict(
    {**_ATTRIBUTES, **_PAGE, "brand_id": Id(empty=None)}, name="GroupedQuery"
)
BrandImagesQuery = BrandImages.from_dict(_ATTRIBUTES, name="BrandImagesQuery")


FOUND = "What classifiers found on it, as JSON, for operators"


class FlatImage(Answer):
    """An image with its product's fields (spec §3)."""

    product_id: int
    brand_id: int
    group_key: str
    brand_name: str
    brand_site: str
    product_brand: str | None
    product_name: str
    price: float | None = about("ZAR")
    eur: float | None = about(data_key="EUR")
    usd: float | None = about(data_key="USD")
    sold_out: bool
    href: str | None
    image_url: str | None
    calculated_url: str | None
    image_width: int | None
    image_height: int | None
    annotation: str | None = about(FOUND)
    product_search_results: str | None = about(FOUND)
    vertex_classification: str | None = about(FOUND)
    final_color_id: int | None
    final_category_id: int | None
    final_brand: str
    brand_country_name: str | None
    sa_made: bool
    unisex: bool
    switch_order: bool | None


class ProductGroup(Hit):
    """A search hit whose images carry the product's fields (spec §3)."""

    images: list[FlatImage]  # type: ignore[assignment]


class ProductPage(Answer):
    """A page of product groups, and how many there are in all."""

    products: list[ProductGroup]
    total_items: int


class GroupedPage(ProductPage):
    """The same with all images in one flat list."""

    images: list[FlatImage]


class Count(Answer):
    """How many products there are."""

    count: int

"""Fields that searches share with the image queries; `app.search.wire.response` reads them."""

from typing import Any

from marshmallow import fields
from marshmallow.validate import OneOf

from app.api.declare import Answer, Input
from app.api.declare.fields import EMPTY, AnyOf, about, one_of
from app.search import filters
from app.search.filters import BY_ATTRIBUTE, CURRENCIES, DEFAULT_CURRENCY, FILTERS
from app.search.query.kinds import BY_KIND
from app.search.wire.response import country_of, currency_of
from scrapers.attributes import ATTRIBUTES

COUNTRY = "^([A-Za-z]{2})?$"


class CurrencyCode(fields.String):
    """The visitor's currency; nothing is the shop's own."""

    def __init__(self) -> None:
        words = {"enum": [*CURRENCIES], "description": "The visitor's currency", "example": "ZAR"}
        super().__init__(metadata=words)

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Read a value; raises Invalid."""
        return super().deserialize(DEFAULT_CURRENCY if value in EMPTY else value, *args, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return currency_of(value)


class CountryCode(fields.String):
    """The visitor's country, empty for all."""

    def __init__(self) -> None:
        description = "The visitor's country; where absent the Country-Code header counts"
        super().__init__(metadata={"pattern": COUNTRY, "description": description, "example": "ZA"})

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return country_of(value)


class Highlighted(Answer):
    """A text with the words that were searched for marked in it."""

    OPTIONAL = frozenset({"fully_highlighted"})

    value: str
    match_level: str = one_of("none", "partial", "full")
    matched_words: list[str]
    fully_highlighted: bool


class Highlights(Answer):
    """The texts of a product that are marked."""

    name: Highlighted
    brand: Highlighted


CODES = tuple(code.lower() for code in CURRENCIES)


class Amounts(Answer.from_dict({code: fields.Float() for code in CODES})):  # type: ignore[misc]
    """A price in all currencies."""


class TileAmounts(Amounts):
    """A price; a tile has it in the currency that was requested."""

    OPTIONAL = frozenset(CODES)


class StorePrice(Answer):
    """A store's own price of a product. A tile has it where that is not in the currency that was
    requested: then its amounts were converted.
    """

    currency: str = about(example="GBP")
    amount: float


class PriceBands(Answer.from_dict({code: fields.String() for code in CODES})):  # type: ignore[misc]
    """The band of a price in each currency."""


class HitImage(Answer):
    """A picture, in px."""

    OPTIONAL = frozenset({"width", "height"})

    url: str
    width: int | None
    height: int | None


class _Priced(Answer):
    """What a product costs, and did before: by its store's words, and by its history."""

    price: TileAmounts | None
    store_price: StorePrice | None
    ordinary_price: TileAmounts | None = about("As the store declares")
    price_before: TileAmounts | None = about("Of the 30 days before it fell, by its history")
    measured: bool = about("Its history shows whether it fell; else only the store claims it")


class Sibling(_Priced):
    """The same product in another colour.

    Documents that were written before carry no key of the group; the rest is left out where it is
    false or null, the name where it is the product's.
    """

    OPTIONAL = frozenset(
        "group_key name colour colour_text href image price store_price ordinary_price"
        " price_before measured sold_out".split()
    )

    product_id: int
    group_key: str
    name: str
    colour: str | None
    colour_text: str | None
    href: str | None
    image: str | None
    sold_out: bool


class Attributes(Answer):
    """The values of a product's attributes, as far as it has them."""

    OPTIONAL = frozenset(attribute.name for attribute in ATTRIBUTES)


HitAttributes = Attributes.from_dict(
    {attribute.name: fields.List(fields.String()) for attribute in ATTRIBUTES}, name="HitAttributes"
)


class SoldBy(Answer):
    """How many stores that deliver there sell the thing, and the lowest of their prices."""

    OPTIONAL = frozenset({"store_price"})

    stores: int
    price: TileAmounts
    store_price: StorePrice | None


class Hit(_Priced):
    """A product of the results. A tile leaves out what is false, null or empty."""

    OPTIONAL = frozenset(
        "highlights category_name product_brand store price_band style type stock gender"
        " ships_from ships_from_name ships_to created_at popularity visible"
        # left out of a tile
        " store_name href images siblings image_bg need_external_translate sa_made unisex sold_out"
        " via_proxy price store_price ordinary_price price_before measured category colour"
        " colour_text similar attributes offers".split()
    )

    object_id: str = about(data_key="objectID")
    product_id: int
    brand_id: int
    group_key: str
    name: str
    brand: str
    product_brand: str | None
    store: str
    store_name: str = about("Left out where it is the brand's")
    store_site: str
    href: str | None
    images: list[HitImage]
    siblings: list[Sibling]
    image_bg: bool
    need_external_translate: bool
    sa_made: bool
    unisex: bool
    sold_out: bool
    via_proxy: bool
    price_band: PriceBands | None
    category: list[str] = about(
        "The finest ones; of whole products with their ancestors, parents first"
    )
    category_name: str | None
    colour: list[str]
    colour_text: str | None
    attributes: Any = fields.Nested(
        HitAttributes,
        metadata={"description": "What it carries besides; a tile has the first values of each"},
    )
    offers: SoldBy | None = about("Where that is several stores, or another than this one")
    style: list[str]
    type: str = one_of("new", "vintage")
    stock: str = one_of("in-stock", "sold-out")
    gender: Any = fields.List(one_of("men", "women", "unisex"))
    ships_from: str | None
    ships_from_name: str | None
    ships_to: list[str]
    created_at: int
    popularity: int
    visible: bool
    similar: bool = about("In a search that found few: lacks some of what was requested")
    highlights: Highlights = about(data_key="_highlightResult")


class FacetHit(Answer):
    """A value of a facet."""

    value: str
    highlighted: str
    count: int


class FacetHits(Answer):
    """The answer to a search among a facet's values."""

    facet_hits: list[FacetHit]
    exhaustive_facets_count: bool
    processing_time_ms: int = about(data_key="processingTimeMS")


class UnderstoodPart(Answer):
    """A part of a text's meaning."""

    id: str = about("Send it in `dismissed` to take the part away")
    kind: str = one_of(*BY_KIND)
    label: str
    text: str
    excluded: bool


class Correction(Answer):
    """A word that was read as another."""

    typed: str
    used: str


class Elsewhere(Answer):
    """What has all of a text without what is chosen in some facets."""

    without: Any = fields.List(one_of(*BY_ATTRIBUTE))
    total: int = about("Its products, never 0")


class NearestPrice(Answer):
    """The amount nearest to a price that nothing has."""

    amount: float
    currency: str | None = about(
        "The one that the text names; otherwise the request's", validate=OneOf(CURRENCIES)
    )
    is_above: bool = about("It is more, and not less, than was named")
    label: str = about('The price that was named, as "Up to R 500"')


class Understanding(Answer):
    """What a text was taken to mean."""

    parts: list[UnderstoodPart]
    used: str = about("The text with its corrections")
    corrections: list[Correction]
    ignored: list[str] = about("Words that nothing in the catalogue mentions")
    wished: list[str] = about("Words that only `exact` of the products have")
    exact: int | None
    near: bool = about("Similar things and colours follow the `exact` products")
    elsewhere: list[Elsewhere] = about(
        "Where there is all of it, if the filters leave nothing of it"
    )
    nearest: NearestPrice | None
    gift: bool = about("Something to give is looked for")


class ZeroResultSuggestion(Answer):
    """A search with less requested, where nothing was found."""

    OPTIONAL = frozenset({"hits"})

    query: str = about("The text to search for")
    dismissed: list[str]
    as_typed: bool
    without: Any = fields.List(
        one_of(*BY_ATTRIBUTE), metadata={"description": "Facets whose choice is given up"}
    )
    total: int = about("The products it leads to, never 0")
    hits: list[Hit] = about("The first products of the first that only gives up filters")


class FacetStats(Answer):
    """The amounts of the results."""

    min: float
    max: float
    avg: float
    sum: float


class Exhaustive(Answer):
    """Whether numbers are exact."""

    nb_hits: bool
    facets_count: bool


class FacetOrder(Answer):
    """A facet's values in their own order."""

    order: list[str]


class FacetOrdering(Answer):
    """The orders by facet."""

    values: dict[str, FacetOrder]


class RenderingContent(Answer):
    """How an answer is to be shown."""

    facet_ordering: FacetOrdering


class SearchResult(Answer):
    """The answer to one search."""

    OPTIONAL = frozenset({"zero_result_suggestions", "rendering_content"})

    zero_result_suggestions: list[ZeroResultSuggestion] = about(
        "With fewer conditions, with the first page that found nothing"
    )
    hits: list[Hit]
    nb_hits: int = about("Exact")
    page: int
    nb_pages: int = about("Ends at the last page that can be reached")
    hits_per_page: int
    facets: dict[str, dict[str, int]]
    facets_stats: dict[str, FacetStats] = about(data_key="facets_stats")
    query: str
    understanding: Understanding | None
    rendering_content: RenderingContent = about(
        "The order of the values of facets that have one, as in Algolia's API"
    )
    params: str
    index: str
    processing_time_ms: int = about(data_key="processingTimeMS")
    exhaustive_nb_hits: bool
    exhaustive_facets_count: bool
    exhaustive: Exhaustive


class SearchResults(Answer):
    """The answers in the order of the requests, each of the kind that was requested."""

    results: Any = fields.List(AnyOf(SearchResult, FacetHits))


class FilterOption(Answer):
    """A value that can be chosen."""

    OPTIONAL = frozenset({"parent", "swatch", "image", "icon", "flag", "id"})

    value: str
    label: str
    order: int
    parent: str | None
    swatch: str
    image: str
    icon: str | None
    flag: str
    id: int


class Filter(Answer):
    """A filter of the panel. All are OR inside."""

    attribute: str = one_of(*BY_ATTRIBUTE)
    label: str
    kind: str = one_of(*dict.fromkeys(item.kind for item in FILTERS))
    operator: str = one_of("or")
    searchable: bool
    limit: int
    optional: bool = about("Left out where nothing that was found carries it")
    options: list[FilterOption]


class Order(Answer):
    """An order of the results."""

    index: str
    label: str
    key: str
    direction: str = one_of("asc", "desc")


class Currency(Answer):
    """A currency that prices are shown in."""

    code: str = one_of(*CURRENCIES)
    label: str


class PriceBand(Answer):
    """A band of prices; it holds its lower bound and not its upper one."""

    value: str
    label: str
    min: int
    max: int | None


class PageSizes(Answer):
    """Products on a page, by screen."""

    search: int
    flat: int
    grouped: int
    carousel: int


class NamedCategories(Answer):
    """A carousel's categories."""

    name: str
    categories: list[str]


class Filters(Answer):
    """All that the panel shows."""

    filters: list[Filter]
    sorts: list[Order]
    currencies: list[Currency]
    price_bands: dict[str, list[PriceBand]]
    rates: dict[str, float] = about("Units of each currency for one euro")
    page_sizes: PageSizes
    carousels: list[NamedCategories]
    lists: dict[str, list[str]] = about("The spec's named lists of categories")


class Carousel(Answer):
    """A row of a category's products."""

    name: str
    category: str
    hits: list[Hit]


class Landing(Answer):
    """The landing screen."""

    carousels: list[Carousel]


class LandingStore(Answer):
    """A store, and how many products it has."""

    slug: str
    name: str
    products: int


class LandingMore(Answer):
    """What stands below the carousels."""

    arrivals: list[Hit]
    drops: list[Hit]
    stores: list[LandingStore]


class SuggestedCategory(Answer):
    """A category that fits what was typed."""

    value: str
    label: str
    within: str = about("Of which categories; no two lines read the same")
    products: int | None = about("How many it has; null where a country was chosen")


class SuggestedProduct(Answer):
    """A product that fits what was typed."""

    product_id: int
    brand_id: int
    group_key: str
    name: str
    brand: str
    href: str | None
    image: str | None
    price: Amounts | None
    store_price: StorePrice | None


class Suggestions(Answer):
    """What a text that is being typed may become."""

    queries: list[str]
    categories: list[SuggestedCategory]
    brands: list[str]
    products: list[SuggestedProduct]


class CountryQuery(Input):
    """The visitor's country, as an address has it."""

    country_code = CountryCode()


class VisitorQuery(CountryQuery):
    """The visitor's currency and country, as an address has them."""

    currency = CurrencyCode()


class SuggestQuery(VisitorQuery):
    """What was typed, and by whom. Its last space is kept: it ends a word."""

    q = fields.String(
        metadata={
            "maxLength": filters.MAX_TEXT,
            "description": "What was typed so far",
            "example": "linen dr",
        }
    )

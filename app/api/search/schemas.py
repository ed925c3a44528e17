"""Requests and answers of searches. The filters' names come from the registry.

Calls that visitors wait for are declared here and neither read nor written through the schema:
marshmallow takes 10 to 20 µs a value, which is 30 ms for a page of a hundred products. Their
answers are checked against the document by Schemathesis.
"""

from typing import Any

from marshmallow import fields
from marshmallow.validate import OneOf

from app.api.declare import Answer, Input
from app.api.declare.schema import AnyOf, about, one_of
from app.api.search.hits import Amounts, CountryCode, CurrencyCode, Hit, StorePrice
from app.search import filters
from app.search.filters import BY_ATTRIBUTE, CURRENCIES, FILTERS
from app.search.query.kinds import BY_KIND


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

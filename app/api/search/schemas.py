"""What searches ask and answer. The filters' names come from the registry.

Calls that visitors wait for are declared here and neither read nor written through the schema:
marshmallow takes 10 to 20 µs a value, which is 30 ms for a page of a hundred products. Their
answers are checked against the document by Schemathesis.
"""

from marshmallow import fields
from marshmallow.validate import OneOf

from app.api.declare import Answer, Input
from app.api.declare.schema import AnyOf, one_of
from app.api.search.fields import CountryCode, CurrencyCode
from app.api.search.hits import Amounts, Hit, StorePrice
from app.search import filters
from app.search.filters import BY_ATTRIBUTE, CURRENCIES, FILTERS
from app.search.query.kinds import BY_KIND


class FacetHit(Answer):
    """A value of a facet."""

    value = fields.String()
    highlighted = fields.String()
    count = fields.Integer()


class FacetHits(Answer):
    """The answer to a search among a facet's values."""

    facet_hits = fields.List(fields.Nested(FacetHit))
    exhaustive_facets_count = fields.Boolean()
    processing_time_ms = fields.Integer(data_key="processingTimeMS")


class UnderstoodPart(Answer):
    """A part of a text's meaning."""

    id = fields.String(metadata={"description": "Send it in `dismissed` to take the part away"})
    kind = one_of(*BY_KIND)
    label = fields.String()
    text = fields.String()
    excluded = fields.Boolean()


class Correction(Answer):
    """A word that was read as another."""

    typed = fields.String()
    used = fields.String()


class Elsewhere(Answer):
    """What has all of a text without what is chosen in some facets."""

    without = fields.List(one_of(*BY_ATTRIBUTE))
    total = fields.Integer(metadata={"description": "Its products, never 0"})


class NearestPrice(Answer):
    """The amount nearest to a price that nothing has."""

    amount = fields.Float()
    currency = fields.String(
        validate=OneOf(CURRENCIES),
        allow_none=True,
        metadata={"description": "The one that the text names; otherwise the request's"},
    )
    is_above = fields.Boolean(metadata={"description": "It is more, and not less, than was named"})
    label = fields.String(metadata={"description": 'The price that was named, as "Up to R 500"'})


class Understanding(Answer):
    """What a text was taken to mean."""

    parts = fields.List(fields.Nested(UnderstoodPart))
    used = fields.String(metadata={"description": "The text with its corrections"})
    corrections = fields.List(fields.Nested(Correction))
    ignored = fields.List(
        fields.String(), metadata={"description": "Words that nothing in the catalogue mentions"}
    )
    wished = fields.List(
        fields.String(), metadata={"description": "Words that only `exact` of the products have"}
    )
    exact = fields.Integer(allow_none=True)
    near = fields.Boolean(
        metadata={"description": "Similar things and colours follow the `exact` products"}
    )
    elsewhere = fields.List(
        fields.Nested(Elsewhere),
        metadata={"description": "Where there is all of it, if the filters leave nothing of it"},
    )
    nearest = fields.Nested(NearestPrice, allow_none=True)
    gift = fields.Boolean(metadata={"description": "Something to give is looked for"})


class ZeroResultSuggestion(Answer):
    """A search with less asked for, where nothing was found."""

    OPTIONAL = frozenset({"hits"})

    query = fields.String(metadata={"description": "The text to search for"})
    dismissed = fields.List(fields.String())
    as_typed = fields.Boolean()
    without = fields.List(
        one_of(*BY_ATTRIBUTE), metadata={"description": "Facets whose choice is given up"}
    )
    total = fields.Integer(metadata={"description": "The products it leads to, never 0"})
    hits = fields.List(
        fields.Nested(Hit),
        metadata={"description": "The first products of the first that only gives up filters"},
    )


class FacetStats(Answer):
    """The amounts of the results."""

    min = fields.Float()
    max = fields.Float()
    avg = fields.Float()
    sum = fields.Float()


class Exhaustive(Answer):
    """Whether numbers are exact."""

    nb_hits = fields.Boolean()
    facets_count = fields.Boolean()


class FacetOrder(Answer):
    """A facet's values in their own order."""

    order = fields.List(fields.String())


class FacetOrdering(Answer):
    """The orders by facet."""

    values = fields.Dict(values=fields.Nested(FacetOrder))


class RenderingContent(Answer):
    """How an answer is to be shown."""

    facet_ordering = fields.Nested(FacetOrdering)


class SearchResult(Answer):
    """The answer to one search."""

    OPTIONAL = frozenset({"zero_result_suggestions", "rendering_content"})

    zero_result_suggestions = fields.List(
        fields.Nested(ZeroResultSuggestion),
        metadata={"description": "With less asked for, with the first page that found nothing"},
    )
    hits = fields.List(fields.Nested(Hit))
    nb_hits = fields.Integer(metadata={"description": "Exact"})
    page = fields.Integer()
    nb_pages = fields.Integer(metadata={"description": "Ends at the last page that can be reached"})
    hits_per_page = fields.Integer()
    facets = fields.Dict(values=fields.Dict(values=fields.Integer()))
    facets_stats = fields.Dict(data_key="facets_stats", values=fields.Nested(FacetStats))
    query = fields.String()
    understanding = fields.Nested(Understanding, allow_none=True)
    rendering_content = fields.Nested(
        RenderingContent,
        metadata={
            "description": "The order of the values of facets that have one, as Algolia says it"
        },
    )
    params = fields.String()
    index = fields.String()
    processing_time_ms = fields.Integer(data_key="processingTimeMS")
    exhaustive_nb_hits = fields.Boolean()
    exhaustive_facets_count = fields.Boolean()
    exhaustive = fields.Nested(Exhaustive)


class SearchResults(Answer):
    """The answers in the order of the requests, each of the kind that was asked for."""

    results = fields.List(AnyOf(SearchResult, FacetHits))


class FilterOption(Answer):
    """A value that can be chosen."""

    OPTIONAL = frozenset({"parent", "swatch", "image", "icon", "flag", "id"})

    value = fields.String()
    label = fields.String()
    order = fields.Integer()
    parent = fields.String(allow_none=True)
    swatch = fields.String()
    image = fields.String()
    icon = fields.String(allow_none=True)
    flag = fields.String()
    id = fields.Integer()


class Filter(Answer):
    """A filter of the panel. All are OR inside."""

    attribute = one_of(*BY_ATTRIBUTE)
    label = fields.String()
    kind = one_of(*dict.fromkeys(item.kind for item in FILTERS))
    operator = one_of("or")
    searchable = fields.Boolean()
    limit = fields.Integer()
    optional = fields.Boolean(
        metadata={"description": "Left out where nothing that was found carries it"}
    )
    options = fields.List(fields.Nested(FilterOption))


class Order(Answer):
    """An order of the results."""

    index = fields.String()
    label = fields.String()
    key = fields.String()
    direction = one_of("asc", "desc")


class Currency(Answer):
    """A currency that prices are shown in."""

    code = one_of(*CURRENCIES)
    label = fields.String()


class PriceBand(Answer):
    """A band of prices; it holds its lower bound and not its upper one."""

    value = fields.String()
    label = fields.String()
    min = fields.Integer()
    max = fields.Integer(allow_none=True)


class PageSizes(Answer):
    """Products on a page, by screen."""

    search = fields.Integer()
    flat = fields.Integer()
    grouped = fields.Integer()
    carousel = fields.Integer()


class NamedCategories(Answer):
    """A carousel's categories."""

    name = fields.String()
    categories = fields.List(fields.String())


class Filters(Answer):
    """All that the panel shows."""

    filters = fields.List(fields.Nested(Filter))
    sorts = fields.List(fields.Nested(Order))
    currencies = fields.List(fields.Nested(Currency))
    price_bands = fields.Dict(values=fields.List(fields.Nested(PriceBand)))
    rates = fields.Dict(
        values=fields.Float(), metadata={"description": "Units of each currency for one euro"}
    )
    page_sizes = fields.Nested(PageSizes)
    carousels = fields.List(fields.Nested(NamedCategories))
    lists = fields.Dict(
        values=fields.List(fields.String()),
        metadata={"description": "The spec's named lists of categories"},
    )


class Carousel(Answer):
    """A row of a category's products."""

    name = fields.String()
    category = fields.String()
    hits = fields.List(fields.Nested(Hit))


class Landing(Answer):
    """The landing screen."""

    carousels = fields.List(fields.Nested(Carousel))


class LandingStore(Answer):
    """A store, and how many products it has."""

    slug = fields.String()
    name = fields.String()
    products = fields.Integer()


class LandingMore(Answer):
    """What stands below the carousels."""

    arrivals = fields.List(fields.Nested(Hit))
    drops = fields.List(fields.Nested(Hit))
    stores = fields.List(fields.Nested(LandingStore))


class SuggestedCategory(Answer):
    """A category that fits what was typed."""

    value = fields.String()
    label = fields.String()
    within = fields.String(
        metadata={"description": "Of which categories; no two lines read the same"}
    )


class SuggestedProduct(Answer):
    """A product that fits what was typed."""

    product_id = fields.Integer()
    brand_id = fields.Integer()
    group_key = fields.String()
    name = fields.String()
    brand = fields.String()
    href = fields.String(allow_none=True)
    image = fields.String(allow_none=True)
    price = fields.Nested(Amounts, allow_none=True)
    store_price = fields.Nested(StorePrice, allow_none=True)


class Suggestions(Answer):
    """What a text that is being typed may become."""

    queries = fields.List(fields.String())
    categories = fields.List(fields.Nested(SuggestedCategory))
    brands = fields.List(fields.String())
    products = fields.List(fields.Nested(SuggestedProduct))


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

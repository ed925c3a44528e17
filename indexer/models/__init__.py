"""The tables, one module a subject; import the models from here."""

from indexer.models.base import Base
from indexer.models.brand import Brand, BrandPage, BrandStyle, BrandSubmission, TakeDown
from indexer.models.index import IndexCheck, Outbox, Rate, RateSet
from indexer.models.product import PriceHistory, Product, ProductImage
from indexer.models.reference import Category, CategoryListEntry, Color, Country, Style
from indexer.models.run import FailedPage, RunChange, ScrapeRun
from indexer.models.visitor import Click, NewsletterSubscription, PopularSearch, SearchLog

__all__ = [
    "Base",
    "Brand",
    "BrandPage",
    "BrandStyle",
    "BrandSubmission",
    "Category",
    "CategoryListEntry",
    "Click",
    "Color",
    "Country",
    "FailedPage",
    "IndexCheck",
    "NewsletterSubscription",
    "Outbox",
    "PopularSearch",
    "PriceHistory",
    "Product",
    "ProductImage",
    "Rate",
    "RateSet",
    "RunChange",
    "ScrapeRun",
    "SearchLog",
    "Style",
    "TakeDown",
]

"""The tables, one module a subject; import the models from here."""

from indexer.models.alert import Alert
from indexer.models.backup import Backup
from indexer.models.base import Base
from indexer.models.brand import (
    Brand,
    BrandPage,
    BrandStyle,
    BrandSubmission,
    BrandVersion,
    TakeDown,
)
from indexer.models.data_step import DataStep
from indexer.models.index import IndexCheck, Outbox, Rate, RateSet
from indexer.models.message import Message
from indexer.models.price_alert import (
    PriceAlert,
    PriceAlertAddress,
    PriceAlertEvent,
    PriceAlertReading,
    PriceAlertRun,
)
from indexer.models.product import (
    NO_PICTURE,
    PriceHistory,
    Product,
    ProductImage,
    ProductReading,
)
from indexer.models.reference import Category, CategoryListEntry, Color, Country, Style, Synonym
from indexer.models.run import (
    FailedPage,
    HostTurn,
    RunChange,
    RunItem,
    RunLogPart,
    RunPage,
    ScrapeRun,
)
from indexer.models.visitor import Click, NewsletterSubscription, PopularSearch, SearchLog

__all__ = [
    "NO_PICTURE",
    "Alert",
    "Backup",
    "Base",
    "Brand",
    "BrandPage",
    "BrandStyle",
    "BrandSubmission",
    "BrandVersion",
    "Category",
    "CategoryListEntry",
    "Click",
    "Color",
    "Country",
    "DataStep",
    "FailedPage",
    "HostTurn",
    "IndexCheck",
    "Message",
    "NewsletterSubscription",
    "Outbox",
    "PopularSearch",
    "PriceAlert",
    "PriceAlertAddress",
    "PriceAlertEvent",
    "PriceAlertReading",
    "PriceAlertRun",
    "PriceHistory",
    "Product",
    "ProductImage",
    "ProductReading",
    "Rate",
    "RateSet",
    "RunChange",
    "RunItem",
    "RunLogPart",
    "RunPage",
    "ScrapeRun",
    "SearchLog",
    "Style",
    "Synonym",
    "TakeDown",
]

"""The tables, one module a subject; import the models from here."""

from indexer.models.backup import Backup
from indexer.models.base import Base
from indexer.models.brand import (
    Brand,
    BrandLimit,
    BrandPage,
    BrandStyle,
    BrandSubmission,
    BrandVersion,
    TakeDown,
)
from indexer.models.data_step import DataStep
from indexer.models.incident import Incident
from indexer.models.index import IndexCheck, Outbox, Rate, RateSet
from indexer.models.listed_store import ListedStore
from indexer.models.message import Message
from indexer.models.offer import OfferEdge, OfferFacts, OfferKey, OfferPending, OfferPicture
from indexer.models.operator_action import OperatorAction
from indexer.models.product import (
    NO_PICTURE,
    Deals,
    PriceHistory,
    PriceMeasure,
    Product,
    ProductImage,
    ProductReading,
    SizeHistory,
)
from indexer.models.reference import (
    Category,
    CategoryListEntry,
    Color,
    Country,
    SnapshotChange,
    Style,
    Synonym,
)
from indexer.models.review import ColorDecision
from indexer.models.run import (
    FailedPage,
    HostAnswer,
    HostTurn,
    RunChange,
    RunItem,
    RunLogPart,
    RunPage,
    ScrapeRun,
)
from indexer.models.visitor import Click, NewsletterSubscription, PopularSearch, SearchLog
from indexer.models.visitor_alert import (
    BoughtMark,
    VisitorAlert,
    VisitorAlertAddress,
    VisitorAlertEvent,
    VisitorAlertReading,
    VisitorAlertRun,
)

__all__ = [
    "NO_PICTURE",
    "Backup",
    "Base",
    "BoughtMark",
    "Brand",
    "BrandLimit",
    "BrandPage",
    "BrandStyle",
    "BrandSubmission",
    "BrandVersion",
    "Category",
    "CategoryListEntry",
    "Click",
    "Color",
    "ColorDecision",
    "Country",
    "DataStep",
    "Deals",
    "FailedPage",
    "HostAnswer",
    "HostTurn",
    "Incident",
    "IndexCheck",
    "ListedStore",
    "Message",
    "NewsletterSubscription",
    "OfferEdge",
    "OfferFacts",
    "OfferKey",
    "OfferPending",
    "OfferPicture",
    "OperatorAction",
    "Outbox",
    "PopularSearch",
    "PriceHistory",
    "PriceMeasure",
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
    "SizeHistory",
    "SnapshotChange",
    "Style",
    "Synonym",
    "TakeDown",
    "VisitorAlert",
    "VisitorAlertAddress",
    "VisitorAlertEvent",
    "VisitorAlertReading",
    "VisitorAlertRun",
]

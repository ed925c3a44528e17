"""A product's document in Elasticsearch, and the tile that is finished with it. Pure."""

from indexer.catalogue.document.build import (
    SEARCH_ONLY,
    BrandFacts,
    Document,
    Lookups,
    ProductRow,
    build_document,
    place_of_brand,
)

__all__ = [
    "SEARCH_ONLY",
    "BrandFacts",
    "Document",
    "Lookups",
    "ProductRow",
    "build_document",
    "place_of_brand",
]

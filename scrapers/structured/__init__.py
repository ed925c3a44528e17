"""Structured data in pages: what a store says of its products to machines."""

from scrapers.structured.page import listed_products, own_product
from scrapers.structured.product import StructuredProduct

__all__ = ["StructuredProduct", "listed_products", "own_product"]

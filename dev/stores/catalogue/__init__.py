"""The demo stores' products, generated from product lines with a fixed seed."""

from dev.stores.catalogue.make import load_stores
from dev.stores.catalogue.model import Listing, Product, Store

__all__ = ["Listing", "Product", "Store", "load_stores"]

"""What the demo stores sell: lines of products as data, products made from them by a seed."""

from dev.stores.catalogue.make import load_stores
from dev.stores.catalogue.model import Listing, Product, Store

__all__ = ["Listing", "Product", "Store", "load_stores"]

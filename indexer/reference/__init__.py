"""Reference data that ships with the project, and its idempotent loader."""

from indexer.reference.data import CategoryNode, ColorEntry, categories, category_lists, colors
from indexer.reference.load import load_reference

__all__ = [
    "CategoryNode",
    "ColorEntry",
    "categories",
    "category_lists",
    "colors",
    "load_reference",
]

"""Reference data that ships with the project: the tree, the colours, and what people call them.

`indexer.reference.words.vocabulary` says how to ask for words; the files are in `words/`.
"""

from indexer.reference.data import (
    CategoryNode,
    ColorEntry,
    categories,
    category_lists,
    colors,
    extras_of,
)
from indexer.reference.files import VocabularyError
from indexer.reference.words.entries import LexiconEntries, LexiconEntry
from indexer.reference.words.people import People
from indexer.reference.words.product_types import ProductType
from indexer.reference.words.vocabulary import Vocabulary, current, load_vocabulary, refresh

__all__ = [
    "CategoryNode",
    "ColorEntry",
    "LexiconEntries",
    "LexiconEntry",
    "People",
    "ProductType",
    "Vocabulary",
    "VocabularyError",
    "categories",
    "category_lists",
    "colors",
    "current",
    "extras_of",
    "load_vocabulary",
    "refresh",
]

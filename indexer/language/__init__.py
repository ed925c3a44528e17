"""Reference data that ships with the project: the tree, the colours, and what people call them.

`indexer.language.words.vocabulary` describes how to look words up; the files are in `words/`.
"""

from indexer.language.tree import (
    CategoryNode,
    ColorEntry,
    VocabularyError,
    categories,
    category_lists,
    colors,
    extras_of,
)
from indexer.language.words.entries import LexiconEntries, LexiconEntry
from indexer.language.words.vocabulary import (
    People,
    ProductType,
    Vocabulary,
    current,
    load_vocabulary,
    refresh,
)

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

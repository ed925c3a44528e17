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
from indexer.reference.words.people import People
from indexer.reference.words.things import Thing
from indexer.reference.words.vocabulary import Vocabulary, current, load_vocabulary, refresh
from indexer.reference.words.wordings import Wording, Wordings

__all__ = [
    "CategoryNode",
    "ColorEntry",
    "People",
    "Thing",
    "Vocabulary",
    "VocabularyError",
    "Wording",
    "Wordings",
    "categories",
    "category_lists",
    "colors",
    "current",
    "extras_of",
    "load_vocabulary",
    "refresh",
]

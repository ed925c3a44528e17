"""Understanding a shopper's text: conditions, and the words that remain."""

from app.search.understand.conditions.meaning import (
    ANY_BRAND,
    ANY_COLOUR,
    ANYTHING,
    LOOSE_WORDS,
    NEAR,
    PART_KINDS,
    TECHNIQUES,
    Lack,
    Meaning,
    Part,
)
from app.search.understand.understand import ALL, understand, unknown
from app.search.understand.words.commonest import Spellings
from app.search.understand.words.language import Language
from app.search.understand.words.text import fold_in_place

__all__ = [
    "ALL",
    "ANYTHING",
    "ANY_BRAND",
    "ANY_COLOUR",
    "LOOSE_WORDS",
    "NEAR",
    "PART_KINDS",
    "TECHNIQUES",
    "Lack",
    "Language",
    "Meaning",
    "Part",
    "Spellings",
    "fold_in_place",
    "understand",
    "unknown",
]

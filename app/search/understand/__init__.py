"""Understanding a shopper's text: conditions, and the words that remain."""

from app.search.filters import Spellings
from app.search.understand.language import Language
from app.search.understand.meaning import (
    ANY_BRAND,
    ANY_COLOUR,
    ANYTHING,
    LOOSE_WORDS,
    NEAR,
    Amount,
    Colour,
    Meaning,
    Part,
    TypePart,
)
from app.search.understand.text import fold_in_place
from app.search.understand.understand import understand

__all__ = [
    "ANYTHING",
    "ANY_BRAND",
    "ANY_COLOUR",
    "LOOSE_WORDS",
    "NEAR",
    "Amount",
    "Colour",
    "Language",
    "Meaning",
    "Part",
    "Spellings",
    "TypePart",
    "fold_in_place",
    "understand",
]

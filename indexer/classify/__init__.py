"""Pure classification by words: a product's name and hints in, category, colours, people out."""

from indexer.classify.colors import color_of, colors_of
from indexer.classify.people import audience_of, people_of
from indexer.classify.product import Classification, Hints, classify
from indexer.classify.things import things_of

__all__ = [
    "Classification",
    "Hints",
    "audience_of",
    "classify",
    "color_of",
    "colors_of",
    "people_of",
    "things_of",
]

"""Pure classification by words: a product's name and hints in, category, colour, unisex out."""

from indexer.classify.colors import color_of
from indexer.classify.product import Classification, Hints, classify

__all__ = ["Classification", "Hints", "classify", "color_of"]

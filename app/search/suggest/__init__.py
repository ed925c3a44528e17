"""Suggestions while typing: searches, categories, brands and products."""

from app.search.suggest.completer import Completer
from app.search.suggest.suggest import suggest

__all__ = ["Completer", "suggest"]

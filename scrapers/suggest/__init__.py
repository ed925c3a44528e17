"""Suggest a configuration from a store's listing page; an operator reviews it."""

from scrapers.suggest.suggestion import Suggestion, suggest

__all__ = ["Suggestion", "suggest"]

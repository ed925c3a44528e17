"""Answers kept in memory for as long as they are true."""

from app.response_cache.answers import CachedResponse, ResponseCache
from app.response_cache.changes import Changes
from app.response_cache.counts import CountCache

__all__ = ["CachedResponse", "Changes", "CountCache", "ResponseCache"]

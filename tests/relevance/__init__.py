"""Judged queries: how well the search finds what people mean (`make judge`, see README.md)."""

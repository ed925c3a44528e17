"""Structured data in pages: a store's description of its products for machines."""

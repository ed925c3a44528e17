"""Structured data in pages: what a store says of its products to machines."""

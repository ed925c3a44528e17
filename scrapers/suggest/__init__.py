"""Suggest a configuration from a store's listing page; an operator reviews it."""

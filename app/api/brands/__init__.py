"""Brands, which are also the stores: what visitors see of them, and what operators set."""

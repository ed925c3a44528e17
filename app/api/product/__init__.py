"""A product's own view, and what visitors have saved."""

"""A product's own view: its price history, what may be said of it, and what is like it."""

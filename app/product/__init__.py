"""A product's own view: its price history, the verdict on its price, and similar products."""

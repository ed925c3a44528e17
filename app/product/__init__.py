"""A product's own view: its price history, what it has been judged, and what is like it."""

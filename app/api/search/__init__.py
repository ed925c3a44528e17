"""The search contract, and what the search screen shows before any search."""

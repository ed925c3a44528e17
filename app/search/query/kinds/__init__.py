"""What follows from a condition of each kind for a query, its order and its relaxation."""

from app.search.query.kinds.declared import BY_KIND, KINDS

__all__ = ["BY_KIND", "KINDS"]

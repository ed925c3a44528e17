"""What Prometheus reads of the site: declared once, counted in requests or read when it asks."""

from app.metrics.counted import Counted
from app.metrics.read import Reader

__all__ = ["Counted", "Reader"]

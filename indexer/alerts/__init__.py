"""Alerts: what is wrong with brands or the site; a message when it begins and when it ends."""

from indexer.alerts.deadman import say_well
from indexer.alerts.digest import queue_digest
from indexer.alerts.watch import watch_brands, watch_worker

__all__ = ["queue_digest", "say_well", "watch_brands", "watch_worker"]

"""Alerts: what is wrong with brands; one message when it begins and one when it ends."""

from indexer.alerts.deliver import deliver, queue_test
from indexer.alerts.digest import queue_digest
from indexer.alerts.watch import watch_brands, watch_worker

__all__ = ["deliver", "queue_digest", "queue_test", "watch_brands", "watch_worker"]

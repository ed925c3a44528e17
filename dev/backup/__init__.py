"""The catalogue, the events and the pictures in one file, and back; proved by content both ways.

The file is a tar of `catalogue.dump` (PostgreSQL's own pg_dump), `events/` (searches, clicks,
views, alerts, runs and prices, from Elasticsearch), `media/` (our copies of the pictures) and,
last, `manifest.json`: what is in it, with checksums. The index is built again from PostgreSQL;
Redis holds queues alone. Migrations bring the schema of an older backup up to date.
"""

from dev.backup.archive import check, forget_unfinished, restore, save
from dev.backup.manifest import BackupError, Manifest

__all__ = ["BackupError", "Manifest", "check", "forget_unfinished", "restore", "save"]

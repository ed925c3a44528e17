"""The catalogue, the events and the pictures in one file, and back; proved by content both ways.

The file is a tar of `tables/` (PostgreSQL's rows, as COPY writes them), `events/` (searches,
clicks, views, alerts, runs and prices, from Elasticsearch), `media/` (our copies of the pictures)
and, last, `manifest.json`: what is in it, with checksums. The index is built again from PostgreSQL;
Redis holds queues alone. No program of PostgreSQL's is needed: migrations make the tables, of the
revision the backup was made at, and bring them up to date.
"""

from dev.backup.archive import check, forget_unfinished, restore, save
from dev.backup.manifest import BackupError, Manifest

__all__ = ["BackupError", "Manifest", "check", "forget_unfinished", "restore", "save"]

"""The index: versioned names behind an alias, rebuilds, incremental writes, rollback."""

from indexer.index.building.rebuild import RebuildReport, rebuild
from indexer.index.cluster.bulk import Refusal
from indexer.index.errors import (
    IndexingError,
    RebuildRunningError,
    RollbackRefusedError,
    SwapRefusedError,
)
from indexer.index.reconcile import reconcile, watch
from indexer.index.rollback import RollbackReport, rollback
from indexer.index.status import IndexStatus, ensure, index_status
from indexer.index.writer import WriteReport, write_pending

__all__ = [
    "IndexStatus",
    "IndexingError",
    "RebuildReport",
    "RebuildRunningError",
    "Refusal",
    "RollbackRefusedError",
    "RollbackReport",
    "SwapRefusedError",
    "WriteReport",
    "ensure",
    "index_status",
    "rebuild",
    "reconcile",
    "rollback",
    "watch",
    "write_pending",
]

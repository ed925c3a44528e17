"""Runs: starting and stopping them, their logs, their life until the one row of history."""

from indexer.runs.errors import RunError, RunRefusedError, UnknownBrandError, UnknownRunError
from indexer.runs.log import RunLog, evidence_path, log_path, tail
from indexer.runs.start import StartedAll, start_all, start_failed_pages, start_run
from indexer.runs.stop import stop_all, stop_run

__all__ = [
    "RunError",
    "RunLog",
    "RunRefusedError",
    "StartedAll",
    "UnknownBrandError",
    "UnknownRunError",
    "evidence_path",
    "log_path",
    "start_all",
    "start_failed_pages",
    "start_run",
    "stop_all",
    "stop_run",
    "tail",
]

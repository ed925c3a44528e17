"""A job's own memory: what needs more ends with that reason, and its worker lives.

The limit (RLIMIT_DATA) is of the process that does the job, and above what it holds at the job's
begin: the kernel refuses it more, whatever it was about to read. A browser lifts it for itself
(scrapers/browsing/confine.py), as V8 reserves far more than it uses; what it takes is looked at
instead (`browser_trouble`).
"""

import errno
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from indexer.core.settings import Settings
from indexer.core.stopflag import StopReason
from indexer.ingest.runs.sandbox import memory_of

SHARE, LEAST_MB = 4, 1024  # a quarter of the machine's, or of the container's
BROWSER_TIMES = 2  # as much for the browser of a job
_CGROUP = Path("/sys/fs/cgroup/memory.max")


class MemoryLimitError(Exception):
    """The job needed more memory than it is given; the message says how much that is."""


def limit_mb(settings: Settings) -> int:
    """Return the most that a job may need: JOB_MEMORY_MB, or a share of the machine's memory."""
    total = psutil.virtual_memory().total
    with suppress(OSError, ValueError):  # no container, or one without a limit ("max")
        total = min(total, int(_CGROUP.read_text()))
    return settings.job_memory_mb or max(LEAST_MB, total // SHARE // 2**20)


@contextmanager
def bounded_memory(settings: Settings) -> Iterator[None]:
    """Give the block so much memory and no more; raises MemoryLimitError where it needs more."""
    most_mb = limit_mb(settings)
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (_held() + most_mb * 2**20, before[1]))
    try:
        yield
    except Exception as error:
        resource.setrlimit(resource.RLIMIT_DATA, before)  # to say so takes some
        if not _is_memory(error):
            raise
        raise MemoryLimitError(
            f"It needed more than {most_mb} MB of memory (JOB_MEMORY_MB)."
        ) from error
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


def browser_trouble(settings: Settings, job_id: str) -> StopReason | None:
    """Return why a job must end whose browser takes more than it is given."""
    most_mb = BROWSER_TIMES * limit_mb(settings)
    if memory_of(job_id) <= most_mb * 2**20:
        return None
    text = f"Its browser needed more than {most_mb} MB of memory (twice JOB_MEMORY_MB)."
    return StopReason("failed", text, 0)


def _held() -> int:
    """Return the bytes that count for the limit."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    return 1024 * int(status.partition("VmData:")[2].split()[0])


# A thread's stack; an answer of PostgreSQL, of which libpq says so.
_SAYS_SO = ("can't start new thread", "out of memory for query result")


def _is_memory(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return True
        if any(words in str(error) for words in _SAYS_SO):
            return True
        error = error.__cause__ or error.__context__
    return False

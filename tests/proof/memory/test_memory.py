"""What a job's browser takes is measured by the mark that all of a job's processes carry."""

from __future__ import annotations

import os
import subprocess
import sys

from indexer.ingest.runs.sandbox import MARK, memory_of

JOB = "memory-of-a-job"


def test_the_memory_of_a_jobs_processes_and_of_no_others_is_counted() -> None:
    assert memory_of(JOB) == 0
    words = [sys.executable, "-c", "print('up', flush=True); input()"]
    with subprocess.Popen(
        words, env={**os.environ, MARK: JOB}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert memory_of(JOB) > 1_000_000
        assert memory_of("another-job") == 0
        process.communicate(b"\n")
    assert memory_of(JOB) == 0

"""Fault 26: Schemathesis over the whole OpenAPI document, all phases, always the same cases."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.db import session_scope
from indexer.index import rebuild
from indexer.rates import refresh_rates
from indexer.settings import Settings
from tests.integration.app.fixtures import PATIENT_MS
from tests.integration.app.shop import stock
from tests.support.site import served

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
)
# Random ones an operation, on top of the document's own and of all boundaries.
EXAMPLES = 10 if os.environ.get("CI") == "true" else 2


@pytest.fixture
def stocked(settings: Settings, own_database_url: str, own_index_prefix: str) -> Settings:
    """Settings of a stocked catalogue that the fuzzer may change."""
    own = replace(settings, database_url=own_database_url, index_prefix=own_index_prefix)
    with session_scope(own.database_url) as session:
        refresh_rates(session, "")
        stock(session)
    rebuild(own, fast=True)
    return own


@pytest.mark.faults
def test_fault_26_no_server_error_and_no_schema_violation(
    stocked: Settings, clean_redis: str, tmp_path: Path
) -> None:
    own = replace(stocked, mail_spool=tmp_path / "mail", search_timeout_ms=PATIENT_MS)
    with served(own) as url:
        command = [
            str(Path(sys.executable).with_name("schemathesis")),
            "run",
            f"{url}/api/openapi.json",
            "--generation-deterministic",
            f"--max-examples={EXAMPLES}",
            "--phases=examples,coverage,fuzzing,stateful",
            f"--checks={','.join(CHECKS)}",
            "--suppress-health-check=all",
            "--warnings=off",
            "--workers=1",  # one after the other, so that every run sends the same
            "--request-timeout=60",
            "--no-color",
        ]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=900, check=False
        )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]

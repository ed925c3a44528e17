"""Fault 26: Schemathesis over the whole OpenAPI document, always the same cases.

By an operator, who may ask all calls: those of operators refuse a visitor before they read, which
test_api_guard asks of each, and the others answer both alike.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from tests.integration.app.shop import stocked_database
from tests.support.services import TestServices
from tests.support.site import served

# The default checks that are not run, and why.
EXCEPTIONS = {
    # Rules between fields are not in the document: an address needs its brand (clicks), a sort its
    # direction, a page must lie inside the result window, an id must be one that a row can have.
    "positive_data_acceptance": "rules between fields",
    # A search text over 1,000 characters is refused with 413 (fault 24), which the check does not
    # expect; a sort direction without a sort key, and 0 for false, are read leniently.
    "negative_data_rejection": "413, and leniency towards old clients",
}
TOKEN = "a-long-and-secret-token"
PHASES = "examples,coverage,fuzzing,stateful"
# Random ones an operation, on top of the document's own and of all boundaries.
EXAMPLES = 10


@pytest.fixture
def stocked(
    services: TestServices, settings: Settings, own_index_prefix: str
) -> Iterator[Settings]:
    """Settings of a stocked catalogue that the fuzzer may change."""
    with stocked_database(services.database_url) as url:
        own = settings.but(database_url=url, index_prefix=own_index_prefix)
        rebuild(own, fast=True)
        yield own


def test_fault_26_no_default_check_of_schemathesis_fails(
    stocked: Settings, clean_redis: str, tmp_path: Path
) -> None:
    own = stocked.but(operator_open=False, operator_token=TOKEN)
    (tmp_path / "schemathesis.toml").touch()
    with served(own) as url:
        command = [
            str(Path(sys.executable).with_name("schemathesis")),
            "run",
            f"{url}/api/openapi.json",
            "--generation-deterministic",
            f"--max-examples={EXAMPLES}",
            f"--phases={PHASES}",
            f"--exclude-checks={','.join(EXCEPTIONS)}",
            "--suppress-health-check=all",
            "--warnings=off",
            "--workers=1",  # one after the other, so that every run sends the same
            "--request-timeout=60",
            "--no-color",
            f"--header=Authorization: Bearer {TOKEN}",
        ]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=900, check=False
        )
    assert done.returncode == 0, done.stdout[-30000:] + done.stderr[-2000:]

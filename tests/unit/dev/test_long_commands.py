"""What only a long command runs has a cheap twin in `make test`, so that it cannot rot unseen."""

from __future__ import annotations

import pytest

from dev.goals import GOALS
from indexer.settings import ROOT

# Each command that `make test` does not run itself, and its steps: the tests that do the same,
# smaller.
TWINS: dict[str, dict[str, str]] = {
    "run": {"": "tests/integration/dev/test_make_run.py"},
    "import": {"": "tests/faults/test_backup.py tests/integration/feed"},
    "certificates": {"": "tests/integration/feed/test_certificates.py"},
    "reindex": {"": "tests/faults/test_index_rebuild.py"},
    "reindex-rollback": {"": "tests/faults/test_index_rebuild.py"},
    "backup": {"": "tests/faults/test_backup.py"},
    "restore": {"": "tests/faults/test_backup.py"},
    "drill": {
        "kill a node": "tests/faults/test_index_crash.py",
        "lose the index": "tests/faults/test_index_truth.py",
        "scraped by Prometheus": "tests/integration/app/test_metrics.py",
        "back up": "tests/faults/test_backup.py",
        "lose the disk, restore elsewhere": "tests/faults/test_backup.py",
        "refuse half a backup": "tests/faults/test_backup.py",
        "upgrade, roll back": "tests/integration/dev/test_drill.py tests/unit/dev/test_drill.py",
        "upgrade under visitors": "tests/faults/test_upgrade_beside.py",
        "load": "tests/integration/dev/test_drill.py",
    },
    "soak": {
        "worker killed": "tests/faults/test_health.py",
        "write block": "tests/faults/test_index_refuses.py",
        "a web process killed": "tests/faults/test_front_machines.py",
        "worker frozen": "tests/faults/test_health.py",
        "disk full": "tests/faults/test_index_refuses.py",
        "a worker's process killed": "tests/faults/test_runs_processes.py",
        "Elasticsearch killed": "tests/faults/test_index_crash.py",
        "Elasticsearch frozen": "tests/faults/test_search_outage.py",
        "": "tests/unit/dev/test_soak.py",
    },
    "soak-nodes": {"": "tests/faults/test_index_nodes.py tests/unit/dev/test_soak.py"},
    "bench": {"": "tests/integration/dev/test_bench.py tests/unit/dev/test_capacity.py"},
    "judge": {"": "tests/integration/relevance tests/unit/relevance"},
    "dashboards": {"": "tests/unit/insights/test_kibana.py tests/integration/insights"},
    "export": {"": "tests/integration/insights/test_export.py"},
    "demo-events": {"": "tests/integration/dev/test_make_run.py"},
    "screenshots": {"": "tests/e2e/walk"},
}
THEMSELVES = {"setup", "test", "unit", "lint", "services"}


def test_each_command_has_its_twins() -> None:
    assert set(TWINS) == set(GOALS) - THEMSELVES
    absent = {
        twin
        for steps in TWINS.values()
        for twins in steps.values()
        for twin in twins.split()
        if not (ROOT / twin).exists()
    }
    assert not absent


@pytest.mark.parametrize(("command", "file"), [("drill", "__main__"), ("soak", "soak")])
def test_each_step_of_a_command_has_its_twin(command: str, file: str) -> None:
    source = (ROOT / f"tests/drill/{file}.py").read_text()
    calls = source.count("drill.step(") if command == "drill" else source.count('Trouble("')
    named = [step for step in TWINS[command] if step]
    assert all(f'"{step}"' in source for step in named)
    assert calls == len(named)

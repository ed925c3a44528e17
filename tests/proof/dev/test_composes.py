from __future__ import annotations

import os
import subprocess

import pytest

from indexer.core.settings import ROOT
from tests.unit.dev.test_compose import SECRETS

ENV = {**os.environ, **dict.fromkeys(SECRETS, "made-by-make-env-of-24-signs")}
COMPOSE = ["docker", "compose", "--env-file", ".env.example", "-f", "docker-compose.yml"]


@pytest.mark.parametrize("also", [[], ["-f", "docker-compose.cluster.yml"]])
def test_docker_reads_the_composes(also: list[str]) -> None:
    try:
        subprocess.run(["docker", "compose", "version"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("docker compose is not installed")
    subprocess.run([*COMPOSE, *also, "config", "-q"], cwd=ROOT, env=ENV, check=True)

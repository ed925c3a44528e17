"""What is installed is what was locked, with its hashes."""

from __future__ import annotations

import re

import pytest

from dev.checks.audit import skipped_packages, was_unreachable
from dev.prepare import ROOT


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_the_lock_holds_every_requirement_and_a_hash_for_every_package(name: str) -> None:
    """Otherwise `pip --require-hashes` refuses the whole install: run `make lock`."""
    lock = (ROOT / f"{name}.lock").read_text()
    locked = dict(re.findall(r"^([A-Za-z0-9._-]+)==(\S+) \\$", lock, re.MULTILINE))
    wanted = re.findall(
        r"^([A-Za-z0-9._-]+)(?:\[\w+\])?==(\S+)$",
        "".join((ROOT / f"{one}.txt").read_text() for one in {"requirements", name}),
        re.MULTILINE,
    )
    assert wanted
    canonical = {re.sub(r"[-_.]+", "-", key).lower(): value for key, value in locked.items()}
    missing = [
        f"{package}=={version}"
        for package, version in wanted
        if canonical.get(re.sub(r"[-_.]+", "-", package).lower()) != version
    ]
    assert missing == []
    assert lock.count("--hash=sha256:") >= len(locked)


def test_an_audit_that_reached_nobody_is_told_from_one_that_found_something() -> None:
    assert was_unreachable("requests.exceptions.ConnectionError: Max retries exceeded")
    assert was_unreachable('{"message": "request failed", "error": {"code": "ENOTFOUND"}}')
    assert not was_unreachable("Found 2 known vulnerabilities in 1 package\nconnection 1.0 …")
    assert not was_unreachable('{"vulnerabilities": {"a": {}}, "metadata": {}}')


def test_packages_that_nobody_was_asked_about_are_not_called_sound() -> None:
    """pip-audit ends with "No known vulnerabilities found" where it reached no package at all."""
    said = (
        '{"dependencies": [{"name": "a", "skip_reason": "not found"}, {"name": "b", "vulns": []}]}'
    )
    assert skipped_packages(said) == 1
    assert skipped_packages('{"dependencies": [{"name": "b", "version": "1", "vulns": []}]}') == 0

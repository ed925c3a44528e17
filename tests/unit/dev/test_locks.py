"""What is installed is what was locked, with its hashes."""

from __future__ import annotations

import re

import pytest

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

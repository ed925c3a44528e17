"""What is installed is what was locked, with its hashes."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from dev.stop import ROOT
from tests.support.source import tree_of


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_the_lock_holds_every_requirement_and_a_hash_for_every_package(name: str) -> None:
    """Otherwise `pip --require-hashes` refuses the whole install: run `python -m dev.locks`."""
    lock = "".join((ROOT / f"{one}.lock").read_text() for one in {"requirements", name})
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


@pytest.mark.parametrize(
    ("name", "rooms"),
    [("requirements", ("app", "indexer", "scrapers")), ("requirements-dev", ("dev", "tests"))],
)
def test_what_is_imported_is_required_by_its_own_name(name: str, rooms: tuple[str, ...]) -> None:
    """Another package that brings it along today may not do so tomorrow."""
    declared = "".join((ROOT / f"{one}.txt").read_text() for one in {"requirements", name})
    required = {_plain(word) for word in re.findall(r"^([\w.-]+)(?=[=\[])", declared, re.MULTILINE)}
    distributions = packages_distributions()
    own = {"app", "indexer", "scrapers", "dev", "tests", *sys.stdlib_module_names}
    modules = {module for room in rooms for module in _imported(ROOT / room)} - own
    assert {"flask", "pytest"} & modules
    undeclared = [m for m in modules if not {*map(_plain, distributions.get(m, ()))} & required]
    assert not undeclared


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _imported(folder: Path) -> Iterator[str]:
    for file in folder.rglob("*.py"):
        for node in ast.walk(tree_of(file.read_text())):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module.partition(".")[0]

"""`make test T=changed`: the tests that what is not committed yet reaches by imports.

What a program starts as another (`python -m …`) or finds by a fixture is not seen: `make test` is.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

import grimp

ROOMS = ("app", "dev", "indexer", "scrapers", "tests")


def changed_files(root: Path) -> list[PurePath]:
    """Return what differs from the last commit, new files too, deleted ones not."""
    known = ["git", "diff", "--name-only", "-z", "HEAD"]
    new = ["git", "ls-files", "-z", "--others", "--exclude-standard"]
    listed = (subprocess.check_output(words, cwd=root, text=True) for words in (known, new))
    names = {name for names in listed for name in names.split("\0")}
    return [PurePath(name) for name in sorted(names) if (root / name).is_file()]


def reached_by(root: Path, files: Iterable[PurePath]) -> list[str]:
    """Return the test files that import one of the files, directly or not."""
    graph = grimp.build_graph(*ROOMS, cache_dir=None)
    reached: set[str] = set()
    for file in files:
        for module in _modules(root, file, graph.modules):
            # A package's own code runs for each of its modules.
            is_package = file.name == "__init__.py"
            found = {module, *graph.find_downstream_modules(module, as_package=is_package)}
            if file.parts[0] == "tests":  # what a conftest imports of the product is in most tests
                found |= set(_below_conftests(found, graph.modules))
            reached |= found
    names = (module.replace(".", "/") + ".py" for module in reached)
    return sorted(name for name in names if PurePath(name).name.startswith("test_"))


def _modules(root: Path, file: PurePath, known: set[str]) -> set[str]:
    """Return the module of a file; of one that is no Python, the modules that name it."""
    if file.suffix == ".py":
        name = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
        return {name} & known
    texts = {module: _text(root, module) for module in known}
    for name in (file.name, file.parent.name):  # or its folder
        quoted = re.compile(rf"""["'/]{re.escape(name)}["'/]""")
        if name and (named := {module for module, text in texts.items() if quoted.search(text)}):
            return named
    return set()


def _text(root: Path, module: str) -> str:
    file = root / f"{module.replace('.', '/')}.py"
    return (file if file.exists() else file.with_suffix("") / "__init__.py").read_text("utf-8")


def _below_conftests(found: set[str], known: set[str]) -> Iterator[str]:
    """Yield the modules of the folders whose conftest is among those found."""
    for module in found:
        folder, _, name = module.rpartition(".")
        if name == "conftest":
            yield from (one for one in known if one.startswith(f"{folder}."))

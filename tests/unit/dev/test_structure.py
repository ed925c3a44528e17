"""The structure is what the imports draw: no circles, and folders that are read at a glance."""

from __future__ import annotations

from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("app", "indexer", "scrapers", "dev")
MOST_MODULES = 12  # beside packages; more are hard to take in at a glance
GROWING = ROOT / "indexer" / "migrations" / "versions"  # one module more with each revision
NOT_COUNTED = {"__init__.py", "__main__.py"}


def test_no_packages_or_modules_of_a_folder_import_one_another_in_a_circle() -> None:
    graph = grimp.build_graph(*ROOMS, cache_dir=None)
    folders = {module.rpartition(".")[0] for module in graph.modules} - {""}
    circles = [
        f"{folder}: {importer} -> {imported}"  # one of those that close a circle
        for folder in sorted(folders)
        for importer, imported in sorted(graph.nominate_cycle_breakers(folder))
    ]
    assert not circles, "\n".join(circles)


def test_no_folder_has_too_many_modules() -> None:
    modules = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    counted = [path.parent for path in modules if path.name not in NOT_COUNTED]
    crowded = {
        str(folder.relative_to(ROOT)): counted.count(folder)
        for folder in set(counted) - {GROWING}
        if counted.count(folder) > MOST_MODULES
    }
    assert crowded == {}

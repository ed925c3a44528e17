"""The structure is what the imports draw: no circles."""

from __future__ import annotations

import grimp

ROOMS = ("app", "indexer", "scrapers", "dev")


def test_no_packages_or_modules_of_a_folder_import_one_another_in_a_circle() -> None:
    graph = grimp.build_graph(*ROOMS, cache_dir=None)
    folders = {module.rpartition(".")[0] for module in graph.modules} - {""}
    circles = [
        f"{folder}: {importer} -> {imported}"  # one of those that close a circle
        for folder in sorted(folders)
        for importer, imported in sorted(graph.nominate_cycle_breakers(folder))
    ]
    assert not circles, "\n".join(circles)

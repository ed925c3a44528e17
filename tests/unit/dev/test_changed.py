"""`make test T=changed` runs what a change reaches, and not what it cannot reach."""

from __future__ import annotations

import subprocess
from pathlib import Path, PurePath

import pytest

from dev.checks.changed import changed_files, reached_by
from dev.prepare import ROOT


@pytest.mark.parametrize(
    ("file", "reached", "spared"),
    [
        ("scrapers/pricing/prices.py", "unit/scrapers/test_prices.py", "unit/alerts"),
        ("scrapers/pricing/prices.py", "integration/stores_demo/test_scrape.py", "unit/reference"),
        ("dev/checks/__init__.py", "unit/dev/test_checks.py", "unit/scrapers"),
        ("tests/faults/conftest.py", "faults/test_headers.py", "unit"),  # a fixture's file
        ("dev/stores/brands.json", "integration/stores_demo/test_brand_rows.py", "unit/alerts"),
        ("CONTRIBUTING.md", "unit/dev/test_guides.py", "unit/scrapers"),
    ],
)
def test_a_change_reaches_the_tests_that_import_it(file: str, reached: str, spared: str) -> None:
    found = reached_by(ROOT, [PurePath(file)])
    assert f"tests/{reached}" in found
    assert not [test for test in found if test.startswith(f"tests/{spared}/")]
    assert [test for test in found if not (ROOT / test).is_file()] == []


def test_what_differs_from_the_last_commit_is_changed_and_new_files_too(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=x", "-c", "user.email=x@y", *words], cwd=tmp_path, check=True
        )

    for name in ("edited.py", "deleted.py", "same.py"):
        (tmp_path / name).write_text("")
    (tmp_path / ".gitignore").write_text("ignored")
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message=x")
    (tmp_path / "edited.py").write_text("1")
    (tmp_path / "deleted.py").unlink()
    for name in ("new.py", "ignored"):
        (tmp_path / name).write_text("")
    assert changed_files(tmp_path) == [PurePath("edited.py"), PurePath("new.py")]

"""The version before, from which `make drill` and `make engine` upgrade."""

from __future__ import annotations

import itertools
import os
import subprocess
from pathlib import Path

from tests.drill.versions import VERSIONS, version_before


def test_the_version_before_has_another_schema_and_every_module_that_it_imports(
    tmp_path: Path,
) -> None:
    """An image of a commit that lacks one cannot be built."""

    seconds = itertools.count()

    def git(*words: str) -> str:
        own = ("git", "-c", "user.name=a", "-c", "user.email=a@example.org")
        when = {**os.environ, "GIT_COMMITTER_DATE": f"2026-11-27T10:00:{next(seconds):02}Z"}
        return subprocess.check_output((*own, *words), cwd=tmp_path, env=when, text=True).strip()

    def release(name: str, revision: str, before: str, imported: str) -> str:
        (tmp_path / VERSIONS / f"{revision}.py").write_text(
            f'revision: str = "{revision}"\ndown_revision = "{before}"\n'
        )
        (tmp_path / "dev" / "one.py").write_text(f"from {imported} import two\n")
        git("add", ".")
        git("commit", "-qm", name)
        git("tag", name)
        return git("rev-parse", "--short", "HEAD")

    git("init", "-q")
    for folder in (VERSIONS, "dev/there"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "dev" / "there" / "__init__.py").touch()
    whole = release("v1", "0001", "", "dev.there")
    release("v2", "0002", "0001", "dev.not_there")
    release("v3", "0003", "0002", "dev.there")
    release("v4", "0003", "0002", "dev.there.not_there")
    assert version_before(tmp_path) == whole

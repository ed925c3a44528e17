"""Which Java runtimes are taken for Elasticsearch."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.services.elasticsearch.java import usable


def runtime(folder: Path, version: str, modules: str) -> Path:
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\nprintf '{modules}'\n")
    program.chmod(0o755)
    (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    return folder


@pytest.mark.parametrize(
    ("version", "modules", "expected"),
    [
        ("25.0.3", "java.base@25\\njdk.incubator.vector@25.0.3\\n", True),
        ("21", "jdk.incubator.vector@21\\n", True),
        ("17.0.15", "jdk.incubator.vector@17\\n", False),
        ("25.0.3", "java.base@25\\n", False),
    ],
)
def test_a_runtime_needs_version_21_and_the_vector_module(
    tmp_path: Path, version: str, modules: str, expected: bool
) -> None:
    assert usable(runtime(tmp_path / "jvm", version, modules)) is expected


def test_a_folder_without_a_runtime_is_passed_over(tmp_path: Path) -> None:
    assert not usable(tmp_path)

"""Which Python the project's commands go on with."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from dev import bootstrap


@pytest.mark.parametrize("version", [(3, 9, 2), (3, 11, 2)])
def test_a_python_that_is_too_old_says_so_and_does_not_start_itself_again(
    monkeypatch: pytest.MonkeyPatch, version: tuple[int, ...]
) -> None:
    """Debian 12's: the packages' list and the archives' reading need a later one."""
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setattr(shutil, "which", {"python3.11": sys.executable}.get)
    monkeypatch.setattr(os, "execv", lambda *_: pytest.fail("for ever"))
    with pytest.raises(SystemExit, match=r"3\.11\.4 or newer is needed"):
        bootstrap.ensure_python()


def test_a_newer_one_on_the_path_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 11, 2))
    monkeypatch.setattr(shutil, "which", {"python3.13": "/opt/python3.13"}.get)
    taken: list[str] = []
    monkeypatch.setattr(os, "execv", lambda python, _words: taken.append(python))
    with pytest.raises(SystemExit):  # where the real one does not return
        bootstrap.ensure_python()
    assert taken == ["/opt/python3.13"]

"""The drill: which version it upgrades from, and a last line that is true."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.drill.__main__ import FAILED, MOST_S, report
from tests.drill.versions import VERSIONS, Skipped, version_before


class History:
    """A git history whose commits have revisions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / VERSIONS).mkdir(parents=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str) -> str:
        own = ["-c", "user.name=A", "-c", "user.email=a@a.example"]
        done = subprocess.run(
            ["git", *own, *words], cwd=self.folder, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def commit(self, **revisions: str) -> str:
        """Add revisions, each with the one before it; return the commit's short name."""
        for name, before in revisions.items():
            text = f'revision = "{name}"\ndown_revision = {repr(before) if before else None}\n'
            (self.folder / VERSIONS / f"{name}_of.py").write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "one more")
        return self.git("rev-parse", "--short", "HEAD")


@pytest.fixture
def history(tmp_path: Path) -> History:
    made = History(tmp_path)
    made.commit(a="", b="a", c="b")
    return made


def test_a_version_whose_revisions_are_no_line_is_not_upgraded_from(history: History) -> None:
    """Two of them follow c there; a release never was like this."""
    whole = history.commit(d="c")
    history.commit(e="c")
    history.commit(e="d", f="e", g="f")
    assert version_before(history.folder) == whole


def test_a_version_that_numbered_its_revisions_otherwise_is_not_upgraded_from(
    history: History,
) -> None:
    whole = history.commit()
    history.commit(y="c")
    history.commit(x="c", y="x", z="y")
    assert version_before(history.folder) == whole


def test_a_release_with_another_schema_comes_first(history: History) -> None:
    history.commit(d="c", e="d", f="e")
    released = history.commit(g="f")
    history.git("tag", "v1")
    history.commit(h="g")
    history.git("tag", "v2")  # this version itself
    assert version_before(history.folder) == released


def test_without_a_version_before_the_step_is_skipped_and_says_so(history: History) -> None:
    history.commit(d="c")
    with pytest.raises(Skipped, match="3 revisions behind"):
        version_before(history.folder)


@pytest.mark.parametrize(
    ("verdicts", "ended", "took_s", "last"),
    [
        (["ok", "ok"], "ok", 60, "ok"),
        (["ok", FAILED], FAILED, 60, FAILED),
        ([], FAILED, 1, FAILED),
        (["ok", "skipped", "ok"], "ok", 60, "skipped"),
        (["ok"], "ok", MOST_S + 1, "slow"),
    ],
)
def test_the_tables_last_line_is_as_true_as_the_exit_status(
    verdicts: list[str],
    ended: str,
    took_s: float,
    last: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = report([("a step", 1, verdict, "") for verdict in verdicts], ended, took_s)
    line = next(line for line in capsys.readouterr().out.splitlines() if "│ all" in line)
    assert line.split("│")[3].strip() == last
    assert (status == 0) is (last == "ok")

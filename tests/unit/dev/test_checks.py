"""Every check runs, also after one failed; failures are named, the tests' summaries come last."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dev.checks import __main__ as checks
from tests.support import second_try

# The real recipes' frame, and checks that take no time.
FRAME = checks.CHECKS.read_text().split("\nruff:")[0]
QUICK = """
ruff: ; $(call run,echo long line; false)
mypy: ; $(call run,echo fine)
pytest: ; $(call later,(echo dots; echo 7 passed))
vitest: ; $(call later,(echo Tests 3 passed; exit $(VITEST)))
format import-linter audit tsc prettier eslint: ; $(call run,true)
"""


def run(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], folder: Path, recipes: str
) -> tuple[int, str, str]:
    file = folder / "checks.mk"
    file.write_text(FRAME + recipes)
    monkeypatch.setattr(checks, "CHECKS", file)
    code = checks._checks("test", folder)
    return code, *capfd.readouterr()


def test_failures_are_named_and_the_summaries_come_last(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    recipes = QUICK.replace("$(VITEST)", "3")
    code, out, err = run(monkeypatch, capfd, tmp_path, recipes)
    assert code == 1
    assert "── ruff\nlong line\n── ruff: FAILED (exit code 1)" in out
    assert "── mypy\nfine\n── mypy: passed" in out, "also after one failed"
    assert out.endswith("── vitest\nTests 3 passed\n\n── pytest\ndots\n7 passed\n")
    (named,) = [line for line in err.splitlines() if line.startswith("Failed: ")]
    assert {*named.removeprefix("Failed: ").split(", ")} == {"ruff", "vitest"}


def test_success_is_said_when_all_passed_and_not_where_a_check_is_missing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    recipes = QUICK.replace("$(VITEST)", "0").replace("; false", "")
    assert run(monkeypatch, capfd, tmp_path, recipes)[0] == 0
    (tmp_path / "passed").unlink()
    code, out, _ = run(monkeypatch, capfd, tmp_path, recipes.replace("mypy:", "another:"))
    assert (code, "mypy did not run" in out) == (1, True)


def test_a_part_is_pytests_or_vitests(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks._part(["tests/unit", "-x"]) == [
        [sys.executable, "-m", "pytest", "tests/unit", "-x"]
    ]
    assert checks._part(["frontend/src/app"])[0][-1] == "src/app"
    monkeypatch.setattr(checks, "changed_files", lambda _root: [])
    with pytest.raises(SystemExit, match="No test imports"):
        checks._part(["changed"])


FLAKY = """
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_flaky(number, seen=set()):
    first = number not in seen
    seen.add(number)
    assert not first, "the clock"
"""


@pytest.mark.parametrize(("count", "code"), [(1, 0), (second_try.MOST + 1, 1)])
def test_what_passes_at_the_second_try_is_told_and_many_of_it_fail(
    tmp_path: Path, count: int, code: int
) -> None:
    (tmp_path / "test_flaky.py").write_text(FLAKY.format(count=count))
    (tmp_path / "conftest.py").write_text(
        "from tests.support.second_try import SecondTry\n"
        "def pytest_configure(config): config.pluginmanager.register(SecondTry())\n"
    )
    command = [sys.executable, "-m", "pytest", f"--rootdir={tmp_path}", "--reruns=1", str(tmp_path)]
    path = {"PYTHONPATH": str(checks.ROOT), "PATH": ""}
    ended = subprocess.run(
        command, check=False, cwd=tmp_path, env=path, capture_output=True, text=True
    )
    assert ended.returncode == code, ended.stdout
    assert ended.stdout.count("AssertionError: the clock") == count
    assert (f"{count} tests were" in ended.stdout) == bool(code)

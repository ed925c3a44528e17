"""The drill's last line is true: a step that failed or was skipped is no success."""

from __future__ import annotations

import pytest

from tests.drill.__main__ import FAILED, MOST_S, report


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

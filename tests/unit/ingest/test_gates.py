from __future__ import annotations

import json
from itertools import starmap
from pathlib import Path
from typing import Any

import pytest

from indexer.ingest.gates.figures import Figures
from indexer.ingest.gates.gates import Baseline, Limits, judge
from indexer.models.run import Reason, text_of

GOOD = {"price": 1.0, "href": 1.0, "image": 1.0}
BASELINE = Baseline(100, GOOD)


def figures(**changes: Any) -> Figures:
    return Figures(
        **{"found_count": 100, "coverage": GOOD, "pages_total": 3, "pages_done": 3, **changes}
    )


CASES = Path(__file__).with_name("verdicts.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("case", [*map(json.loads, CASES)], ids=lambda case: case["id"])
def test_a_run_is_judged_by_what_it_found(case: dict[str, Any]) -> None:
    run = case["run"]
    if "page_failures" in run:
        run["page_failures"] = tuple(starmap(Reason, run["page_failures"]))
    if "stopped" in run:
        run["stopped"] = Reason(*run["stopped"])
    verdict = judge(figures(**run), case["before"] and Baseline(*case["before"]))
    words = [name for name in ("complete", "held", "may_hide") if getattr(verdict, name)]
    assert ", ".join([verdict.result, *words]) == case["is"]
    assert case["because"] in text_of(verdict.reasons)


def test_as_many_may_be_missing_as_the_setting_says() -> None:
    half = Limits(lost_share=0.5)
    assert judge(figures(found_count=50), BASELINE, half).result == "success"
    assert judge(figures(found_count=49), BASELINE, half).held

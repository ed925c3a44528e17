from __future__ import annotations

import pytest

from indexer.ingest.verdict.gates import Baseline, Facts, Limits, judge
from indexer.models.run import Reason, text_of

GOOD = {"price": 1.0, "href": 1.0, "image": 1.0}
BASELINE = Baseline(100, GOOD)


def facts(**changes: object) -> Facts:
    values: dict[str, object] = {
        "found_count": 100,
        "coverage": GOOD,
        "pages_total": 3,
        "pages_done": 3,
    }
    return Facts(**(values | changes))  # type: ignore[arg-type]


POOR, RARE = GOOD | {"price": 0.5}, GOOD | {"price": 0.4}
NONE = {"found_count": 0, "coverage": {}}
CARDS = "40 cards were left out, such as 'Dress': it has no link"
BUSY = (Reason("asked too often", "http://s/3: 503"),)
STOPPED = Reason("stopped", "by an operator")
NO_ENTRY = (Reason("challenge", "http://s/: captcha"),)
SMALL, HALF = Baseline(4, GOOD), Limits(lost_share=0.5)

# What a run found, what it is measured by, what it is, and what is told.
CASES: dict[str, tuple[dict[str, object], Baseline | None, str, str]] = {
    "like the last one": ({}, BASELINE, "success, complete, may_hide", ""),
    "a fifth is missing": ({"found_count": 80}, BASELINE, "success, complete, may_hide", ""),
    "more than a fifth is missing": (
        {"found_count": 79}, BASELINE, "suspect, complete, held",
        "79 products were found, 100 the last time: 21% fewer",
    ),
    "nothing is found": (NONE, BASELINE, "suspect, complete, held", "no products were found"),
    "no card gave a product": (
        NONE | {"left_out": CARDS}, None, "suspect, complete, held",
        f"no products were found: {CARDS}",
    ),
    "a page is not read": (
        {"pages_done": 2, "page_failures": BUSY}, BASELINE, "suspect",
        BUSY[0].text,
    ),
    "most pages are not read": (
        {"found_count": 30, "pages_done": 1, "page_failures": BUSY}, BASELINE,
        "suspect", BUSY[0].text,
    ),
    "all pages fail": (
        NONE | {"pages_done": 0, "page_failures": NO_ENTRY}, BASELINE, "failed", NO_ENTRY[0].text,
    ),
    "stopped": ({"stopped": STOPPED}, BASELINE, "stopped", "by an operator"),
    "prices are lost": (
        {"coverage": GOOD | {"price": 0.7}}, BASELINE, "suspect, complete, held",
        "price was found on 70% of the items",
    ),
    "a small store may lose two": (
        {"found_count": 2}, SMALL, "success, complete, may_hide", "",
    ),
    "and not three": ({"found_count": 1}, SMALL, "suspect, complete, held", "75% fewer"),
    "a field that is expected at the first run": (
        {"coverage": POOR}, None, "suspect, complete", "price",
    ),
    "one that is not": (
        {"coverage": POOR, "expected": ("href", "image")}, None, "success, complete, may_hide", "",
    ),
    "one that was rare before": (
        {"coverage": RARE}, Baseline(100, RARE), "success, complete, may_hide", "",
    ),
    "a brand without pages": ({"pages_total": 0, "pages_done": 0}, None, "suspect", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_run_is_judged_by_what_it_found(case: str) -> None:
    changes, baseline, expected, word = CASES[case]
    verdict = judge(facts(**changes), baseline)
    words = [name for name in ("complete", "held", "may_hide") if getattr(verdict, name)]
    assert ", ".join([verdict.result, *words]) == expected
    assert word in text_of(verdict.reasons)


def test_as_many_may_be_missing_as_the_setting_says() -> None:
    assert judge(facts(found_count=50), BASELINE, HALF).result == "success"
    assert judge(facts(found_count=49), BASELINE, HALF).held

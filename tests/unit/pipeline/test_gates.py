from __future__ import annotations

import pytest

from indexer.pipeline.verdict.gates import Baseline, Facts, Limits, judge

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


def test_a_complete_run_like_the_last_one_is_a_success_and_may_hide() -> None:
    verdict = judge(facts(), BASELINE)
    assert (verdict.result, verdict.complete, verdict.may_hide) == ("success", True, True)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"found_count": 79}, "79 products were found, 100 the last time: 21% fewer"),
        ({"found_count": 0, "coverage": {}}, "no products were found"),
        ({"pages_done": 2, "page_failures": ("http://s/3: 503",)}, "http://s/3: 503"),
        ({"coverage": GOOD | {"price": 0.7}}, "price was found on 70% of the items"),
    ],
)
def test_weak_evidence_makes_a_run_suspect_and_hides_nothing(
    changes: dict[str, object], word: str
) -> None:
    verdict = judge(facts(**changes), BASELINE)
    assert verdict.result == "suspect"
    assert not verdict.may_hide
    assert word in " ".join(verdict.reasons)


def test_cards_that_gave_no_product_are_told_where_nothing_was_found() -> None:
    left_out = "40 cards were left out, such as 'Dress': it has no link"
    verdict = judge(facts(found_count=0, coverage={}, left_out=left_out), None)
    assert verdict.reasons == (f"no products were found: {left_out}",)


def test_as_many_may_be_missing_as_the_setting_says() -> None:
    assert judge(facts(found_count=80), BASELINE).result == "success"
    half = Limits(lost_share=0.5)
    assert judge(facts(found_count=50), BASELINE, half).result == "success"
    assert judge(facts(found_count=49), BASELINE, half).held


def test_a_small_store_may_lose_two_products() -> None:
    small = Baseline(4, GOOD)
    assert judge(facts(found_count=2), small).result == "success"
    assert judge(facts(found_count=1), small).result == "suspect"


def test_pages_that_were_not_read_hold_nothing_back() -> None:
    verdict = judge(
        facts(found_count=30, pages_done=1, page_failures=("http://s/2: 503",)), BASELINE
    )
    assert (verdict.result, verdict.held, verdict.may_hide) == ("suspect", False, False)


def test_a_run_whose_pages_all_fail_is_failed_with_the_reasons() -> None:
    verdict = judge(
        facts(found_count=0, coverage={}, pages_done=0, page_failures=("http://s/: captcha",)),
        BASELINE,
    )
    assert (verdict.result, verdict.reasons) == ("failed", ("http://s/: captcha",))


def test_a_stopped_run_is_stopped_even_when_everything_was_read() -> None:
    verdict = judge(facts(stopped="by an operator"), BASELINE)
    assert (verdict.result, verdict.complete, verdict.may_hide) == ("stopped", False, False)


def test_without_an_earlier_run_every_configured_field_is_expected() -> None:
    poor = facts(coverage=GOOD | {"price": 0.5})
    assert judge(poor, None).result == "suspect"
    assert judge(facts(coverage=GOOD | {"price": 0.5}, expected=("href", "image")), None).may_hide


def test_a_field_that_was_rare_before_may_stay_rare() -> None:
    rare = GOOD | {"price": 0.4}
    assert judge(facts(coverage=rare), Baseline(100, rare)).result == "success"


def test_a_brand_without_pages_is_never_complete() -> None:
    assert not judge(facts(pages_total=0, pages_done=0), None).complete

"""The ledger knows every query of the tuning half, and a fall is noticed by it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.relevance import ledger
from tests.relevance.items import LOADERS
from tests.relevance.ledger import Comparison, Key, accepted, key_of, said, scores_of, worst_tenth
from tests.relevance.metrics import Score
from tests.relevance.need import Need, Query
from tests.relevance.report import Judged
from tests.relevance.sets import read_set
from tests.relevance.split import is_held_out

NOTHING = Score(ndcg=0, raw=0, near=0, recall=0, distinct=0, nothing=True)
QUERIES = [query for name in LOADERS for query in read_set(name)]
TUNING = [query for query in QUERIES if not is_held_out(query.text)]


def judged(query: Query, ndcg: float) -> Judged:
    return Judged(query, replace(NOTHING, ndcg=ndcg), NOTHING)


def fallen(count: int, to: int) -> Comparison:
    """Return the ledger beside one in which so many queries of 1 have another score."""
    before = dict.fromkeys(ledger.read(), 100)
    return Comparison({**before, **dict.fromkeys(sorted(before)[:count], to)}, before)


def test_the_ledger_holds_each_query_of_the_tuning_half_and_none_that_is_held_out() -> None:
    assert ledger.read().keys() == {key_of(query) for query in TUNING}
    held_out = next(query for query in QUERIES if is_held_out(query.text))
    with pytest.raises(ValueError, match="held out"):
        scores_of([judged(held_out, 1)])


def test_the_file_is_what_its_figures_are_written_as(tmp_path: Path) -> None:
    ledger.write(ledger.read(), tmp_path / "ledger.tsv")
    assert (tmp_path / "ledger.tsv").read_bytes() == ledger.LEDGER.read_bytes()


def test_more_than_two_falls_in_a_thousand_are_too_many() -> None:
    most = len(TUNING) * 2 // 1000
    assert most >= 2
    assert fallen(most, to=79).holds
    assert not fallen(most + 1, to=79).holds
    assert fallen(len(TUNING), to=80).holds  # by .2, not more


def test_a_planted_fall_is_named_with_what_it_was() -> None:
    comparison = fallen(12, to=30)
    first, *_ = sorted(ledger.read())
    assert f"-0.70  1.00 → 0.30  {': '.join(first)}" in str(comparison)
    assert str(comparison).count("1.00 → 0.30") == ledger.SHOWN
    assert "MISSED  12 fell by over 0.2" in str(comparison)
    assert "0 fell by over 0.2" in str(fallen(0, to=0))


def test_a_query_that_the_ledger_does_not_know_is_no_success() -> None:
    first, *others = TUNING
    before = scores_of(judged(query, 1) for query in others)
    comparison = Comparison(scores_of(judged(query, 1) for query in TUNING), before)
    assert not comparison.holds
    assert f"1 are not in the ledger, as {': '.join(key_of(first))}" in str(comparison)


def test_what_is_accepted_is_said_and_what_was_not_judged_stays() -> None:
    first, second, *others = TUNING
    gone = Key("demo", "garment", "of a set that is gone")
    before = scores_of(judged(query, 1) for query in (second, *others)) | {gone: 100}
    now = scores_of([judged(first, 0.5), judged(second, 0.333)])
    after = accepted(now, before, QUERIES)
    assert after.keys() == {key_of(query) for query in TUNING}
    assert (after[key_of(first)], after[key_of(second)]) == (50, 33)
    assert {after[key_of(query)] for query in others} == {100}
    assert said(before, after) == "Accepted: 0 better, 1 worse (1 by over 0.2), 1 new, 1 gone"


def test_of_a_query_for_two_needs_the_worse_counts() -> None:
    query = Query("bazaar", "garment", TUNING[0].text, Need())
    assert scores_of([judged(query, 0.9), judged(query, 0.2)]) == {key_of(query): 20}


def test_the_worst_tenth_is_of_the_lowest() -> None:
    assert worst_tenth([100] * 18 + [10, 30]) == pytest.approx(0.2)
    assert worst_tenth([70]) == pytest.approx(0.7)
    assert worst_tenth([]) == 0

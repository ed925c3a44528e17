"""What a run prints and keeps."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.settings import Settings
from tests.relevance import ablation
from tests.relevance.ablation import variants
from tests.relevance.classification import department, fits_branch, is_root
from tests.relevance.metrics import Score
from tests.relevance.need import Need, Query
from tests.relevance.report import Judged, bars, compared, keep, read_kept, table, worst
from tests.relevance.searching import Search, searchkit_query

GOOD = Score(ndcg=1.0, raw=1.0, near=1.0, recall=1.0, distinct=1.0, nothing=False)
NOTHING = Score(ndcg=0.0, raw=0.0, near=0.0, recall=0.0, distinct=0.0, nothing=True)


def judged(text: str, product: Score, kind: str = "garment") -> Judged:
    return Judged(Query("demo", kind, text, Need(things=("dress",))), product, NOTHING)


def test_a_table_has_every_kind_and_the_whole() -> None:
    lines = table([judged("a", GOOD), judged("b", NOTHING, "brand")]).splitlines()
    rows = {line.split()[0]: line.split() for line in lines if line}
    assert rows["garment"][1:6] == ["1", "1.000", "1.000", "1.000", "0.0%"]
    assert rows["brand"][1:6] == ["1", "0.000", "0.000", "0.000", "100.0%"]
    assert rows["all"][1:6] == ["2", "0.500", "0.500", "0.500", "50.0%"]


def test_one_empty_answer_among_two_hundred_meets_the_bar_and_two_do_not() -> None:
    many = [judged(str(number), GOOD) for number in range(198)]
    fine = bars([*many, judged("x", GOOD), judged("y", NOTHING)])
    assert all(line.startswith("met") for line in fine)
    missed = bars([*many, judged("x", NOTHING), judged("y", NOTHING)])
    assert [line.split()[0] for line in missed] == ["met", "met", "MISSED", "met"]


def test_a_kind_that_is_bad_misses_its_bar_whatever_the_whole_is() -> None:
    lines = bars([*(judged(str(n), GOOD) for n in range(999)), judged("x", NOTHING, "brand")])
    assert lines[-1].startswith("MISSED")


def test_wins_and_losses_are_told_against_a_kept_report(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    keep([judged("a", GOOD), judged("b", NOTHING), judged("c", GOOD)], kept)
    now = [judged("a", NOTHING), judged("b", GOOD), judged("c", GOOD), judged("d", GOOD)]
    named = compared(now, read_kept(kept), "it", listed=True)
    assert "1 better, 1 worse, 3 compared" in named
    assert "+1.00  garment: demo: b" in named
    assert "-1.00  garment: demo: a" in named
    assert "demo:" not in compared(now, read_kept(kept), "it", listed=False)


def test_the_worst_are_shown_of_every_kind() -> None:
    bad = [judged(str(number), NOTHING) for number in range(9)]
    shown = worst([*bad, judged("other", replace(GOOD, ndcg=0.5), "brand")], 2)
    assert "demo: other" in shown


def test_every_technique_is_taken_away_and_left_alone() -> None:
    assert variants(("price", "gender")) == {
        "all": "",
        "- price": "gender",
        "- gender": "price",
        "only price": "price",
        "only gender": "gender",
        "none": "none",
    }


def test_the_baseline_is_searchkits_default_query() -> None:
    either, phrase = searchkit_query("red dress", ["title"])["bool"]["should"]
    fuzzy, begun = either["bool"]["should"]
    common = {"query": "red dress", "fields": ["title"]}
    assert fuzzy == {"multi_match": common | {"fuzziness": "AUTO:4,8"}}
    assert begun == {"multi_match": common | {"type": "bool_prefix"}}
    assert phrase == {"multi_match": common | {"type": "phrase"}}


def test_a_classification_is_held_against_the_feed() -> None:
    assert fits_branch("women/tops/hoodies", "Hoodies & Sweatshirts")
    assert not fits_branch("women/tops", "Hoodies & Sweatshirts")
    assert not fits_branch(None, "Tees")
    assert department("men/shoes/boots") == "Men's > Shoes"
    assert department("women/bags/totes") == "Women's > Accessories"
    assert department("women/tops/shirts") == "Women's > Clothing"
    assert department("women") == department("home/decor") == ""
    assert is_root(None)
    assert is_root("men")
    assert not is_root("men/tops")


def test_an_ablation_says_so_where_nothing_can_be_switched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ablation, "SETTING", "no_such_setting")
    assert ablation.techniques() == ()
    assert ablation.run(["demo"], _never_opened, held_out=False) == 1
    assert "nothing to switch" in capsys.readouterr().out


def _never_opened(name: str) -> AbstractContextManager[tuple[Settings, Search]]:
    raise AssertionError(f"{name} is loaded for nothing")

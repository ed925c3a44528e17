from __future__ import annotations

import pytest

from indexer.core.wording import fold, name_key, value_key, vocabulary


@pytest.mark.parametrize(
    ("text", "folded"),
    [("Crème", "creme"), ("ØRSTED", "orsted"), ("Straße", "strasse"), ("Bliksem", "bliksem")],
)
def test_words_are_folded_as_elasticsearch_folds_them(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_a_products_words_stand_once_each_and_are_not_stemmed() -> None:
    texts = ("Women's T-shirts, striped", None, "Lévi’s", "Navy/striped")
    assert vocabulary(*texts) == ["women", "t", "shirts", "striped", "levi", "navy"]


def test_a_product_gives_at_most_forty_words_and_none_that_nobody_types() -> None:
    words = [f"w{number}" for number in range(50)]
    assert vocabulary(" ".join(["x" * 31, *words])) == words[:40]


@pytest.mark.parametrize(
    "spellings",
    [
        ("Levi's", "Levi’s", "LEVIS", "Levi's®", "Levi's™", " levi`s "),
        ("H&M", "H & M", "h and m", "HM"),
        ("G-Star", "G‑Star", "GStar", "g star"),
        ("L'Oréal", "L’Ore\u0301al", "LOREAL"),
        ("Café", "Cafe\u0301", "CAFE"),
        ("U.S. Polo Assn.", "US Polo Assn"),
        ("Marks & Spencer", "Marks and Spencer", "MARKS\u00a0+\u00a0SPENCER"),
    ],
)
def test_all_spellings_of_a_name_have_one_key(spellings: tuple[str, ...]) -> None:
    assert len({name_key(spelling) for spelling in spellings}) == 1


def test_other_names_have_other_keys() -> None:
    names = (
        *("Next", "Nexts", "And", "And Or", "Sand", "!!!", "&", "無印良品", "Levi", "Levi's", "7"),
    )
    assert len({name_key(name) for name in names}) == len(names)


def test_a_value_keeps_the_signs_that_it_means_something_by() -> None:
    assert value_key("  TALL\u00a0Fit ") == value_key("Tall fit")
    assert value_key("3.5 wide") != value_key("35 wide")

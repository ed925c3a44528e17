from __future__ import annotations

import pytest

from indexer.wording import fold, vocabulary


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

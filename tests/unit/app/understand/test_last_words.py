"""A last word that says something only with the words before it is left as it is."""

from __future__ import annotations

import pytest

from app.search.understand import understand
from tests.unit.app.understand.language import language


@pytest.mark.parametrize("text", ["dress cape town", "dress for sale in cape town"])
def test_the_end_of_a_phrase_is_not_completed(text: str) -> None:
    reading = understand(text, language())
    assert [part.text for part in reading.parts] == ["dress"]
    assert reading.words == ()
    assert reading.corrections == ()


def test_a_word_that_goes_on_is_completed_all_the_same() -> None:
    (part,) = understand("black dres", language()).of("thing")
    assert part.text == "dres"

from __future__ import annotations

import pytest

from app.search.understand import understand
from tests.support.data import rows
from tests.unit.app.understand.language import language


@pytest.mark.parametrize(("text", "wanted"), rows("gift_texts"))
def test_a_gift_or_an_occasion_is_one_and_what_only_looks_so_is_none(
    text: str, *, wanted: bool
) -> None:
    assert understand(text, language()).is_gift is wanted

"""What something is for is suggested as what it is, where something serves it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.search.suggest.completer import Completer, Typed
from app.search.understand import Language
from tests.unit.app.understand.language import language


def texts(text: str, catalogue: Language) -> list[str]:
    return Completer(catalogue, {}).texts(Typed.of(text), "ZAR")


@pytest.mark.parametrize(
    ("text", "suggested"),
    [
        ("matric fa", "matric farewell"),
        ("mens wed", "mens wedding"),
        ("winter clo", "winter clothes"),
        ("loun", "lounge"),
        ("red par", "red party"),
    ],
)
def test_a_purpose_is_suggested(text: str, suggested: str) -> None:
    assert suggested in texts(text, language())


def test_a_purpose_that_nothing_serves_is_not_suggested() -> None:
    women = {s: n for s, n in language().categories.items() if s.startswith("women")}
    assert "mens wedding" not in texts("mens wed", replace(language(), categories=women))
    assert "lounge" not in texts("loun", replace(language(), categories=women))

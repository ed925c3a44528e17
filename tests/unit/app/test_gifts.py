"""Which texts look for something to give: sisters of each kind, a third of them apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.search.understand import understand
from tests.support.sisters import apart, composed, seen
from tests.unit.app.understand.language import language

OCCASIONS = (
    "birthday|christmas|xmas|valentines day|valentine's|anniversary|mother's day|fathers day"
)
WANTED = {
    "named": [
        *composed(
            "{b}{g}{f}",
            b="|a |nice |birthday |xmas ",
            g="gift|Gifts|present|presents|gift idea|gift ideas|🎁",
            f="| for my mom| for a man under R500| for a 5 year old| please| for dad who has all",
        )
    ],
    "misspelt": list(
        composed(
            "{g}{f}",
            g="gfit|giftt|prsent|presnts|gifst|brithday|chrismas|birtday present|aniversary gift",
            f="| for my mom| for him",
        )
    ),
    "occasions": [
        *composed(
            "{o}{f}", o=OCCASIONS, f="| for my wife| for her under R300| ideas| gifts for kids"
        ),
        *composed("something for {w} {o}", w="my dad's|mom's|a friend's", o="birthday|anniversary"),
        *composed("{o}{g}", o="mothers day|Mother’s Day|baby shower|housewarming", g="| gift"),
    ],
    "in afrikaans": [
        *composed(
            "{a}{g}{f}",
            a="|'n |soek |mooi ",
            g="geskenk|geskenke|geskenkie|geskenkies",
            f="| vir my ma| vir pa onder R500| vir 'n kind",
        ),
        *composed(
            "{o}{f}",
            o="verjaarsdag|verjaardag|kersfees|moedersdag|vadersdag|kersgeskenk|kersgeskenke"
            "|verjaarsdaggeskenk|verjaardag geskenk|troudaggeskenk",
            f="| vir my vrou",
        ),
    ],
    "in other languages": list(
        composed(
            "{a}{g}{f}",
            a="|ngifuna |ke batla ",
            g="isipho|izipho|mpho|dimpho|keresemose|ukhisimusi",
            f="| R500| under R300|  for mom",
        )
    ),
}
OTHERS = {
    "goods": [
        *composed(
            "{a}{g}",
            a="|red |cheap |christmas ",
            g="gift wrap|gift bag|gift bags|gift box|gift card|gift voucher|gift tag|gift wrapping"
            " paper|geskenkpapier|gift set|perfume gift set|gift hamper",
        )
    ],
    "what describes": list(
        composed(
            "{o} {t}{f}",
            o="birthday|christmas|valentines|anniversary|gift",
            t="dress|tree|card|candles|cushion|jumper|cake|edition|table",
            f="|s for women| under R300",
        )
    ),
    "other meanings": [
        *composed("present {w}", w="tense|arms|simple tense"),
        *composed(
            "{w}",
            w="representative|motherboard|giftless|gifted|presentable shirt|school uniform"
            "|wedding guest dress|mother of the bride dress|father|mom jeans|day dress||presenter",
        ),
    ],
    "denied": list(composed("{t} {n} {g}", t="dress|sofa", n="not|no", g="gift|gifts|present")),
}


def is_gift(text: str) -> bool:
    """Return True if a text is read as looking for something to give."""
    return understand(text, language()).is_gift


def _rows(kinds: dict[str, list[str]], *, wanted: bool) -> list[tuple[str, bool, list[str]]]:
    return [(kind, wanted, texts) for kind, texts in kinds.items()]


@pytest.mark.parametrize("chosen", [seen, apart])
@pytest.mark.parametrize(
    ("kind", "wanted", "texts"), [*_rows(WANTED, wanted=True), *_rows(OTHERS, wanted=False)]
)
def test_a_gift_or_an_occasion_is_one_and_what_only_looks_so_is_none(
    kind: str, wanted: bool, texts: list[str], chosen: Callable[[list[str]], list[str]]
) -> None:
    sisters = chosen(texts)
    lost = [text for text in sisters if is_gift(text) != wanted]
    assert len(sisters) >= 2
    assert len(lost) <= 0.05 * len(sisters), (kind, lost)

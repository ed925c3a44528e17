"""When Black Friday is: the day after November's fourth Thursday."""

from __future__ import annotations

from datetime import date

import pytest

from app.product.deals import black_friday


@pytest.mark.parametrize(
    ("day", "friday"),
    [
        (date(2026, 11, 1), date(2026, 11, 27)),
        (date(2026, 11, 30), date(2026, 11, 27)),
        (date(2026, 12, 1), date(2027, 11, 26)),
        (date(2024, 3, 1), date(2024, 11, 29)),
        (date(2029, 1, 1), date(2029, 11, 23)),
    ],
)
def test_the_black_friday_of_a_day(day: date, friday: date) -> None:
    assert black_friday(day) == friday

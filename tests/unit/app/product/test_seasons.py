from __future__ import annotations

from datetime import date

from app.product.deals import black_friday


def test_black_friday_is_the_day_after_novembers_fourth_thursday() -> None:
    days = {date(2026, 11, 30): 27, date(2026, 12, 1): 26, date(2024, 3, 1): 29}
    assert {day: black_friday(day).day for day in days} == days

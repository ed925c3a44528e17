"""Price bands (spec §9): `[min, max)` in each currency, named by their bounds."""

from bisect import bisect_right
from decimal import Decimal
from typing import NamedTuple

_EURO_BOUNDS = (0, 35, 60, 100, 300)
BOUNDS = {
    "ZAR": (0, 500, 1000, 1500, 5000, 10000, 15000, 20000),
    "EUR": _EURO_BOUNDS,
    "USD": _EURO_BOUNDS,
}


class Band(NamedTuple):
    """A band from `min`, included, to `max`, excluded; the last one has no upper bound."""

    value: str
    min: int
    max: int | None


def _bands(bounds: tuple[int, ...]) -> tuple[Band, ...]:
    ends: list[int | None] = [*bounds[1:], None]
    return tuple(
        Band(f"{low}-{'' if high is None else high}", low, high)
        for low, high in zip(bounds, ends, strict=True)
    )


PRICE_BANDS = {currency: _bands(bounds) for currency, bounds in BOUNDS.items()}


def price_band(amount: Decimal, currency: str) -> str:
    """Return the band's value, such as `500-1000`, of an amount (≥ 0) in ZAR, EUR or USD."""
    return PRICE_BANDS[currency][bisect_right(BOUNDS[currency], amount) - 1].value

"""What a product will cost: prices that its feed gives with the time from which on they hold."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from scrapers.product import PlannedPrice


def planned_columns(planned: Sequence[PlannedPrice]) -> dict[str, Any]:
    """Return a product's columns for its planned prices, which are in the order of time."""
    rows = [
        {
            "at": each.at.astimezone(UTC).isoformat(),
            "price": _text(each.price),
            "ordinary_price": _text(each.ordinary_price),
            **({"origin": each.origin} if each.origin else {}),
        }
        for each in planned
    ]
    return {"planned_prices": rows or None, "price_changes_at": planned[0].at if planned else None}


def read_planned(rows: Iterable[Mapping[str, Any]] | None) -> list[PlannedPrice]:
    """Return the planned prices that `planned_columns` wrote."""
    return [
        PlannedPrice(
            datetime.fromisoformat(row["at"]),
            _amount(row["price"]),
            _amount(row["ordinary_price"]),
            row.get("origin") or "",
        )
        for row in rows or ()
    ]


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount)


def _amount(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)

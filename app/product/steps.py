"""A price history as steps, for the chart and its table, and as changes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise

from app.product.days import Day
from app.product.words import Money

BRIDGED_DAYS = 3  # not read between two equal readings: many stores are read every few days
CHANGES = 6


@dataclass(frozen=True, slots=True)
class Step:
    """Days on which nothing changed: from the first to the last reading, `read` of them."""

    first: date
    last: date
    read: int
    price: Decimal
    ordinary: Decimal | None
    sold_out: bool


@dataclass(frozen=True, slots=True)
class Change:
    """What was found to be otherwise on a day."""

    day: date
    text: str


def steps_of(days: Sequence[Day]) -> list[Step]:
    """Return the days as steps; between two that do not meet it was not read, or changed."""
    runs: list[list[Day]] = []
    for day in days:
        if runs and _goes_on(runs[-1][-1], day):
            runs[-1].append(day)
        else:
            runs.append([day])
    return [_step(run) for run in runs]


def _goes_on(before: Day, day: Day) -> bool:
    same = before.price == day.price and before.ordinary == day.ordinary
    is_near = (day.day - before.day).days <= BRIDGED_DAYS + 1
    return same and is_near and before.sold_out == day.sold_out


def _step(run: Sequence[Day]) -> Step:
    first, last = run[0], run[-1]
    return Step(first.day, last.day, len(run), last.price, last.ordinary, last.sold_out)


def changes_of(steps: Sequence[Step], money: Money) -> list[Change]:
    """Return the last changes of price and stock, the newest first."""
    changes = [
        Change(step.first, text)
        for before, step in pairwise(steps)
        for text in _differences(before, step, money)
    ]
    return changes[::-1][:CHANGES]


def _differences(before: Step, step: Step, money: Money) -> list[str]:
    texts = []
    if step.price != before.price:
        direction = "Down" if step.price < before.price else "Up"
        texts.append(f"{direction} from {money(before.price)} to {money(step.price)}")
    if step.sold_out != before.sold_out:
        texts.append("Sold out" if step.sold_out else "Back in stock")
    return texts

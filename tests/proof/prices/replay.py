"""What alerts should have been told, by going through what the store offered at each run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from indexer.catalogue.rates import Rates


@dataclass(frozen=True)
class State:
    """A product as a run found it; of a size its own price, if any, and whether it is sold out."""

    price: Decimal | None
    currency: str
    sold_out: bool
    sizes: Mapping[str, tuple[Decimal | None, bool]]
    gone: bool = False

    def of(self, size: str | None) -> State:
        """Return what is offered of a size; of none the product itself."""
        if size is None:
            return self
        own, sold_out = self.sizes.get(size, (None, True))
        price = self.price if own is None else own
        return State(price, self.currency, self.sold_out or sold_out, {}, self.gone)

    @property
    def buyable(self) -> bool:
        """Return True if somebody can have it for an amount."""
        return bool(self.price) and not self.sold_out and not self.gone


Seen = tuple[int, Mapping[int, State]]  # a run that counts, and what it found of each product


def expected(
    alerts: Sequence[Mapping[str, Any]],
    first: Mapping[int, State],
    seen: Sequence[Seen],
    rates: Rates,
) -> Counter[tuple[int, int]]:
    """Return which runs each alert is told of."""
    told: Counter[tuple[int, int]] = Counter()
    for alert in alerts:
        start, size = first[alert["product_id"]].of(alert["size"]), alert["size"]
        states = [(r, at[p].of(size)) for r, at in seen for p in at if p == alert["product_id"]]
        rule = _stocked if alert["kind"] == "stock" else _priced
        for run_id in rule(alert, start, states, rates):
            told[alert["id"], run_id] += 1
    return told


def _stocked(
    _alert: Any, start: State, states: Sequence[tuple[int, State]], _rates: Any
) -> Iterator[int]:
    was = not start.sold_out and not start.gone
    for run_id, state in states:
        is_there = not state.sold_out and not state.gone
        if is_there and not was:
            yield run_id
        was = is_there


def _priced(
    alert: Mapping[str, Any], start: State, states: Sequence[tuple[int, State]], rates: Rates
) -> Iterator[int]:
    last = base = start if start.buyable else None
    was_met = last is not None and _met(alert, last, last, rates)
    for run_id, state in states:
        if not state.buyable:
            continue
        if base is None or last is None or last.currency != state.currency:
            base = state
        met = _met(alert, state, base, rates)
        if alert["kind"] in {"drop", "rise"} and alert["percent"] is None:
            if last is not None and last.currency == state.currency:
                up = (state.price or 0) - (last.price or 0)
                if up < 0 if alert["kind"] == "drop" else up > 0:
                    yield run_id
        elif met and not was_met:
            yield run_id
        last, was_met = state, met


def _met(alert: Mapping[str, Any], state: State, base: State, rates: Rates) -> bool:
    price, reference = state.price or Decimal(0), base.price or Decimal(0)
    if alert["kind"] == "below":
        return bool(rates.convert(price, state.currency, alert["currency"]) < alert["amount"])
    if alert["percent"] is None:
        return False
    moved = (price - reference) * 100 / reference
    least = int(alert["percent"])
    return moved <= -least if alert["kind"] == "drop" else moved >= least


def fallen(
    alert: Mapping[str, Any], first: Mapping[int, State], seen: Sequence[Seen], rates: Rates
) -> dict[int, int]:
    """Return the run at which each product is told to an alert of what comes below an amount."""

    def is_below(state: State) -> bool:
        paid = rates.convert(state.price or Decimal(0), state.currency, alert["currency"])
        return state.buyable and paid < alert["amount"]

    was = {product_id: is_below(state) for product_id, state in first.items()}
    told: dict[int, int] = {}
    for run_id, states in seen:
        for product_id, state in states.items():
            if state.gone:
                continue
            if is_below(state) and not was[product_id]:
                told.setdefault(product_id, run_id)
            was[product_id] = is_below(state)
    return told

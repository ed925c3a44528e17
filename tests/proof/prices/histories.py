"""Generated runs over products with alerts: what stores do to prices, and what becomes of runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from indexer.catalogue.rates import Rates
from indexer.models import (
    Brand,
    PriceHistory,
    Product,
    RunChange,
    ScrapeRun,
    SizeHistory,
    VisitorAlert,
    VisitorAlertAddress,
)
from indexer.notify.crossing import begin
from tests.proof.prices.replay import Seen, State

CENT = Decimal("0.01")
SIZES = ("34", "36", "UK 8 / EU 42")
CURRENCIES = ("ZAR", "USD", "EUR")
FACTORS = tuple(map(Decimal, ("0.5", "0.8", "0.9", "0.97", "1.04", "1.1", "1.3", "1.9")))
RESULTS = ("success",) * 15 + ("stopped",) + ("suspect",) * 2 + ("failed",)
UNDONE = 0.08  # of the runs that count, before anything is sent
NOW = datetime.now(UTC)
SET_AT = NOW - timedelta(days=6)
Columns = dict[str, Any]


@dataclass
class Shelf:
    """A product as the store has it."""

    id: int
    price: Decimal | None
    currency: str
    sold_out: bool = False
    gone: bool = False
    sizes: dict[str, tuple[Decimal | None, bool]] = field(default_factory=dict)

    def state(self) -> State:
        """Return what a run finds."""
        return State(self.price, self.currency, self.sold_out, dict(self.sizes), self.gone)

    def written(self) -> list[Columns]:
        """Return the sizes as PostgreSQL holds them."""
        return [
            {"size": size, "price": None if price is None else str(price), "sold_out": sold_out}
            for size, (price, sold_out) in self.sizes.items()
        ]

    def columns(self) -> Columns:
        return {"price": self.price, "currency": self.currency, "sold_out": self.sold_out}


@dataclass
class World:
    """A store, its products, how many changes its runs have written, what those that count saw."""

    random: Random
    brand_id: int = 0
    shelves: list[Shelf] = field(default_factory=list)
    changes: int = 0
    first: dict[int, State] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)

    def resize(self, shelf: Shelf) -> bool:
        """Change a size, or none; tell whether one is another offer."""
        before = dict(shelf.sizes)
        if self.random.random() < 0.3:
            size = self.random.choice(SIZES)
            own = self.random.choice((None, None, Decimal(self.random.randint(50, 900))))
            shelf.sizes[size] = own, self.random.random() < 0.5
        elif self.random.random() < 0.05 and len(shelf.sizes) > 1:
            shelf.sizes.pop(self.random.choice(list(shelf.sizes)))
        return shelf.sizes != before

    def move(self, shelf: Shelf) -> bool:
        """Change a product, or leave it; tell whether it is another offer."""
        before, chance = shelf.columns(), self.random.random()
        if chance < 0.05:
            shelf.price = self.random.choice((None, Decimal(0)))
        elif chance < 0.15:
            shelf.sold_out = not shelf.sold_out
        elif chance < 0.17:
            shelf.currency = self.random.choice(CURRENCIES)
        elif chance < 0.9:
            known = shelf.price or Decimal(self.random.randint(50, 900))
            price = (known * self.random.choice(FACTORS)).quantize(CENT)
            shelf.price = min(max(price, Decimal(20)), Decimal(5000))
        return shelf.columns() != before


def stock(session: Session, world: World, products: int) -> None:
    """Add the store with its products, as they are before anybody asks."""
    brand = Brand(slug="karoo", name="Karoo", website="https://karoo.example/")
    session.add(brand)
    session.flush()
    world.brand_id = brand.id
    rows = []
    for number in range(products):
        price = Decimal(world.random.randint(50, 900))
        shelf = Shelf(number + 1, price, world.random.choice(CURRENCIES))
        shelf.sold_out = world.random.random() < 0.1
        world.shelves.append(shelf)
        world.resize(shelf)
        shelf.sizes.setdefault("34", (None, False))
        names = {"brand_id": brand.id, "group_key": f"k{number}", "name": f"Dress {number}"}
        rows.append(names | shelf.columns() | {"sizes": shelf.written()})
    ids = session.scalars(insert(Product).returning(Product.id, sort_by_parameter_order=True), rows)
    for shelf, id_ in zip(world.shelves, ids, strict=True):
        shelf.id = id_
    first = [
        {"product_id": shelf.id, "seen_at": SET_AT - timedelta(days=1)} | shelf.columns()
        for shelf in world.shelves
    ]
    session.execute(insert(PriceHistory), first)
    world.first = {shelf.id: shelf.state() for shelf in world.shelves}
    sizes = [
        {"product_id": s.id, "seen_at": SET_AT - timedelta(days=1), "sizes": s.written()}
        for s in world.shelves
    ]
    session.execute(insert(SizeHistory), sizes)


def ask(session: Session, world: World, alerts: int, addresses: int, rates: Rates) -> None:
    """Add confirmed alerts of all kinds, near the prices that there are."""
    emails = [{"email": f"a{n}@example.org", "token": f"token-{n}"} for n in range(addresses)]
    ids = list(
        session.scalars(insert(VisitorAlertAddress).returning(VisitorAlertAddress.id), emails)
    )
    asked: dict[tuple[Any, ...], Columns] = {}
    while len(asked) < alerts:
        shelf = world.random.choice(world.shelves)
        kind = world.random.choice(("below", "below", "drop", "rise", "stock"))
        amount = Decimal(world.random.randint(40, 1000)) if kind == "below" else None
        percents = (None, 5, 20, 50, 90) if kind in {"drop", "rise"} else (None,)
        percent = world.random.choice(percents)
        size = world.random.choice((None, None, *world.first[shelf.id].sizes))
        address_id = world.random.choice(ids)
        asked[address_id, kind, shelf.id, amount, percent, size] = {
            "percent": percent,
            "size": size,
            "address_id": address_id,
            "kind": kind,
            "product_id": shelf.id,
            "amount": amount,
            "currency": world.random.choice(CURRENCIES),
            "confirmed_at": SET_AT,
        }
    rows = session.scalars(insert(VisitorAlert).returning(VisitorAlert.id), [*asked.values()])
    begin(session, list(rows), rates)


def ask_searches(session: Session, world: World, alerts: int) -> list[Columns]:
    """Add confirmed alerts of what comes below an amount; return them."""
    address = VisitorAlertAddress(email="thandi@example.org", token="token")
    session.add(address)
    session.flush()
    asked = [
        {
            "address_id": address.id,
            "kind": "under",
            "search": f"?q=dress+{number}",
            "amount": Decimal(world.random.randint(60, 900)),
            "currency": world.random.choice(CURRENCIES),
            "confirmed_at": SET_AT,
        }
        for number in range(alerts)
    ]
    ids = session.scalars(
        insert(VisitorAlert).returning(VisitorAlert.id, sort_by_parameter_order=True), asked
    )
    return [{**one, "id": id_} for one, id_ in zip(asked, ids, strict=True)]


def runs(world: World, count: int) -> Iterator[tuple[int, str, bool]]:
    """Yield the number, the result, and whether it is undone, of runs after one another."""
    for number in range(count):
        result = world.random.choice(RESULTS)
        undone = result in {"success", "stopped"} and world.random.random() < UNDONE
        yield number, result, undone


def publish(session: Session, world: World, number: int, result: str) -> int:
    """Write what a run has read, as the pipeline leaves it; return the run's id."""
    at = SET_AT + timedelta(minutes=2 * number + 1)
    found, changed, resized, gone = _read(world, may_hide=result == "success")
    run = ScrapeRun(
        brand_id=world.brand_id,
        kind="scrape",
        state="finished",
        result=result,
        logfile_name=f"alerts-{number}.log",
        start_time=at,
        written_at=at + timedelta(minutes=1),
        end_time=at + timedelta(minutes=1),
        found_group_ids=[shelf.id for shelf in found],
    )
    session.add(run)
    session.flush()
    stamp = {"seen_at": at, "run_id": run.id}
    _insert(session, PriceHistory, [{"product_id": s.id} | s.columns() | stamp for s in changed])
    sizes = [{"product_id": s.id, "seen_at": at, "sizes": s.written()} for s in resized]
    _insert(session, SizeHistory, sizes)
    hidden = [{"run_id": run.id, "product_id": shelf.id, "kind": "gone"} for shelf in gone]
    _insert(session, RunChange, hidden)
    _hide(session, [shelf.id for shelf in found], None)
    _hide(session, [shelf.id for shelf in gone], at)
    world.changes += len(changed) + len(resized)
    world.seen.append((run.id, {s.id: s.state() for s in (*found, *gone)}))
    return run.id


def _read(
    world: World, *, may_hide: bool
) -> tuple[list[Shelf], list[Shelf], list[Shelf], list[Shelf]]:
    found, changed, resized, gone = [], [], [], []
    for shelf in world.shelves:
        if world.random.random() < 0.06:
            if may_hide and not shelf.gone and world.random.random() < 0.5:
                shelf.gone = True
                gone.append(shelf)
            continue
        shelf.gone = False
        found.append(shelf)
        if world.move(shelf):
            changed.append(shelf)
        if world.resize(shelf):
            resized.append(shelf)
    return found, changed, resized, gone


def _insert(session: Session, model: type[Any], rows: Sequence[Columns]) -> None:
    if rows:
        session.execute(insert(model), rows)


def _hide(session: Session, ids: Sequence[int], at: datetime | None) -> None:
    session.execute(update(Product).where(Product.id.in_(ids)).values(gone_at=at))

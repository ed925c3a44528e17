"""Demo stores that tests change while they run: another catalogue, other prices, faults."""

import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from flask import Response, make_response

from dev.stores.catalogue import Product, Store
from dev.stores.server import DemoStores
from dev.stores.site import ROBOTS, ServedStore

_Change = Callable[[Product], Product]


@dataclass(frozen=True, slots=True)
class Fault:
    """An answer instead of a page.

    Attributes:
        status: HTTP status; 200 with ``body`` is for captcha pages.
        body: HTML.
        headers: such as Retry-After or Location.
        path: only pages whose path starts with this.
        times: how many answers; None for all until it is cleared.
    """

    status: int
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    path: str = "/"
    times: int | None = None

    def response(self) -> Response:
        """Return the answer."""
        response = make_response(self.body or f"<h1>{self.status}</h1>", self.status)
        for name, value in self.headers:
            response.headers[name] = value
        return response


class StoreControl(ServedStore):
    """The switches of one store. Safe to use while the store is being scraped.

    Pictures, scripts and robots.txt are not subject to ``fail``; robots.txt has its own switch.
    """

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._lock = threading.Lock()
        self._open = threading.Event()
        self.visits: list[str] = []
        self.reset()

    def reset(self) -> None:
        """Restore the original catalogue without faults, and clear the visits."""
        with self._lock:
            self._gone: set[int] = set()
            self._changes: dict[int, _Change] = {}
            self._fault: Fault | None = None
            self._unpriced: set[int] = set()
            self.robots: Fault = Fault(200, ROBOTS)
            self.visits.clear()
        self._open.set()

    def robots_txt(self) -> Response:
        """Return the answer for robots.txt."""
        return self.robots.response()

    def products(self) -> list[Product]:
        """Return the products that the store offers now."""
        with self._lock:
            left = (p for p in self.store.products if p.number not in self._gone)
            return [self._changed(product) for product in left]

    def _changed(self, product: Product) -> Product:
        change = self._changes.get(product.number)
        product = change(product) if change else product
        if product.number in self._unpriced:
            return replace(product, price=None, sale=None)
        return product

    def _change(self, number: int, change: _Change) -> None:
        with self._lock:
            before = self._changes.get(number)
            self._changes[number] = (lambda p: change(before(p))) if before else change

    def remove(self, *numbers: int) -> None:
        """Take products off the store."""
        with self._lock:
            self._gone.update(numbers)

    def reprice(self, number: int, price: Decimal, sale: Decimal | None = None) -> None:
        """Another price, in the store's currency."""
        self._change(number, lambda p: replace(p, price=price, sale=sale))

    def rename(self, number: int, name: str) -> None:
        """Another name, at the same address."""
        self._change(number, lambda p: replace(p, name=name))

    def drop_prices(self, share: float) -> None:
        """Print no price for this share (0..1) of the products, always the same ones."""
        numbers = [product.number for product in self.store.products]
        rng = random.Random(self.store.slug)
        with self._lock:
            self._unpriced = set(rng.sample(numbers, round(len(numbers) * share)))

    def fail(self, fault: Fault | None) -> None:
        """Answer pages with this instead; None ends it."""
        with self._lock:
            self._fault = fault

    def hold(self) -> None:
        """Answer no page until ``release`` or ``reset``."""
        self._open.clear()

    def release(self) -> None:
        """Answer again, held requests included."""
        self._open.set()

    def instead_of(self, path: str) -> Response | None:
        """Record the visit, wait until released, and return the fault to answer with, if any."""
        with self._lock:
            self.visits.append(path)
        self._open.wait()
        fault = self._next_fault(path)
        return fault.response() if fault else None

    def _next_fault(self, path: str) -> Fault | None:
        with self._lock:
            fault = self._fault
            if fault is None or not path.startswith(fault.path):
                return None
            if fault.times is not None:
                left = fault.times - 1
                self._fault = replace(fault, times=left) if left else None
            return fault


class ControlledStores(DemoStores):
    """Demo stores of which each has its switches at ``control[slug]``."""

    serve = StoreControl
    control: Mapping[str, StoreControl]

    def __exit__(self, *_: object) -> None:
        for control in self.control.values():
            control.release()
        super().__exit__()

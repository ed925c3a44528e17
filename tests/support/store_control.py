"""Demo stores that tests change while they run: other prices, none, no answer for a while."""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from dev.stores.catalogue import Product, Store
from dev.stores.server import DemoStores, ServedStore


class StoreControl(ServedStore):
    """The switches of one store, which may be used while it is scraped."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._open = threading.Event()
        self._open.set()
        self._prices: dict[int, Decimal] = {}
        self._unpriced: set[int] = set()

    def products(self) -> list[Product]:
        """Return the products that the store offers now."""
        return [self._changed(product) for product in self.store.products]

    def _changed(self, product: Product) -> Product:
        if product.number in self._unpriced:
            return replace(product, price=None, sale=None)
        if product.number in self._prices:
            return replace(product, price=self._prices[product.number], sale=None)
        return product

    def reprice(self, number: int, price: Decimal) -> None:
        """Another price, in the store's currency."""
        self._prices[number] = price

    def drop_prices(self, share: float) -> None:
        """Print no price for this share (0..1) of the products, always the same ones."""
        numbers = [product.number for product in self.store.products]
        chosen = random.Random(self.store.slug).sample(numbers, round(len(numbers) * share))
        self._unpriced = set(chosen)

    def hold(self) -> None:
        """Answer no page until `release`."""
        self._open.clear()

    def release(self) -> None:
        """Answer again, held requests included."""
        self._open.set()

    def instead_of(self, path: str) -> None:  # noqa: ARG002
        """Wait until released; nothing else is answered then."""
        self._open.wait()


class ControlledStores(DemoStores):
    """Demo stores of which each has its switches at `control[slug]`."""

    serve = StoreControl
    control: Mapping[str, StoreControl]

    def __exit__(self, *_: object) -> None:
        for control in self.control.values():
            control.release()
        super().__exit__()

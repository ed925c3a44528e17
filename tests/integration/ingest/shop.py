"""A brand whose runs find what a test gives them, and what PostgreSQL then holds of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from decimal import Decimal
from typing import Any, TypeVar

from sqlalchemy import delete, inspect, select
from sqlalchemy.orm import Session

from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.ingest.history.accept import Effect, accept_run
from indexer.models import Outbox, PriceHistory, Product, ScrapeRun
from tests.support.catalogue import log_of, make_brand, outbox_products, read_products, read_run
from tests.support.mailbox import Mailbox
from tests.support.world import World

Kind = TypeVar("Kind", bound="Shop")
Result = TypeVar("Result")


class Shop(World):
    """A store that nothing was found at yet, and no index; it sends no mail."""

    def session(self) -> AbstractContextManager[Session]:
        return session_scope(self.settings.database_url)

    def rows(self, model: Any, *where: Any) -> list[Any]:
        """Return a table's rows, or one column of them, oldest first."""
        with self.session() as session:
            keys = inspect(getattr(model, "class_", model)).primary_key
            return list(session.scalars(select(model).where(*where).order_by(*keys)))

    def products(self) -> dict[str, Product]:
        return read_products(self.settings)

    def ids(self) -> dict[str, int]:
        return {key: product.id for key, product in self.products().items()}

    def prices(self, product_id: int) -> list[Decimal | None]:
        """Return a product's known prices, oldest first."""
        with self.session() as session:
            known = select(PriceHistory.price).where(PriceHistory.product_id == product_id)
            return list(session.scalars(known.order_by(PriceHistory.seen_at)))

    def outbox(self) -> list[int]:
        return outbox_products(self.settings)

    def forget(self) -> None:
        """Empty the outbox."""
        with self.session() as session:
            session.execute(delete(Outbox))

    def enqueued(self) -> set[str]:
        """Return the group keys of the products in the outbox."""
        with self.session() as session:
            keys = select(Product.group_key).join(Outbox, Outbox.product_id == Product.id)
            return set(session.scalars(keys))

    def log(self, run: ScrapeRun) -> str:
        return log_of(self.settings, run)

    def run(self, run_id: int) -> ScrapeRun:
        return read_run(self.settings, run_id)

    def accept(self, run: ScrapeRun, **how: Any) -> Effect:
        return accept_run(self.settings, run.id, **how)

    def another(self: Kind, slug: str, **columns: object) -> Kind:
        """Add another brand to the catalogue."""
        return replace(self, brand_id=make_brand(self.settings, slug, **columns))

    def but(self: Kind, **settings: object) -> Kind:
        """Return the same store under other settings."""
        return replace(self, settings=self.settings.but(**settings))

    def do(self, body: Callable[[Session], Result]) -> Result:
        """Do this in a session of its own and return what it returns."""
        with self.session() as session:
            return body(session)


def new_shop(settings: Settings, kind: type[Kind]) -> Kind:
    return kind(settings=settings, box=Mailbox(), brand_id=make_brand(settings))

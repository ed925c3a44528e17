"""A store with products, its site and its mailbox, in one call: what a test is not about.

`with world(settings, World) as shop` is a brand whose run found twenty dresses (k0 costs R 499,
k1 R 500 and so on) and a mail server; `indexed=True` builds the index, too. What a file does beside
that is a class of its own: `class Shop(World)` and `world(settings, Shop)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from email.message import EmailMessage
from functools import cached_property
from typing import Any, TypeVar

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, inspect, select
from sqlalchemy.orm import Session

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.ingest.accept import Effect, accept_run
from indexer.models import Outbox, PriceHistory, Product, ScrapeRun
from scrapers.product import Product as Found
from tests.support.catalogue import (
    log_of,
    make_brand,
    make_items,
    outbox_products,
    read_products,
    read_run,
    scrape_items,
)
from tests.support.mailbox import Mailbox, smtp_server

SITE = "https://winkel.example"
PRODUCTS = 20
VISITOR = "thandi@example.org"
Kind = TypeVar("Kind", bound="World")
Result = TypeVar("Result")


@dataclass(frozen=True)
class World:
    """The store, as its settings and its brand's id tell it, and the mails that have arrived."""

    settings: Settings
    box: Mailbox
    brand_id: int

    @cached_property
    def app(self) -> Flask:
        return create_app(self.settings)

    @cached_property
    def client(self) -> FlaskClient:
        """A visitor's requests."""
        return self.app.test_client()

    def scrape(self, items: Sequence[Found] | None = None, **how: Any) -> ScrapeRun:
        """Do a run that finds these items, or what the first one found."""
        found = make_items(PRODUCTS) if items is None else items
        return scrape_items(self.settings, self.brand_id, found, **how)

    def priced(self, price: str, **changes: Any) -> list[Found]:
        """Return what the first run found, the first product with another price."""
        first, *others = make_items(PRODUCTS)
        return [replace(first, price=Decimal(price), **changes), *others]

    def product_id(self, key: str = "k0") -> int:
        own = select(Product.id).filter_by(brand_id=self.brand_id, group_key=key)
        return self.do(lambda session: session.scalars(own).one())

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


def empty_world(settings: Settings, kind: type[Kind]) -> Kind:
    """Return a store at which nothing was found yet; it has no index and sends no mail."""
    return kind(settings, Mailbox(), make_brand(settings))


@contextmanager
def world(
    settings: Settings, kind: type[Kind], *, indexed: bool = False, **changes: Any
) -> Iterator[Kind]:
    """Yield a store of this kind; `changes` are settings of its own."""
    with smtp_server() as (box, url):
        own = settings.but(**{"public_url": SITE, "smtp_url": url} | changes)
        made = kind(own, box, make_brand(own))
        made.scrape()
        if indexed:
            rebuild(own, fast=True)
        yield made


def plain(mail: EmailMessage) -> str:
    """Return a mail's text, lines ended by \\n."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")

"""A store with products, its site and its mailbox, in one call: what a test is not about.

`with world(settings, World) as shop` is a brand whose run found twenty dresses (k0 costs R 499,
k1 R 500 and so on) and a mail server; `indexed=True` builds the index, too. What a file does beside
that is a class of its own: `class Shop(World)` and `world(settings, Shop)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from email.message import EmailMessage
from functools import cached_property
from typing import Any, TypeVar

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app import create_app
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.models import Product, ScrapeRun
from scrapers.product import Product as Found
from tests.support.catalogue import make_brand, make_items, scrape_items
from tests.support.mailbox import Mailbox, smtp_server

SITE = "https://winkel.example"
PRODUCTS = 20
VISITOR = "thandi@example.org"


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
        with session_scope(self.settings.database_url) as session:
            return session.scalars(own).one()


Kind = TypeVar("Kind", bound=World)


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

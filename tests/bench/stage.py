"""What sections run on: the services, a database with the generated catalogue, an index prefix."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import psycopg
from psycopg import sql
from sqlalchemy import make_url

from dev.services.servers import VARIABLES, local_services
from indexer.catalogue.tables import load_reference
from indexer.core.db import engine, session_scope
from indexer.core.settings import ROOT, Settings
from indexer.migrate import migrate
from tests.bench.generate import fingerprint, generate

LOCAL = ROOT / ".local" / "bench"

Tell = Callable[[str], None]


class Stage(NamedTuple):
    """Where a section measures; `seconds` is the length of one measurement."""

    settings: Settings
    products: int
    seconds: float
    tell: Tell


@contextmanager
def stage(products: int, seconds: float, tell: Tell) -> Iterator[Stage]:
    """Provide services (those given by their URLs are used) and the catalogue of that size.

    With no products the database is the services' own.
    """
    with ExitStack() as stack:
        need = {service for service, name in VARIABLES.items() if not os.environ.get(name)}
        urls, _ = stack.enter_context(local_services(LOCAL, need, tell)) if need else ({}, [])
        settings = Settings.from_env(dict(os.environ) | urls).but(
            index_prefix=f"bench-{products}",
            rates_url="",
            rate_limits=False,  # all that is measured comes from one address
            search_timeout_ms=20_000,  # a slow search is to be measured, not to be given up
            evidence_location=str(LOCAL / "evidence"),
        )
        if products:
            url = catalogue_database(settings.database_url, products, tell)
            settings = settings.but(database_url=url)
        yield Stage(settings, products, seconds, tell)


def catalogue_database(server_url: str, products: int, tell: Tell) -> str:
    """Return the URL of a database with the generated catalogue; it is kept between runs.

    It is filled under another name first, so one that exists is complete.
    """
    name = f"winkel_bench_{products}_{fingerprint()}"
    url = make_url(server_url)
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    target, making = (
        url.set(database=one).render_as_string(hide_password=False)
        for one in (name, f"{name}_making")
    )
    with psycopg.connect(plain, autocommit=True) as server:
        if server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            migrate(target)
            return target
        tell(f"generating {products} products into the database {name}")
        partial = sql.Identifier(f"{name}_making")
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(partial))
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(partial))
        migrate(making)
        with session_scope(making) as session:
            load_reference(session)
        generate(making, products)
        engine(making).dispose()
        whole = sql.Identifier(name)
        server.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(partial, whole))
    return target

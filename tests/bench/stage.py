"""What sections run on: the services, a database with the generated catalogue, an index prefix."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg import sql
from sqlalchemy import make_url

from dev.services.local import VARIABLES, local_services
from indexer.catalogue.tables import load_reference
from indexer.core.db import engine, session_scope
from indexer.core.settings import Settings
from indexer.migrate import migrate
from tests.bench.generate import fingerprint, generate

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local" / "bench"

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a section measures; `environment` is for the programs it starts."""

    settings: Settings
    environment: dict[str, str]
    products: int
    seconds: float  # how long one measurement of a section takes
    tell: Tell


@contextmanager
def stage(products: int, seconds: float, tell: Tell) -> Iterator[Stage]:
    """Provide services (those given by their URLs are used) and the catalogue of that size.

    With no products the database is the services' own.
    """
    with ExitStack() as stack:
        need = {service for service, name in VARIABLES.items() if not os.environ.get(name)}
        environment = dict(os.environ)
        if need:
            environment |= stack.enter_context(local_services(LOCAL, need, tell)).environment()
        environment["INDEX_PREFIX"] = f"bench-{products}"
        environment["RATES_URL"] = ""
        environment["RATE_LIMITS"] = "0"  # all that is measured comes from one address
        if products:
            environment["DATABASE_URL"] = catalogue_database(
                environment["DATABASE_URL"], products, tell
            )
        # A slow search is to be measured, not to be given up.
        environment["SEARCH_TIMEOUT_MS"] = "20000"
        environment["EVIDENCE_LOCATION"] = str(LOCAL / "evidence")
        yield Stage(Settings.from_env(environment), environment, products, seconds, tell)


def catalogue_database(server_url: str, products: int, tell: Tell) -> str:
    """Return the URL of a database with the generated catalogue; it is kept between runs.

    It is filled under another name first, so one that exists is complete.
    """
    name = f"winkel_bench_{products}_{fingerprint()}"
    url = make_url(server_url)
    target = url.set(database=name).render_as_string(hide_password=False)
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as server:
        if server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            migrate(target)
            return target
        tell(f"generating {products} products into the database {name}")
        making = f"{name}_making"
        server.execute(_named("DROP DATABASE IF EXISTS {}", making))
        server.execute(_named("CREATE DATABASE {} TEMPLATE template0", making))
        _fill(url.set(database=making).render_as_string(hide_password=False), products)
        server.execute(_named("ALTER DATABASE {} RENAME TO {}", making, name))
    return target


def _named(statement: LiteralString, *names: str) -> sql.Composed:
    return sql.SQL(statement).format(*(sql.Identifier(name) for name in names))


def _fill(database_url: str, products: int) -> None:
    migrate(database_url)
    with session_scope(database_url) as session:
        load_reference(session)
    generate(database_url, products)
    engine(database_url).dispose()

"""Alembic's entry: one online connection, under a lock, so that two starts do not collide."""

from alembic import context
from sqlalchemy import Connection, create_engine, make_url, pool, text

from indexer.db import POOLER
from indexer.models import Base

MIGRATION_LOCK = 0x57494E4B  # any fixed number; "WINK"


def run() -> None:
    """Run the migrations in one transaction that holds an advisory lock.

    Who gives a connection (`attributes`) has a transaction of its own, to which they belong.
    """
    given = context.config.attributes.get("connection")
    if given is not None:
        run_on(given)
        return
    url = context.config.get_main_option("sqlalchemy.url")
    if url is None:
        raise RuntimeError("sqlalchemy.url is not set")
    address = make_url(url).difference_update_query([POOLER])
    engine = create_engine(
        address, poolclass=pool.NullPool, connect_args={"prepare_threshold": None}
    )
    with engine.connect() as connection:
        run_on(connection)


def run_on(connection: Connection) -> None:
    """Run the migrations on a connection."""
    context.configure(
        connection=connection, target_metadata=Base.metadata, compare_server_default=True
    )
    with context.begin_transaction():
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        context.run_migrations()


run()

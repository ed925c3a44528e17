"""A run into tables that PostgreSQL analysed while they held no row: it takes them to be empty."""

from __future__ import annotations

import psycopg
from sqlalchemy import insert

from indexer.core.db import engine, session_scope
from indexer.core.settings import Settings
from indexer.models import Product
from tests.support.catalogue import make_brand, make_items, read_products, scrape_items
from tests.support.database import psycopg_url
from tests.support.worker import eventually

ITEMS = 1_200
READS = 20  # of a product, through any index, for all that a run and the index ask for
KNOWN = "SELECT reltuples, relpages > 0 FROM pg_class WHERE oid = 'product'::regclass"
# Those of a session are added when it ends.
OTHERS = """
SELECT count(*) FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
READ = "SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'product'"


def roll_back_a_first_run(settings: Settings, brand_id: int) -> None:
    """Leave pages without a row in them, and have them analysed as autovacuum does."""
    url = psycopg_url(settings.database_url)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER TABLE product SET (autovacuum_enabled = false)")
        with session_scope(settings.database_url) as session:
            old = {"brand_id": brand_id, "name": "Old", "currency": "ZAR"}
            session.execute(insert(Product), [old | {"group_key": str(n)} for n in range(500)])
            session.rollback()
        connection.execute("ANALYZE product")
        assert connection.execute(KNOWN).fetchone() == (0, True)


def test_a_run_after_one_that_was_rolled_back_does_not_read_all_products_for_each(
    own_settings: Settings, own_database_url: str
) -> None:
    own = own_settings.but(database_url=own_database_url)
    brand_id = make_brand(own)
    roll_back_a_first_run(own, brand_id)
    scrape_items(own, brand_id, make_items(ITEMS))
    assert len(read_products(own)) == ITEMS
    engine(own.database_url).dispose()
    with psycopg.connect(psycopg_url(own.database_url), autocommit=True) as connection:
        eventually(lambda: connection.execute(OTHERS).fetchone() == (0,), "all sessions ended")
        (read,) = connection.execute(READ).fetchone() or (None,)
    assert ITEMS <= read < READS * ITEMS

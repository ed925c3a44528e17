"""What is deleted or looked up by a foreign key is found by an index."""

from __future__ import annotations

import psycopg

from tests.support.data import beside
from tests.support.database import psycopg_url

# Keys with whose columns no whole index begins.
BARE = beside(__file__, "bare_keys.sql")
# Whose rows come with the program and are never deleted; only a change of the tree, at a
# start, looks anything up by them.
REFERENCE = {"category", "color", "country"}
EXCEPTIONS = {"alert.brand_id": "some rows a brand, found by it when the brand is deleted"}


def test_each_foreign_key_has_an_index_or_a_reason(own_database_url: str) -> None:
    with psycopg.connect(psycopg_url(own_database_url)) as connection:
        bare = connection.execute(BARE).fetchall()
    assert {key for key, table in bare if table not in REFERENCE} == set(EXCEPTIONS)

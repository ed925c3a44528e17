"""What a migration makes of the rows that are there."""

from __future__ import annotations

import json

import psycopg
from alembic import command

from indexer.classify.siblings import name_key, sibling_key
from indexer.migrate import alembic_config, migrate
from tests.support.database import psycopg_url

ROWS = (
    ("m:dark blue", "Tee", "import", "https://k.example/1", {"color": "Dark Blue"}),
    ("m:red", "Shirt", "import", None, {"color": "red"}),
    ("g:red", "Tee in red", "scrape", "https://k.example/tee?variant=2", None),
    ("9", "Mug, navy", "import", "https://k.example/9", None),
)


def test_products_that_are_there_get_the_keys_that_a_new_import_would_give_them(
    empty_database_url: str,
) -> None:
    command.upgrade(alembic_config(empty_database_url), "0004")
    with psycopg.connect(psycopg_url(empty_database_url)) as connection:
        connection.execute(
            "INSERT INTO brand (slug, name, website, currency)"
            " VALUES ('k', 'K', 'https://k.example', 'ZAR')"
        )
        for key, name, source, href, hints in ROWS:
            connection.execute(
                "INSERT INTO product (brand_id, group_key, name, currency, source, href, hints)"
                " VALUES (1, %s, %s, 'ZAR', %s, %s, %s)",
                [key, name, source, href, json.dumps(hints) if hints else None],
            )
    migrate(empty_database_url)
    with psycopg.connect(psycopg_url(empty_database_url)) as connection:
        found = connection.execute(
            "SELECT sibling_key, name_key FROM product ORDER BY id"
        ).fetchall()
    assert found == [
        (sibling_key("any", group="m"), name_key("Tee", None)),
        (sibling_key("any", group="m"), name_key("Shirt", None)),
        (sibling_key("", href="https://k.example/tee?variant=1"), name_key("Tee", None)),
        (sibling_key("Mug"), name_key("Mug", None)),
    ]

"""An item that always fails stops none behind it, and is named or put aside."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from redis import Redis

from indexer.core import bad_items
from indexer.core.bad_items import SomeFailedError
from indexer.core.settings import Settings
from indexer.ingest.purge import remove_deleted
from indexer.ingest.repricing import change_planned_prices
from indexer.ingest.schedule import start_due
from indexer.offers.matching import match_in_background
from indexer.watch.incidents import watch_brands
from tests.support.catalogue import make_items
from tests.support.index import execute
from tests.support.world import World, empty_world

# Refuses a change of the first row, as a value that a column does not take would.
REFUSES = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
 $$ BEGIN RAISE EXCEPTION 'a value that is none' USING ERRCODE = '22000'; END $$;
CREATE TRIGGER refuse BEFORE {event} ON {table} FOR EACH ROW WHEN (OLD.id = {id})
 EXECUTE FUNCTION refuse();
"""
RUNNING = """
INSERT INTO scrape_run (brand_id, kind, state, logfile_name, start_time, attempts)
SELECT id, 'scrape', 'running', id || '.log', now(), 1 FROM brand
"""
PLANNED = """
UPDATE product SET price_changes_at = now() - interval '1 minute', planned_prices =
 jsonb_build_array(jsonb_build_object('at', now() - interval '1 minute',
 'price', CASE id WHEN {id} THEN 'seven' ELSE '7' END, 'ordinary_price', null))
"""
BAD_CRON = """
UPDATE brand SET scheduled_since = now() - interval '1 day', scrape_cron =
 CASE id WHEN {id} THEN 'soon' ELSE '* * * * *' END;
"""
FAILED = (
    f"{RUNNING}; UPDATE scrape_run SET state = 'finished', end_time = now(), result = 'failed';"  # noqa: S608
)
DELETED = "UPDATE brand SET deleting_at = now();" + REFUSES.format(  # noqa: S608
    event="DELETE", table="brand", id="{id}"
)
WITHOUT = "SELECT id FROM brand b WHERE NOT EXISTS (SELECT FROM {} WHERE brand_id = b.id)"

Job = Callable[[Settings], object]


@pytest.fixture
def shop(own_settings: Settings, own_database_url: str) -> World:
    """In a database of its own, whose tables refuse some rows."""
    return empty_world(own_settings.but(database_url=own_database_url), World)


@pytest.mark.parametrize(
    ("arranged", "job", "left"),
    [
        (BAD_CRON, start_due, WITHOUT.format("scrape_run")),
        (BAD_CRON + FAILED, watch_brands, WITHOUT.format("alert")),
        (DELETED, remove_deleted, "SELECT id FROM brand"),
    ],
)
def test_the_others_of_rows_that_are_tried_again_are_done_and_the_bad_one_is_named(
    shop: World, arranged: str, job: Job, left: str
) -> None:
    shop.another("other")
    execute(shop.settings, arranged.replace("{id}", str(shop.brand_id)))
    with pytest.raises(SomeFailedError):
        job(shop.settings)
    assert execute(shop.settings, left) == [(shop.brand_id,)]


@pytest.mark.parametrize(
    ("arranged", "job", "done"),
    [
        (PLANNED, change_planned_prices, "SELECT id FROM product WHERE price = 7"),
        ("INSERT INTO offer_pending (product_id) SELECT id FROM product;"
         " ALTER TABLE offer_facts ADD CHECK (product_id <> {id})",
         match_in_background, "SELECT product_id FROM offer_facts"),
    ],
)  # fmt: skip
def test_of_what_is_done_in_batches_the_bad_one_is_put_aside(
    shop: World, arranged: str, job: Job, done: str
) -> None:
    shop.scrape(make_items(5))
    ids = sorted(shop.ids().values())
    execute(shop.settings, "DELETE FROM offer_pending")
    execute(shop.settings, arranged.format(id=ids[2]))
    for _ in range(2):
        job(shop.settings)
    assert sorted(execute(shop.settings, done)) == [(id_,) for id_ in ids if id_ != ids[2]]
    with Redis.from_url(shop.settings.redis_url) as redis:
        assert [*bad_items.counts(redis).values()] == [1]

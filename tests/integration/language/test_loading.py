"""New categories reach databases that exist: the children's move, and everything else is added."""

from alembic import command
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from indexer.catalogue.tables import load_reference
from indexer.core.db import session_scope
from indexer.language import categories
from indexer.migrate import alembic_config
from indexer.models import Category, Product
from tests.support.database import empty_database
from tests.support.services import TestServices

OLD_TREE = """
INSERT INTO category (slug, name, position) VALUES ('home', 'Home', 0);
INSERT INTO category (slug, name, position, parent_category_id)
    SELECT 'home/kids', 'Kids & Nursery', 1, id FROM category WHERE slug = 'home';
INSERT INTO category (slug, name, position, parent_category_id)
    SELECT 'home/kids/toys', 'Toys', 2, id FROM category WHERE slug = 'home/kids';
INSERT INTO brand (name, slug, website) VALUES ('Toy Town', 'toy-town', 'https://toys.example');
INSERT INTO product (brand_id, group_key, name, currency, classified_category_id, last_seen_at)
    SELECT b.id, 'p1', 'Teddy bear', 'ZAR', c.id, now()
      FROM brand b, category c WHERE c.slug = 'home/kids/toys';
"""


def test_an_older_database_keeps_its_products_and_gets_the_new_tree(
    services: TestServices,
) -> None:
    with empty_database(services.database_url) as url:
        config = alembic_config(url)
        command.upgrade(config, "0002")
        with session_scope(url) as session:
            session.execute(text(OLD_TREE))
        command.upgrade(config, "head")
        with session_scope(url) as session:
            for _ in range(2):
                load_reference(session)
                assert_tree(session)
            teddy = session.scalars(select(Product)).one()
            toys = session.get_one(Category, teddy.classified_category_id)
            assert toys.slug == "kids/toys"
            waiting = session.execute(text("SELECT DISTINCT product_id FROM outbox")).scalars()
            assert waiting.all() == [teddy.id]


def assert_tree(session: Session) -> None:
    rows = session.scalars(select(Category)).all()
    by_id = {row.id: row.slug for row in rows}
    parents = {row.slug: by_id.get(row.parent_category_id or 0) for row in rows}
    assert parents == {node.slug: node.parent for node in categories()}

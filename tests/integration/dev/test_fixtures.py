"""The fixtures themselves: a clean slate is one, and the services are real."""

from __future__ import annotations

import urllib.request

import redis
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from indexer.db import session_scope
from indexer.models import Brand, Category
from tests.support.clean import Cleaner


def test_a_clean_database_has_the_reference_data_and_no_brands(session: Session) -> None:
    assert session.scalar(select(func.count()).select_from(Category))
    assert session.scalar(select(func.count()).select_from(Brand)) == 0


def test_cleaning_removes_rows_and_starts_ids_at_one_again(
    clean_database: str, cleaner: Cleaner
) -> None:
    for _ in range(2):
        with session_scope(clean_database) as session:
            brand = Brand(
                slug="karoo-cotton", name="Karoo Cotton", website="https://karoo-cotton.example"
            )
            session.add(brand)
            session.flush()
            assert brand.id == 1
        cleaner.clean()
    with session_scope(clean_database) as session:
        assert session.scalar(select(func.count()).select_from(Brand)) == 0


def test_an_empty_database_has_no_tables(empty_database_url: str) -> None:
    with session_scope(empty_database_url) as session:
        tables = session.scalar(text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
    assert tables == 0


def test_a_database_of_its_own_is_another_one(own_database_url: str, database_url: str) -> None:
    assert own_database_url != database_url


def test_redis_and_elasticsearch_answer(clean_redis: str, elasticsearch_url: str) -> None:
    with redis.Redis.from_url(clean_redis) as database:
        assert database.dbsize() == 0
    with urllib.request.urlopen(elasticsearch_url, timeout=5) as answer:
        assert answer.status == 200

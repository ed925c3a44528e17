"""The small tables are read anew when a row of them has changed, and only then."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app import reference
from app.reference import ReferenceCache, state_of
from indexer.db import session_scope
from indexer.models import Brand, BrandPage, Style
from tests.support.worker import eventually


def _renamed(session: Session) -> None:
    session.query(Style).filter_by(slug="boho").update({"name": "Bohemian"})


def _added(session: Session) -> None:
    session.add(Brand(slug="new", name="New", website="https://new.example"))


def _deleted(session: Session) -> None:
    session.delete(session.query(BrandPage).one())


@pytest.fixture
def tables(clean_database: str, monkeypatch: pytest.MonkeyPatch) -> ReferenceCache:
    """The tables of a database with one brand, looked at each time that they are asked for."""
    monkeypatch.setattr(reference, "FRESH_S", 0.0)
    with session_scope(clean_database) as session:
        brand = Brand(slug="old", name="Old", website="https://old.example")
        brand.pages = [BrandPage(page_url="https://old.example/all", position=0)]
        session.add(brand)
    return ReferenceCache(clean_database)


@pytest.mark.parametrize("change", [_renamed, _added, _deleted])
def test_a_row_that_another_process_writes_or_deletes_is_seen(
    tables: ReferenceCache, clean_database: str, change: Callable[[Session], None]
) -> None:
    before = tables.get()
    with session_scope(clean_database) as session:
        change(session)
    eventually(lambda: tables.get() is not before, "the tables are read anew")


def test_tables_without_a_change_are_not_read_again(
    tables: ReferenceCache, clean_database: str
) -> None:
    before = tables.get()
    with session_scope(clean_database) as session:
        state = state_of(session)
    for _ in range(5):
        reading = tables._read()
        assert reading.done.wait(10)
        assert reading.error is None
    assert tables.get() is before
    with session_scope(clean_database) as session:
        assert state_of(session) == state


def test_an_edit_during_the_first_reading_has_it_read_once_more(
    tables: ReferenceCache, clean_database: str
) -> None:
    with ThreadPoolExecutor(1) as pool:
        with session_scope(clean_database) as session:
            session.execute(text("LOCK TABLE style"))
            first = pool.submit(tables.get)
            eventually(lambda: tables._reading is not None, "the first reading has begun")
            tables.forget()
        assert first.result().styles

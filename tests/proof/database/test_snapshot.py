"""The small tables are read anew when a row of them has changed, and only then."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.orm import Session

from app import create_app
from app.live import snapshot
from app.live.snapshot import Snapshots, state_of
from indexer.core.db import connect, session_scope
from indexer.core.settings import Settings
from indexer.ingest.purge import purge
from indexer.models import Brand, BrandPage, PopularSearch, SnapshotChange, Style
from tests.support.worker import eventually

BOHO = "UPDATE style SET name = name || ' ' WHERE slug = 'boho'"


def _renamed(session: Session) -> None:
    session.query(Style).filter_by(slug="boho").update({"name": "Bohemian"})


def _added(session: Session) -> None:
    session.add(Brand(slug="new", name="New", website="https://new.example"))


def _deleted(session: Session) -> None:
    session.delete(session.query(BrandPage).one())


def _searched(session: Session) -> None:
    session.add(PopularSearch(text="linen dress", times=9))


def _emptied(session: Session) -> None:
    session.execute(text("TRUNCATE brand_style"))


@pytest.fixture
def here(clean_database: str, settings: Settings) -> Flask:
    """An application over a database with one brand."""
    with session_scope(clean_database) as session:
        brand = Brand(slug="old", name="Old", website="https://old.example")
        brand.pages = [BrandPage(page_url="https://old.example/all", position=0)]
        session.add(brand)
    return create_app(settings.but(database_url=clean_database))


@pytest.fixture
def tables(here: Flask, monkeypatch: pytest.MonkeyPatch) -> Snapshots:
    """What it holds, looked at almost each time that it is asked for."""
    monkeypatch.setitem(snapshot.FRESH_S, snapshot.TABLES, 0.02)
    snapshots: Snapshots = here.extensions["winkel"].snapshots
    return snapshots


@pytest.mark.parametrize("change", [_renamed, _added, _deleted, _searched, _emptied])
def test_a_row_that_another_process_writes_or_deletes_is_seen(
    tables: Snapshots, clean_database: str, change: Callable[[Session], None]
) -> None:
    before = tables.reference()
    with session_scope(clean_database) as session:
        change(session)
    eventually(lambda: tables.reference() is not before, "the tables are read anew")


def test_a_change_that_is_committed_after_a_later_one_is_seen(clean_database: str) -> None:
    """Neither waits for the other."""
    with connect(clean_database) as early, connect(clean_database) as late:
        early.execute(BOHO)
        late.execute("SET LOCAL lock_timeout = '1s'")
        late.execute(BOHO.replace("boho", "classic"))
        late.commit()
        with session_scope(clean_database) as session:
            between = state_of(session)
        early.commit()
    with session_scope(clean_database) as session:
        assert state_of(session) != between


def test_tables_without_a_change_are_not_read_again(
    tables: Snapshots, clean_database: str, settings: Settings
) -> None:
    before = tables.reference()
    for _ in range(5):
        tables.invalidate()
        assert tables.reference() is before
    with session_scope(clean_database) as session:
        state = state_of(session)
        assert state[0] > 0
    purge(settings.but(database_url=clean_database))
    with session_scope(clean_database) as session:
        assert state_of(session) == state, "what is new is kept"
        session.execute(text("UPDATE snapshot_change SET created_at = now() - interval '2 days'"))
    purge(settings.but(database_url=clean_database))
    with session_scope(clean_database) as session:
        assert session.query(SnapshotChange).count() == 0


def test_an_edit_during_the_first_reading_has_it_read_once_more(
    here: Flask, clean_database: str
) -> None:
    tables: Snapshots = here.extensions["winkel"].snapshots
    with ThreadPoolExecutor(1) as pool:
        with session_scope(clean_database) as session:
            session.execute(text("LOCK TABLE style"))
            first = pool.submit(tables.reference)
            eventually(lambda: tables._tables._is_reading, "the first reading has begun")
            tables.invalidate()
            session.execute(text(BOHO))
        assert first.result().styles
    assert tables.reference().labels["style"]["boho"].endswith(" ")

"""Fault 45: all data is deleted and restored from a backup."""

from __future__ import annotations

import gzip
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import replace as replace_in
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from dev.backup import BackupError, check, events, restore, save, searches, tables
from dev.backup.__main__ import main as backup_command
from dev.backup.manifest import Content, Question, read_manifest
from dev.goals import GOALS
from dev.tasks import main
from indexer import migrate
from indexer.core.db import engine
from indexer.core.settings import Settings
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.client import elasticsearch
from indexer.index.status import index_status
from indexer.insights.buffer import Buffer
from indexer.insights.streams import STREAMS
from indexer.insights.write import index_events
from tests.proof.search.test_index_truth import is_true
from tests.support.catalogue import make_brand, make_items, scrape_items
from tests.support.index import execute, rename
from tests.support.revisions import made


@pytest.fixture
def full_shop(
    shop: Settings, clean_redis: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Settings:
    """A catalogue with a run, prices, hand-set values, clicks and a picture."""
    monkeypatch.setattr(searches, "ASKED", 20)
    own = shop.but(redis_url=clean_redis)
    own = own.but(bucket_location=str(tmp_path / "media"))
    scrape_items(own, make_brand(own), make_items(5))
    execute(own, "UPDATE product SET curated_unisex = true, curated_color_id = 1 WHERE id < 9")
    execute(own, "INSERT INTO click (href) VALUES ('https://karoo.example/p/1')")
    (tmp_path / "media" / "ab").mkdir(parents=True)
    (tmp_path / "media" / "ab" / "picture.jpg").write_bytes(b"picture")
    rebuild(own, fast=True)
    index_events(own, [event(number) for number in range(7)])
    Buffer(own).add([event(7)])
    return own


def event(number: int) -> dict[str, Any]:
    """A search of this month, or of an earlier one, with its id and version."""
    at = f"2026-{11 - number % 2}-02T10:00:0{number}+00:00"
    facts = {"_id": f"s{number}", "step": 1 + number % 2, "query": "dress", "total": number}
    return {"event": "search", "@timestamp": at, **facts}


def contents(own: Settings) -> dict[str, Content]:
    """Return each table's rows: how many, and a checksum of all."""
    with tables.snapshot(own.database_url) as connection:
        return tables.contents_of(connection)


def streams(own: Settings) -> dict[str, Content]:
    return {stream.name: events.content_of(own, stream) for stream in STREAMS}


def test_fault_45_everything_is_there_again(full_shop: Settings, tmp_path: Path) -> None:
    own, file = full_shop, tmp_path / "backup.tar"
    before = contents(own)
    filled = {table for table, content in before.items() if content.count}
    assert {"product", "price_history", "scrape_run", "click", "product_image"} <= filled
    manifest = save(own, file)
    assert file.stat().st_mode & 0o077 == 0
    told = streams(own)
    assert told["searches"].count == 8, "what waited in Redis, too"
    before = contents(own)  # what waited is in the log of searches now
    assert sum(one.total for one in manifest.searches) > 5

    lose_everything(own)
    (tmp_path / "media" / "ab" / "picture.jpg").unlink()

    restore(own, file)
    assert contents(own) == before
    assert streams(own) == told
    assert (tmp_path / "media" / "ab" / "picture.jpg").read_bytes() == b"picture"
    assert is_true(own)
    rename(own, 1, "Ids go on where they were")
    scrape_items(own, make_brand(own, "fynbos"), make_items(1))


def lose_everything(own: Settings) -> None:
    engine(own.database_url).dispose()
    execute(own, "DROP SCHEMA public CASCADE")
    client = elasticsearch(own.elasticsearch_url)
    for index in client.indices.get(index=f"{own.index_prefix}*").body:
        client.indices.delete(index=index)


def change_in(file: Path, changed: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """Write a backup as another one, with one file of it changed."""
    with tarfile.open(file) as packed, tarfile.open(changed, "w") as out:
        for member in packed:
            opened = packed.extractfile(member)
            body = opened.read() if opened else b""
            body = change(body) if member.name == name else body
            member.size = len(body)
            out.addfile(member, BytesIO(body))


def other(body: bytes) -> bytes:
    return gzip.compress(gzip.decompress(body).replace(b"a", b"b", 1))


TAMPERED: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "a row": ("catalogue.dump", lambda body: body[:-1] + bytes([body[-1] ^ 1])),
    "an event": ("events/searches.jsonl.gz", other),
    "a picture": ("media/ab/picture.jpg", lambda body: body + b"!"),
    "a checksum": ("manifest.json", lambda body: body.replace(b'"made":"2', b'"made":"3')),
}


AWAY = {
    "elasticsearch_url": "http://127.0.0.1:9",
    "redis_url": "redis://127.0.0.1:9/0",
    "database_url": "postgresql+psycopg://nobody@127.0.0.1:9/none",
}


def test_a_file_that_is_not_whole_or_was_changed_leaves_everything_as_it_was(
    full_shop: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no file is written while a part of what it should hold cannot be read."""
    whole = tmp_path / "backup.tar"
    for name, address in AWAY.items():
        away = full_shop.but(**{name: address})
        monkeypatch.setattr(Settings, "from_env", classmethod(lambda _cls, own=away: own))
        assert (backup_command(["save", str(whole)]), whole.exists()) == (1, False)
    save(full_shop, whole)
    before, told = contents(full_shop), streams(full_shop)
    wrong = {"absent": tmp_path / "absent.tar"}
    with tarfile.open(whole) as packed:
        last = packed.getmember("manifest.json")
    end = last.offset_data + last.size  # what follows is filling
    for cut in (0, end // 30, end // 2, end - 1):
        wrong[f"cut at {cut}"] = tmp_path / f"{cut}.tar"
        wrong[f"cut at {cut}"].write_bytes(whole.read_bytes()[:cut])
    for what, (name, change) in TAMPERED.items():
        wrong[what] = tmp_path / f"{what}.tar"
        change_in(whole, wrong[what], name, change)
    for what, file in wrong.items():
        assert refused(full_shop, file), what
    assert (contents(full_shop), streams(full_shop)) == (before, told)
    assert index_status(full_shop).live is not None
    assert check(whole).tables.keys() == before.keys()


def refused(own: Settings, file: Path) -> bool:
    try:
        restore(own, file)
    except BackupError:
        return True
    return False


def rewrite(file: Path, changed: Path, **changes: Any) -> None:
    """Write a backup as another one whose manifest says something else, with its own checksum."""
    with tempfile.TemporaryDirectory() as name:
        with tarfile.open(file) as packed:
            packed.extractall(name, filter="data")
        replace_in(read_manifest(Path(name)), **changes).write(Path(name))
        manifest = (Path(name) / "manifest.json").read_bytes()
    change_in(file, changed, "manifest.json", lambda _body: manifest)


ROLLED_BACK = ("later version", "Nothing was changed")


def test_what_is_not_read_back_as_saved_is_no_success_and_rows_are_rolled_back(
    full_shop: Settings, tmp_path: Path
) -> None:
    manifest = save(full_shop, tmp_path / "backup.tar")
    before, brand = contents(full_shop), manifest.tables["brand"]
    rows = brand.count
    fewer = Content(0, brand.digest)
    asked = (Question("products_name_asc", "", 99, ()), *manifest.searches[1:])
    wrong: dict[str, dict[str, Any]] = {
        "later version": {"revision": "9999"},
        rf"Nothing was changed.*brand \({rows} rows, 0 saved\)": {
            "tables": manifest.tables | {"brand": fewer}
        },
        r"searches \(8 events, 9 saved\)": {
            "streams": manifest.streams | {"searches": Content(9, "")}
        },
        f"1 of {len(asked)} searches find something else": {"searches": asked},
    }
    for said, changes in wrong.items():
        rewrite(tmp_path / "backup.tar", tmp_path / "other.tar", **changes)
        with pytest.raises(BackupError, match=said):
            restore(full_shop, tmp_path / "other.tar")
        assert contents(full_shop) == before or not said.startswith(ROLLED_BACK)


def test_a_backup_of_an_older_schema_is_brought_up_to_date(
    full_shop: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(full_shop, tmp_path / "backup.tar")
    newer = "op.execute('ALTER TABLE product ADD COLUMN made_up integer')"
    monkeypatch.setattr(migrate, "alembic_config", lambda url: made(url, tmp_path, newer))
    restore(full_shop, tmp_path / "backup.tar")
    assert execute(full_shop, "SELECT version_num FROM alembic_version") == [("t1",)]
    assert execute(full_shop, "SELECT count(made_up) FROM product") == [(0,)]


def test_a_restore_that_was_killed_is_begun_anew_and_no_id_comes_twice(
    full_shop: Settings, tmp_path: Path
) -> None:
    save(full_shop, tmp_path / "backup.tar")
    saved = contents(full_shop)
    engine(full_shop.database_url).dispose()
    execute(full_shop, f"ALTER SCHEMA public RENAME TO {tables.ASIDE}")
    execute(full_shop, "CREATE SCHEMA public")
    execute(full_shop, "CREATE TABLE public.half (id int)")
    restore(full_shop, tmp_path / "backup.tar")
    before = contents(full_shop)
    assert {name for name in saved if before[name] != saved[name]} <= {"outbox"}  # written
    with tables.snapshot(full_shop.database_url) as connection:
        asked = connection.execute("SELECT to_regnamespace(%s)", (tables.ASIDE,))
        assert asked.fetchone() == (None,)
    engine(full_shop.database_url).dispose()
    ahead = {"sequences": {"brand_id_seq": 10**6}}
    rewrite(tmp_path / "backup.tar", tmp_path / "other.tar", **ahead)
    with pytest.raises(BackupError, match=r"Nothing was changed.*the sequences"):
        restore(full_shop, tmp_path / "other.tar")
    assert contents(full_shop) == before


def test_a_server_that_is_newer_than_its_programs_here_is_told_with_what_to_install(
    full_shop: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "14" / "bin").mkdir(parents=True)
    (tmp_path / "14" / "bin" / "pg_dump").touch()
    monkeypatch.setattr(tables, "INSTALLED", tmp_path)
    with pytest.raises(BackupError, match="apt-get install -y postgresql-client-"):
        save(full_shop, tmp_path / "backup.tar")
    assert not (tmp_path / "backup.tar").exists()


def test_a_restore_is_refused_while_the_site_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert GOALS["backup"].served
    assert GOALS["restore"].alone
    monkeypatch.setattr("dev.tasks.running_pid", lambda: 1)
    assert main(["restore", "any.tar"]) == 1
    assert "make stop" in capsys.readouterr().err

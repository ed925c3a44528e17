"""Fault 45: all data is deleted and restored from a backup."""

from __future__ import annotations

import tarfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from dev import backup
from dev.backup import BackupError, check, restore, save
from indexer.core.db import engine
from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.rebuild import rebuild
from indexer.index.reconcile import index_status
from indexer.insights.write import Buffer, index_events
from tests.proof.search.test_index_truth import is_true
from tests.support.catalogue import make_brand, make_items, scrape_items
from tests.support.contents import contents
from tests.support.index import execute, rename

LIVELY = ("index_check", "outbox")  # written by the rebuild and the check after a restore


@pytest.fixture
def full_shop(shop: Settings, clean_redis: str, tmp_path: Path) -> Settings:
    """A catalogue with a run, prices, hand-set values, clicks and a picture."""
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


def test_fault_45_everything_is_there_again(full_shop: Settings, tmp_path: Path) -> None:
    own, file = full_shop, tmp_path / "backup.tar"
    manifest = save(own, file)
    assert file.stat().st_mode & 0o077 == 0
    filled = {table for table, count in manifest["tables"].items() if count}
    assert {"product", "price_history", "scrape_run", "click", "product_image"} <= filled
    assert manifest["streams"]["searches"] == 8, "what waited in Redis, too"
    before = contents(own, *LIVELY)

    lose_everything(own)
    (tmp_path / "media" / "ab" / "picture.jpg").unlink()

    restore(own, file)
    assert contents(own, *LIVELY) == before
    assert is_true(own)
    rename(own, 1, "Ids go on where they were")
    scrape_items(own, make_brand(own, "fynbos"), make_items(1))


def lose_everything(own: Settings) -> None:
    engine(own.database_url).dispose()
    execute(own, "DROP SCHEMA public CASCADE")
    client = elasticsearch(own.elasticsearch_url)
    for index in client.indices.get(index=f"{own.index_prefix}*").body:
        client.indices.delete(index=index)


def change_in(file: Path, changed: Path, name: str, change: Callable[[bytes], bytes]) -> Path:
    """Write a backup as another one, with one file of it changed; return that."""
    with tarfile.open(file) as packed, tarfile.open(changed, "w") as out:
        for member in packed:
            opened = packed.extractfile(member)
            body = opened.read() if opened else b""
            body = change(body) if member.name == name else body
            member.size = len(body)
            out.addfile(member, BytesIO(body))
    return changed


def flip(body: bytes) -> bytes:
    return body[:-1] + bytes([body[-1] ^ 1])


TAMPERED = ("catalogue.dump", "events/searches.gz", "media/ab/picture.jpg", "manifest.json")
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
        assert (backup.main(["save", str(whole)]), whole.exists()) == (1, False)
    save(full_shop, whole)
    before = contents(full_shop)
    wrong = [tmp_path / "absent.tar"]
    with tarfile.open(whole) as packed:
        last = packed.getmember("manifest.json")
    end = last.offset_data + last.size  # what follows is filling
    for cut in (0, end // 30, end // 2, end - 1):
        wrong.append(tmp_path / f"{cut}.tar")
        wrong[-1].write_bytes(whole.read_bytes()[:cut])
    wrong += [
        change_in(whole, tmp_path / f"{n}.tar", name, flip) for n, name in enumerate(TAMPERED)
    ]
    for file in wrong:
        with pytest.raises(BackupError):
            restore(full_shop, file)
    assert contents(full_shop) == before
    assert index_status(full_shop)["live"] is not None
    assert check(whole)["tables"]["product"] > 300

"""Fault 45: all data is deleted and restored from a backup."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.backup import BackupError, restore, save
from dev.goals import GOALS
from dev.tasks import main
from indexer.db import engine
from indexer.index.building.rebuild import rebuild
from indexer.index.cluster.client import elasticsearch
from indexer.index.status import index_status
from indexer.settings import Settings
from tests.faults.test_index_truth import is_true
from tests.support.catalogue import make_brand, make_items, scrape_items
from tests.support.index import execute, rename

pytestmark = pytest.mark.faults

TABLES = (
    "SELECT table_name FROM information_schema.tables"
    " WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1"
)


@pytest.fixture
def full_shop(shop: Settings, tmp_path: Path) -> Settings:
    """A catalogue with a run, prices, hand-set values, clicks and a picture."""
    own = shop.but(bucket_location=str(tmp_path / "media"), log_dir=tmp_path / "logs")
    scrape_items(own, make_brand(own), make_items(5))
    execute(own, "UPDATE product SET curated_unisex = true, curated_color_id = 1 WHERE id < 9")
    execute(own, "INSERT INTO click (href) VALUES ('https://karoo.example/p/1')")
    (tmp_path / "media" / "ab").mkdir(parents=True)
    (tmp_path / "media" / "ab" / "picture.jpg").write_bytes(b"picture")
    rebuild(own, fast=True)
    return own


def contents(own: Settings) -> dict[str, tuple[int, str]]:
    """Return each table's rows: how many, and a digest of all."""
    found = {}
    for (table,) in execute(own, TABLES):
        digest = (
            f"SELECT count(*), md5(string_agg(t::text, E'\\n' ORDER BY t::text)) FROM {table} t"  # noqa: S608
        )
        found[table] = execute(own, digest)[0]
    return found


def test_fault_45_everything_is_there_again(full_shop: Settings, tmp_path: Path) -> None:
    own, file = full_shop, tmp_path / "backup.tar"
    before = contents(own)
    filled = {table for table, (rows, _digest) in before.items() if rows}
    assert {"product", "price_history", "scrape_run", "click", "product_image"} <= filled
    save(own, file)
    assert file.stat().st_mode & 0o077 == 0

    engine(own.database_url).dispose()
    execute(own, "DROP SCHEMA public CASCADE")
    live = index_status_live(own)
    elasticsearch(own.elasticsearch_url).indices.delete(index=live)
    (tmp_path / "media" / "ab" / "picture.jpg").unlink()

    restore(own, file)
    assert contents(own) == before
    assert (tmp_path / "media" / "ab" / "picture.jpg").read_bytes() == b"picture"
    assert is_true(own)
    rename(own, 1, "Ids go on where they were")
    scrape_items(own, make_brand(own, "fynbos"), make_items(1))


def index_status_live(own: Settings) -> str:
    """Return the live index without asking PostgreSQL, which has no tables now."""
    (name,) = elasticsearch(own.elasticsearch_url).indices.get_alias(name=own.index_prefix).body
    return str(name)


def test_a_file_that_is_no_backup_leaves_everything_as_it_was(
    full_shop: Settings, tmp_path: Path
) -> None:
    before, file = contents(full_shop), tmp_path / "half.tar"
    save(full_shop, tmp_path / "backup.tar")
    whole = (tmp_path / "backup.tar").read_bytes()
    file.write_bytes(whole[: len(whole) // 3])
    for wrong in (file, tmp_path / "absent.tar"):
        with pytest.raises(BackupError):
            restore(full_shop, wrong)
    assert contents(full_shop) == before
    assert index_status(full_shop).live is not None


def test_a_restore_is_refused_while_the_site_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert GOALS["backup"].served
    assert GOALS["restore"].alone
    monkeypatch.setattr("dev.tasks.running_pid", lambda: 1)
    assert main(["restore", "any.tar"]) == 1
    assert "make stop" in capsys.readouterr().err

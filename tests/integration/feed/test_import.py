"""A feed's file becomes products, images and a run; by a call and by the command."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from indexer.core.settings import Settings
from indexer.ingest.importing import ImportResult, import_feed, main
from indexer.ingest.runs.finish import RunRefusedError
from indexer.ingest.runs.start import open_run
from indexer.models import Brand, Category
from tests.support import data
from tests.support.catalogue import make_brand
from tests.support.mailbox import Mailbox
from tests.support.saved_store import a_picture
from tests.support.worker import for_this_process
from tests.support.world import World


@dataclass(frozen=True)
class Feeds(World):
    """A store of many brands whose products are imported from files of this folder."""

    folder: Path

    def write(self, *rows: dict[str, Any] | str) -> Path:
        path = self.folder / "feed.jsonl"
        lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    def load(self, *rows: dict[str, Any] | str, **options: Any) -> ImportResult:
        return self.load_file(self.write(*rows), **options)

    def load_file(self, path: Path, **options: Any) -> ImportResult:
        return import_feed(self.settings, "feeds", path, **options)

    def log_of(self, done: ImportResult) -> str:
        return self.log(self.run(done.run.id))


@pytest.fixture
def feeds(settings: Settings, clean_database: str, tmp_path: Path) -> Feeds:
    return Feeds(
        settings, Mailbox(), make_brand(settings, "feeds", is_multi_brand=True), folder=tmp_path
    )


def row(id_: str, **changes: Any) -> dict[str, Any]:
    number = int(re.sub(r"\D", "", id_) or 0)  # not all cost the same, which nobody would believe
    return {"id": id_, "title": f"Dress {id_}", "price": f"{499 + number}.00 ZAR"} | changes


def rows(count: int, **changes: Any) -> list[dict[str, Any]]:
    return [row(str(n), **changes) for n in range(count)]


def test_the_fashion_feed_imports_completely_and_again_in_silence(
    feeds: Feeds, shared: Path
) -> None:
    lines = (shared / "data" / "fashion-7k.jsonl").read_text("utf-8").splitlines()
    some = lines[::48]  # of all its kinds
    first = feeds.load(*some)
    told = (first.run.result, first.rows.rows, first.rows.refusals)
    assert told == ("success", len(some), [])
    products = feeds.products()
    assert len(products) == len(some) > 140
    assert all(product.currency == "EUR" and product.price for product in products.values())
    classified = sum(product.classified_category_id is not None for product in products.values())
    assert classified > 0.97 * len(products)
    written = len(feeds.outbox())
    again = feeds.load(*some)
    assert (again.run.new_count, again.run.changed_count) == (0, 0)
    assert len(feeds.outbox()) == written


def test_the_magento_feed_imports_with_its_pictures(feeds: Feeds, shared: Path) -> None:
    folder = shared / "data" / "magento"
    lines = (folder / "products.jsonl").read_text("utf-8").splitlines()
    some = lines[::16]  # a picture takes 50 ms
    first = feeds.load(*some, images=folder / "images")
    products = feeds.products()
    assert (first.rows.good_rows, first.missing_images) == (len(some), [])
    assert len(products) == len(some) > 25
    images = [image for product in products.values() for image in product.images]
    wanted = sum(1 + len(json.loads(line)["additional_image_link"]) for line in some)
    assert len(images) == wanted > 35
    for image in images:
        assert (image.calculated_url or "").startswith("/media/")
        assert Path(image.bucket_location or "").is_file()
        assert image.image_width
    assert feeds.load(*some, images=folder / "images").run.changed_count == 0
    hoodie = products["MH01:black"]
    category = feeds.do(lambda session: session.get_one(Category, hoodie.classified_category_id))
    assert category.slug.startswith("men/tops/")


def test_an_import_is_a_run_in_the_history_and_leaves_its_brand_as_it_is(feeds: Feeds) -> None:
    done = feeds.load(row("1", brand="Someone Else", price="5 EUR"), row("2", price="x"))
    run = feeds.run(done.run.id)
    assert (run.kind, run.state, run.result) == ("import", "finished", "success")
    assert (run.found_count, run.new_count, run.rejected_count) == (1, 1, 1)
    assert len(run.found_group_ids) == 1
    (brand,) = feeds.rows(Brand)
    assert (brand.name, brand.currency) == ("Feeds", "ZAR")
    product = feeds.products()["1"]
    assert (product.product_brand, product.currency) == ("Someone Else", "EUR")


def test_sizes_become_one_product_that_is_in_stock_if_any_size_is(feeds: Feeds) -> None:
    gone = "out of stock"
    again = {"title": "Dress m", "size": "M", "color": "red"}
    given = [
        row("s", size="S", item_group_id="g", color="Red", availability=gone),
        *(row(f"other{n}") for n in range(300)),  # more than are written at a time
        row("m", size="M", item_group_id="g", color="red", availability="in stock"),
        row("again", item_group_id="g", availability=gone, **again),
        row("l", size="L", item_group_id="g", color="Blue", availability=gone),
    ]
    feeds.load(*given)
    products = feeds.products()
    assert len(products) == 302
    assert [products[key].sold_out for key in ("g:red", "g:blue")] == [False, True]
    sizes = [(products[key].attributes or {})["size"] for key in ("g:red", "g:blue")]
    assert sizes == [["M"], ["L"]]
    assert feeds.load(*given).run.changed_count == 0


def test_a_colour_whose_sizes_cost_differently_costs_from_the_lowest_and_it_is_told(
    feeds: Feeds,
) -> None:
    sizes = [
        row("s", item_group_id="g", color="Red", price="349 ZAR"),
        row("m", item_group_id="g", color="red", price="299 ZAR"),
        row("l", item_group_id="g", color="Red", price="199 ZAR", availability="out of stock"),
    ]
    others = [row("blue", item_group_id="g", color="Blue"), row("mug"), row("cup", price=None)]
    told = "rows at different prices: 1. The lowest that can be bought counts (g:red: 199.00 ZAR"
    for given in (sizes + others, [*others, *reversed(sizes)]):
        done = feeds.load(*given)
        products = feeds.products()
        assert [products[key].price for key in ("g:red", "g:blue", "cup")] == [299, 499, None]
        assert told in feeds.log_of(done)
    assert done.run.changed_count
    assert "different prices" not in feeds.log_of(feeds.load(row("1"), row("2")))


def test_a_bad_feed_loses_no_good_row(feeds: Feeds) -> None:
    lines = [(line.replace("LONG", "x" * 3_000_000), why) for line, why in data.rows("feed_lines")]
    feed, report = feeds.folder / "bad.jsonl", feeds.folder / "report.jsonl"
    feed.write_bytes(b"\xef\xbb\xbf" + b"\n".join(line.encode("latin-1") for line, _ in lines))
    done = feeds.load_file(feed, report=report)
    assert set(feeds.products()) == {"good-1", "good-2", "surrogate", "nul"}
    listed = {one["line"]: one["reason"] for one in map(json.loads, report.open(encoding="utf-8"))}
    bad = {number: why for number, (_, why) in enumerate(lines, 1) if why}
    assert listed.keys() == bad.keys()
    assert all(why in listed[number] for number, why in bad.items()), listed
    assert done.run.result == "success"


def test_rows_that_are_missing_stay_unless_the_feed_is_called_complete(feeds: Feeds) -> None:
    feeds.load(*rows(4))
    assert feeds.load(*rows(3)).run.gone_count == 0
    assert feeds.load(*rows(3), complete=True).run.gone_count == 1
    suspect = feeds.load(*rows(1), complete=True)
    assert (suspect.run.result, suspect.run.gone_count) == ("suspect", 0)


def test_pictures_outside_the_folder_or_missing_are_left_out_and_told(feeds: Feeds) -> None:
    images = feeds.folder / "images"
    images.mkdir()
    (images / "broken.jpg").write_bytes(b"not a picture")
    (feeds.folder / "secret.jpg").write_bytes(a_picture())
    names = ["absent.jpg", "../secret.jpg", "/etc/passwd", "broken.jpg"]
    given = row("1", image_link=names[0], additional_image_link=names[1:])
    done = feeds.load(given, images=images)
    assert feeds.products()["1"].images == []
    assert len(done.missing_images) == 4


def test_a_brand_that_is_running_refuses_an_import(feeds: Feeds) -> None:
    feeds.do(lambda session: open_run(session, feeds.brand_id, "scrape"))
    with pytest.raises(RunRefusedError, match="is running already"):
        feeds.load(row("1"))


@pytest.fixture
def command(
    feeds: Feeds, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Import a file of the folder by the command; return its status and words, as one line."""
    for_this_process(feeds.settings, monkeypatch)

    def run(file: str, *words: str) -> tuple[int, str]:
        status = main([str(feeds.folder / file), *words])
        return status, " ".join(capsys.readouterr().out.split())

    return run


def test_the_command_takes_a_brands_id_or_slug_and_tells_what_it_did(
    feeds: Feeds, command: Callable[..., tuple[int, str]]
) -> None:
    feed, report = feeds.folder / "feed.csv", feeds.folder / "r.jsonl"
    feed.write_text("id;title;price\n1;Dress;5,00 ZAR\n2;Shoe;-1 ZAR\n", encoding="utf-8")
    for brand in (str(feeds.brand_id), "feeds"):
        status, told = command("feed.csv", brand, "--report", str(report))
        assert status == 0, told
        assert "2 rows: 1 good, 1 refused" in told
        assert "line 3: its price '-1 ZAR' is not understood" in told
    assert report.is_file()


@pytest.mark.parametrize(
    ("content", "brand", "word"),
    [
        (b"", "feeds", "is empty"),
        (b"\x00\x01\x02" * 100, "feeds", "neither XML nor JSON nor a table"),
        (b"id,title\n1,Dress\n", "nobody", "no brand 'nobody'"),
        (None, "feeds", "no file"),
    ],
)
def test_the_command_says_in_words_why_it_did_not_begin(
    feeds: Feeds,
    command: Callable[..., tuple[int, str]],
    content: bytes | None,
    brand: str,
    word: str,
) -> None:
    if content is not None:
        (feeds.folder / "feed").write_bytes(content)
    status, told = command("feed", brand)
    assert (status, word in told) == (2, True), told

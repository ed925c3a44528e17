from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import select

from indexer.db import session_scope
from indexer.history.accept import accept_run, effect_of_accepting
from indexer.jobs.importing import FeedOptions, ImportResult, import_feed
from indexer.models import Brand, Category, PriceHistory, ScrapeRun
from indexer.runs.errors import RunRefusedError
from indexer.runs.start import open_run
from indexer.settings import ROOT, Settings
from scrapers.feeds.errors import FeedError
from tests.support.bounds import bounded
from tests.support.catalogue import log_of, make_brand, outbox_products, read_products, read_run
from tests.support.worker import environment

Import = Callable[..., ImportResult]


@pytest.fixture
def brand_id(settings: Settings, clean_database: str) -> int:
    return make_brand(settings, "feeds", is_multi_brand=True)


@pytest.fixture
def load(settings: Settings, brand_id: int) -> Import:
    def importing(path: Path, **options: Any) -> ImportResult:
        return import_feed(settings, "feeds", FeedOptions(path, **options), lambda *_: None)

    return importing


def write(path: Path, *rows: dict[str, Any] | str) -> Path:
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def row(id_: str, **changes: Any) -> dict[str, Any]:
    number = int(re.sub(r"\D", "", id_) or 0)  # not all cost the same, which nobody would believe
    return {"id": id_, "title": f"Dress {id_}", "price": f"{499 + number}.00 ZAR"} | changes


def log(settings: Settings, run_id: int) -> str:
    return log_of(settings, read_run(settings, run_id))


def test_the_fashion_feed_imports_completely_and_again_in_silence(
    settings: Settings, load: Import, shared: Path, tmp_path: Path
) -> None:
    lines = (shared / "data" / "fashion-7k.jsonl").read_text("utf-8").splitlines()
    some = lines[:: bounded(1, 8)]  # of all its kinds; the whole feed takes half a minute
    feed = write(tmp_path / "fashion.jsonl", *some)
    first = load(feed)
    assert (first.run.result, first.survey.rows, first.survey.refusals) == (
        "success",
        len(some),
        [],
    )
    products = read_products(settings)
    assert len(products) == len(some) > 800
    assert all(product.currency == "EUR" and product.price for product in products.values())
    classified = sum(product.classified_category_id is not None for product in products.values())
    assert classified > 0.97 * len(products)
    written = len(outbox_products(settings))
    again = load(feed)
    assert (again.run.new_count, again.run.changed_count) == (0, 0)
    assert len(outbox_products(settings)) == written


def test_the_magento_feed_imports_with_its_pictures(
    settings: Settings, load: Import, shared: Path, tmp_path: Path
) -> None:
    folder = shared / "data" / "magento"
    lines = (folder / "products.jsonl").read_text("utf-8").splitlines()
    some = lines[:: bounded(1, 8)]  # a picture takes 50 ms
    feed = write(tmp_path / "magento.jsonl", *some)
    first = load(feed, images=folder / "images")
    products = read_products(settings)
    assert (first.survey.good_rows, first.missing_images) == (len(some), [])
    assert len(products) == len(some) > 50
    images = [image for product in products.values() for image in product.images]
    rows = [json.loads(line) for line in some]
    assert len(images) == sum(1 + len(row["additional_image_link"]) for row in rows) > 70
    for image in images:
        assert image.calculated_url is not None
        assert image.calculated_url.startswith("/media/")
        assert Path(image.bucket_location or "").is_file()
        assert image.image_width
    assert load(feed, images=folder / "images").run.changed_count == 0
    hoodie = products["MH01:black"]
    with session_scope(settings.database_url) as session:
        category = session.get_one(Category, hoodie.classified_category_id)
    assert category.slug.startswith("men/tops/")


def test_an_import_is_a_run_in_the_history(
    settings: Settings, load: Import, tmp_path: Path
) -> None:
    done = load(write(tmp_path / "a.jsonl", row("1"), row("2", price="x")))
    run = read_run(settings, done.run.id)
    assert (run.kind, run.state, run.result) == ("import", "finished", "success")
    assert (run.found_count, run.new_count, run.rejected_count) == (1, 1, 1)
    assert len(run.found_group_ids) == 1


def test_sizes_become_one_product_that_is_in_stock_if_any_size_is(
    settings: Settings, load: Import, tmp_path: Path
) -> None:
    rows = [
        row("s", size="S", item_group_id="g", color="Red", availability="out of stock"),
        *(row(f"other{n}") for n in range(1_500)),
        row("m", size="M", item_group_id="g", color="red", availability="in stock"),
        row(
            "again",
            title="Dress m",
            size="M",
            item_group_id="g",
            color="red",
            availability="out of stock",
        ),
        row("l", size="L", item_group_id="g", color="Blue", availability="out of stock"),
    ]
    feed = write(tmp_path / "sizes.jsonl", *rows)
    load(feed)
    products = read_products(settings)
    assert len(products) == 1_502
    assert not products["g:red"].sold_out
    sizes = [(products[key].attributes or {})["size"] for key in ("g:red", "g:blue")]
    assert sizes == [["M"], ["L"]]
    assert products["g:blue"].sold_out
    assert load(feed).run.changed_count == 0


def test_a_colour_whose_sizes_cost_differently_costs_from_the_lowest_and_it_is_told(
    settings: Settings, load: Import, tmp_path: Path
) -> None:
    sizes = [
        row("s", item_group_id="g", color="Red", price="349 ZAR"),
        row("m", item_group_id="g", color="red", price="299 ZAR"),
        row("l", item_group_id="g", color="Red", price="199 ZAR", availability="out of stock"),
    ]
    others = [row("blue", item_group_id="g", color="Blue"), row("mug"), row("cup", price=None)]
    for feed in (sizes + others, [*others, *reversed(sizes)]):
        done = load(write(tmp_path / "g.jsonl", *feed))
        products = read_products(settings)
        assert [products[key].price for key in ("g:red", "g:blue", "cup")] == [299, 499, None]
        told = (
            "rows at different prices: 1. The lowest that can be bought counts (g:red: 199.00 ZAR"
        )
        assert told in log(settings, done.run.id)
    assert done.run.changed_count
    plain = load(write(tmp_path / "p.jsonl", row("1"), row("2")))
    assert "different prices" not in log(settings, plain.run.id)


def test_a_bad_feed_loses_no_good_row(settings: Settings, load: Import, tmp_path: Path) -> None:
    feed = tmp_path / "bad.jsonl"
    lines = [
        json.dumps(row("good-1")).encode(),
        b'{"id": "cut", "title": "Trunc',
        json.dumps(row("currency", price="5.00 XYZ")).encode(),
        json.dumps(row("negative", price="-5.00 ZAR")).encode(),
        json.dumps(row("long", title="x" * 3_000_000)).encode(),
        json.dumps(row("good-1", title="Again")).encode(),
        b'{"id": "latin", "title": "Ros\xe9"}',
        b'{"id": "nan", "title": "Dress", "price": NaN}',
        b'{"id": "surrogate", "title": "\\ud83d dress", "price": "1 ZAR"}',
        b'{"id": "nul", "title": "a\\u0000b", "price": "1 ZAR"}',
        json.dumps(row("good-2", price=None)).encode(),
        b'{"id": "end"',
    ]
    feed.write_bytes(b"\xef\xbb\xbf" + b"\n".join(lines))
    report = tmp_path / "report.jsonl"
    done = load(feed, report=report)
    assert set(read_products(settings)) == {"good-1", "good-2", "surrogate", "nul"}
    listed = [json.loads(line) for line in report.read_text().splitlines()]
    assert [entry["line"] for entry in listed] == [2, 3, 4, 5, 6, 7, 8, 12]
    reasons = {entry["line"]: entry["reason"] for entry in listed}
    for line, word in {
        2: "not JSON",
        3: "XYZ",
        4: "negative",
        5: "3000000 characters",
        6: "line 1 already",
        7: "not UTF-8",
        8: "not understood",
    }.items():
        assert word in reasons[line]
    assert done.run.result == "success"


def test_a_changed_row_changes_its_product_and_its_history(
    settings: Settings, load: Import, tmp_path: Path
) -> None:
    load(write(tmp_path / "a.jsonl", row("1"), row("2")))
    done = load(write(tmp_path / "a.jsonl", row("1", sale_price="399 ZAR"), row("2")))
    assert done.run.changed_count == 1
    with session_scope(settings.database_url) as session:
        prices = session.scalars(select(PriceHistory).order_by(PriceHistory.seen_at)).all()
    assert Counter(price.product_id for price in prices)[read_products(settings)["1"].id] == 2


def test_rows_that_are_missing_stay_unless_the_feed_is_called_complete(
    settings: Settings, load: Import, tmp_path: Path
) -> None:
    load(write(tmp_path / "a.jsonl", *(row(str(n)) for n in range(4))))
    shorter = write(tmp_path / "b.jsonl", *(row(str(n)) for n in range(3)))
    assert load(shorter).run.gone_count == 0
    assert load(shorter, complete=True).run.gone_count == 1
    tiny = write(tmp_path / "c.jsonl", row("0"))
    suspect = load(tiny, complete=True)
    assert (suspect.run.result, suspect.run.gone_count) == ("suspect", 0)


def test_pictures_outside_the_folder_or_missing_are_left_out_and_told(
    settings: Settings, load: Import, tmp_path: Path
) -> None:
    images = tmp_path / "images"
    images.mkdir()
    (images / "broken.jpg").write_bytes(b"not a picture")
    Image.new("RGB", (40, 40)).save(tmp_path / "secret.jpg")
    names = ["absent.jpg", "../secret.jpg", "/etc/passwd", "broken.jpg"]
    done = load(
        write(tmp_path / "a.jsonl", row("1", image_link=names[0], additional_image_link=names[1:]))
    )
    assert read_products(settings)["1"].images == []
    assert len(done.missing_images) == 4


def test_a_brand_that_is_running_refuses_an_import(
    settings: Settings, load: Import, brand_id: int, tmp_path: Path
) -> None:
    with session_scope(settings.database_url) as session:
        open_run(session, brand_id, "scrape")
    with pytest.raises(RunRefusedError, match="is running already"):
        load(write(tmp_path / "a.jsonl", row("1")))


def test_a_file_that_is_no_feed_is_a_failed_run_with_the_reason(
    settings: Settings, load: Import, tmp_path: Path
) -> None:
    with pytest.raises(FeedError, match="neither XML nor JSON"):
        load(write(tmp_path / "a.txt", "[1]"))
    with session_scope(settings.database_url) as session:
        run = session.scalars(select(ScrapeRun)).one()
    assert (run.result, run.state) == ("failed", "finished")
    assert "neither XML nor JSON" in (run.failure_reason or "")


def command(settings: Settings, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "indexer.jobs.importing", *arguments],
        cwd=ROOT,
        env=environment(settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_command_takes_a_brands_id_or_slug_and_tells_what_it_did(
    settings: Settings, brand_id: int, tmp_path: Path
) -> None:
    feed = tmp_path / "feed.csv"
    feed.write_text("id;title;price\n1;Dress;5,00 ZAR\n2;Shoe;-1 ZAR\n", encoding="utf-8")
    for brand in ("feeds", str(brand_id)):
        done = command(settings, str(feed), brand, "--report", str(tmp_path / "r.jsonl"))
        assert done.returncode == 0, done.stdout + done.stderr
        assert "2 rows: 1 good, 1 refused" in done.stdout
        assert "line 3: the price -1 ZAR is negative" in done.stdout
    assert (tmp_path / "r.jsonl").is_file()


@pytest.mark.usefixtures("brand_id")
def test_the_command_holds_what_takes_values_away_and_names_it_where_it_is_accepted(
    settings: Settings, tmp_path: Path
) -> None:
    feed = tmp_path / "feed.jsonl"
    write(feed, *(row(str(n)) for n in range(5)))
    assert command(settings, str(feed), "feeds").returncode == 0
    write(feed, *(row(str(n), price=None) for n in range(5)))
    held = command(settings, str(feed), "feeds")
    assert (held.returncode, "again with --accept" in said(held)) == (1, True)
    assert "5 products would lose their price (5 of 5 → 0 of 5)" in said(held)
    done = command(settings, str(feed), "feeds", "--accept")
    assert done.returncode == 0
    assert "5 products lost their price (5 of 5 → 0 of 5)" in said(done)


def said(done: subprocess.CompletedProcess[str]) -> str:
    """Return what a command printed, as one line."""
    return " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("content", "brand", "word"),
    [
        (b"", "feeds", "is empty"),
        (b"\x00\x01\x02" * 100, "feeds", "neither XML nor JSON nor a table"),
        (b"[1]", "feeds", "neither XML nor JSON"),
        (b"id,title\n1,Dress\n", "nobody", "no brand 'nobody'"),
        (None, "feeds", "no file"),
    ],
)
def test_the_command_never_ends_in_a_stack_trace(  # noqa: PLR0917 - fixtures
    settings: Settings, brand_id: int, tmp_path: Path, content: bytes | None, brand: str, word: str
) -> None:
    feed = tmp_path / "feed"
    if content is not None:
        feed.write_bytes(content)
    done = command(settings, str(feed), brand)
    assert done.returncode == 2
    assert word in " ".join(done.stdout.split())
    assert "Traceback" not in done.stdout + done.stderr


def test_the_brands_own_row_is_not_touched(
    settings: Settings, load: Import, brand_id: int, tmp_path: Path
) -> None:
    load(write(tmp_path / "a.jsonl", row("1", brand="Someone Else", price="5 EUR")))
    with session_scope(settings.database_url) as session:
        brand = session.get_one(Brand, brand_id)
    assert (brand.name, brand.currency) == ("Feeds", "ZAR")
    product = read_products(settings)["1"]
    assert (product.product_brand, product.currency) == ("Someone Else", "EUR")


def test_a_held_import_may_be_accepted_by_an_operator(
    settings: Settings, load: Import, tmp_path: Path
) -> None:
    load(write(tmp_path / "a.jsonl", *(row(str(n)) for n in range(8))))
    dear = write(tmp_path / "b.jsonl", *(row(str(n), price=f"{n + 499}00 ZAR") for n in range(8)))
    held = load(dear)
    assert (held.run.result, held.held, held.run.changed_count) == ("suspect", True, 0)
    assert "8 of 8 known prices became several times" in (held.run.failure_reason or "")
    with session_scope(settings.database_url) as session:
        expected = effect_of_accepting(session, held.run.id)
    assert (expected.hides, expected.adds, expected.changes) == (0, 0, 8)
    assert replace(accept_run(settings, held.run.id), note="") == expected
    run = read_run(settings, held.run.id)
    assert (run.state, run.result, run.changed_count) == ("finished", "success", 8)
    assert (run.failure_reason or "").startswith("Accepted by an operator: ")
    products = read_products(settings).values()
    assert {product.source for product in products} == {"import"}
    assert min(product.price or 0 for product in products) == 49_900


def test_a_feed_of_which_too_much_is_not_understood_is_held(
    settings: Settings, load: Import, tmp_path: Path
) -> None:
    rows = [row(str(n), availability="see store" if n < 2 else "in stock") for n in range(20)]
    held = load(write(tmp_path / "feed.jsonl", *rows))
    assert held.run.result == "suspect"
    assert "the availability of 2 of 20 products is not understood" in (
        held.run.failure_reason or ""
    )
    assert read_products(settings) == {}
    taken = load(tmp_path / "feed.jsonl", accept=True)
    assert (taken.run.result, len(read_products(settings))) == ("success", 18)
    assert [refusal.line for refusal in taken.survey.refusals] == [1, 2]

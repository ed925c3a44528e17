"""A store with more pages than a run's time gets on: which known pages are read again, and when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from scrapers.errors import OutOfTimeError
from scrapers.events import OwnPageVisit
from scrapers.feeds.catalogue import Answer, Catalogue
from scrapers.feeds.own_pages import page_key
from scrapers.feeds.sitemap import AGAIN
from tests.unit.feed.test_sitemaps import HOME, Store, product

NOW = datetime.now(UTC)
PRICE = Decimal("299.00")


def stamped(stamps: dict[str, datetime | None]) -> bytes:
    urls = (
        f"<url><loc>{HOME}{path}</loc>{f'<lastmod>{at.isoformat()}</lastmod>' if at else ''}</url>"
        for path, at in stamps.items()
    )
    return f"<urlset>{''.join(urls)}</urlset>".encode()


def paths(count: int) -> list[str]:
    return [f"/shop/mug-{number}" for number in range(count)]


def known(read: dict[str, datetime], price: Decimal = PRICE) -> dict[str, OwnPageVisit]:
    return {
        page_key(f"{HOME}{path}"): OwnPageVisit(at, price, (path,)) for path, at in read.items()
    }


def read(
    stamps: dict[str, datetime | None], pages: dict[str, OwnPageVisit], most: int = 10_000
) -> tuple[list[str], Catalogue]:
    """Read a store, of which `most` pages can be in time; return those that were, in order."""
    store = Store({"/sitemap.xml": stamped(stamps), **dict.fromkeys(stamps, product(1))})
    asked: list[str] = []

    def get(address: str) -> Answer:
        if "/shop/" in address:
            if len(asked) >= most:
                raise OutOfTimeError("The time for reading it is over.")
            asked.append(address.removeprefix(HOME))
        return store.get(address)

    catalogue = Catalogue(HOME, get, known=pages.get if pages else None)
    for _ in catalogue:
        pass
    return asked, catalogue


def days(count: int) -> datetime:
    return NOW - timedelta(days=count)


def changed_long_ago(count: int) -> dict[str, datetime | None]:
    return {path: days(20 + number) for number, path in enumerate(paths(count))}


def test_pages_that_have_not_changed_are_seen_and_not_read() -> None:
    stamps = changed_long_ago(30)
    stamps["/shop/mug-7"] = days(0)
    asked, catalogue = read(stamps, known(dict.fromkeys(paths(30), days(2))))
    assert "/shop/mug-7" in asked
    assert len(asked) == 4  # with those by which it is seen that the stamps are true
    assert set(catalogue.seen) == set(paths(30)) - set(asked)
    assert (catalogue.missing(), catalogue.left) == ("", 0)


@pytest.mark.parametrize("day", [days(0), days(9), None], ids=["today", "one day", "none"])
def test_stamps_that_tell_no_change_let_no_page_out(day: datetime | None) -> None:
    asked, _ = read(dict.fromkeys(paths(30), day), known(dict.fromkeys(paths(30), days(2))))
    assert sorted(asked) == sorted(paths(30))


def test_a_price_that_changed_without_its_stamp_has_all_pages_read() -> None:
    asked, _ = read(
        changed_long_ago(30), known(dict.fromkeys(paths(30), days(2)), Decimal("199.00"))
    )
    assert sorted(asked) == sorted(paths(30))


def test_a_page_is_read_again_after_some_days_whatever_its_stamp() -> None:
    ages = {path: NOW - AGAIN - timedelta(hours=1) for path in paths(10)}
    ages |= {path: days(1) for path in paths(30)[10:]}
    asked, _ = read(changed_long_ago(30), known(ages))
    assert set(asked) >= set(paths(10))


def test_pages_never_read_come_first_then_those_read_longest_ago() -> None:
    stamps: dict[str, datetime | None] = dict.fromkeys(paths(30))
    ages = {path: days(number + 1) for number, path in enumerate(paths(20))}
    asked, catalogue = read(stamps, known(ages), most=15)
    assert set(asked[:10]) == set(paths(30)[20:])
    assert asked[10:] == [f"/shop/mug-{number}" for number in range(19, 14, -1)]
    assert set(catalogue.seen) == set(paths(15))
    assert (catalogue.missing(), catalogue.left) == ("", 15)


def test_a_store_longer_than_a_run_is_read_in_several() -> None:
    stamps: dict[str, datetime | None] = dict.fromkeys(paths(30))
    pages: dict[str, OwnPageVisit] = {}
    for run in range(3):
        asked, catalogue = read(stamps, pages, most=12)
        pages |= known(dict.fromkeys(asked, NOW + timedelta(seconds=run)))
    assert len(pages) == 30
    assert catalogue.missing() == ""


def test_pages_that_were_never_read_in_the_time_are_missing() -> None:
    stamps: dict[str, datetime | None] = dict.fromkeys(paths(30))
    _, catalogue = read(stamps, known(dict.fromkeys(paths(5), days(2))), most=10)
    assert "broke off" in catalogue.missing()
    assert set(catalogue.seen) == set(paths(5))


def test_a_new_product_among_pages_that_are_none_is_found() -> None:
    """Its kind of addresses is known to be products'."""
    others = {f"/shop/{name}": None for name in ("a", "b", "c", "d", "e")}
    stamps = {**dict.fromkeys(paths(20)), **others, "/shop/mug-new": None}
    store = Store({"/sitemap.xml": stamped(stamps)})
    store.files |= {path: product(1) for path in (*paths(20), "/shop/mug-new")}
    store.files |= dict.fromkeys(others, b"<h1>About us</h1>")
    pages = known(dict.fromkeys(paths(20), days(2)))
    catalogue = Catalogue(HOME, store.get, known=pages.get)
    assert any(record.values["id"].endswith("mug-new") for one in catalogue for record in one)

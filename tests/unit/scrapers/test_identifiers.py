"""GTIN, MPN and sku in every spelling, from every source that may carry them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import ean, isbn

from scrapers.feeds.merchant import FeedDefaults, parse_row
from scrapers.feeds.own_pages import page_of
from scrapers.feeds.staging import read_feed
from scrapers.structured.markup import facts_of
from scrapers.structured.page import own_of
from scrapers.values.identifiers import Identifier, gtin_of, identifiers_of

ADDRESS = "https://shop.example/p/tee"
DEFAULTS = FeedDefaults("ZAR", {"ZAR"}.__contains__, website="https://shop.example")
WORLD = ("6001007", "5901234", "4006381", "9780306", "0036000", "0612345", "3017620")
OWN = ("2012345", "0200000", "0412345", "2999999", "0000000", "9912345", "9812345", "0512345")


def _whole(prefix: str, rest: int) -> str:
    number = f"{prefix}{rest:05}"
    return number + ean.calc_check_digit(number)


def is_filler(number: str) -> bool:
    return len({*number[:-1]}) < 3


def numbers(prefixes: tuple[str, ...]) -> st.SearchStrategy[str]:
    rest = st.integers(0, 99_999)
    return st.builds(_whole, st.sampled_from(prefixes), rest).filter(lambda n: not is_filler(n))


SPELLINGS: tuple[Callable[[str], Any], ...] = (
    *(str, lambda n: f" {n}\n", lambda n: f"'{n}", lambda n: f"{n}.0", lambda n: f"EAN: {n}"),
    *(lambda n: f"{n[0]}-{n[1:7]}-{n[7:]}", lambda n: f"{n[:3]} {n[3:]}", lambda n: f"0{n}", int),
    *(float, lambda n: n[1:] if n[0] == "0" else n, lambda n: f"EAN13 {n}", lambda n: f"gtin:{n}"),
)
BROKEN: tuple[Callable[[str], Any], ...] = (
    *(lambda n: n[:-1] + str((int(n[-1]) + 1) % 10), lambda n: f"{float(n):.3E}", lambda n: n + n),
    *(lambda n: n[:6], lambda n: f"x{n}", lambda n: {"x": n}, lambda _: True, lambda _: ""),
)


@given(numbers(WORLD), st.sampled_from(SPELLINGS))
def test_a_gtin_is_one_number_however_it_is_written(number: str, spelt: Any) -> None:
    assert gtin_of(spelt(number)) == f"0{number}"


@given(numbers(WORLD), st.sampled_from(BROKEN))
def test_what_fails_its_check_digit_or_is_no_number_is_no_gtin(number: str, broken: Any) -> None:
    assert gtin_of(broken(number)) is None


@given(numbers(OWN), st.sampled_from(SPELLINGS))
def test_numbers_of_one_store_coupons_and_fillers_are_no_gtin(number: str, spelt: Any) -> None:
    assert gtin_of(spelt(number)) is None


@pytest.mark.parametrize("filler", ["0000000000000", "1111111111116", "1234567890128", "12345670"])
def test_a_filler_is_no_gtin(filler: str) -> None:
    assert ean.is_valid(filler)
    assert gtin_of(filler) is None


def test_an_isbn_of_ten_digits_and_an_ean_of_eight_are_gtins() -> None:
    assert gtin_of("0-306-40615-2") == f"0{isbn.to_isbn13('0306406152')}"
    assert gtin_of("96385074") == "00000096385074"


GTIN, TWIN = "06001007112608", "04006381333931"
WANTED = {Identifier("gtin", GTIN, "Red / S"), Identifier("sku", "TEE-R-S", "Red / S")}
SAVED = Path(__file__).with_name("identifiers")
FILES = sorted(path.name for path in (SAVED / "files").iterdir())
PAGES = sorted(path.name for path in (SAVED / "pages").iterdir())  # name.gtin.html


@pytest.mark.parametrize("name", FILES)
def test_a_file_s_rows_give_their_identifiers(name: str) -> None:
    (found,) = read_feed(SAVED / "files" / name, DEFAULTS, lambda _: None).products()
    has_options = name != "woo.jsonl"
    wanted = WANTED if has_options else {Identifier(one.kind, one.value) for one in WANTED}
    assert {one for one in found.identifiers if one.kind != "mpn"} == wanted


@pytest.mark.parametrize("name", PAGES)
def test_a_page_gives_its_identifiers_with_all_their_digits(name: str) -> None:
    facts = facts_of((SAVED / "pages" / name).read_bytes(), ADDRESS)
    own = own_of(facts) if facts else None
    assert own is not None
    assert {(one.kind, one.value) for one in own.identifiers} == {
        ("gtin", name.split(".")[1]),
        ("sku", "TEE-R-S"),
    }


def test_each_variant_has_its_own_and_no_other_ones() -> None:
    page = page_of((SAVED / "group.html").read_bytes(), ADDRESS)
    assert page is not None
    small, medium = (parse_row(row, DEFAULTS).product.identifiers for row in page)
    assert {*small} == WANTED
    assert {one.variant for one in medium} == {"Red / M"}
    assert {one.value for one in medium} == {TWIN, "TEE-R-M"}


NAMES = st.sampled_from(["gtin", "identifier", "sku", "value", "propertyID", "variant"])
PLAIN = st.text(max_size=20) | st.integers() | st.floats() | st.none()
NESTED = st.recursive(
    PLAIN, lambda one: st.lists(one, max_size=3) | st.dictionaries(NAMES, one), max_leaves=8
)


@given(NESTED)
def test_whatever_stands_there_is_bounded_and_breaks_nothing(value: Any) -> None:
    found = identifiers_of({"gtin": value, "identifiers": value, "sku": value})
    assert len(found) <= 120
    assert all(one.kind != "gtin" or ean.is_valid(one.value) for one in found)

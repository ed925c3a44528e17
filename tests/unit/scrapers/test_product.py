from __future__ import annotations

import json
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path

import pytest

from scrapers.attributes import ATTRIBUTES
from scrapers.product import NAME_LIMIT, Picture, Product, ProductRefusedError, clean
from scrapers.wording import one_line


def item(**changes: object) -> Product:
    values: dict[str, object] = {"group_key": "k", "name": "Dress", "currency": "ZAR"}
    return Product(**(values | changes))  # type: ignore[arg-type]


NAMES = Path(__file__).with_name("lines.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("name", "shown"), [json.loads(line) for line in NAMES])
def test_names_are_kept_as_text_on_one_line(name: str, shown: str) -> None:
    assert one_line(name) == shown


def test_nothing_that_a_store_says_turns_the_text_around_it() -> None:
    hostile = "\u202eevil\u2066 \x00words"
    attribute = ATTRIBUTES[0].name
    kept = clean(
        item(
            group_key=hostile,
            name=hostile,
            product_brand=hostile,
            href=f"https://s/{hostile}",
            images=(Picture("https://s/a.jpg", f"https://s/{hostile}.jpg"),),
            **dict.fromkeys(("color", "category_path", "gender", "age_group", "group"), hostile),
            attributes={attribute: (hostile,)},
            disagreements=(hostile,),
            not_understood={"stock": hostile},
            refused_pictures=(hostile,),
        )
    )
    said = json.dumps(asdict(kept), default=str, ensure_ascii=False)
    assert said.count("evil words") == 14
    assert not {"\u202e", "\u2066", "\x00"} & set(said)


def test_a_name_of_100_kb_is_refused_with_its_length() -> None:
    with pytest.raises(ProductRefusedError, match=f"100000 characters, {NAME_LIMIT} are allowed"):
        clean(item(name="x" * 100_000))


@pytest.mark.parametrize(
    "changes",
    [
        {"name": " \n "},
        {"group_key": ""},
        {"group_key": "é" * 1_001},
        {"currency": "rand"},
        {"price": Decimal("NaN")},
        {"price": Decimal("-1")},
        {"price": Decimal("1e20")},
        {"price": Decimal(1), "ordinary_price": Decimal("Infinity")},
    ],
)
def test_what_no_row_could_hold_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ProductRefusedError):
        clean(item(**changes))


def test_amounts_are_to_the_cent_and_an_ordinary_price_is_higher() -> None:
    kept = clean(item(price=Decimal("10.005"), ordinary_price=Decimal("12")))
    assert (kept.price, kept.ordinary_price) == (Decimal("10.01"), Decimal("12.00"))
    assert clean(item(price=Decimal(10), ordinary_price=Decimal("10.00"))).ordinary_price is None
    assert clean(item(ordinary_price=Decimal(10))).ordinary_price is None


@pytest.mark.parametrize(
    "href", ["javascript:alert(1)", "https://user:pw@s/", "https://good.example@evil.example/"]
)
def test_links_that_are_not_http_or_have_a_user_and_such_pictures_are_left_out(href: str) -> None:
    kept = clean(
        item(
            href=href,
            images=(
                Picture("data:x", "data:" + "x" * 5_000),
                Picture("https://user:pw@s/a.jpg", "https://user:pw@s/a.jpg"),
                Picture("https://s/a.jpg?v=1", "https://s/a.jpg"),
                Picture("https://s/a.jpg?v=2", "https://s/a.jpg"),
            ),
        )
    )
    assert kept.href is None
    assert [image.url for image in kept.images] == ["https://s/a.jpg?v=1"]

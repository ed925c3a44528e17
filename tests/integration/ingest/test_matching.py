"""Fault 61: products whose links, ids or shop's address change are the same; what is not is not."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from itertools import starmap
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from indexer.ingest.identity.comparison import Comparison
from indexer.ingest.identity.evidence import Candidate
from indexer.ingest.identity.matching import matches
from indexer.models.run import text_of
from scrapers.product import Picture, Product
from scrapers.values.identifiers import Identifier
from tests.support.moving import SOURCES, Shop, lamps, sizes, told

SIZE = 48

LAMPS, SNEAKERS = lamps(SIZE), sizes(SIZE)


class Compared:
    """Two runs of a shop, compared."""

    session: Session

    def __init__(self, before: Shop, after: Shop, source: str) -> None:
        self.known, self.found = told(before, source), told(after, source)
        known = [one._replace(id=place) for place, one in enumerate(self.known.products)]
        self.matches = matches(self.session, known, self.found.products)
        partners = "SELECT found, known FROM pair WHERE kind IN ('key', 'own', 'same')"
        self.partner = {row.found: row.known for row in self.session.execute(text(partners))}
        self.telling = Comparison(self.matches)
        self.doubts = tuple(one.text for one in self.telling.blocking_reasons())

    def wrong(self) -> list[tuple[Candidate, Candidate]]:
        """Return what is taken for one product and is two."""
        return [
            (self.known.products[known], self.found.products[found])
            for found, known in self.partner.items()
            if self.known.uids[known] != self.found.uids[found]
        ]

    def moved(self) -> list[tuple[int, int]]:
        """Return the places of products whose key changed, as they are in truth."""
        places = {uid: place for place, uid in enumerate(self.known.uids)}
        return [
            (places[uid], place)
            for place, uid in enumerate(self.found.uids)
            if uid in places
            and self.known.products[places[uid]].product.group_key
            != self.found.products[place].product.group_key
        ]

    def lost(self) -> int:
        """Return of how many of those the history would end unasked."""
        asked = (
            {(pair.known, pair.found) for pair in self.telling.unconfirmed_pairs()}
            if self.doubts
            else set()
        )
        several = {row.place for row in self.telling.several()} if self.doubts else set()
        return sum(
            self.partner.get(found) != known
            and (known, found) not in asked
            and found not in several
            for known, found in self.moved()
        )


@pytest.fixture(autouse=True)
def _database(session: Session) -> None:
    Compared.session = session


# What is no move


@pytest.mark.parametrize("source", SOURCES)
def test_an_ordinary_second_run_asks_nothing(source: str) -> None:
    words = "low high wide thin blue grey".split()
    vases = (
        replace(
            one,
            uid=900 + n,
            id=f"v{n}",
            handle=f"vase-{n}",
            name=f"Clay vase, {words[n]}",
            picture=f"vase-{n}.png",
        )
        for n, one in enumerate(LAMPS.things[:6])
    )
    after = replace(LAMPS, things=(*LAMPS.things[4:], *vases))
    compared = Compared(LAMPS, after, source)
    assert (compared.doubts, compared.telling.notes(), compared.wrong()) == ((), (), [])
    assert (compared.matches.new, compared.matches.missing) == (6, 4)


@pytest.mark.parametrize("source", ["feed", "feed without links", "addresses"])
def test_sizes_that_are_products_come_and_go(source: str) -> None:
    """A size that is sold out is not the size that came instead."""
    before = replace(SNEAKERS, things=tuple(one for one in SNEAKERS.things if one.uid % 5 != 4))
    after = replace(SNEAKERS, things=tuple(one for one in SNEAKERS.things if one.uid % 5 != 1))
    compared = Compared(before, after, source)
    assert (compared.doubts, len(compared.matches.same), compared.wrong()) == ((), 0, [])


@pytest.mark.parametrize("source", SOURCES)
def test_names_that_changed_places_are_held_and_never_followed(source: str) -> None:
    shop, after = (
        replace(
            LAMPS,
            things=tuple(
                replace(one, name=f"{(one.uid + turn) % SIZE} lamp") for one in LAMPS.things
            ),
        )
        for turn in (0, 1)
    )
    after = replace(after, prefix="/shop/")
    compared = Compared(shop, after, source)
    assert compared.doubts
    same = [
        pair
        for pair in compared.matches.same
        if compared.known.uids[pair.known] != compared.found.uids[pair.found]
    ]
    assert same == []


@pytest.mark.parametrize("source", SOURCES)
def test_one_edited_field_leaves_a_product_what_it_is(source: str) -> None:
    for change in (
        {"name": "Brightened lamp"},
        {"picture": "new.png"},
        {"price": Decimal(777)},
        {"name": "Steady Lamp, brightened", "picture": "new.png"},
        {"picture": "new.png", "price": Decimal(777)},
    ):
        one = replace(LAMPS.things[0], **change)
        compared = Compared(LAMPS, replace(LAMPS, things=(one, *LAMPS.things[1:])), source)
        assert compared.partner[0] == 0
        assert (compared.doubts, compared.matches.missing) == ((), 0)


def test_two_links_of_one_product_are_united_and_sizes_and_colours_are_not() -> None:
    before = replace(LAMPS, things=LAMPS.things[:3])
    twin = replace(LAMPS.things[0], uid=900, handle=f"sale/{LAMPS.things[0].handle}")
    both = replace(before, things=(*before.things, twin))
    compared = Compared(both, before, "pages")
    assert compared.matches.united == [(3, 0)]
    for change in ({"picture": "other.png"}, {"price": Decimal(1)}, {"name": "Other"}):
        other = replace(twin, **change)
        apart = Compared(replace(before, things=(*before.things, other)), before, "pages")
        assert (apart.matches.united, apart.matches.missing) == ([], 1)


# What is said


@pytest.mark.parametrize("source", ["pages", "feed", "handles", "addresses"])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"origin": "https://b.example"}, "from https://winkel.example/ to https://b.example/"),
        ({"prefix": "/shop/p/"}, "from https://winkel.example/ to https://winkel.example/shop/"),
    ],
)
def test_a_shop_that_moved_is_told_with_its_new_address(
    source: str, change: dict[str, Any], words: str
) -> None:
    compared = Compared(LAMPS, replace(LAMPS, **change), source)
    assert (compared.wrong(), compared.lost()) == ([], 0)
    told_words = " ".join((*compared.doubts, text_of(compared.telling.notes())))
    assert "the shop seems to have moved" in told_words
    assert words in told_words


def lamp(key: str, picture: str = "", **changes: Any) -> Candidate:
    values: dict[str, Any] = {"name": "Brass lamp", "price": Decimal(899), "currency": "ZAR"}
    values |= {"href": f"https://shop.example/{key}"}
    shown = picture or f"https://shop.example/{key}.png"
    return Candidate(Product(key, images=(Picture(shown, shown),), **(values | changes)))


MOVED = Path(__file__).with_name("moved.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("case", [*map(json.loads, MOVED)], ids=lambda case: case["id"])
def test_identifiers_tell_what_moved(case: dict[str, Any]) -> None:
    """Of a known product that is not found, one is it, or perhaps."""
    old, new = (
        lamp(key, **facts | {"identifiers": tuple(starmap(Identifier, facts["identifiers"]))})
        for key, facts in (("old", case["before"]), ("new-1", case["after"]))
    )
    kept = lamp("kept", name="Oak desk")
    result = matches(Compared.session, [old, kept], [kept, new])
    assert [len(result.same), len(result.likely)] == [case["same"], case["perhaps"]]

"""What shops write of a product's stock: now, later, limited, not, and about other things."""

from __future__ import annotations

import pytest

from scrapers.values.availability import read_availability, stated_stock

NOW = (
    *("in stock", "available", "beskikbaar", "op voorraad", "leverbaar", "auf Lager", "lieferbar"),
    *("disponible", "en stock", "disponibile", "disponível", "i lager", "dostępne", "skladem"),
)
LATER = ("soon", "binnekort", "binnenkort", "bald", "bientôt", "prossimamente", "wkrótce", "snart")
STILL_THERE = (
    *(
        "almost sold out",
        "nearly gone",
        "bijna uitverkocht",
        "amper uitverkoop",
        "fast ausverkauft",
    ),
    *("5+", ">10", "10+ in stock", "only 3 left", "limited stock", "beperkte voorraad", "last few"),
    *(
        "pre-order now",
        "voorbestel",
        "available on backorder",
        "backorders",
        "add to bag",
        "koop nou",
    ),
    *("not sold out yet", "isn't sold out", "nie uitverkoop nie", "was R499 now R299, in stock"),
    *("in stock, ships in 2 weeks", "in stock, dispatched in 2 days", "only 2 left - order soon"),
)
NOT_NOW = (
    *("will be in stock", "expected in stock", "in stock next week", "available again"),
    *(
        "lieferbar ab 3. Mai",
        "beschikbaar vanaf 24-12-2026",
        "no longer available",
        "no backorders",
    ),
    *("nie in voorraad nie", "tans nie beskikbaar nie", "derzeit nicht lieferbar", "0 left"),
    *("notify me when it is available", "let me know when this is in stock", "coming soon"),
    *("no, sold out", "not in stock - sold out", "none left", "nothing available", "fully booked"),
    *("join the waitlist", "uit voorraad", "expected back 12 December", "out of season"),
    *("laat weet my wanneer dit beskikbaar is", "email me when back in stock"),
)
NEITHER = (
    *("sold individually", "sold in pairs", "sold separately", "sold by the store", "sold online"),
    *("available in 3 weeks", "available in 12 colours", "end of range", "check the stock"),
    *("was in stock", "were available"),
)


@pytest.mark.parametrize("later", LATER)
@pytest.mark.parametrize("now", NOW)
def test_what_will_be_there_is_not_in_stock(now: str, later: str) -> None:
    assert read_availability(now).value is True
    assert read_availability(f"{later} {now}").value is False
    assert read_availability(f"{now.capitalize()} {later}!").value is False


@pytest.mark.parametrize("text", STILL_THERE)
def test_what_is_nearly_gone_or_can_be_ordered_can_be_bought(text: str) -> None:
    assert read_availability(text).value is True


@pytest.mark.parametrize("text", NOT_NOW)
def test_what_is_denied_or_asked_for_cannot_be_bought(text: str) -> None:
    assert read_availability(text).value is False


@pytest.mark.parametrize("text", NEITHER)
def test_how_and_in_what_a_thing_is_sold_says_nothing_of_its_stock(text: str) -> None:
    assert read_availability(text).value is None
    assert stated_stock(text) is None


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        *(("In stock", True), ("203 in stock", True), ("Add to cart - R 499.00", True)),
        *(("This item is sold out", False), ("Notify me when it is available", False)),
        *(("Available at the beach", None), ("The sold out tour", None), ("Yes", None)),
        *(("0", None), ("5+", None), ("", None), ("Reserved seats", None)),
    ],
)
def test_a_text_of_a_page_states_the_stock_where_it_says_only_that(
    text: str, stated: bool | None
) -> None:
    assert stated_stock(text) is stated

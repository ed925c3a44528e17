from __future__ import annotations

from decimal import Decimal

import pytest

from indexer.catalogue.rates import PRICE_BANDS, price_band
from indexer.catalogue.stores import ships_to
from indexer.index.cluster.mapping import synonym_rules
from tests.support.data import rows


@pytest.mark.parametrize(("amount", "currency", "band"), rows("price_bands"))
def test_a_band_holds_its_lower_bound_and_not_its_upper(
    amount: str, currency: str, band: str
) -> None:
    assert price_band(Decimal(amount), currency) == band


def test_bands_are_the_specs() -> None:
    assert [band.value for band in PRICE_BANDS["ZAR"]] == [
        *("0-500", "500-1000", "1000-1500", "1500-5000"),
        *("5000-10000", "10000-15000", "15000-20000", "20000-"),
    ]
    assert PRICE_BANDS["EUR"] == PRICE_BANDS["USD"]


@pytest.mark.parametrize(("listed", "scraped", "expected"), rows("delivery_countries"))
def test_the_operators_list_wins_and_nothing_readable_means_the_own_country(
    listed: str, scraped: str, expected: list[str]
) -> None:
    assert ships_to(listed, scraped, "ZA") == tuple(expected)


def test_a_store_without_a_country_ships_nowhere_we_know_of() -> None:
    assert ships_to("", "", None) == ()


def test_every_synonym_rule_is_a_list_or_goes_one_way() -> None:
    for rule in synonym_rules():
        assert "," in rule or "=>" in rule, rule
        if "=>" in rule:
            given, found = (side.strip() for side in rule.split("=>"))
            meant = [word.strip() for word in found.split(",")]
            assert given not in meant[1:], f"{rule}: the word itself comes first"

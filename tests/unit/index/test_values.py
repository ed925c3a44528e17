from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from indexer.catalogue.bands import PRICE_BANDS, price_band
from indexer.catalogue.shipping import ships_to
from indexer.index.building.throttle import FRESH, LEAST, LONGEST_S, MOST, Throttle, next_rest
from indexer.index.cluster.bulk import Retry
from indexer.index.cluster.mapping import fit, missing_fields, shipped_body, synonym_rules
from indexer.index.cluster.names import Aliases, index_name, is_index_name


@pytest.mark.parametrize(
    ("amount", "currency", "band"),
    [
        ("0", "ZAR", "0-500"),
        ("499.99", "ZAR", "0-500"),
        ("500", "ZAR", "500-1000"),
        ("20000", "ZAR", "20000-"),
        ("34.99", "EUR", "0-35"),
        ("300", "USD", "300-"),
    ],
)
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


@pytest.mark.parametrize(
    ("listed", "scraped", "expected"),
    [
        ("", "", ["ZA"]),
        ("Namibia\n za ", "worldwide", ["NA", "ZA"]),
        ("Namibia\nWorldwide", "", ["*"]),
        ("", "United  Kingdom", ["GB"]),
        ("UK\nThe USA\nCzech Republic\nTürkiye", "", ["CZ", "GB", "TR", "US"]),
        ("Côte d’Ivoire\nTrinidad & Tobago\nSwaziland", "", ["CI", "SZ", "TT"]),
        ("Atlantis", "", ["ZA"]),
    ],
)
def test_the_operators_list_wins_and_nothing_readable_means_the_own_country(
    listed: str, scraped: str, expected: list[str]
) -> None:
    assert ships_to(listed, scraped, "ZA") == expected


def test_a_store_without_a_country_ships_nowhere_we_know_of() -> None:
    assert ships_to("", "", None) == []


def test_index_names_carry_the_mapping_and_the_time_and_are_told_apart() -> None:
    at = datetime(2026, 1, 2, 3, 4, 5, 678, UTC)
    assert index_name("products", "0123abcd", at) == "products-0123abcd-20260102030405000678"
    assert is_index_name("products", index_name("products", "0123abcd"))
    assert not is_index_name("products", index_name("products-test", "0123abcd"))
    assert len(set(Aliases("products").all)) == 3


def test_any_change_of_the_body_changes_its_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = shipped_body()
    assert shipped.hash == shipped_body.__wrapped__().hash
    monkeypatch.setattr("indexer.index.cluster.mapping.synonym_rules", lambda: ["doek, scarf"])
    assert shipped_body.__wrapped__().hash != shipped.hash


def test_every_synonym_rule_is_a_list_or_goes_one_way() -> None:
    for rule in synonym_rules():
        assert "," in rule or "=>" in rule, rule
        if "=>" in rule:
            given, found = (side.strip() for side in rule.split("=>"))
            meant = [word.strip() for word in found.split(",")]
            assert given not in meant[1:], f"{rule}: the word itself comes first"


def test_a_document_is_fitted_to_an_older_mapping() -> None:
    older = {"name": {"type": "text"}, "price": {"properties": {"zar": {"type": "double"}}}}
    document = {"name": "Doek", "price": {"zar": 1.0, "eur": 2.0}, "added": True}
    assert fit(document, older) == {"name": "Doek", "price": {"zar": 1.0}}
    assert fit({"price": None}, older) == {"price": None}


def test_fields_that_this_version_no_longer_writes_are_named() -> None:
    now = shipped_body().mappings["properties"]
    older = {**now, "shelf": {"type": "keyword"}, "words": {"type": "text"}}
    assert missing_fields(older, now) == ["shelf"]


def test_rests_grow_while_searches_suffer_and_shrink_when_they_do_not() -> None:
    assert next_rest(1.0, 2.0) > 1.0
    assert next_rest(1.0, 1.0) < 1.0
    assert next_rest(MOST, 9.0) == MOST
    assert next_rest(LEAST, 1.0) == LEAST


def test_a_rebuild_rests_longer_while_probes_are_slow() -> None:
    rested: list[float] = []
    throttle = Throttle(lambda: 0.010, sleep=rested.append, clock=lambda: 100.0, rest=1.0)
    throttle.measure_calm()
    throttle.after(0.1)
    throttle.recent.extend([0.010] * 30 + [0.050] * 10)
    throttle.fresh = FRESH
    throttle.after(0.1)
    longer = pytest.approx(0.1 * next_rest(1.0, 5.0))
    throttle.after(0.1)  # nothing was probed since: what longer rests bring is not known yet
    assert rested == [pytest.approx(0.1), longer, longer]


def test_fault_46_a_rebuild_rests_no_longer_where_a_bulk_waited_for_a_node() -> None:
    rested: list[float] = []
    throttle = Throttle(lambda: 0.010, sleep=rested.append, clock=lambda: 1.0, rest=MOST)
    throttle.measure_calm()
    throttle.after(187.0)
    assert rested == [LONGEST_S]


def test_fault_46_no_attempt_begins_after_the_time_for_all() -> None:
    attempts: list[int] = []

    def fails() -> bool:
        attempts.append(1)
        return False

    assert not Retry(within_s=0.0, sleep=lambda _: None).until(fails)
    assert len(attempts) == 1


def test_what_is_usual_is_measured_again_as_the_sites_own_load_changes() -> None:
    times = iter([0.0, 100.0, 100.0])
    probes = iter([0.010] * 15 + [0.040] * 15)
    throttle = Throttle(
        lambda: next(probes), sleep=lambda _: None, clock=lambda: next(times), rest=1.0
    )
    throttle.measure_calm()
    throttle.after(0.1)
    assert set(throttle.calm) == {0.010, 0.040}

"""Why runs could not read or were held, by the words of their reasons."""

from __future__ import annotations

import pytest

from indexer.ingest.runs.finish import cause_of, is_same_trouble

TENFOLD = (
    "40 of 40 known prices became several times as high or low, such as 349.00 \u2192 3490.00 (×10)"
    " of 'Linen dress 0'; 50% may change by more than 10%"
)


@pytest.mark.parametrize(
    ("reason", "cause"),
    [
        ("https://a.example/x: robots.txt of https://a.example disallows https://a.", "robots"),
        ("https://a.example/robots.txt cannot be read, which counts as disallow.", "robots"),
        ("a.example does not answer: its robots.txt takes longer than 5 s to come.", "slow"),
        ("https://a.example: The page did not load in 30 s.", "slow"),
        ("The store answers 503.", "busy"),
        ("The store answers 429, too many requests.", "busy"),
        ("The store answers with a captcha or a refusal instead of its page. (HUMAN)", "challenge"),
        ("The store answers 404, there is no such page.", "missing"),
        ("There is no host of that name.", "away"),
        ("The store answers 401, it asks for a password. It says 'Members'.", "locked"),
        ("The store answers 503. It says 'Enter password'.", "busy"),
        ('The store answers 500. It says "It\'s locked: asks for a password".', "values"),
        (TENFOLD, "values"),
    ],
)
def test_a_cause_is_told_from_the_words(reason: str, cause: str) -> None:
    assert cause_of(reason) == cause


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (TENFOLD.replace("349", "350").replace("dress 0", "coat 7"), True),  # another sample
        (TENFOLD.replace("40 of 40", "38 of 40"), True),
        (TENFOLD.replace("40 of 40", "12 of 40"), False),
        (TENFOLD.replace("prices became", "names became"), False),
        (f"{TENFOLD}; 12 products were found, 40 the last time: 70% fewer", False),
    ],
)
def test_a_trouble_is_the_same_whatever_samples_it_names_as_long_as_its_size_is(
    other: str, *, same: bool
) -> None:
    assert is_same_trouble(TENFOLD, other) is same
    assert is_same_trouble(other, TENFOLD) is same

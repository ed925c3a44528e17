"""Whether a list was read to its end, from what its pages showed."""

import pytest

from scrapers.pages.completeness import ListProof, next_address
from tests.support.data import rows


def proof(*pages: str, counted: int | None = None) -> ListProof:
    """Return the proof of pages whose letters are their products."""
    found = ListProof()
    found.count(counted)
    for page in pages:
        found.add_view(page, turned=True)
    return found


@pytest.mark.parametrize(("pages", "counted", "word"), rows("list_proofs"))
def test_what_speaks_against_the_end_is_told(pages: str, counted: int | None, word: str) -> None:
    reason = proof(*pages.split(), counted=counted).reason()
    assert bool(reason) == bool(word)
    assert word in (reason or "")


def test_much_more_than_a_certain_counter_says_is_another_list_besides() -> None:
    found = proof("abcdefghijklmno", counted=6)
    assert found.reason() is None  # "6 products" may count something else
    found.is_certain = True
    assert (found.reason() or "").startswith("The list counts 6 products, 15 were found: another")
    variants = proof("abcdefghij", counted=6)
    variants.is_certain = True
    assert variants.reason() is None


def test_a_page_that_the_pager_counts_and_nobody_read_is_told() -> None:
    found = proof("ab", "cd")
    found.highest_page = 3
    assert "counts 3 pages, 2 were read" in (found.reason() or "")


def test_a_large_list_may_move_while_it_is_read() -> None:
    long = [str(number) for number in range(995)]
    found = ListProof()
    found.add_view(long, turned=True)
    found.count(1000)
    assert found.reason() is None
    found.count(1100)
    assert found.reason() is None, "of two readings the smaller one counts"


@pytest.mark.parametrize(("previous", "last", "after"), rows("next_addresses"))
def test_the_address_after_two_is_told(previous: str, last: str, after: str | None) -> None:
    assert next_address(previous, last) == after

"""Some states of pages, on a desk and on a narrow dark phone; `make test-all` walks over all."""

from __future__ import annotations

import pytest

from tests.e2e.search.steps import TILE
from tests.e2e.state import STATES, WITH_AXE, State, problems
from tests.support.browser import Page

# Of this shop; of the others it has the addresses, too.
OWN = {
    "landing": State("/", TILE, logged="media/favicons/|svg.missing"),  # neither is there
    "category": State("/?category=women/dresses&colour=red", TILE),
    "panel": State("/?category=outdoor", "#filter-panel li button", [["find", TILE], ["filters"]]),
    "suggestions": State(
        "/?category=outdoor",
        "[role=option]",
        [["find", TILE], ["type", "input[role=combobox]", "dress"]],
        logged="svg.missing",
    ),
    "brand": State("/brand/karoo", TILE, logged="svg.missing"),
}
ALL = OWN | {name: state for name, state in STATES.items() if state.always}


@pytest.mark.parametrize("name", ALL)
def test_a_page_passes_axe_fits_and_logs_nothing(page: Page, name: str) -> None:
    assert problems(page, ALL[name], {"product": 1}, WITH_AXE) == []

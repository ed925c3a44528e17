"""One walk over the whole site: axe (WCAG 2.2 AA), sideways scrolling, console errors, refusals.

Every page in every state, visitors' and operators', on every screen; nothing else looks at these.
"""

from __future__ import annotations

import re
from contextlib import nullcontext

import pytest

from tests.e2e.conftest import clean_page
from tests.e2e.state import STATES, State, problems
from tests.proof.journeys.walk.conftest import Whole
from tests.support.browser import Browser
from tests.support.site import FRONTEND


def walked(browser: Browser, whole: Whole, state: State) -> list[str]:
    """Return what is wrong with a state."""
    page = clean_page(browser, whole.sites[state.site])
    with whole.held() if state.site == "held" else nullcontext():
        return problems(page, state, whole.names)


@pytest.mark.parametrize("name", STATES)
def test_nobody_meets_a_fault_of_a_page(session_browser: Browser, whole: Whole, name: str) -> None:
    assert walked(session_browser, whole, STATES[name]) == []


def test_every_route_has_states_in_the_walk() -> None:
    routes = (FRONTEND / "src" / "app" / "routes.tsx").read_text("utf-8")
    paths = re.findall(r'^  "(.+?)": lazyScreen', routes, re.MULTILINE)
    assert len(paths) > 10
    for path in paths:
        pattern = re.sub(r":\w+", "[^/]+", path).replace("*", "/nothing-here")
        assert any(re.fullmatch(rf"{pattern}(\?.*)?", state.path) for state in STATES.values()), (
            path
        )

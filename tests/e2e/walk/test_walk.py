"""One walk over the whole site: axe (WCAG 2.2 AA), sideways scrolling, console errors, refusals.

Every page in every state, visitors' and operators', on every screen; nothing else looks at these.
"""

from __future__ import annotations

import re
from contextlib import nullcontext

import pytest

from tests.e2e.conftest import clean_page
from tests.e2e.walk import operators, visitors
from tests.e2e.walk.conftest import Whole
from tests.e2e.walk.state import SCREENS, WITH_AXE, State, problems
from tests.support.browser import Browser, Page
from tests.support.groups import WALK
from tests.support.site import FRONTEND

pytestmark = pytest.mark.xdist_group(WALK)
STATES = visitors.STATES | operators.STATES


def walked(browser: Browser, whole: Whole, state: State) -> list[str]:
    """Return what is wrong with a state."""
    page = clean_page(browser, whole.sites[state.site], 1440, 900)
    with whole.held() if state.site == "held" else nullcontext():
        return problems(page, state, whole.names)


@pytest.mark.parametrize("name", STATES)
def test_nobody_meets_a_fault_of_a_page(session_browser: Browser, whole: Whole, name: str) -> None:
    assert walked(session_browser, whole, STATES[name]) == []


PLANTS = {
    "an image without words": "document.querySelector('main').append(new Image())",
    "pale letters": "document.querySelector('h1').style.color = '#777', "
    "document.querySelector('h1').style.background = '#888'",
    "a wide line": "document.querySelector('main').append(Object.assign("
    "document.createElement('div'), {style: 'width: 1500px', textContent: 'wide'}))",
    "an error told": "console.error('planted')",
    "an error thrown": "setTimeout(() => { throw new Error('planted') })",
    "a refusal": "document.head.append(Object.assign(document.createElement('style'),"
    "{textContent: 'h1 {color: red}'}))",
    "a lost file": "new Image().src = '/no-such-picture.png'",
}


def planted(code: str) -> State:
    """Return a state with something wrong in it."""

    def plant(page: Page) -> None:
        page.find("h1")
        page.script(code)

    return State("/about", act=plant)


def test_the_walk_notices_what_is_planted(session_browser: Browser, whole: Whole) -> None:
    found = {name: walked(session_browser, whole, planted(code)) for name, code in PLANTS.items()}
    seen = {name: {line.partition(":")[0] for line in lines} for name, lines in found.items()}
    with_axe, all_screens = ({one.name for one in some} for some in (WITH_AXE, SCREENS))
    assert seen == {
        "an image without words": with_axe,
        "pale letters": with_axe,
        "a wide line": all_screens,
        "an error told": {"console"},
        "an error thrown": {"console"},
        "a refusal": {"console"},
        "a lost file": {"console"},
    }, found


def test_every_route_has_states_in_the_walk() -> None:
    routes = (FRONTEND / "src" / "app" / "routes.tsx").read_text("utf-8")
    paths = re.findall(r'^  "(.+?)": lazyScreen', routes, re.MULTILINE)
    assert len(paths) > 10
    for path in paths:
        pattern = re.sub(r":\w+", "[^/]+", path).replace("*", "/nothing-here")
        assert any(re.fullmatch(rf"{pattern}(\?.*)?", state.path) for state in STATES.values()), (
            path
        )

"""One walk over the whole site: axe (WCAG 2.2 AA), sideways scrolling, console errors, refusals.

Every page in every state, visitors' and operators', on every screen; nothing else looks at these.
"""

from __future__ import annotations

import re
from contextlib import nullcontext

import pytest

from indexer.insights.panels import DASHBOARDS, PANELS
from tests.e2e.conftest import clean_page
from tests.e2e.state import SCREENS, STATES, WITH_AXE, State, Step, problems
from tests.proof.journeys.walk.conftest import Whole
from tests.support.browser import Browser
from tests.support.site import FRONTEND

# Each kind of chart is on one of them, and all say their numbers in the same table.
TABLES: dict[str, list[list[Step]]] = {
    "catalogue": [[["turn", "true"]], [["turn", "false"]]],
    "searches": [[["turn", "true"]], [["begins", "Add synonym"]], [["turn", "false"]]],
}


def insights(name: str) -> State:
    """Return a dashboard's state, in which all of its panels have their answers."""
    # What visitors did next is no panel, and stands beside those about a text.
    wanted = sum(panel.dashboard == name for panel in PANELS) + (name == "text")
    path = f"/insights?tab={name}&since=now-30d&before=1&text=dress"
    steps = [["count", "[data-panel] [aria-busy=false]", wanted]]
    return State(path, "[data-panel]", steps, looks=TABLES.get(name, []))


ALL = STATES | {f"insights, {name}": insights(name) for name in DASHBOARDS}


def walked(browser: Browser, whole: Whole, state: State) -> list[str]:
    """Return what is wrong with a state."""
    page = clean_page(browser, whole.sites[state.site])
    with whole.held() if state.site == "held" else nullcontext():
        return problems(page, state, whole.names)


@pytest.mark.parametrize("name", ALL)
def test_nobody_meets_a_fault_of_a_page(session_browser: Browser, whole: Whole, name: str) -> None:
    assert walked(session_browser, whole, ALL[name]) == []


ON_AXE_SCREENS, ON_ALL_SCREENS = ({one.name for one in some} for some in (WITH_AXE, SCREENS))
# Each fault's code, what the walk says of it, and where.
PLANTS: dict[str, tuple[str, str, set[str]]] = {
    "an image without words": (
        "document.querySelector('main').append(new Image())",
        "image-alt",
        ON_AXE_SCREENS,
    ),
    "pale letters": (
        "Object.assign(document.querySelector('h1').style, {color: '#777', background: '#888'})",
        "color-contrast",
        ON_AXE_SCREENS,
    ),
    "a wide line": (
        "document.querySelector('main').append(Object.assign("
        "document.createElement('div'), {style: 'width: 1500px', textContent: 'wide'}))",
        "scrolls sideways",
        ON_ALL_SCREENS,
    ),
    "an error told": ("console.error('it was told')", "it was told", {"console"}),
    "an error thrown": (
        "setTimeout(() => { throw new Error('it was thrown') })",
        "it was thrown",
        {"console"},
    ),
    "a refusal": (
        "document.head.append(Object.assign(document.createElement('style'),"
        "{textContent: 'h1 {color: red}'}))",
        "Content Security Policy",
        {"console"},
    ),
    "a lost file": ("new Image().src = '/no-such-picture.png'", "no-such-picture", {"console"}),
}


def test_the_walk_notices_what_is_planted(session_browser: Browser, whole: Whole) -> None:
    planted = [["find", "h1"], *(["script", code] for code, _, _ in PLANTS.values())]
    found = walked(session_browser, whole, State("/about", steps=planted))
    seen = {
        name: {line.partition(":")[0] for line in found if says in line}
        for name, (_, says, _) in PLANTS.items()
    }
    assert seen == {name: places for name, (_, _, places) in PLANTS.items()}, found
    assert all(any(says in line for _, says, _ in PLANTS.values()) for line in found), found


def test_every_route_has_states_in_the_walk() -> None:
    routes = (FRONTEND / "src" / "app" / "routes.tsx").read_text("utf-8")
    paths = re.findall(r'^  "(.+?)": lazyScreen', routes, re.MULTILINE)
    assert len(paths) > 10
    for path in paths:
        pattern = re.sub(r":\w+", "[^/]+", path).replace("*", "/nothing-here")
        assert any(re.fullmatch(rf"{pattern}(\?.*)?", state.path) for state in ALL.values()), path


def test_the_walk_sees_each_kind_of_chart_as_a_table() -> None:
    seen = {panel.chart for panel in PANELS if panel.dashboard in TABLES}
    assert seen == {panel.chart for panel in PANELS}

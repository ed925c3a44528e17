"""A state of a page, how it is reached, and what is wrong with it on each screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.support.browser import FRAMES, Page
from tests.support.screens import DESK, Screen, show_on

NARROW = Screen("320 px, dark", 320, 640, "dark")
# Both themes and both layouts have their axe; the others differ from one of them in measures alone.
WITH_AXE = (DESK, NARROW)
# Each from the one before by as little as can be: what a page costs is its styles, read anew.
SCREENS = (
    DESK,
    Screen("letters of 200 %", 1440, 900, letters=32),
    Screen("zoom of 200 %, dark", 720, 450, "dark"),
    NARROW,
)


def nothing(_: Page) -> None:
    """Leave the page as it opens."""


@dataclass(frozen=True, slots=True)
class State:
    """An address, what is done there, and the CSS of what shows that the state is reached."""

    path: str
    shows: str = "footer"
    act: Callable[[Page], object] = nothing
    site: str = "visitors"
    logged: str = "$."  # the pattern of console errors that belong to it; none
    ours: bool = True  # its markup is ours to mend
    # What is done on each screen and the page looked at again, in its `part` alone.
    looks: Sequence[Callable[[Page], object]] = ()
    part: str = "main"

    def reach(self, page: Page, names: Mapping[str, object]) -> None:
        """Open it as somebody new."""
        page.block()
        page.open("/robots.txt").script("localStorage.clear()")
        page.open(self.path.format_map(names))
        self.act(page)
        page.find(self.shows)


def problems(
    page: Page, state: State, names: Mapping[str, object], screens: Sequence[Screen] = SCREENS
) -> list[str]:
    """Return what is wrong with the state on any screen; it is reached where it does not last."""
    page.errors()
    found = []
    for screen in screens:
        show_on(page, screen)
        page.driver.execute_async_script(FRAMES)
        if not page.has(state.shows):
            state.reach(page, names)
        found += _seen(page, state, screen)
        for look in state.looks:
            look(page)
            found += _seen(page, state, screen, state.part)
    page.block()
    logged = [line for line in page.errors() if not re.search(state.logged, line)]
    return [*found, *(f"console: {line}" for line in logged)]


def _seen(page: Page, state: State, screen: Screen, part: str = "") -> list[str]:
    if not state.ours:
        return []
    lines = page.violations(part) if screen in WITH_AXE else []
    if page.width() > screen.width:
        lines.append(f"scrolls sideways: {page.width()} px wide")
    return [f"{screen.name}: {line}" for line in lines]

"""A state of a page, how it is reached, and what is wrong with it on each screen.

States are data (tests/data/states.jsonl): an address, steps, and the CSS of what shows that it is
reached. A step is a verb and its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from selenium.webdriver.common.by import By

from tests.e2e.search.steps import filters_button, only_suggests, pick
from tests.support.browser import Page
from tests.support.data import beside, rows
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
# What moves has come to its end: a tile that fades in has letters that are too pale.
SETTLED = beside(__file__, "settled.js")
Step = Sequence[Any]


def _press(page: Page, css: str) -> None:
    """Click the first element, wherever it stands."""
    page.script("arguments[0].click()", page.find(css))


def _press_what_begins(page: Page, words: str) -> None:
    path = f"//main//button[starts-with(normalize-space(.), '{words}')]"
    button = page.wait(lambda driver: driver.find_element(By.XPATH, path), words)
    page.wait(lambda _: button.is_enabled(), f"{words} can be pressed")
    page.script("arguments[0].click()", button)


def _press_beside(page: Page, name: str) -> None:
    path = f"//aside//*[self::label or self::button][normalize-space(.)='{name}']"
    page.wait(lambda driver: driver.find_element(By.XPATH, path), name).click()


def _replace(page: Page, css: str, words: str) -> None:
    page.script("arguments[0].select()", page.find(css))
    page.find(css).send_keys(words)


def _show_filters_of(page: Page, kind: str) -> None:
    for back in page.all("[aria-label='Back to the filters']"):  # of a phone
        back.click()
    pick(page, kind)


def _turn(page: Page, pressed: str) -> None:
    """Have each panel say its numbers as a table, or as its chart again."""
    css = f"[data-panel] [aria-pressed={'false' if pressed == 'true' else 'true'}]"
    page.script("document.querySelectorAll(arguments[0]).forEach(b => b.click())", css)
    page.wait(lambda _: not page.all(css), "tables or charts")


VERBS: dict[str, Callable[..., object]] = {
    "find": lambda page, css: page.find(css),
    "click": lambda page, css: page.find(css).click(),
    "press": _press,
    "button": lambda page, name: page.press(name),
    "begins": _press_what_begins,
    "link": lambda page, name: page.link(name).click(),
    "type": lambda page, css, words: page.find(css).send_keys(words),
    "replace": _replace,
    "choose": lambda page, label, option: page.choose(label, option),
    "says": lambda page, css, words: page.says(css, words),
    "count": lambda page, css, n: page.wait(lambda _: len(page.all(css)) == n, css),
    "block": lambda page, pattern: page.block(pattern),
    "open": lambda page, path: page.open(path),
    "refresh": lambda page: page.reload(),
    "script": lambda page, code: page.script(code),
    "filters": lambda page: filters_button(page).click(),
    "kind": _show_filters_of,
    "only suggests": only_suggests,
    "turn": _turn,
    "side": _press_beside,
    "holds": lambda page, words: page.wait(lambda driver: words in driver.page_source, words),
}


def do(page: Page, steps: Sequence[Step]) -> None:
    for verb, *words in steps:
        VERBS[verb](page, *words)


@dataclass(frozen=True, slots=True)
class State:
    """An address, what is done there, and the CSS of what shows that the state is reached."""

    path: str
    shows: str = "footer"
    steps: Sequence[Step] = ()
    site: str = "visitors"
    logged: str = "$."  # the pattern of console errors that belong to it; none
    ours: bool = True  # its markup is ours to mend
    # What is done on each screen and the page looked at again, in its `part` alone.
    looks: Sequence[Sequence[Step]] = ()
    part: str = "main"
    always: bool = False  # also looked at in `make test`

    def reach(self, page: Page, names: Mapping[str, object]) -> None:
        """Open it as somebody new."""
        page.block()
        page.open("/robots.txt").script("localStorage.clear()")
        page.open(self.path.format_map(names))
        do(page, self.steps)
        page.find(self.shows)


STATES = {name: State(**state) for name, state in rows("states")}


def problems(
    page: Page, state: State, names: Mapping[str, object], screens: Sequence[Screen] = SCREENS
) -> list[str]:
    """Return what is wrong with the state on any screen; it is reached where it does not last."""
    page.errors()
    found: list[str] = []
    scheme = ""
    for screen in screens:
        show_on(page, screen)
        # What is out of sight (content-visibility) keeps the colours that it was painted in.
        if screen.scheme != scheme or not page.has(state.shows):
            state.reach(page, names)
        scheme = screen.scheme
        found += _seen(page, state, screen)
        for look in state.looks:
            do(page, look)
            found += _seen(page, state, screen, state.part)
    page.block()
    logged = [line for line in page.errors() if not re.search(state.logged, line)]
    return [*found, *(f"console: {line}" for line in logged)]


def _seen(page: Page, state: State, screen: Screen, part: str = "") -> list[str]:
    if not state.ours:
        return []
    page.driver.execute_async_script(SETTLED)
    lines = page.violations(part) if screen in WITH_AXE else []
    if page.width() > screen.width:
        lines.append(f"scrolls sideways: {page.width()} px wide")
    return [f"{screen.name}: {line}" for line in lines]

"""The screens for accessibility tests: light and dark, small, in landscape, with large text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.support.bounds import bounded
from tests.support.browser import Page

USUAL_PX = 16  # a browser's default font size


@dataclass(frozen=True, slots=True)
class Screen:
    """A viewport in CSS px, its colour scheme, and the visitor's font size in px."""

    name: str
    width: int
    height: int
    scheme: str = "light"
    letters: int = USUAL_PX

    @property
    def mobile(self) -> bool:
        """Whether it is a phone, upright or on its side."""
        return min(self.width, self.height) <= 600


SCREENS = (
    Screen("1440 px, light", 1440, 900),
    Screen("320 px, light", 320, 640),
    Screen("844 by 390 px, dark", 844, 390, "dark"),
    Screen("letters of 200 %, dark", 1440, 900, "dark", 2 * USUAL_PX),
)


def screens_of(place: int) -> tuple[Screen, ...]:
    """Return the screens on which the state at this place of a list is tested.

    All in a full run; otherwise one, a different one for each state in turn.
    """
    count = bounded(len(SCREENS), 1)
    return tuple(SCREENS[(place + step) % len(SCREENS)] for step in range(count))


@contextmanager
def seen_on(page: Page, screen: Screen) -> Iterator[Page]:
    """Show the page on that screen; the font size is reset afterwards."""
    command = page.driver.execute_cdp_cmd
    features = [{"name": "prefers-color-scheme", "value": screen.scheme}]
    command("Emulation.setEmulatedMedia", {"features": features})
    page.resize(screen.width, screen.height, screen.mobile)
    command("Page.setFontSizes", {"fontSizes": {"standard": screen.letters}})
    try:
        yield page
    finally:
        command("Page.setFontSizes", {"fontSizes": {"standard": USUAL_PX}})


def problems(page: Page, screen: Screen) -> list[str]:
    """Return axe-core's violations and sideways scrolling, each with the screen's name."""
    lines = page.violations()
    if page.width() > screen.width:
        lines.append(f"scrolls sideways: {page.width()} px wide")
    return [f"{screen.name}: {line}" for line in lines]

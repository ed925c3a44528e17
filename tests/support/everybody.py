"""The screens on which everything is to be usable: light and dark, small, on its side, enlarged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.support.bounds import bounded
from tests.support.browser import Page

USUAL_PX = 16  # a browser's own size of letters


@dataclass(frozen=True, slots=True)
class Screen:
    """A viewport in CSS px, its colours, and the size that the visitor gives letters, in px."""

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
    """Return the screens on which the state at this place of a list is looked at.

    All with CI=true; on the way one, another for the next state, so that a list has them all.
    """
    count = bounded(len(SCREENS), 1)
    return tuple(SCREENS[(place + step) % len(SCREENS)] for step in range(count))


@contextmanager
def seen_on(page: Page, screen: Screen) -> Iterator[Page]:
    """Show the page on that screen; letters have their usual size after."""
    command = page.driver.execute_cdp_cmd
    features = [{"name": "prefers-color-scheme", "value": screen.scheme}]
    command("Emulation.setEmulatedMedia", {"features": features})
    page.resize(screen.width, screen.height, screen.mobile)
    command("Page.setFontSizes", {"fontSizes": {"standard": screen.letters}})
    try:
        yield page
    finally:
        command("Page.setFontSizes", {"fontSizes": {"standard": USUAL_PX}})


def faults(page: Page, screen: Screen) -> list[str]:
    """Return what axe finds, and whether the page scrolls sideways, each with the screen's name."""
    found = page.violations()
    if page.width() > screen.width:
        found.append(f"scrolls sideways: {page.width()} px wide")
    return [f"{screen.name}: {fault}" for fault in found]

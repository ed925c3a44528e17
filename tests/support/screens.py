"""The screens for accessibility tests: light and dark, small, in landscape, with large text."""

from __future__ import annotations

from dataclasses import dataclass

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


DESK = Screen("1440 px", 1440, 900)
PHONE = Screen("390 px", 390, 844)


def show_on(page: Page, screen: Screen) -> None:
    """Show the page on that screen from now on, to somebody who wants no motion."""
    command = page.driver.execute_cdp_cmd
    wanted = {"prefers-color-scheme": screen.scheme, "prefers-reduced-motion": "reduce"}
    features = [{"name": name, "value": value} for name, value in wanted.items()]
    command("Emulation.setEmulatedMedia", {"features": features})
    page.resize(screen.width, screen.height, screen.mobile)
    command("Page.setFontSizes", {"fontSizes": {"standard": screen.letters}})

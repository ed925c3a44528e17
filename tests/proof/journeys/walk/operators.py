"""The pages and states that operators and analysts meet."""

from __future__ import annotations

from collections.abc import Callable

from selenium.webdriver.common.by import By

from indexer.insights.panels import DASHBOARDS, PANELS
from tests.e2e.state import State
from tests.support.browser import Page

HISTORY = "/scraper?tab=history"
BRAND = "/scraper?brand={brand}"
DIALOG = "dialog[open]"
REFUSED = "status of 400"
TRIAL = "img[alt*='matched nodes']"


def press(name: str) -> Callable[[Page], None]:
    """Return what presses the first button whose words begin so."""
    path = f"//main//button[starts-with(normalize-space(.), '{name}')]"

    def act(page: Page) -> None:
        button = page.wait(lambda driver: driver.find_element(By.XPATH, path), name)
        page.wait(lambda _: button.is_enabled(), f"{name} can be pressed")
        page.script("arguments[0].click()", button)

    return act


def steps(*acts: Callable[[Page], object]) -> Callable[[Page], None]:
    """Return what does one after the other."""

    def act(page: Page) -> None:
        for one in acts:
            one(page)

    return act


def show(css: str) -> Callable[[Page], object]:
    """Return what waits for an element."""
    return lambda page: page.find(css)


def type_into(page: Page, css: str, words: str) -> None:
    """Replace what stands in a field."""
    field = page.find(css)
    page.script("arguments[0].select()", field)
    field.send_keys(words)


def open_all(page: Page) -> None:
    """Open all parts of the configuration's form."""
    page.find("main details input")
    page.script("document.querySelectorAll('details').forEach(d => { d.open = true })")


def mistake(page: Page) -> None:
    """Have the form refuse an address and a schedule."""
    open_all(page)
    type_into(page, "main [id^=brand-website-]", "nowhere")
    type_into(page, "main [id^=brand-scrapeCron-]", "30 3 * *")
    type_into(page, "[aria-label='Address of page 1']", "nowhere")
    page.wait(lambda _: len(page.all("main [aria-invalid=true]")) >= 2, "two are wrong")
    page.wait(lambda _: "must have five" in page.find("[data-part=schedule]").text, "the third")


def compare(page: Page) -> None:
    """Compare the two oldest runs, which saw different prices."""
    page.find("tr[data-run]")
    for row in page.all("tr[data-run]")[-2:]:
        page.script("arguments[0].click()", row.find_element(By.CSS_SELECTOR, "input"))
    press("Compare")(page)


def edit(page: Page) -> None:
    """Save a change, so that there is an edit to list."""
    open_all(page)
    type_into(page, "main [id^=brand-pinBoardUrl-]", "https://www.pinterest.com/winkel/linen/")
    press("Save")(page)
    page.find("[role=status] button")  # saved
    press("Edits")(page)


def pick(page: Page) -> None:
    """Point at an element of the preview by its words."""
    open_all(page)
    press("Preview")(page)
    page.find(TRIAL)
    press("Point at an element")(page)
    page.find("[aria-label='Find an element by its words']").send_keys("$")
    page.find("[aria-label=Elements] button").click()


def answered(dashboard: str) -> Callable[[Page], None]:
    """Return what waits until all panels of a dashboard have their answers."""
    # What visitors did next is no panel, and stands beside those about a text.
    wanted = sum(panel.dashboard == dashboard for panel in PANELS) + (dashboard == "text")

    def act(page: Page) -> None:
        css = "[data-panel] [aria-busy=false]"
        page.wait(lambda _: len(page.all(css)) == wanted, f"{wanted} panels")

    return act


def turn(pressed: bool) -> Callable[[Page], None]:
    """Return what has each panel say its numbers as a table, or as its chart again."""
    css = f"[data-panel] [aria-pressed={str(not pressed).lower()}]"

    def act(page: Page) -> None:
        page.script("document.querySelectorAll(arguments[0]).forEach(b => b.click())", css)
        page.wait(lambda _: not page.all(css), "tables" if pressed else "charts")

    return act


# Each kind of chart is on one of them, and all say their numbers in the same table.
TABLES: dict[str, list[Callable[[Page], None]]] = {
    "catalogue": [turn(True), turn(False)],
    "searches": [turn(True), press("Add synonym"), turn(False)],
}


def refuse(page: Page) -> None:
    """Try a token that is none."""
    page.find("#operator-token").send_keys("wrong")
    press("Continue")(page)


def decide(page: Page) -> None:
    """Decide a colour with one key, and take it back with another."""
    page.find("main article")
    page.find("body").send_keys("1")
    page.wait(lambda driver: "is decided" in driver.page_source, "a decision")
    page.find("body").send_keys("u")
    page.wait(lambda driver: "The least sure come first" in driver.page_source, "it taken back")


STATES: dict[str, State] = {
    "colours to decide": State("/review", "main article", decide),
    "gate": State("/scraper", "[role=alert]", refuse, "guarded", logged="status of 401"),
    "processes": State("/scraper", "[role=tabpanel]"),
    "history, none": State(
        HISTORY, "[role=tabpanel] p", lambda page: page.choose("Result", "failed")
    ),
    "a run's log, report and images": State(
        HISTORY, "tr img", steps(press("View logs"), show("[role=log]"), press("Images"))
    ),
    "compared": State(HISTORY, f"{DIALOG} section li", compare),
    "decision": State(HISTORY, "[data-decision=reject]", lambda page: page.link("Decide").click()),
    "brands": State("/scraper?tab=brands", "tr[data-brand]"),
    "trends": State(
        "/scraper?tab=trends&brandId={brand}", "tr[data-gate] + tr form", press("Change")
    ),
    "hosts": State("/scraper?tab=trends", "tr[data-host]"),
    "mails": State("/scraper?tab=mails", "tr[data-mail] + tr pre", press("Read")),
    "alerts": State("/scraper?tab=alerts", "[data-alert]"),
    "suggested stores": State("/scraper?tab=suggestions", "[role=tabpanel] tr, [role=tabpanel] li"),
    "add stores": State("/scraper?brand=list", "tr[data-store]"),
    "synonyms": State("/scraper?tab=synonyms", "tr[data-synonym]"),
    "take-downs": State("/scraper?tab=takedowns", "tr[data-takedown]"),
    "who did what": State("/scraper?tab=changes", "tr[data-change]"),
    "disable": State("/scraper?tab=brands", f"{DIALOG} ul li", press("Disable…")),
    "brand, wrong": State(BRAND, "main [aria-invalid=true]", mistake, logged=REFUSED),
    "edits": State(BRAND, f"{DIALOG} [data-version]", edit),
    "preview and picking": State(BRAND, "[data-part=picked]", pick),
    "suggested configuration": State(
        "/scraper?brand=new&website={listing}",
        "[aria-label='What was found'] li",
        press("Suggest a configuration"),
    ),
    **{
        f"insights, {name}": State(
            f"/insights?tab={name}&since=now-30d&before=1&text=dress",
            "[data-panel]",
            answered(name),
            looks=TABLES.get(name, []),
        )
        for name in DASHBOARDS
    },
    "running, stop all": State(
        "/scraper",
        DIALOG,
        steps(press("View logs"), show("pre[role=log]"), press("Stop all")),
        "held",
    ),
}

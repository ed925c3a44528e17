"""The pages and states that visitors meet, and development mode's."""

from __future__ import annotations

from collections.abc import Callable

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.e2e.search.steps import BOX, filters_button, only_suggests, pick, write
from tests.e2e.state import State
from tests.support.browser import Page

TILE = "main article"
FEW = "/?category=women/dresses&colour=red"  # four brands with four products each
LEAST = "/?category=outdoor&colour=red&brand=Disa"  # four products: where they are not the subject
DIALOG = "dialog[open]"
ALERT = "[role=alert]"
LOST = "ERR_BLOCKED_BY_CLIENT|Failed to fetch"
OUTSIDE = "assets.pinterest.com"  # which a test does not reach
ABSENT = "status of 404"
SUGGESTED = "[role=group][aria-label=Products] [role=option]"


def type_text(page: Page) -> None:
    """Have suggestions of several kinds shown."""
    page.find(TILE)
    only_suggests(page)
    page.find(BOX).send_keys("dress")
    page.find(SUGGESTED)
    page.find(BOX).send_keys(Keys.ARROW_DOWN)


def search_twice(page: Page) -> None:
    """Have the last searches shown."""
    write(page, "vase", enter=True)
    page.wait(lambda _: "q=vase" in page.path(), "the search")
    page.open(LEAST).find(BOX).click()


def press(css: str) -> Callable[[Page], None]:
    """Return what presses the first element of this CSS, wherever it stands."""
    return lambda page: page.script("arguments[0].click()", page.find(css))


def set_alert(page: Page) -> None:
    """Wait for a size of a product."""
    press("main button[aria-haspopup=dialog]")(page)
    page.find("#alert-email").send_keys("walk@example.org")
    page.press("Set alert")


def open_search_alert(page: Page) -> None:
    """Open the form of a saved search."""
    saved = '[{"search": "?q=dress", "name": "dress", "at": 1}]'
    page.script("localStorage.setItem('savedSearches', arguments[0])", saved)
    page.open("/favourites?tab=searches").find("[data-part=saved-searches] button").click()


def save_one(page: Page) -> None:
    """Save a product, and come to it by the header."""
    page.open(LEAST).find(TILE)
    press("[data-part=heart]")(page)
    page.find("[data-part=kept]").click()


def open_menu(page: Page) -> None:
    """Open the drawer, or a world's menu where there is room for one."""
    page.find("header nav[aria-label=Shop] button, header button[aria-label=Menu]").click()


def open_panel(page: Page) -> None:
    """Open the filters."""
    page.find(TILE)
    filters_button(page).click()
    page.find("#filter-panel li button")


def fold(page: Page) -> None:
    """Hide the filters, and fold a section."""
    page.button("Hide filters").click()
    page.find("button[aria-label^=Collapse]").click()


def choose(kind: str) -> Callable[[Page], None]:
    """Return what shows the open panel's filters of a type."""

    def act(page: Page) -> None:
        for back in page.all("[aria-label='Back to the filters']"):  # of a phone
            back.click()
        pick(page, kind)

    return act


def lose_the_server(page: Page) -> None:
    """Have a search fail beside the results of the one before."""
    page.find(TILE)
    page.block("*/api/search*")
    write(page, "boot", enter=True)


def ask_a_lost_server(page: Page) -> None:
    """Have the first search of a page fail: its answer in the page is in another currency."""
    page.script("localStorage.setItem('currency', 'EUR')")
    page.block("*/api/search*")
    page.driver.refresh()


def lose_the_start(page: Page) -> None:
    """Have the application's code not come."""
    page.block("*/assets/boot*")
    page.driver.refresh()


def lose_the_countries(page: Page) -> None:
    """Have the footer be without its picker."""
    page.block("*/api/countries*")
    page.driver.refresh()


def explain(page: Page) -> None:
    """Have a badge explain itself."""
    badge = page.find("[aria-label='Needs translating']")
    page.script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].focus()", badge)


def open_dialog(page: Page) -> None:
    """Open the footer's dialog."""
    button = page.find("footer").find_element("xpath", ".//button[.='Suggest a store']")
    page.script("arguments[0].click()", button)


def suggest(words: str, lost: bool = False) -> Callable[[Page], None]:
    """Return what suggests a store in the dialog."""

    def act(page: Page) -> None:
        open_dialog(page)
        page.find(f"{DIALOG} input").send_keys(words, Keys.TAB)
        if words.startswith("http"):
            page.block(*["*/api/brands/submit*"] * lost)
            page.press("Submit")

    return act


def sign_up(page: Page) -> None:
    """Have the newsletter answer."""
    page.find("#newsletter-email").send_keys("reader@example.co.za", Keys.ENTER)


def view(name: str) -> Callable[[Page], None]:
    """Return what chooses one of development mode's views, with products to edit."""

    def act(page: Page) -> None:
        page.choose("View", name)
        if name == "List":
            page.choose("Brand", "Cedar")
            # A third of its products: a form for each takes its time.
            red = "//aside//*[self::label or self::button][normalize-space(.)='Red']"
            page.wait(lambda driver: driver.find_element(By.XPATH, red), "red").click()
        elif name == "Grouped":
            page.button("Cedar").click()

    return act


def open_site_form(page: Page) -> None:
    """Open the form of a whole brand, all its parts."""
    page.button("Submit site").click()
    page.find(f"{DIALOG} form")
    page.script("document.querySelectorAll('dialog details').forEach(d => { d.open = true })")


STATES: dict[str, State] = {
    "landing": State(
        "/",
        "section[aria-label=Stores]",
        lambda page: page.script(
            "arguments[0].scrollIntoView()", page.find("section[aria-label=Men]")
        ),
    ),
    "menu": State(
        "/about", "nav[aria-label=Shop] [popover] a, dialog[open] nav[aria-label=Main] a", open_menu
    ),
    "suggestions": State(LEAST, SUGGESTED, type_text),
    "last searches": State(LEAST, "[role=option]", search_twice),
    "category": State(FEW, TILE),
    "many chips": State(
        f"{FEW}&sort=price_asc&stock=in-stock&type=new&colour=blue&saOnly=true"
        "&brand=Aloe&brand=Cedar",
        TILE,
    ),
    "filters hidden, a section folded": State(FEW, "button[aria-label^=Expand]", fold),
    "understood, corrected, similar": State(
        "/?q=green+tennt+zzqqzz+not+blue+under+R230",
        "main section[aria-label$=similar]",
        lambda page: page.find("[aria-label^=Understood] button"),
    ),
    "explained": State(LEAST, "[role=tooltip]", explain),
    "panel": State(
        LEAST,
        "#filter-panel li button",
        open_panel,
        looks=[choose(kind) for kind in ("Category", "Colour", "Price", "Brand", "Style")],
        part="#filter-panel",
    ),
    "no results": State("/?q=zzqqzz", "main h2"),
    "no results, ways on": State(
        "/?category=outdoor&brand=Aloe&colour=red&price=20000-", "[aria-label='Ways on'] button"
    ),
    "past the last page": State("/?category=women&page=9", "main h1"),
    "outage": State(LEAST, ALERT, lose_the_server, logged=LOST),
    "outage at once": State(LEAST, ALERT, ask_a_lost_server, logged=LOST),
    "start that fails": State("/", ALERT, lose_the_start, logged=LOST),
    "style select": State(
        "/style-select", "main li button[aria-pressed=true]", press("main li button")
    ),
    "style": State("/style/{boho}", "main article", logged=OUTSIDE),
    "brand": State("/brand/aloe", TILE),
    "deals": State("/deals", "main h1"),
    "black friday": State("/black-friday", "main h1"),
    "no such brand": State("/brand/nobody", "main h1", logged=ABSENT),
    "product": State("/product/{product}", "[data-part=product-price]"),
    "product, over results": State(
        LEAST, f"{DIALOG} article", press(f"{TILE} a[href^='/product/']")
    ),
    "alert": State(
        "/product/{product}", "#alert-amount", press("main button[aria-haspopup=dialog]")
    ),
    "own alerts": State("/favourites#alerts={alerts}", "[data-part=alert] input"),
    "favourites, none": State("/favourites", "[data-part=invitation]"),
    "favourites": State("/favourites", "[data-part=favourite]", save_one),
    "saved searches, none": State("/favourites?tab=searches", "[data-part=invitation]"),
    "shared favourites": State("/favourites?ids={product}", TILE),
    "shared, with what is bought": State(
        "/favourites?ids={product}&list={list}", "[data-part=marks] ~ ul strong"
    ),
    "alert, told": State("/product/{product}", f"{DIALOG} [role=status]", set_alert),
    "alert of a search": State("/favourites", "#alert-amount", open_search_alert),
    "store dialog, wrong": State("/about", DIALOG, suggest("nowhere")),
    "store dialog, lost": State(
        "/about", f"{DIALOG} {ALERT}", suggest("https://a.example", lost=True), logged=LOST
    ),
    "store dialog, thanks": State("/about", DIALOG, suggest("https://b.example")),
    "newsletter": State("/about", "[role=status] button", sign_up),
    "no countries": State("/about", "footer", lose_the_countries, logged=LOST),
    **{
        path: State(path)
        for path in (
            "/about",
            "/privacy",
            "/terms",
            "/proxies",
            "/blog/blog-list",
            "/blog/blog-page-1",
            "/blog/blog-page-2",
        )
    },
    "not found": State("/nothing-here", logged=ABSENT),
    "confirmation": State("/api/subscriptions/confirm/nothing", "h1", logged=ABSENT),
    # Swagger's markup is not ours to mend.
    "API": State("/api/docs", ".swagger-ui .opblock", ours=False),
    **{
        f"view {name}": State(
            "/?category=outdoor&brand=Cedar&colour=red",
            "main article" if name == "Flat" else "main li fieldset",
            view(name),
            "dev",
        )
        for name in ("List", "Grouped", "Flat", "Search Engine", "Search Engine Grouped")
    },
    "site form": State("/about", DIALOG, open_site_form, "dev"),
}

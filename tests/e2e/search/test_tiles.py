"""Tiles: pictures, badges, links, clicks (spec §2.3, §7, §8)."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.e2e.search.steps import BRAND, PICTURE, PRICE, clicks, results, tile, wait_for
from tests.support.browser import Page

DRESS = "Linen wrap dress "
BOOT = "Leather boot "


def pictures(element: WebElement) -> list[str]:
    """Return the file names of a tile's pictures."""
    found = element.find_elements(By.CSS_SELECTOR, PICTURE)
    return [str(image.get_attribute("src")).rpartition("/")[2] for image in found]


def test_2_3_the_second_picture_comes_with_the_first_hover(page: Page) -> None:
    results(page, "/?brand=Karoo+Cotton")
    dress = tile(page, f"{DRESS}005")
    assert pictures(dress) == ["minimal.svg"]
    ActionChains(page.driver).move_to_element(dress).perform()
    page.wait(lambda _: pictures(dress) == ["minimal.svg", "boho.svg"], "the second picture")
    second = dress.find_element(By.CSS_SELECTOR, "[data-part=second-picture]")
    page.wait(lambda _: second.value_of_css_property("opacity") == "1", "shown")


def test_8_a_picture_that_fails_leaves_the_tile(page: Page) -> None:
    results(page, "/?brand=Karoo+Cotton")
    one_broken = tile(page, f"{DRESS}003")
    page.wait(lambda _: pictures(one_broken) == ["boho.svg"], "the one that loads")
    broken = tile(page, f"{DRESS}002")
    page.wait(lambda _: pictures(broken) == [], "no picture")
    assert broken.find_element(By.CSS_SELECTOR, "[aria-label='No picture']").is_displayed()


def test_2_3_a_product_without_pictures_says_so(page: Page) -> None:
    results(page, "/?brand=Karoo+Cotton")
    bare = tile(page, f"{DRESS}001")
    assert bare.find_element(By.CSS_SELECTOR, "[aria-label='No picture']").is_displayed()


def test_2_3_sold_out_is_said_in_words(page: Page) -> None:
    results(page, "/?brand=Karoo+Cotton")
    assert "Sold out" in tile(page, f"{DRESS}000").text
    assert "Sold out" not in tile(page, f"{DRESS}005").text


def test_2_3_the_flag_is_for_what_is_made_in_south_africa(page: Page) -> None:
    results(page, "/?q=vase")
    flag = "[aria-label='Made in South Africa']"
    assert page.find("main section").find_elements(By.CSS_SELECTOR, flag)
    results(page, "/?brand=Lisboa")
    assert not page.find("main section").find_elements(By.CSS_SELECTOR, flag)
    results(page, "/?price=500-1000&sort=price_asc")  # both: each tile says its own
    made = [bool(tile.find_elements(By.CSS_SELECTOR, flag)) for tile in page.all("article")]
    assert set(made) == {True, False}


def test_2_3_the_translate_badge_explains_itself_on_hover_and_by_keyboard(page: Page) -> None:
    results(page, "/?brand=Lisboa")
    badge = page.find("[aria-label='Needs translating']")
    ActionChains(page.driver).move_to_element(badge).perform()
    assert "supports translation, or an external plugin" in page.find("[role=tooltip]").text
    ActionChains(page.driver).move_to_element(page.find("h2")).perform()
    page.wait(lambda _: not page.all("[role=tooltip]"), "no tooltip")


def test_2_3_the_proxy_note_leads_to_the_proxies_page(page: Page) -> None:
    page.open("/about")
    page.script("localStorage.setItem('countryCode', 'ZA')")
    results(page, "/?brand=Karoo+Cotton")
    assert not page.all("[aria-label='Ships through a proxy']")
    results(page, "/?brand=Lisboa")
    page.find("[aria-label='Ships through a proxy']").click()
    page.find("[role=tooltip] a").click()
    wait_for(page, "/proxies")


def test_2_3_prices_are_in_the_chosen_currency(page: Page) -> None:
    results(page, "/?brand=Karoo+Cotton")
    assert tile(page, f"{DRESS}005").find_element(By.CSS_SELECTOR, PRICE).text == "R 350"
    page.choose("Currency", "($) USD")
    page.wait(
        lambda _: tile(page, f"{DRESS}005").find_element(By.CSS_SELECTOR, PRICE).text[0] == "$",
        "dollars",
    )


def test_2_3_links_open_in_a_new_tab_with_our_reference(page: Page) -> None:
    results(page, "/?brand=O'Reilly")
    links = tile(page, f"{BOOT}005").find_elements(By.TAG_NAME, "a")
    assert [link.get_attribute("target") for link in links] == ["_blank", "_blank"]
    store, details = (urlsplit(str(link.get_attribute("href"))) for link in links)
    assert store.hostname == details.hostname == "veld.example"
    assert parse_qs(details.query) == {"size": ["m"], "ref": [urlsplit(page.address).netloc]}


def test_2_3_the_brand_is_upper_case_and_filters(page: Page) -> None:
    results(page, "/?category=women")
    brand = tile(page, f"{DRESS}005").find_element(By.CSS_SELECTOR, BRAND)
    assert brand.text == "KAROO COTTON"
    brand.click()
    wait_for(page, "/?category=women&brand=Karoo+Cotton")


def test_7_tile_store_brand_and_middle_clicks_are_recorded(page: Page) -> None:
    results(page, "/?brand=O'Reilly")
    page.script("addEventListener('click', e => e.target.closest('a') && e.preventDefault())")
    boot = tile(page, f"{BOOT}005")
    store, details = boot.find_elements(By.TAG_NAME, "a")
    clicks(page)
    for element in (details, store, boot.find_element(By.CSS_SELECTOR, BRAND)):
        page.script("arguments[0].click()", element)
    page.script(
        "for (const button of [1, 2]) arguments[0].dispatchEvent("
        "new MouseEvent('auxclick', {bubbles: true, button}))",
        tile(page, f"{BOOT}005").find_elements(By.TAG_NAME, "a")[1],
    )
    sent: list[dict[str, object]] = []
    page.wait(lambda _: _heard(page, sent) >= 4, "four clicks")
    assert {click["groupKey"] for click in sent} == {"veld-5"}
    assert len(sent) == 4


def _heard(page: Page, sent: list[dict[str, object]]) -> int:
    sent.extend(clicks(page))
    return len(sent)


def test_2_3_pictures_below_the_fold_are_not_loaded_at_once(page: Page) -> None:
    results(page, "/?brand=Karoo+Cotton")
    last = tile(page, f"{DRESS}099").find_element(By.TAG_NAME, "img")
    assert last.get_attribute("loading") == "lazy"
    first = tile(page, f"{DRESS}000").find_element(By.TAG_NAME, "img")
    assert first.get_attribute("fetchpriority") == "high"


def test_7_tiles_fit_at_320_px_and_at_twice_the_text(page: Page) -> None:
    for width in (320, 720):
        page.resize(width, 700, mobile=width == 320)
        results(page, "/?brand=Karoo+Cotton")
        assert page.width() <= width

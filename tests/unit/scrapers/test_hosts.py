"""Whose a link is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapers.browsing.dom import RawCard, RawImage
from scrapers.config import BrandConfig
from scrapers.pages.cards import UnusableCardError, item_of
from scrapers.values.price.price_text import from_text
from scrapers.web.urls import is_refused, sites_of

PAGE = "https://www.shop.co.za/women"
BRAND = BrandConfig(brand_id=1, website="https://www.shop.co.za/", currency="ZAR")
CARD = RawCard(href="/p/1", name="Dress", price=(from_text("R 899"),), image=RawImage(("/1.jpg",)))


def test_a_list_that_leads_to_one_other_host_sells_there_and_a_stray_link_is_none() -> None:
    links = [f"https://buy.brand.example/{n}" for n in range(5)] + ["https://ads.example/x"]
    sites = sites_of(BRAND.website, PAGE, links)
    assert sites == {"shop.co.za", "brand.example"}
    assert item_of(replace(CARD, href=links[0]), BRAND, PAGE, None, sites).href == links[0]
    with pytest.raises(UnusableCardError, match=r"ads\.example, which is not the store's host"):
        item_of(replace(CARD, href=links[-1]), BRAND, PAGE, None, sites)


def test_too_few_links_say_nothing_of_another_host() -> None:
    assert sites_of(BRAND.website, PAGE, ["https://ads.example/x"]) == {"shop.co.za"}


def test_pictures_inside_a_network_are_left_out_and_told() -> None:
    inside = RawImage(("http://169.254.169.254/latest/meta-data/a.jpg",))
    item = item_of(replace(CARD, image=inside, hover=CARD.image), BRAND, PAGE, None)
    assert [image.url for image in item.images] == ["https://www.shop.co.za/1.jpg"]
    assert item.refused_pictures == ("http://169.254.169.254/latest/meta-data/a.jpg",)


def test_pictures_may_stand_on_any_public_host() -> None:
    cdn = RawImage(("https://cdn.pictures.example/1.jpg",))
    item = item_of(replace(CARD, image=cdn), BRAND, PAGE, None)
    assert item.images[0].url == "https://cdn.pictures.example/1.jpg"
    assert item.refused_pictures == ()


@pytest.mark.parametrize("address", ["/p/1", "data:image/png;base64,x", "mailto:a@b", "", None])
def test_what_is_no_web_address_is_not_refused_but_resolved_or_passed_over(
    address: str | None,
) -> None:
    assert not is_refused(address, PAGE)

"""Selectors of known shop platforms' stock themes, tried before any guess."""

from dataclasses import dataclass

from selenium.webdriver.remote.webdriver import WebDriver


@dataclass(frozen=True, slots=True)
class Preset:
    """A stock theme's selectors; `card` and `image` are CSS, the image is inside the card."""

    platform: str
    card: str
    image: str
    name: str
    price: str
    sold_out: str = ""
    sold_out_text: str = ""
    following: str = ""  # the next page's link
    detail_images: str = ""


PRESETS = (
    Preset(
        "Shopify",
        card=".product-card-wrapper",
        image=".product-card-wrapper .card__media img:first-of-type",
        name=".card__information .card__heading a",
        price=".price",
        sold_out=".badge",
        sold_out_text="sold out",
        following=".pagination a[aria-label='Next page']",
        detail_images=".product__media img",
    ),
    Preset(
        "Shopify",
        card=".grid-view-item",
        image=".grid-view-item img.grid-view-item__image",
        name=".grid-view-item__title",
        price=".grid-view-item__meta",
        sold_out=".grid-view-item__sold-out",
        detail_images=".product-single__photo img",
    ),
    Preset(
        "WooCommerce",
        card="li.product",
        image="ul.products li.product a img:first-of-type",
        name=".woocommerce-loop-product__title",
        price=".price",
        sold_out="./self::*[contains(concat(' ', @class, ' '), ' outofstock ')]",
        following="a.next.page-numbers",
        detail_images=".woocommerce-product-gallery__image img",
    ),
    Preset(
        "Magento",
        card="li.product-item",
        image="li.product-item img.product-image-photo:first-of-type",
        name="a.product-item-link",
        price=".price-box",
        sold_out=".stock.unavailable",
        following=".pages-item-next a.next",
        detail_images=".gallery-placeholder img",
    ),
    Preset(
        "Shopware",
        card=".product-box",
        image=".product-box img.product-image",
        name=".product-name",
        price=".product-price",
        following=".pagination .page-next a",
        detail_images=".gallery-slider-image",
    ),
    Preset(
        "PrestaShop",
        card="article.product-miniature",
        image="article.product-miniature .product-thumbnail img:first-of-type",
        name=".product-title a",
        price=".product-price-and-shipping",
        sold_out=".product-flag.out_of_stock",
        following=".pagination a[rel~=next]",
        detail_images=".product-images img",
    ),
    Preset(
        "BigCommerce",
        card="article.card",
        image="article.card img.card-image",
        name=".card-title a",
        price="[data-test-info-type=price]",
        following=".pagination-item--next a",
        detail_images=".productView-image img",
    ),
)

_DEPTH = """
const [image, card] = arguments;
let depth = 0;
for (let e = document.querySelector(image); e; e = e.parentElement, depth += 1) {
  if (e.matches(card)) return depth;
}
return null;
"""


def depth_of(driver: WebDriver, preset: Preset) -> int | None:
    """Return how many levels the card is above its picture; None where there is none."""
    depth: int | None = driver.execute_script(_DEPTH, preset.image, preset.card)
    return depth or None


def is_there(driver: WebDriver, selector: str) -> bool:
    """Return True if the page has an element that matches the CSS selector."""
    return bool(driver.execute_script("return document.querySelector(arguments[0])", selector))

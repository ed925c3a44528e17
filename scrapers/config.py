"""A brand's configuration. Each field is declared once, with the words the operator's form shows.

Selectors are CSS, or XPath when they start with `/`, `./` or `(`. The *card* is a product's
container on a listing page; card paths are relative to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any


def _field(group: str, label: str, meaning: str, *, default: Any = "", secret: bool = False) -> Any:
    """Declare a field of the form's group; without a default it is text.

    `secret`: it may hold a password; only operators read it, and no record of edits shows it.
    """
    metadata = {"label": label, "group": group, "help": meaning, "secret": secret}
    return field(default=default, metadata=metadata)


_page = partial(_field, "page")
_store = partial(_field, "store")
_schedule = partial(_field, "schedule")
_visits = partial(_field, "visits")
_list = partial(_field, "list")
_paging = partial(_field, "paging")
_images = partial(_field, "images")
_card = partial(_field, "card")
_detail = partial(_field, "detail")
_shipping = partial(_field, "shipping")


@dataclass(frozen=True, slots=True)
class PageConfig:
    """A listing page: where a crawl of the brand starts."""

    page_id: int | None
    page_url: str  # absolute start address
    custom_click_selector: str = _page(
        "Custom click selector",
        "Clicked once after load and pop-ups; the change of the list is awaited.",
    )


@dataclass(frozen=True, slots=True)
class BrandConfig:
    """The scraper's settings of a brand; delays are in ms. See each field's help."""

    brand_id: int
    name: str = _store("Name", "Display name; its products' brand unless the store is multi-brand.")
    website: str = _store("Website", "The store's home: host check, favicon, outbound reference.")
    instagram: str = _store("Instagram", "Profile link; never scraped.")
    is_active: bool = _store(
        "Active",
        "When off, start all skips the brand; its products are hidden and kept.",
        default=True,
    )
    currency: str = _store(
        "Currency",
        "ISO code of all prices; a printed code that contradicts it rejects the item.",
        default="ZAR",
    )
    is_multi_brand: bool = _store(
        "Multi-brand store",
        "A product's brand is the scraped one; where missing, the store's name.",
        default=False,
    )
    need_external_translate: bool = _store(
        "Needs translation", "Display only: the translate badge.", default=False
    )
    stealth: bool = _store(
        "Stealth", "Use undetected-chromedriver instead of the plain driver.", default=False
    )
    source: str = _store(
        "Source",
        "Where its products come from; what the other source needs stays saved.",
        default="pages",
    )
    feed_url: str = _store(
        "Feed address",
        "A product feed: RSS, Atom, CSV, TSV or JSON, also packed; read by the schedule.",
    )
    catalogue_url: str = _store(
        "Catalogue address",
        "A Shopify or WooCommerce store's home, or a Shopify collection: all products as the"
        " platform itself serves them.",
    )
    pin_board_url: str = _store("Pin board", "The social board that the style page shows.")
    scrape_every_hours: int | None = _schedule(
        "Scrape every (hours)", "Scheduled runs; empty means by hand.", default=None
    )
    scrape_cron: str = _schedule(
        "Scrape at (cron)",
        "Instead of hours: minute, hour, day of the month, month, day of the week. 30 3 * * 1 is"
        " each Monday at 03:30.",
    )
    check_every_days: int | None = _schedule(
        "Check every (days)",
        "Its other source, such as its listing pages, is read and compared; nothing of it is"
        " published. Empty means by hand.",
        default=None,
    )

    request_delay: int | None = _visits(
        "Delay between requests (ms)",
        "Between two requests to its host, whichever worker makes them; empty means 1000. What its"
        " robots.txt sets counts where it is longer.",
        default=None,
    )
    page_time_budget: int | None = _visits(
        "Time for one page (s)",
        "All that one page may take, further attempts included; empty means 60.",
        default=None,
    )
    run_time_budget: int | None = _visits(
        "Time for a run (minutes)",
        "Empty means the server's own limit (JOB_TIMEOUT_S). Products' own pages for which it does"
        " not suffice are read by the next runs.",
        default=None,
    )
    detail_concurrency: int | None = _visits(
        "Products' own pages at once",
        "How many load beside one another, each begun after the delay; empty means 1. More helps"
        " where a page takes longer to come than the delay between requests.",
        default=None,
    )
    accept_confirms: bool = _visits(
        "Answer questions with yes",
        "What a page's question (are you over 18?) is answered; off: no.",
        default=False,
    )
    user_agent: str = _visits(
        "User agent",
        "What the crawl calls itself, to robots.txt as well; empty means Winkel's own name.",
    )
    extra_headers: str = _visits(
        "Extra headers",
        "One Name: value a line, sent with every request to its website's and its pages' hosts,"
        " and to no other that these load from.",
        secret=True,
    )
    cookies: str = _visits(
        "Cookies", "One name=value a line, set for its website before the first page.", secret=True
    )
    upstream_proxy: str = _visits(
        "Proxy",
        "http://user:password@host:port that its requests leave through; empty means none.",
        secret=True,
    )

    iframe_selector: str = _list(
        "Frame selector",
        "A frame entered after load; everything else, paging included, happens inside it.",
    )
    popup_close_button_selector: str = _list(
        "Pop-up close button",
        "Clicked when visible after load and whenever a click is intercepted.",
    )
    node_path: str = _list("Image node", "Every product's main image node on a listing page.")
    parent_depth: int = _list(
        "Levels to the card", "Levels up from the image node to the card.", default=1
    )
    scroll_delay: int = _list(
        "Scroll delay (ms)", "Wait after each scroll of one viewport.", default=0
    )
    next_button_selector: str = _paging("Next button", "Candidate next-page elements.")
    next_button_text: str = _paging(
        "Next button text", "Keep the candidate whose text contains this."
    )
    next_button_click_not_redirect: bool = _paging(
        "Click the next button",
        "On: click it and wait for the list to change. Off: open its link.",
        default=False,
    )
    infinite_scroll_button_selector: str = _paging(
        "Load-more button",
        "Clicked after the bottom is reached until it is gone or brings nothing new.",
    )

    background_image_selector: str = _images(
        "Background image",
        "In the card: the URL comes from the computed background-image instead of an image.",
    )
    image_bg: bool = _images(
        "Cut-out pictures",
        "The tile and the classifier put white behind the pictures.",
        default=False,
    )
    hover_node_path: str = _images(
        "Hover image", "In the card: the second image's node or attribute."
    )
    check_hover: bool = _images(
        "Really hover", "Hover each card before reading the hover image.", default=False
    )
    hover_delay: int = _images(
        "Hover delay (ms)", "Wait between the hover and the reading.", default=0
    )
    image_replace_original_text: str = _images(
        "Image URL text",
        "Literal text in listing and hover image URLs, every occurrence: thumbnails to full size.",
    )
    image_replace_new_text: str = _images(
        "Image URL replacement", "What replaces that text; empty deletes it."
    )
    switch_image_order: bool = _images(
        "Switch image order",
        "Swap images 1 and 2 for the whole brand; a product's own switch turns it round again.",
        default=False,
    )

    product_brand_xpath: str = _card(
        "Product's brand", "In the card: the product's own brand; used only by a multi-brand store."
    )
    product_name_xpath: str = _card("Product's name", "In the card: the name.")
    price_xpath: str = _card("Price", "In the card: the ordinary price.")
    sale_price_xpath: str = _card(
        "Sale price",
        "In the card: the reduced price; where lower it is the price, the other the ordinary one.",
    )
    sold_out_xpath: str = _card("Sold-out mark", "In the card: the sold-out mark.")
    sold_out_text: str = _card(
        "Sold-out text",
        "When set: sold out if the mark contains it. When empty: if the mark is visible.",
    )
    size_xpath: str = _card(
        "Sizes",
        "In the card and on the product's own page: the sizes, one element each; those that are"
        " switched off cannot be bought. Empty: structured data.",
    )
    href_class: str = _card(
        "Href selector",
        "In the card: the product's link; empty: the nearest enclosing, then the first inside.",
    )

    detail_selector: str = _detail(
        "Detail link",
        "In the card: what opens the detail page; empty: none. Missing fields are tried there.",
    )
    detail_image_node_path: str = _detail(
        "Detail images", "On the detail page: images appended after the card's."
    )
    detail_original_image_text: str = _detail(
        "Detail image URL text", "As the image URL text, for detail images."
    )
    detail_new_image_text: str = _detail(
        "Detail image URL replacement", "What replaces it; empty deletes it."
    )

    country_id: int | None = _shipping(
        "Ships from", "The country its products are sent from.", default=None
    )
    shipping_page: str = _shipping("Delivery page", "The store's delivery page.")
    countries_selector: str = _shipping(
        "Countries on it", "On the delivery page: the nodes that list countries."
    )
    shipping_countries_list: str = _shipping(
        "Ships to",
        "One country's name or ISO code a line, or worldwide; wins over the delivery page.",
    )
    pages: tuple[PageConfig, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldHelp:
    """A field as the form shows it; `name` is the attribute's, `type` its Python type's name."""

    name: str
    label: str
    group: str
    help: str
    type: str
    secret: bool = False


def wire_name(field_name: str) -> str:
    """Return a field's name as the spec writes it: `price_xpath` is `priceXPath`."""
    first, *rest = field_name.split("_")
    return first + "".join("XPath" if part == "xpath" else part.capitalize() for part in rest)


def _help_of(config: type[BrandConfig] | type[PageConfig]) -> tuple[FieldHelp, ...]:
    return tuple(
        FieldHelp(name=entry.name, type=str(entry.type).split(" ", 1)[0], **entry.metadata)
        for entry in fields(config)
        if entry.metadata
    )


FIELD_HELP = (*_help_of(BrandConfig), *_help_of(PageConfig))

"""A brand's configuration. Each field is declared once, with the words the operator's form shows.

Selectors are CSS, or XPath when they start with `/`, `./` or `(`. The *card* is a product's
container on a listing page; card paths are relative to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

Value = TypeVar("Value")


def _described(
    default: Value, label: str, group: str, help_text: str, *, secret: bool = False
) -> Value:
    """Declare a configuration field with its label, its group in the form and its meaning.

    `secret`: it may hold a password; only operators read it, and no record of edits shows it.
    """
    metadata = {"label": label, "group": group, "help": help_text, "secret": secret}
    declared: Any = field(default=default, metadata=metadata)
    return declared  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class PageConfig:
    """A listing page: where a crawl of the brand starts."""

    page_id: int | None
    page_url: str  # absolute start address
    custom_click_selector: str = _described(
        "",
        "Custom click selector",
        "page",
        "Clicked once after load and pop-ups; the change of the list is awaited.",
    )


@dataclass(frozen=True, slots=True)
class BrandConfig:
    """What the scraper needs to know of a brand; delays are in ms. See each field's help."""

    brand_id: int
    name: str = _described(
        "", "Name", "store", "Display name; its products' brand unless the store is multi-brand."
    )
    website: str = _described(
        "", "Website", "store", "The store's home: host check, favicon, outbound reference."
    )
    instagram: str = _described("", "Instagram", "store", "Profile link; never scraped.")
    is_active: bool = _described(
        True,
        "Active",
        "store",
        "When off, start all skips the brand; its products are hidden and kept.",
    )
    currency: str = _described(
        "ZAR",
        "Currency",
        "store",
        "ISO code of all prices; a printed code that contradicts it rejects the item.",
    )
    is_multi_brand: bool = _described(
        False,
        "Multi-brand store",
        "store",
        "A product's brand is the scraped one; where missing, the store's name.",
    )
    need_external_translate: bool = _described(
        False, "Needs translation", "store", "Display only: the translate badge."
    )
    stealth: bool = _described(
        False,
        "Stealth",
        "store",
        "Use undetected-chromedriver instead of the plain driver.",
    )
    pin_board_url: str = _described(
        "", "Pin board", "store", "The social board that the style page shows."
    )
    scrape_every_hours: int | None = _described(
        None, "Scrape every (hours)", "schedule", "Scheduled runs; empty means by hand."
    )
    scrape_cron: str = _described(
        "",
        "Scrape at (cron)",
        "schedule",
        "Instead of hours: minute, hour, day of the month, month, day of the week. 30 3 * * 1 is"
        " each Monday at 03:30.",
    )

    request_delay: int | None = _described(
        None,
        "Delay between requests (ms)",
        "visits",
        "Between two requests to its host, whichever worker makes them; empty means 1000. What its"
        " robots.txt asks for counts where it is longer.",
    )
    page_time_budget: int | None = _described(
        None,
        "Time for one page (s)",
        "visits",
        "All that one page may take, further attempts included; empty means 60.",
    )
    run_time_budget: int | None = _described(
        None,
        "Time for a run (minutes)",
        "visits",
        "Empty means the server's own limit (JOB_TIMEOUT_S). Products' own pages for which it does"
        " not suffice are read by the next runs.",
    )
    detail_concurrency: int | None = _described(
        None,
        "Products' own pages at once",
        "visits",
        "How many load beside one another, each begun after the delay; empty means 1. More helps"
        " where a page takes longer to come than the delay between requests.",
    )
    accept_confirms: bool = _described(
        False,
        "Answer questions with yes",
        "visits",
        "What a page's question (are you over 18?) is answered; off: no.",
    )
    user_agent: str = _described(
        "",
        "User agent",
        "visits",
        "What the crawl calls itself, to robots.txt as well; empty means Winkel's own name.",
    )
    extra_headers: str = _described(
        "",
        "Extra headers",
        "visits",
        "One Name: value a line, sent with every request to its website's and its pages' hosts,"
        " and to no other that these load from.",
        secret=True,
    )
    cookies: str = _described(
        "",
        "Cookies",
        "visits",
        "One name=value a line, set for its website before the first page.",
        secret=True,
    )
    upstream_proxy: str = _described(
        "",
        "Proxy",
        "visits",
        "http://user:password@host:port that its requests leave through; empty means none.",
        secret=True,
    )

    iframe_selector: str = _described(
        "",
        "Frame selector",
        "list",
        "A frame entered after load; everything else, paging included, happens inside it.",
    )
    popup_close_button_selector: str = _described(
        "",
        "Pop-up close button",
        "list",
        "Clicked when visible after load and whenever a click is intercepted.",
    )
    node_path: str = _described(
        "", "Image node", "list", "Every product's main image node on a listing page."
    )
    parent_depth: int = _described(
        1, "Levels to the card", "list", "Levels up from the image node to the card."
    )
    scroll_delay: int = _described(
        0, "Scroll delay (ms)", "list", "Wait after each scroll of one viewport."
    )
    next_button_selector: str = _described(
        "", "Next button", "paging", "Candidate next-page elements."
    )
    next_button_text: str = _described(
        "", "Next button text", "paging", "Keep the candidate whose text contains this."
    )
    next_button_click_not_redirect: bool = _described(
        False,
        "Click the next button",
        "paging",
        "On: click it and wait for the list to change. Off: open its link.",
    )
    infinite_scroll_button_selector: str = _described(
        "",
        "Load-more button",
        "paging",
        "Clicked after the bottom is reached until it is gone or brings nothing new.",
    )

    background_image_selector: str = _described(
        "",
        "Background image",
        "images",
        "In the card: the URL comes from the computed background-image instead of an image.",
    )
    image_bg: bool = _described(
        False,
        "Cut-out pictures",
        "images",
        "The tile and the classifier put white behind the pictures.",
    )
    hover_node_path: str = _described(
        "", "Hover image", "images", "In the card: the second image's node or attribute."
    )
    check_hover: bool = _described(
        False, "Really hover", "images", "Hover each card before reading the hover image."
    )
    hover_delay: int = _described(
        0, "Hover delay (ms)", "images", "Wait between the hover and the reading."
    )
    image_replace_original_text: str = _described(
        "",
        "Image URL text",
        "images",
        "Literal text in listing and hover image URLs, every occurrence: thumbnails to full size.",
    )
    image_replace_new_text: str = _described(
        "", "Image URL replacement", "images", "What replaces that text; empty deletes it."
    )
    switch_image_order: bool = _described(
        False,
        "Switch image order",
        "images",
        "Swap images 1 and 2 for the whole brand; a product's own switch turns it round again.",
    )

    product_brand_xpath: str = _described(
        "",
        "Product's brand",
        "card",
        "In the card: the product's own brand; used only by a multi-brand store.",
    )
    product_name_xpath: str = _described("", "Product's name", "card", "In the card: the name.")
    price_xpath: str = _described("", "Price", "card", "In the card: the ordinary price.")
    sale_price_xpath: str = _described(
        "",
        "Sale price",
        "card",
        "In the card: the reduced price; where lower it is the price, the other the ordinary one.",
    )
    sold_out_xpath: str = _described("", "Sold-out mark", "card", "In the card: the sold-out mark.")
    sold_out_text: str = _described(
        "",
        "Sold-out text",
        "card",
        "When set: sold out if the mark contains it. When empty: if the mark is visible.",
    )
    size_xpath: str = _described(
        "",
        "Sizes",
        "card",
        "In the card and on the product's own page: the sizes, one element each; those that are"
        " switched off cannot be bought. Empty: what structured data tells.",
    )
    href_class: str = _described(
        "",
        "Href selector",
        "card",
        "In the card: the product's link; empty: the nearest enclosing, then the first inside.",
    )

    detail_selector: str = _described(
        "",
        "Detail link",
        "detail",
        "In the card: what opens the detail page; empty: none. Missing fields are tried there.",
    )
    detail_image_node_path: str = _described(
        "", "Detail images", "detail", "On the detail page: images appended after the card's."
    )
    detail_original_image_text: str = _described(
        "", "Detail image URL text", "detail", "As the image URL text, for detail images."
    )
    detail_new_image_text: str = _described(
        "", "Detail image URL replacement", "detail", "What replaces it; empty deletes it."
    )

    country_id: int | None = _described(
        None, "Ships from", "shipping", "The country its products are sent from."
    )
    shipping_page: str = _described("", "Delivery page", "shipping", "The store's delivery page.")
    countries_selector: str = _described(
        "", "Countries on it", "shipping", "On the delivery page: the nodes that list countries."
    )
    shipping_countries_list: str = _described(
        "",
        "Ships to",
        "shipping",
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
        FieldHelp(
            name=entry.name,
            label=entry.metadata["label"],
            group=entry.metadata["group"],
            help=entry.metadata["help"],
            type=str(entry.type).split(" ", 1)[0],
            secret=entry.metadata["secret"],
        )
        for entry in fields(config)
        if entry.metadata
    )


FIELD_HELP = (*_help_of(BrandConfig), *_help_of(PageConfig))

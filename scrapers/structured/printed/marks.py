"""What the markup of shops adds to the texts in it: words of classes, ids and styles."""

import re
from typing import Any

from lxml import html

from scrapers.values.price.price_text import ASIDE, CENTS, NO_ROLE, NOW, STRUCK

STRUCK_OUT = "S"  # struck through by its element or style, whatever classes inside it mean
SILENT = frozenset("script style noscript template svg title iframe object math".split())
# Elements that stand on lines of their own.
INLINE = frozenset(
    "a abbr b bdi big bdo cite code data del dfn em font i ins kbd label mark meta q s samp small"
    " span strike strong sub sup time tt u var".split()
)
# The roles of amounts by words in their elements' classes, however the words are joined.
ROLES = (
    (
        ASIDE,
        re.compile(
            r"(?:^|[^a-z])(?:sav(?:e|ing|ings)|you-?save|badge|sticker|instal+ments?|klarna|"
            r"afterpay|payflex|payjustnow|mobicred|finance|monthly|shipping|delivery|unit-?price|"
            r"per-?unit|grundpreis|omnibus|points|reward|loyalty|"
            r"discount-?(?:amount|percent\w{0,20}|value|label|tag|badge)|percent\w{0,20})(?:[^a-z]|$)|"
            r"excluding[^a-z]?tax"
        ),
    ),
    (
        STRUCK,
        re.compile(
            r"(?:^|[^a-z])(?:was|old|rrp|msrp|uvp|strike\w{0,20}|crossed|compare\w{0,20}|original|"
            r"list-?price|regular[^a-z]?price|before|previous|full-?price|was-?price|old-?price|"
            r"line-?through)(?:[^a-z]|$)"
        ),
    ),
    (
        NOW,
        re.compile(
            r"(?:^|[^a-z])(?:now|new|sale|special|final|reduced|promo\w{0,20}|offer|discounted|"
            r"current)(?:[^a-z]|$)"
        ),
    ),
    (
        CENTS,
        re.compile(r"(?:^|[^a-z])(?:cents?|fraction|decimals?|pence|superscript|dec)(?:[^a-z]|$)"),
    ),
)
# A container's features do not hold for each amount in it: "with-list-price", "on-sale".
FEATURES = re.compile(r"(?:^|[^a-z])(?:with|has|have|is|on|no)-[a-z-]{1,40}")
PRICED = re.compile(r"price|pric(?:e|ing)|prijs|prys|preis|prix|precio|preco|prezzo|cena(?![a-z])")
# An aside though its class calls it a price: of a unit, or before tax.
ASIDE_PRICED = re.compile(r"unit-?price|^.*excluding[^a-z]?tax.*")
# Other products' places, the basket's, reviews', menus', and windows that open later.
OTHERS = re.compile(
    r"(?:^|[^a-z])(?:related|recommend\w{0,20}|upsell\w{0,20}|up-sells?|cross-?sell\w{0,20}|similar|also|"
    r"recent\w{0,20}|viewed|bundle\w{0,20}|accessor\w{0,20}|complete-the|you-may|carousel|mini-?cart|"
    r"cart-?(?:drawer|summary|items?|total|dropdown|sidebar|menu|box|modal)|drawer|header|footer|"
    r"reviews?|menu|modal|popup|quick-?view|offcanvas|dialog|newsletter|best-?sellers?|"
    r"megamenu|compare|wishlist)(?:[^a-z]|$)|(?:^| )(?:cart|basket)(?: |$)"
)
# Where a product is filed is no place in its page: WooCommerce's "product_cat-accessories".
FILED = re.compile(r"(?<![^\s])(?:product-(?:cat|tag|brand)|pa|category|tag|tax)-[^\s]{1,80}")
# The product's own place, whatever else its name has in it.
OWN = re.compile(
    r"(?:^|[^a-z])(?:product|item|pdp)-?-?(?:single|main|details?|info\w{0,20}|summary|essentials?|view|"
    r"content|form|page|area|wrap\w{0,20}|purchase|buy\w{0,20}|right|left)(?:[^a-z]|$)|single-?product"
)
OWN_HEADS = re.compile(r"header|footer")  # a product's block may have them, too
BESIDE = frozenset("header footer nav aside dialog".split())
# Of a text for screen readers alone.
UNSEEN = re.compile(
    r"(?:^|\s)(?:visually-?hidden|sr-only|screen-?reader(?:-text|-only)?|a11y-hidden|"
    r"hidden-visually)(?:\s|$)"
)
HIDDEN_STYLE = re.compile(r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
HIDDEN_CLASSES = frozenset("hidden hide d-none is-hidden hide-element".split())
SHOWN_LATER = re.compile(r"(?:block|flex|grid|inline|table|visible|show)", re.I)
# "Was price: R 499.00", of one amount: what holds both is called by both.
STRUCK_LABEL = re.compile(
    r"(?:the )?(?:was|old|original|previous|regular|before)\b(?:\D*(?:\d[\d\s.,']*)?)", re.I
)
STRUCK_STYLE = re.compile(r"line-through", re.I)
STOCKED = re.compile(
    r"(?:^|[^a-z])(?:stock\w{0,20}|availab\w{0,20}|in-?stock|out-?of-?stock|sold-?out|inventory|voorraad|"
    r"verfuegbarkeit|disponib\w{0,20})(?:[^a-z]|$)"
)
CARTED = re.compile(
    r"add[-_ ]?(?:item[-_ ]?)?to[-_ ]?(?:cart|basket|bag|trolley)|addtocart|addcart|"
    r"(?:^|[^a-z])(?:buy|cart)-?(?:now|it|button|btn)(?:[^a-z]|$)|purchase-?(?:button|btn)"
)
LISTED_OPTION = frozenset("option select label".split())


def words_of_element(element: html.HtmlElement) -> str:
    """Return the words of an element's class, id and test id, in lower case."""
    names = " ".join(filter(None, map(element.get, ("class", "id", "data-testid", "data-hook"))))
    words = re.sub(r"([a-z])([A-Z])", r"\1-\2", names).replace("_", "-").lower()
    return FILED.sub(" ", words) if "-" in words else words


def is_hidden(element: html.HtmlElement, words: str) -> bool:
    """Return True if the markup itself hides an element, whatever the style sheet has.

    A class of that name is none where another one shows the element on wider screens.
    """
    if element.get("hidden") is not None or element.get("type") == "hidden":
        return True
    if HIDDEN_STYLE.search(element.get("style") or ""):
        return True
    names = words.split()
    hides = not HIDDEN_CLASSES.isdisjoint(names)
    return hides and not any(SHOWN_LATER.search(name) for name in names)


def role_of(element: html.HtmlElement, words: str) -> str:
    """Return the role of the amounts in an element (`scrapers.values.price.price_text`)."""
    if element.tag in {"del", "s", "strike"} or STRUCK_STYLE.search(element.get("style") or ""):
        return STRUCK_OUT
    if STRUCK_LABEL.fullmatch(element.get("aria-label") or ""):
        return STRUCK_OUT
    if element.tag == "sup":
        return CENTS
    if element.tag == "ins":
        return NOW
    own = FEATURES.sub(" ", words)
    for role, pattern in ROLES:
        # "price-and-shipping" is a container of prices: only one without prices is an aside.
        is_container = role == ASIDE and "price" in ASIDE_PRICED.sub("", own)
        if pattern.search(own) and not is_container:
            return role
    return NO_ROLE


def for_scripts() -> dict[str, Any]:
    """Return the patterns that scripts in a page read by, too; JavaScript has the same form."""
    return {
        "roles": [[role, pattern.pattern] for role, pattern in ROLES],
        "features": FEATURES.pattern,
        "asidePriced": ASIDE_PRICED.pattern,
        "others": OTHERS.pattern,
    }

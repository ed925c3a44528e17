"""A product's link in its canonical form: what names the product, however one got there. Pure."""

import re
from functools import lru_cache
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from w3lib.url import canonicalize_url, url_query_cleaner

from scrapers.values.variants import words_of
from scrapers.web.urls import REMEMBERED

# Parameters that advertisers and a platform's search own: they name no product anywhere.
TRACKING = frozenset(
    "utm_source utm_medium utm_campaign utm_term utm_content utm_id gclid gbraid wbraid dclid"
    " gad_source gad_campaignid fbclid msclkid yclid ttclid twclid li_fat_id epik igsh igshid"
    " irclickid mc_cid mc_eid _kx _ga _gl _pos _sid _ss _psq _fid"
    " pr_prod_strat pr_rec_id pr_rec_pid pr_ref_pid pr_seq srsltid ___store ___from_store".split()
)
# Words that most often mean how a visitor came to a page, and somewhere are the article.
COMING = frozenset(
    "ref ref_ referrer affid aff_id aff spm scm source click cartid returnurl return_url"
    " setcurrencyid lang language currency pos position".split()
)
# The list that led to a product: its category, its search and its order.
LISTS = re.compile(
    r"(?:\w{0,30}_)?cat(?:egory|egories)?(?:_?(?:id|code|rn))?|c?path|cgid|cnid|list_?type"
    r"|collection(?:_id)?|manufacturers?_id|search(?:_query|id)?|description|tag|filter"
    r"|sort|order|page|limit",
    re.IGNORECASE,
)
PRODUCT = re.compile(
    r"(?:\w{0,30}_)?(?:prod(?:uct)?s?|item|article|artikel|goods)_?(?:id|code|no|number)"
    r"|id_product|anid|pid|sku",
    re.IGNORECASE,
)
SCRIPT = re.compile(r"(?:|.*\.(?:php\d?|aspx?|jsp|cfm|mvc|do|pl))", re.IGNORECASE)
# Sessions: PHPSESSID, osCsid, jsessionid, zenid, sid, each with a value that no person chose.
SESSION = re.compile(r"\w{0,20}sess(?:ion)?_?(?:id)?|\w{0,8}sid|zenid|cfid|cftoken", re.I)
SESSION_VALUE = re.compile(r"(?=[^\d]{0,40}\d)(?=\d{0,40}[^\d])[\w.!-]{12,}|\d{12,}")
SESSION_PATH = re.compile(r";(?:jsessionid|phpsessid|sid)=[\w.!-]{1,200}", re.I)
ROUTE = re.compile(r"!?/.")
# PrestaShop's chosen options, "#/1-size-s/8-color-white", beside a path that names the product.
OPTIONS = re.compile(r"/\d{1,9}-[^/]{1,200}(?:/\d{1,9}-[^/]{1,200}){0,20}")
# Paths of platforms on which one product has several, and what of them names it.
PATHS = (
    (re.compile(r"/{2,}"), "/"),
    (re.compile(r"(?<=.)/index\.html?$"), ""),
    (re.compile(r"/index\.php(?=/.)"), ""),
    (re.compile(r"/collections/[^/]{1,300}(?=/products/[^/]{1,300}$)"), ""),  # Shopify
    (re.compile(r"(/catalog/product/view/id/\d{1,12})/.{0,900}"), r"\1"),  # Magento
    # Parameters written as a path: osCommerce, Shopware, HikaShop.
    (re.compile(r"/(?:cPath|sCategory)/[\w-]{1,60}(?=/|$)|/category_pathway-\d{1,9}$"), ""),
    (re.compile(r"/ref=[^/]{0,200}$"), ""),
    # An id at the end, after any categories: Endeca, SAP Commerce, xt:Commerce.
    (re.compile(r"^/.{0,900}(/_/A-\w{1,40}|/p/[A-Z\d_.-]{0,20}\d{3}[A-Z\d_.-]{0,20})$"), r"\1"),
    (re.compile(r"^/.{0,900}(::\d{1,12}\.html)$"), r"/\1"),
)


@lru_cache(maxsize=REMEMBERED)
def forms(address: str) -> tuple[str, str]:
    """Return the canonical link, and the same with what may name a product after all.

    The canonical one is without session, fragment, tracking and the list that led to it; what
    chooses the product or its variant stays. A fragment that is a path, "#/product/1", is what a
    page without paths of its own goes by.
    """
    parts = urlsplit(SESSION_PATH.sub("", address))
    path = _path(parts.path)
    query = parse_qsl(parts.query, keep_blank_values=True)
    never = [name for name, value in query if _is_never(name, value, query)]
    fragment = _route(parts.fragment)
    bare = urlunsplit((parts.scheme, parts.netloc, path, parts.query, fragment))
    led = [name for name, _ in query if _leads(name, path)]
    whole = _without(bare, never)
    return (_without(bare, [*never, *led]) if led else whole), whole


def page_of_product(address: str, name: str) -> str:
    """Return a link without what chooses a variant, where its path has a word of the name."""
    page = (forms(address)[0] if "?" in address else address).partition("?")[0].rstrip("/")
    is_named = not {*words_of(page.rpartition("/")[2])}.isdisjoint(words_of(name))
    return page if is_named else address


def _without(address: str, names: list[str]) -> str:
    kept = url_query_cleaner(address, names, remove=True, unique=False, keep_fragments=True)
    return str(canonicalize_url(kept, keep_fragments=True))


def _path(path: str) -> str:
    for pattern, named in PATHS:
        path = pattern.sub(named, path)
    return path.rstrip("/") or "/"


def _route(fragment: str) -> str:
    if not ROUTE.match(fragment) or OPTIONS.fullmatch(fragment):
        return ""
    return fragment.partition("/category=")[0]


def _is_never(name: str, value: str, query: list[tuple[str, str]]) -> bool:
    """Return True for what names no product: tracking, sessions, a list beside a product's id."""
    is_session = SESSION.fullmatch(name) and SESSION_VALUE.fullmatch(value)
    if is_session or name.casefold() in TRACKING:
        return True
    is_list = LISTS.fullmatch(name) or name == "Itemid"  # Joomla's menu
    return bool(is_list) and any(PRODUCT.fullmatch(other) for other, _ in query if other != name)


def _leads(name: str, path: str) -> bool:
    """Return True for a parameter that is mostly how one came to a product that the path names."""
    is_named = not SCRIPT.fullmatch(path.rpartition("/")[2])
    return name.casefold() in COMING or (is_named and LISTS.fullmatch(name) is not None)

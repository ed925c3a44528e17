"""A store's home page: its departments, and the feeds that it links. Pure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin, urlsplit

from lxml import html

from indexer.language.classify.product import Hints, classify
from scrapers.structured.html_tree import tree_of
from scrapers.web.hosts import site_of
from scrapers.wording import plain_text

MOST = 60  # departments
LONGEST = 60  # characters of a department's name
FEED_TYPES = ("rss+xml", "atom+xml", "text/csv", "text/tab-separated-values", "application/json")
_FEED_PATH = re.compile(r"(?:\.(?:xml|csv|tsv|rss|atom|jsonl)(?:\.gz|\.zip)?$)|feed", re.I)
# Sitemaps, the blog's and its comments' feeds, and what WordPress links for programs.
_NO_FEED = re.compile(r"sitemap|comments|/wp-json|oembed|xmlrpc|opensearch|manifest|blog", re.I)
# Paths of what a store links from everywhere, and that lists no products.
_SERVICE = re.compile(
    r"/(?:account|cart|checkout|basket|wishlist|favou?rites|log-?in|sign-?in|register|search|blogs?"
    r"|news|journal|articles?|about|our-story|story|contact|faqs?|help|support|polic(?:y|ies)|terms"
    r"|privacy|cookies?|shipping|delivery|returns?|refunds?|track|stores?|store-locator|locations?"
    r"|careers?|jobs|press|gift-?cards?|vouchers?|sitemap|feeds?|size-guide|reviews?|legal)\b",
    re.I,
)
_ALL = re.compile(r"(?:shop |view |see )?all(?: products)?|(?:shop|products|catalogue|store)", re.I)
_WORDS = re.compile(r"[-_+/]+|\.\w{2,5}$")
_GENERIC = re.compile(r"\b(?:collections?|categor(?:y|ies)|product|shop|c|all)\b", re.I)
# Where stores say their names, the likelier first, and what stands between parts of a title.
_NAMED = (
    "//meta[@property='og:site_name']/@content",
    "//meta[@name='application-name' or @name='apple-mobile-web-app-title']/@content",
)
_BETWEEN = re.compile(r"\s{1,9}[-–—|·•:»]{1,9}\s{1,9}|\s{0,9}[|–—·•»]\s{0,9}|:\s{1,9}")
_NO_NAME = re.compile(
    r"(?:welcome(?: to)?|home(?:page| page)?|tuis(?:blad)?|welkom|shop(?: online)?"
    r"|online (?:shop|store)|store|winkel|all products|products|index)",
    re.I,
)
NAVIGATION = (
    "//nav//a[@href] | //header//a[@href] | //*[@role='navigation']//a[@href]"
    " | //*[contains(@class, 'menu') or contains(@class, 'nav')]//a[@href]"
)


@dataclass(frozen=True, slots=True)
class Department:
    """A list of products that the home page links; `category`: the slug it would get, or ""."""

    name: str
    url: str
    category: str = ""


@dataclass(frozen=True, slots=True)
class Home:
    """What a home page links: departments in its order, those of everything first, and feeds."""

    departments: tuple[Department, ...] = ()
    feeds: tuple[str, ...] = ()
    name: str = ""  # the store's, as it tells others

    def lists(self) -> list[str]:
        """Return the pages that list all of the store: one of everything, or each department's.

        A department with departments below it is left out.
        """
        for own in self.departments:
            if _ALL.fullmatch(own.name):
                return [own.url]
        above = {_parent(own.url) for own in self.departments}
        return [own.url for own in self.departments if own.category and own.url not in above]


def read_home(body: bytes, url: str) -> Home:
    """Read a home page; one without links, or that is no HTML, gives nothing."""
    try:
        root = tree_of(body)
    except ValueError:
        return Home()
    links = [*_links(root.xpath(NAVIGATION), url)] or [*_links(root.xpath("//a[@href]"), url)]
    everything = [*_links(root.xpath("//a[@href]"), url)]
    departments, feeds = tuple(_departments(links)), tuple(_feeds(root, everything, url))
    return Home(departments, feeds, _name(root, url)[:LONGEST])


def _name(root: html.HtmlElement, url: str) -> str:
    """Return what a store calls itself: by its metadata, or by the part of its title that does."""
    for place in _NAMED:
        if name := plain_text(str(root.xpath(f"string({place})"))):
            return name
    title = plain_text(str(root.xpath("string(//head/title)")))
    parts = [part.strip() for part in _BETWEEN.split(title) if part.strip()]
    own = [part for part in parts if not _NO_NAME.fullmatch(part)]
    host = _letters(urlsplit(url).hostname or "")
    in_host = [part for part in own if _letters(part) and _letters(part) in host]
    return min(in_host or own, key=len, default="")


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _links(anchors: Iterable[html.HtmlElement], url: str) -> Iterator[tuple[str, str]]:
    seen = set()
    for anchor in anchors:
        address = _joined(url, anchor.get("href"))
        if address and address not in seen and site_of(address) == site_of(url):
            seen.add(address)
            yield plain_text(anchor.text_content() or anchor.get("title") or ""), address


def _joined(url: str, href: str | None) -> str:
    try:
        address = urldefrag(urljoin(url, (href or "").strip())).url
        return address if urlsplit(address).scheme in {"http", "https"} else ""
    except ValueError:
        return ""


def _departments(links: Iterable[tuple[str, str]]) -> list[Department]:
    lists = [
        Department(name, address, _category(name, urlsplit(address).path))
        for name, address in links
        if 0 < len(name) <= LONGEST
        and urlsplit(address).path.strip("/")
        and not _SERVICE.search(urlsplit(address).path)
        and not _FEED_PATH.search(urlsplit(address).path)
    ]
    known = {_parent(own.url) for own in lists if own.category}
    kept = [
        own
        for own in lists
        if own.category or _ALL.fullmatch(own.name) or _parent(own.url) in known
    ]
    return sorted(kept, key=lambda own: not _ALL.fullmatch(own.name))[:MOST]


def _category(name: str, path: str) -> str:
    words = " > ".join(
        part
        for part in (_GENERIC.sub(" ", _WORDS.sub(" ", part)) for part in path.split("/"))
        if part.strip()
    )
    return classify("", Hints(category_path=f"{words} > {name}")).category_slug or ""


def _parent(url: str) -> str:
    return url.rstrip("/").rpartition("/")[0]


def _feeds(root: html.HtmlElement, links: Iterable[tuple[str, str]], url: str) -> Iterator[str]:
    alternates = root.xpath("//link[@rel='alternate' and @href]")
    offered = [
        _joined(url, link.get("href"))
        for link in alternates
        if str(link.get("type")).lower().endswith(FEED_TYPES)
        or _FEED_PATH.search(f"{link.get('href')} {link.get('title')}")
    ]
    linked = [address for _, address in links if _FEED_PATH.search(urlsplit(address).path)]
    for address in dict.fromkeys((*offered, *linked)):
        if site_of(address) == site_of(url) and not _NO_FEED.search(address):
            yield address

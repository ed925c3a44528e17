"""Which product a card is: one identity for all the links of one product. Pure, no browser.

Links alone do not tell. A parameter or a category in a link that changes while the card shows the
same product is no part of its identity; one that shows another product is, whatever its name. A
known product keeps its key for good, and its links lead to it: the catalogue is the memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from urllib.parse import urljoin

from scrapers.browsing.dom import RawCard
from scrapers.config import BrandConfig
from scrapers.reading.cards import first_picture, store_forms
from scrapers.web.hosts import site_of
from scrapers.web.urls import absolute
from scrapers.wording import plain_text

FEWEST_LETTERS = 4  # of a path's last part that may name a product alone
Shown = tuple[str, Decimal | None]  # a card's name and price
CUT = ("...", "\N{HORIZONTAL ELLIPSIS}")


@dataclass(frozen=True, slots=True)
class KnownProduct:
    """A stored product: its key and link, its name and first picture's canonical address."""

    key: str
    href: str | None = None
    name: str = ""
    picture: str | None = None
    gone: bool = False


@dataclass(slots=True, eq=False)
class _Product:
    """A product of the catalogue or of this crawl, as it was last shown."""

    key: str
    plain: str  # its link's canonical form
    whole: str  # the same with what most often leads to a product, and may name it
    name: str
    picture: str | None
    price: object = None  # as its card writes it
    led: bool = False  # its key has what most often leads to a product
    known: bool = False
    gone: bool = False
    seen: bool = False  # by this crawl
    twins: set[str] = field(default_factory=set)  # keys of known products that are this one
    links: set[str] = field(default_factory=set)  # whole ones that lead to it

    @property
    def path(self) -> str:
        return self.plain.partition("?")[0]

    def leads(self, one: _Product) -> bool:
        """Return True if a link that differs in what most often leads to a product is this one's.

        It is not where this product is known by what leads elsewhere to one, or is seen beside it.
        """
        is_same = is_same_name(self.name, one.name)
        pictured = self.picture is not None and self.picture == one.picture
        return is_same or (pictured if self.seen else not self.led)

    @property
    def end(self) -> str:
        return self.path.rpartition("/")[2]


class Identities:
    """The identities of a brand's products in one crawl.

    `known`: those that are shown first, of those the oldest.
    """

    def __init__(self, brand: BrandConfig, known: Iterable[KnownProduct] = ()) -> None:
        self._brand = brand
        self._by_key: dict[str, _Product] = {}
        self._whole: dict[str, _Product] = {}
        self._plain: dict[str, dict[_Product, None]] = defaultdict(dict)
        # By the path's last part and the picture: what may be the same by other links.
        self._pictured: dict[tuple[str, str | None], dict[_Product, None]] = defaultdict(dict)
        self._names: dict[str, set[str]] = defaultdict(set)  # by the picture beside them
        self._queried: set[str] = set()  # paths on which a query names the product
        self._on_path: dict[str, _Product] = {}
        for product in known:
            self._learn(product)

    def keys(self, cards: Sequence[RawCard], url: str) -> list[str | None]:
        """Return the keys of a page state's cards; None for a card without an id and a link.

        Asked again for the same cards, it answers the same.
        """
        shown = [None if card.id else self._shown(card, url) for card in cards]
        linked = [one for one in shown if one is not None]
        self._compare_queries(linked)
        # Links that are known come first: no other card takes their products.
        found = {one.whole: self._exact(one) for one in linked if one.whole in self._whole}
        for one in linked:
            if one.whole not in found:
                found[one.whole] = self._alike(one) or self._added(one)
        return [
            card.id or (found[one.whole].key if one is not None else None)
            for card, one in zip(cards, shown, strict=True)
        ]

    def twins(self, key: str) -> tuple[str, ...]:
        """Return the keys of other known products that are this one."""
        product = self._by_key.get(key)
        return tuple(sorted(product.twins)) if product is not None else ()

    def by_own_page(self, key: str, card: RawCard, url: str) -> str:
        """Return the key of a card, given the canonical link on its product's own page.

        That is not believed where other products name the same, or where it names a list.
        """
        canonical = absolute(card.canonical, url) if card.canonical else None
        one = None if card.id or canonical is None else self._shown(card, url)
        if one is None or canonical is None:
            return key
        plain, _ = store_forms(canonical, self._brand.website)
        mine = self._whole.get(one.whole)
        told = {"/", one.path, *self._lists()}  # no product, or nothing new
        if mine is None or plain.partition("?")[0] in told or site_of(canonical) != site_of(url):
            return key
        other = self._whole.get(plain)
        if other is None:
            self._whole[plain] = mine
            if not mine.known:
                mine.key = plain
                self._by_key[plain] = mine
        elif other is not mine and self._is_same(other, one):
            return self._united(other, mine).key
        return mine.key

    def _lists(self) -> Iterator[str]:
        for page in self._brand.pages:
            yield store_forms(page.page_url, self._brand.website)[0].partition("?")[0]

    def _learn(self, known: KnownProduct) -> None:
        """Take a known product, or its key to that of an earlier one which is the same."""
        if not known.key.startswith(("/", "http://", "https://")):
            return  # its store's own id
        website = self._brand.website
        own = store_forms(urljoin(website, known.key), website)
        link = store_forms(known.href, website) if known.href else own
        product = _Product(known.key, *own, known.name, known.picture, known=True, gone=known.gone)
        product.led = own[0] != own[1]
        first = next((p for p in self._plain[own[0]] if is_same_name(p.name, known.name)), None)
        if first is not None and not known.gone:
            first.twins.add(known.key)
        if not known.gone and not is_same_name(
            self._on_path.setdefault(product.path, product).name, known.name
        ):
            self._queried.add(product.path)
        self._register(first or product, {own, link})
        self._by_key[known.key] = first or product
        if known.picture:
            self._names[known.picture].add(known.name.casefold())

    def _register(self, product: _Product, links: Iterable[tuple[str, str]]) -> None:
        for plain, whole in links:
            if self._whole.setdefault(whole, product) is product:
                product.links.add(whole)
            self._plain[plain][product] = None
        self._pictured[product.end, product.picture][product] = None

    def _shown(self, card: RawCard, url: str) -> _Product | None:
        href = absolute(card.href, url) if card.href else None
        if href is None:
            return None
        plain, whole = store_forms(href, self._brand.website)
        name = plain_text(card.name or "")
        picture = first_picture(card, self._brand, url)
        if picture:
            self._names[picture].add(name.casefold())
        return _Product(
            plain, plain, whole, name, picture, (card.price, card.sale_price), seen=True
        )

    def _compare_queries(self, shown: Sequence[_Product]) -> None:
        """Note the paths that stand on one page with several queries: these name products."""
        links: dict[str, set[str]] = defaultdict(set)
        for one in shown:
            links[one.path].add(one.plain)
        self._queried.update(path for path, plain in links.items() if len(plain) > 1)

    def _exact(self, one: _Product) -> _Product:
        """Return the product of a link that is known, which may be one that was seen already."""
        product = self._whole[one.whole]
        if product.known and not product.seen:
            twin = next((p for p in self._neighbours(one) if p.seen and p is not product), None)
            if twin is not None:
                return self._united(twin, product)
        return self._seen(product, one)

    def _alike(self, one: _Product) -> _Product | None:
        """Return the product that a new link leads to; None where it is another one."""
        named = list(self._plain[one.plain])
        same = next((p for p in named if self._is_same(p, one)), None)
        shown = [p for p in named if not p.gone] or named
        if same is None and len(shown) == 1 and shown[0].leads(one):
            (same,) = shown
        if same is None and named:
            # What only seemed to tell the way names the product.
            one.key, one.led = one.whole, True
            return None
        same = same or next(self._neighbours(one), None)
        return self._seen(same, one) if same is not None else None

    def _neighbours(self, one: _Product) -> Iterator[_Product]:
        """Yield the products with another link that show the same as this card."""
        for product in self._pictured[one.end, one.picture]:
            if product.path == one.path:
                compared = one.path not in self._queried
            else:
                compared = len(one.end) >= FEWEST_LETTERS
            if compared and self._is_same(product, one):
                yield product

    def _is_same(self, product: _Product, one: _Product) -> bool:
        """Return True if both show one name, one picture that no other has, and now one price."""
        return (
            one.picture is not None
            and product.picture == one.picture
            and len(self._names[one.picture]) == 1
            and is_same_name(product.name, one.name)
            and (not product.seen or product.price == one.price)
        )

    def _seen(self, product: _Product, one: _Product) -> _Product:
        if not product.seen:
            product.name, product.picture = one.name, one.picture
            product.price, product.seen, product.gone = one.price, True, False
        self._register(product, [(one.plain, one.whole)])
        return product

    def _added(self, one: _Product) -> _Product:
        product = self._by_key.setdefault(one.key, one)
        own = store_forms(urljoin(self._brand.website, one.key), self._brand.website)
        self._register(product, [own, (one.plain, one.whole)])
        return product

    def _united(self, product: _Product, other: _Product) -> _Product:
        """Make one of two; a known one's key is kept for the catalogue."""
        if other.known and not product.known:
            product, other = other, product
        if other.known:
            product.twins |= {other.key} | other.twins
        self._whole |= dict.fromkeys(other.links, product)
        product.links |= other.links
        self._by_key[other.key] = product
        for group in (self._plain[other.plain], self._pictured[other.end, other.picture]):
            group.pop(other, None)
        return product


def clash(key: str, shown: Shown, first: Shown) -> str | None:
    """Return how a card differs from the first one of its identity; None where it does not."""
    (name, price), (its_name, its_price) = shown, first
    if is_same_name(name, its_name) and (None in {price, its_price} or price == its_price):
        return None
    return f"{name[:60]!r} at {price} has the link or id of {its_name[:60]!r} at {its_price}, {key}"


def is_same_name(name: str, other: str) -> bool:
    """Return True if two names are the same, one of them perhaps cut short."""
    name, other = name.casefold().strip(), other.casefold().strip()
    if name == other:
        return True
    short, long = sorted((name, other), key=len)
    return short.endswith(CUT) and long.startswith(short.rstrip(".\N{HORIZONTAL ELLIPSIS} "))

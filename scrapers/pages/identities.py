"""Which product a card is: one identity for all the links of one product. Pure, no browser.

Links are not enough. A parameter or a category in a link that changes while the card shows the
same product is no part of its identity; one that shows another product is, whatever its name. A
known product keeps its key for good, and its links lead to it: the catalogue is the memory.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urljoin

from scrapers.browsing.dom import RawCard
from scrapers.config import BrandConfig
from scrapers.pages.cards import first_picture, store_forms
from scrapers.pages.same_product import EarlierProduct, Product, differing, is_same_name
from scrapers.web.urls import absolute, site_of
from scrapers.wording import plain_text

FEWEST_LETTERS = 4  # of a path's last part that may name a product alone


class Identities:
    """The identities of a brand's products in one crawl.

    `known`: those that are shown first, of those the oldest.
    """

    def __init__(self, brand: BrandConfig, known: Iterable[EarlierProduct] = ()) -> None:
        self._brand = brand
        self._by_key: dict[str, Product] = {}
        self._whole: dict[str, Product] = {}
        self._plain: dict[str, dict[Product, None]] = defaultdict(dict)
        # By the path's last part and the picture: what may be the same by other links.
        self._pictured: dict[tuple[str, str | None], dict[Product, None]] = defaultdict(dict)
        self._names: dict[str, set[str]] = defaultdict(set)  # by the picture beside them
        # The parameters that distinguish products, by path: of known ones, and on one page.
        self._naming: dict[str, set[str]] = {}
        self._on_path: dict[str, Product] = {}
        for product in known:
            self._learn(product)

    def keys(self, cards: Sequence[RawCard], url: str) -> list[str | None]:
        """Return the keys of a page state's cards; None for a card without an id and a link.

        For the same cards it answers the same again.
        """
        shown = [None if card.id else self._product_of(card, url) for card in cards]
        linked = [one for one in shown if one is not None]
        self._compare_queries(linked)
        # Links that are known come first: no other card takes their products.
        found = {one.whole: self._exact(one) for one in linked if one.whole in self._whole}
        for one in linked:
            if one.whole not in found:
                beside = set(found.values())
                found[one.whole] = self._alike(one, beside) or self._add(one)
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
        one = None if card.id or canonical is None else self._product_of(card, url)
        if one is None or canonical is None:
            return key
        plain, _ = store_forms(canonical, self._brand.website)
        mine = self._whole.get(one.whole)
        pages = (store_forms(page.page_url, self._brand.website)[0] for page in self._brand.pages)
        # No product, or nothing new.
        lists = {"/", one.path, *(page.partition("?")[0] for page in pages)}
        if mine is None or plain.partition("?")[0] in lists or site_of(canonical) != site_of(url):
            return key
        other = self._whole.get(plain)
        if other is None:
            self._whole[plain] = mine
            if not mine.known:
                mine.key = plain
                self._by_key[plain] = mine
        elif other is not mine and self._is_same(other, one):
            return self._merge(other, mine).key
        return mine.key

    def _learn(self, known: EarlierProduct) -> None:
        if not known.key.startswith(("/", "http://", "https://")):
            return  # a store's own id, which links do not contain
        website = self._brand.website
        link = store_forms(known.href, website) if known.href else None
        own = (known.key, known.key)  # as nearly all have it
        if link is None or link[0] != known.key:
            own = store_forms(urljoin(website, known.key), website)
        product = Product(known.key, *own, known.name, known.picture, known=True, gone=known.gone)
        product.led = own[0] != own[1]
        first = next((p for p in self._plain[own[0]] if product.is_twin_of(p)), None)
        if first is not None and not known.gone:
            first.twins.add(known.key)
        beside = self._on_path.setdefault(product.path, product)
        if not known.gone and not is_same_name(beside.name, known.name):
            # The fewest that distinguish two: a token may differ, too.
            names = differing([beside, product])
            fewest = self._naming.setdefault(product.path, names)
            self._naming[product.path] = min(fewest, names, key=len)
        self._register(first or product, {own, link or own})
        self._by_key[known.key] = first or product
        if known.picture:
            self._names[known.picture].add(known.name.casefold())

    def _register(self, product: Product, links: Iterable[tuple[str, str]]) -> None:
        for plain, whole in links:
            if self._whole.setdefault(whole, product) is product:
                product.links.add(whole)
            self._plain[plain][product] = None
        self._pictured[product.end, product.picture][product] = None

    def _product_of(self, card: RawCard, url: str) -> Product | None:
        href = absolute(card.href, url) if card.href else None
        if href is None:
            return None
        plain, whole = store_forms(href, self._brand.website)
        name = plain_text(card.name or "")
        picture = first_picture(card, self._brand, url)
        if picture:
            self._names[picture].add(name.casefold())
        return Product(plain, plain, whole, name, picture, (card.price, card.sale_price), seen=True)

    def _compare_queries(self, shown: Sequence[Product]) -> None:
        """Note the parameters in which links of one path differ on a page: they name products."""
        paths: dict[str, list[Product]] = defaultdict(list)
        for one in shown:
            paths[one.path].append(one)
        for path, ones in paths.items():
            if len(ones) > 1 and (names := differing(ones)):
                self._naming[path] = self._naming.get(path, set()) | names

    def _exact(self, one: Product) -> Product:
        product = self._whole[one.whole]
        if product.known and not product.seen:
            twin = next((p for p in self._neighbours(one) if p.seen and p is not product), None)
            if twin is not None:
                return self._merge(twin, product)
        return self._note_seen(product, one)

    def _alike(self, one: Product, beside: set[Product]) -> Product | None:
        """Return the product that a new link leads to; None where it is another one.

        `beside`: what else the page shows.
        """
        named = list(self._plain[one.plain])
        same = next((p for p in named if self._is_same(p, one)), None)
        shown = [p for p in named if not p.gone] or named
        if same is None and len(shown) == 1 and shown[0].leads(one, shown[0] in beside):
            (same,) = shown
        if same is None and named:
            # What only seemed to be the way names the product.
            one.key, one.led = one.whole, True
            return None
        same = same or next(self._neighbours(one), None)
        return self._note_seen(same, one) if same is not None else None

    def _neighbours(self, one: Product) -> Iterator[Product]:
        """Yield the products with another link that show the same as this card."""
        for product in self._pictured[one.end, one.picture]:
            if product.path == one.path:
                # Of a product not yet seen something that names it must stay, and may not all.
                naming = self._naming.get(one.path, set())
                changed = naming & differing([product, one])
                compared = not changed or (changed < naming and not product.seen)
            else:
                compared = len(one.end) >= FEWEST_LETTERS
            if compared and self._is_same(product, one):
                yield product

    def _is_same(self, product: Product, one: Product) -> bool:
        return (
            one.picture is not None
            and product.picture == one.picture
            and len(self._names[one.picture]) == 1
            and is_same_name(product.name, one.name)
            and (not product.seen or product.price == one.price)
        )

    def _note_seen(self, product: Product, one: Product) -> Product:
        if not product.seen:
            product.name, product.picture = one.name, one.picture
            product.price, product.seen, product.gone = one.price, True, False
        self._register(product, [(one.plain, one.whole)])
        return product

    def _add(self, one: Product) -> Product:
        product = self._by_key.setdefault(one.key, one)
        own = store_forms(urljoin(self._brand.website, one.key), self._brand.website)
        self._register(product, [own, (one.plain, one.whole)])
        return product

    def _merge(self, product: Product, other: Product) -> Product:
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

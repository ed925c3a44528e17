"""The storefronts that those who write readers may look at."""

from __future__ import annotations

from tests.storefronts import linked
from tests.storefronts.feeds import Feed, comma, packed
from tests.storefronts.magento import Magento
from tests.storefronts.person import NO_FEED, PAGES, Storefront
from tests.storefronts.shopify import Shopify
from tests.storefronts.sitemaps import Mapped
from tests.storefronts.truth import assortment, taxed
from tests.storefronts.woocommerce import WooCommerce

FILES = "/cdn/shop/files/{}.jpg"
UPLOADS = "/wp-content/uploads/2026/09/{}.jpg"
ALTERNATE = (
    '<link rel="alternate" type="application/rss+xml" title="Products" href="{base}/export/{}">'
)
NET = assortment(14, 70)

SEEN: tuple[Storefront, ...] = (
    # An empty first collection, a gift card for nothing, and compare_at_price that is no sale.
    Shopify(
        "Karoo Threads",
        assortment(1, 130, pictures=FILES),
        no_sale=(None, "0.00", "", "1.00"),
        gift_card=True,
        ld=linked.plain,
    ),
    # Its theme answers /products.json with a page; its products' pages hold what they are.
    Shopify(
        "Protea & Pine",
        assortment(2, 60, colours=2, sized=True, pictures=FILES),
        catalogue="html",
        ld=linked.group,
    ),
    # Paging is refused after the second page, as Shopify does after 25,000 products.
    Shopify("Umlazi Outlet", assortment(3, 600, pictures=FILES), last_page=2, held=True),
    # Variable products, whose sizes' and colours' stock their variations have.
    WooCommerce("Overberg Outfitters", assortment(4, 90, colours=3, sized=True, pictures=UPLOADS)),
    # No Store API: WordPress says so with a 404 in JSON.
    WooCommerce(
        "Stellies Denim",
        assortment(5, 48, pictures=UPLOADS),
        store_api=False,
        ld=linked.graph,
    ),
    Magento(
        "Bushveld & Co",
        assortment(6, 150, colours=3, sized=True, pictures="/media/catalog/product/{}.jpg"),
        ld=linked.plain,
    ),
    # GraphQL has prices without the tax of 15 % that its pages show and its buyers pay.
    Magento("Joburg Uniforms", taxed(NET, 15), kept=NET, ld=linked.plain, held=True),
    Mapped(
        "Platteland Schoene",
        assortment(7, 140, colours=2, sized=True, dear=18),
        currency="EUR",
        ld=linked.group,
        packed=True,
    ),
    # RSS as gzip, named in the home page's head.
    Feed(
        "Kloof Street Kids",
        assortment(8, 220, colours=2, sized=True),
        address="/export/products.xml.gz",
        written=packed,
        head=ALTERNATE.replace("{}", "products.xml.gz"),
    ),
    # CSV with a byte order mark, named in robots.txt and the head.
    Feed(
        "Wild Coast Surf",
        assortment(9, 160, colours=2, sized=True),
        address="/export/products.csv",
        written=comma,
        robots="# Product feed: {base}/export/products.csv",
        head='<link rel="alternate" type="text/csv" href="{base}/export/products.csv">',
    ),
    # A feed without prices at a usual address: the pages have them.
    Feed(
        "Boland Basics",
        assortment(10, 54),
        priced=False,
        sources=NO_FEED,
        ld=linked.plain,
        mapped=True,
        address="/feeds/google.xml",
    ),
    # Nothing but lists.
    Storefront("Tannie Se Kas", assortment(11, 60), sources=PAGES),
)

"""The storefronts kept apart: those who write readers do not look at them until the end."""

from __future__ import annotations

from tests.storefronts import linked
from tests.storefronts.feeds import Feed, atom, in_zip, rss, tabs
from tests.storefronts.magento import Magento
from tests.storefronts.person import NO_FEED, PAGES, Storefront
from tests.storefronts.shopify import Shopify
from tests.storefronts.sitemaps import Mapped
from tests.storefronts.truth import assortment, taxed
from tests.storefronts.woocommerce import WooCommerce

FILES = "/cdn/shop/files/{}.png"
UPLOADS = "/wp-content/uploads/{}.jpg"
NET = assortment(33, 80)

KEPT_APART: tuple[Storefront, ...] = (
    # Colours by sizes, some on sale, some sold out; two pages; the sitemap in parts; in dollars.
    Shopify(
        "Namaqua Loom",
        assortment(31, 320, colours=3, sized=True, sale=0.4, dear=18, pictures=FILES),
        currency="USD",
        map_part=150,
    ),
    # Only its products.json is closed.
    Shopify("Salt River Studio", assortment(32, 50), catalogue="closed", ld=linked.plain),
    # Behind a password.
    Shopify("Opening Soon Store", assortment(35, 30), catalogue="password", refused=True),
    # The Store API has prices without the tax that pages show.
    WooCommerce(
        "Melville Mercantile",
        taxed(NET, 15),
        kept=NET,
        ld=linked.graph,
        held=True,
    ),
    # Prices in whole rand (a minor unit of 0), and a total that says 5 % more than there are.
    WooCommerce(
        "Garden Route Gear",
        tuple(assortment(34, 190, sale=0, pictures=UPLOADS)),
        minor_unit=0,
        counted=200,
        held=True,
    ),
    # The same in whole rand, with a total that is right.
    WooCommerce("Parkhurst Pantry", assortment(39, 120, sale=0), minor_unit=0),
    # A firewall before GraphQL.
    Magento("Durban Depot", assortment(36, 66), graphql=False, ld=linked.aggregate),
    # Paging that gives its last page again and again.
    Magento("Highveld Hardware", assortment(37, 450), cap=200, held=True),
    # Many of its sitemap's addresses are gone or lead to a list.
    Mapped("Cape Linen House", assortment(38, 120, sized=True), ld=linked.aggregate, stale=14),
    # A tenth of its pages says nothing that a machine reads.
    Mapped(
        "Village Vintage", assortment(40, 80), ld=linked.graph, without_ld=10, held=True, part=500
    ),
    # Atom at a usual address that nothing names.
    Feed("Rooibos & Rust", assortment(41, 180), address="/feeds/google.xml", written=atom),
    # Windows-1252 with tabs, in euros; named in the head.
    Feed(
        "Café Crêpe Wear",
        assortment(42, 140, colours=2, sized=True, dear=18),
        currency="EUR",
        address="/downloads/produits.txt",
        written=tabs,
        head='<link rel="alternate" type="text/tab-separated-values" title="Product feed" '
        'href="{base}/downloads/produits.txt">',
        stock_words=("out_of_stock", "in_stock"),
    ),
    # A zip archive, named in robots.txt.
    Feed(
        "Soweto Sole",
        assortment(43, 110, colours=2, sized=True),
        address="/export/feed.zip",
        written=in_zip,
        robots="# Merchant feed: {base}/export/feed.zip",
        head='<link rel="alternate" type="application/zip" title="Google Merchant feed" '
        'href="{base}/export/feed.zip">',
    ),
    # The feed that its agency left there is another shop's.
    Feed(
        "Winelands Wool",
        assortment(44, 48),
        address="/google.xml",
        written=rss,
        elsewhere="https://another-shop.example",
        sources=PAGES,
    ),
    # A third of the shop is in its feed; the sitemap has all.
    Feed(
        "Two Oceans Trading",
        assortment(45, 90),
        address="/feeds/google.xml",
        share=3,
        sources=NO_FEED,
        mapped=True,
        ld=linked.plain,
    ),
    # Each address answers 200 with the home page.
    Storefront("Lekker Leather", assortment(46, 52), always_200=True, sources=PAGES),
)
